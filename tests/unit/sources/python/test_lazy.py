"""Methods whose bodies are parsed later read as if they had been parsed with their class."""

from __future__ import annotations

import ast

import pytest

from kernaudit.sources.python.lazy import LazyFunction, parse_class
from kernaudit.sources.python.module import PythonModule
from kernaudit.sources.python.pool import SyntaxPool

LONG = "".join(f"        x{number} = {number}\n" for number in range(12))
CLASS = f'''@decorated
class Runner(Base):
    """What it is.

    def this_is_text(self):
        not a method
    """

    size = 4

    def __init__(self, a, *, b: dict[str, int] = {{}}, c=(1, 2)):
        self.a = a

    @property
    def long(
        self,
        other,  # with: a colon
    ) -> int:
        """Says: it

def at_the_margin_but_text():
        """
{LONG}
        # the last word

    # about the next one
    async def waits(self):
{LONG}
    def one_line(self): return 1

    @staticmethod
    def nested():
        def inner():
{LONG.replace("        ", "            ")}
        return inner

    class Inner:
        def deep(self):
{LONG.replace("        ", "            ")}
'''


def _parsed(text: str, line: int) -> list[ast.stmt]:
    return ast.parse("\n" * (line - 1) + text).body


def _class(text: str = CLASS, line: int = 7) -> ast.ClassDef:
    (node,) = parse_class(text, line, _parsed, _parsed, SyntaxPool())
    assert isinstance(node, ast.ClassDef)
    return node


def _shape(node: ast.AST) -> str:
    return ast.dump(node, include_attributes=False).replace("LazyFunction(", "FunctionDef(")


def test_nothing_differs_from_what_the_parser_makes_of_the_whole() -> None:
    (whole,) = _parsed(CLASS, 7)
    ours = _class()
    assert _shape(ours) == _shape(whole)
    assert isinstance(whole, ast.ClassDef)
    places = [(one.lineno, one.end_lineno) for one in ast.walk(whole) if isinstance(one, ast.stmt)]
    assert [(one.lineno, one.end_lineno) for one in ast.walk(ours) if isinstance(one, ast.stmt)] == places


def test_only_long_methods_wait() -> None:
    waiting = [one.name for one in _class().body if isinstance(one, LazyFunction)]
    assert waiting == ["long", "nested"]


def test_a_body_is_parsed_when_it_is_asked_for_and_again_when_it_was_forgotten() -> None:
    asked: list[int] = []

    def later(text: str, line: int) -> list[ast.stmt]:
        asked.append(line)
        return _parsed(text, line)

    pool = SyntaxPool(most=1)
    (node,) = parse_class(CLASS, 1, _parsed, later, pool)
    assert isinstance(node, ast.ClassDef)
    first, second = (one for one in node.body if isinstance(one, LazyFunction))
    assert not asked
    assert first.body is first.body
    assert len(asked) == 1
    assert second.body
    assert first.body
    assert len(asked) == 3


@pytest.mark.parametrize(
    "text",
    [
        f"class A:\n    def f(self):\n{LONG}  x = 1\n",  # a line that is less deep than the body and no method
        f"class A:\n    def f(self):\n        y = (\n1,\n)\n{LONG}",  # code at the margin, between parentheses
    ],
)
def test_lines_that_mislead_are_parsed_as_they_are(text: str) -> None:
    try:
        (whole,) = _parsed(text, 1)
    except SyntaxError:
        with pytest.raises(SyntaxError):
            _class(text, 1)
    else:
        assert _shape(_class(text, 1)) == _shape(whole)


def test_a_method_that_cannot_be_parsed_is_noted_when_it_is_asked_for() -> None:
    module = PythonModule("a.py", f"class A:\n    def f(self):\n{LONG}        x = = 1\n")
    node = module.definition("A")
    assert isinstance(node, ast.ClassDef)
    assert not module.unparsed
    (method,) = node.body
    assert isinstance(method, LazyFunction)
    assert [type(one) for one in method.body] == [ast.Pass]
    assert [one.line for one in module.unparsed.values()] == [15]
