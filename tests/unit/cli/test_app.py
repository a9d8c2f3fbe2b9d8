from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest
import typer

from kernaudit import __version__
from kernaudit.cli import app as app_module
from kernaudit.errors import IncompleteError, InputError, NothingFoundError


def _fail(kind: str) -> None:
    errors: dict[str, BaseException] = {
        "input": InputError("x/y.cu:3: cannot\nbe \x1b[31mread"),
        "nothing": NothingFoundError("no kernel"),
        "incomplete": IncompleteError("stopped"),
        "bug": ZeroDivisionError("oops"),
        "deep": RecursionError("too deep"),
        "ctrl-c": KeyboardInterrupt(),
        "gate": typer.Exit(1),
    }
    if kind in errors:
        raise errors[kind]
    typer.echo("fine")


@pytest.fixture(autouse=True)
def _one_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    verb = SimpleNamespace(register=lambda app: app.command("try")(_fail))
    monkeypatch.setitem(sys.modules, "kernaudit.cli.attempt", verb)
    monkeypatch.setattr(app_module, "VERBS", {"try": "attempt"})


def _run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        app_module.run(arguments)
    code = ended.value.code
    assert isinstance(code, int)
    return code


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("none", 0),
        ("gate", 1),
        ("input", 2),
        ("nothing", 3),
        ("incomplete", 4),
        ("bug", 4),
        ("deep", 4),
        ("ctrl-c", 130),
    ],
)
def test_exit_codes(kind: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("try", kind) == code
    assert "Traceback" not in capsys.readouterr().err


def test_an_error_is_one_printable_line(capsys: pytest.CaptureFixture[str]) -> None:
    _run("try", "input")
    assert capsys.readouterr().err == "kernaudit: error: x/y.cu:3: cannot be \\x1b[31mread\n"


def test_a_fault_of_the_program_names_itself(capsys: pytest.CaptureFixture[str]) -> None:
    _run("try", "bug")
    assert capsys.readouterr().err == (
        "kernaudit: error: internal error: ZeroDivisionError: oops (KERNAUDIT_DEBUG=1 shows where)\n"
    )


def test_a_fault_shows_where_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNAUDIT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        app_module.run(["try", "bug"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Missing command. (see `kernaudit --help`)"),
        (("tri", "x"), "No such command 'tri'. Did you mean 'try'? (see `kernaudit --help`)"),
        (("try",), "Missing argument 'kind'. (see `kernaudit try --help`)"),
        (("try", "x", "--colour"), "No such option: --colour (see `kernaudit try --help`)"),
    ],
)
def test_usage_errors_are_one_line_and_exit_2(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(*arguments) == 2
    assert capsys.readouterr() == ("", f"kernaudit: error: {said}\n")


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("--version") == 0
    assert capsys.readouterr().out == f"kernaudit {__version__}\n"
    assert _run("-h") == 0
    assert "Exit codes: 0 a report was made" in capsys.readouterr().out
