"""Top-level statements, cut out by lines."""

from __future__ import annotations

from kernaudit.sources.python.module import PythonModule
from kernaudit.sources.python.pieces import cut_pieces

TEXT = '''"""Says
def not_this(): of a function."""
import os
from a import (
    b,
    c as d,
)

X: int = 3

@wrap(
    1,
)
@other
def f(
    a,
):
    return """
def nor_this():
"""

if X:
    def g():
        pass
else:
    import e

class K(Base):
    def f(self):
        pass
'''


def test_pieces_start_at_the_margin_and_with_their_decorators() -> None:
    found = [(piece.kind, piece.name, piece.line) for piece in cut_pieces(TEXT)]
    assert found == [
        ("import", None, 3),
        ("import", None, 4),
        ("name", "X", 9),
        ("def", "f", 11),
        ("block", None, 22),
        ("class", "K", 28),
    ]


def test_names_imports_and_lines() -> None:
    module = PythonModule("m.py", TEXT)
    assert dict(module.imports) == {"os": "os", "b": "a.b", "d": "a.c", "e": "e"}
    assert sorted(module.names) == ["K", "X", "f", "g"]
    function = module.definition("f")
    assert function is not None
    assert function.lineno == 15
    assert module.unparsed == {}


def test_an_empty_file_has_no_pieces() -> None:
    assert cut_pieces("") == ()
