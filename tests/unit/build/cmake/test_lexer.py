"""Text to commands: arguments, lines, and syntax errors in cmake's words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.cmake.lexer import read_commands
from kernaudit.build.cmake.parser import parse
from kernaudit.build.cmake.program import Argument, Block, Definition, If, Loop, Quoting, commands_of
from kernaudit.model.evidence import Location

BARE, QUOTED, BRACKET = Quoting.BARE, Quoting.QUOTED, Quoting.BRACKET


def test_arguments_keep_their_quoting_and_line() -> None:
    commands, fault = read_commands('set(a "b c"\n  [=[d]]]=] e;f # g\n  (h))\n', "f.cmake")
    assert fault is None
    (command,) = commands
    assert command.args == (
        Argument("a", BARE, 1),
        Argument("b c", QUOTED, 1),
        Argument("d]]", BRACKET, 2),
        Argument("e;f", BARE, 2),
        Argument("(", BARE, 3),
        Argument("h", BARE, 3),
        Argument(")", BARE, 3),
    )
    assert (command.name, command.key, command.location) == ("set", "set", Location("f.cmake", 1))


def test_lines_count_through_strings_brackets_and_comments() -> None:
    text = '#[[\n\n]]\nA("x\ny")\n# c\nB([[\n\n]]\n)\nC()'
    commands, _ = read_commands(text, "f")
    assert [(c.name, c.line) for c in commands] == [("A", 4), ("B", 7), ("C", 11)]


def test_the_text_of_a_command_is_on_one_line() -> None:
    (command,), _ = read_commands('Set(a\n  "b"\n  [[c]])', "f")
    assert command.text == 'Set(a "b" [[c]])'


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a() b()", 1, 'Parse error.  Expected a newline, got identifier with text "b".'),
        ("\n1a()", 2, 'Parse error.  Expected a command name, got unquoted argument with text "1a".'),
        ('"x"', 1, 'Parse error.  Expected a command name, got quoted argument with text "x".'),
        ("a", 1, 'Unexpected end of file.\nParse error.  Function missing opening "(".'),
        ("a\n()", 1, 'Parse error.  Expected "(", got newline with text "\n".'),
        ("\na(b\nc", 2, 'Parse error.  Function missing ending ")".  End of file reached.'),
        ('a(\n"b', 2, 'Parse error.  Function missing ending ")".  Instead found unterminated string with text "b".'),
        ("a(b[[c]])", 1, None),
        ("a([[c]]b)", 1, "Syntax Error in cmake code.  Argument not separated from preceding token by whitespace."),
        ("a([[c)", 1, 'Parse error.  Function missing ending ")".  Instead found unterminated bracket with text "c)".'),
        ("a(\\", 1, 'Parse error.  Function missing ending ")".  Instead found bad character with text "\\".'),
        (")", 1, 'Parse error.  Expected a command name, got right paren with text ")".'),
    ],
)
def test_syntax_errors(text: str, line: int, message: str | None) -> None:
    _, fault = read_commands(text, "f.cmake")
    if message is None:
        assert fault is None
    else:
        assert fault is not None
        assert (fault.message, fault.location) == (message, Location("f.cmake", line))


def test_what_stands_before_a_syntax_error_is_read() -> None:
    commands, fault = read_commands("a()\nb()\nc(", "f")
    assert [c.name for c in commands] == ["a", "b"]
    assert fault is not None


def test_nesting() -> None:
    program = parse(
        "if(a)\nx()\nelseif(b)\nelse()\ny()\nendif()\nforeach(i)\nwhile(1)\nendwhile()\nendforeach()\n"
        "function(f)\nendfunction()\nblock()\nmacro(m)\nendmacro()\nendblock()",
        "f",
    )
    assert program.error is None
    first, second, third, fourth = program.body
    assert isinstance(first, If)
    assert [branch.command.key for branch in first.branches] == ["if", "elseif"]
    assert first.otherwise is not None
    assert isinstance(second, Loop)
    assert isinstance(third, Definition)
    assert isinstance(fourth, Block)
    inside = {command.key: [around.key for around in path] for command, path in commands_of(program.body)}
    assert inside["y"] == ["else"]
    assert inside["while"] == ["foreach"]
    assert inside["macro"] == ["block"]


@pytest.mark.parametrize(
    ("text", "line"),
    [("if(a)\n", 1), ("x()\nendif()", 2), ("if(a)\nendforeach()\nendif()", 2), ("if(a)\nelse()\nelse()\nendif()", 3)],
)
def test_bad_nesting_names_the_command(text: str, line: int) -> None:
    program = parse(text, "f")
    assert program.error is not None
    assert program.error.message == "Flow control statements are not properly nested."
    assert program.error.location.line == line
    assert program.body == ()


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    program = parse(text, "f")
    assert program.error is None or program.body == ()


@given(st.text(alphabet='ab1 \n\t()"[]=#\\${};', max_size=60))
def test_any_text_of_special_characters_is_read_or_refused(text: str) -> None:
    commands, fault = read_commands(text, "f")
    assert fault is None or 1 <= fault.location.line <= text.count("\n") + 1
    assert all(1 <= command.line <= text.count("\n") + 1 for command in commands)


@given(st.lists(st.text(st.characters(blacklist_characters='"\\\x00', blacklist_categories=("Cs",)), max_size=12)))
def test_quoted_arguments_come_back_as_they_are(values: list[str]) -> None:
    (command,), fault = read_commands("f(" + " ".join(f'"{value}"' for value in values) + ")", "f")
    assert fault is None
    assert [arg.text for arg in command.args] == values


@given(st.lists(st.text(st.characters(blacklist_characters="\x00", blacklist_categories=("Cs",)), max_size=12)))
def test_bracket_arguments_come_back_as_they_are(values: list[str]) -> None:
    (command,), fault = read_commands("f(" + " ".join(f"[===[\n{value}]===]" for value in values) + ")", "f")
    expected = [value if "]===]" not in f"{value}]" else None for value in values]
    if None not in expected and not any(f"{value}]===]".find("]===]") != len(value) for value in values):
        assert fault is None
        assert [arg.text for arg in command.args] == values
