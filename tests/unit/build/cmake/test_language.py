"""Snippets of cmake code with the answers of the real cmake (4.4.5, script mode, policies of 3.26).

`language/*.cmake` holds them: `#### name`, the code, then `#> ` before each line that cmake printed, or `#! error`
where it failed. They were recorded once; no cmake is needed to run them.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from kernaudit.build.cmake.script import ScriptResult, ScriptWorld, run_script
from kernaudit.discover import SourceTree
from kernaudit.ruleset.load import Rules, load_rules

HERE = Path(__file__).parent / "language"
DIRECTORY = "/scratch/snippet"


def _snippets() -> list[tuple[str, str, list[str] | None]]:
    found = []
    for path in sorted(HERE.glob("*.cmake")):
        for part in re.split(r"^#### ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            name, _, rest = part.partition("\n")
            lines = rest.split("\n")[:-1]
            code = [line for line in lines if not line.startswith(("#>", "#!"))]
            printed = [line[3:] for line in lines if line.startswith("#>")]
            failed = "#! error" in lines
            found.append((f"{path.stem}/{name}", "\n".join([*code, ""]), None if failed else printed))
    return found


SNIPPETS = _snippets()


@cache
def _rules() -> Rules:
    return load_rules()


def _run(code: str, tmp_path: Path) -> ScriptResult:
    return run_script(code, ScriptWorld(DIRECTORY, SourceTree(tmp_path), _rules(), {"PATH": "/usr/bin"}))


def test_there_are_snippets_and_their_names_differ() -> None:
    names = [name for name, _, _ in SNIPPETS]
    assert len(names) == len(set(names)) > 300


@pytest.mark.parametrize(("code", "printed"), [pytest.param(c, p, id=n) for n, c, p in SNIPPETS])
def test_a_snippet_does_what_cmake_does(code: str, printed: list[str] | None, tmp_path: Path) -> None:
    result = _run(code.replace("@TMP@", DIRECTORY), tmp_path)
    if printed is None:
        assert result.failed
    else:
        wanted = [line.replace("@TMP@", DIRECTORY) for line in printed]
        assert (list(result.lines), result.failed) == (wanted, False)


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("message(STATUS a)\nmessage(b)\nmessage(STATUS c)", ("-- a", "-- c", "b")),
        ("message(WARNING w)\nmessage(x)", ("CMake Warning at snippet.cmake (message):", "  w", "", "x")),
        ("set(v 1 PARENT_SCOPE)\nmessage(ok)", None),
    ],
)
def test_lines_are_the_status_stream_first(code: str, lines: tuple[str, ...] | None, tmp_path: Path) -> None:
    result = _run(code, tmp_path)
    assert not result.failed
    if lines is not None:
        assert result.lines == lines
    else:
        assert result.lines[-1] == "ok"


def test_continue_in_a_macro_reaches_the_loop_of_the_caller(tmp_path: Path) -> None:
    """cmake 3.25 did not."""
    code = "macro(m)\ncontinue()\nendmacro()\nforeach(i 1 2)\nif(i EQUAL 1)\nm()\nendif()\nmessage(${i})\nendforeach()"
    assert _run(code, tmp_path).lines == ("2",)


def test_send_error_goes_on_and_fails(tmp_path: Path) -> None:
    result = _run("message(SEND_ERROR e)\nmessage(after)", tmp_path)
    assert result.failed
    assert result.lines[-1] == "after"


def test_nothing_reaches_the_disk(tmp_path: Path) -> None:
    code = f'file(WRITE "{tmp_path}/a.txt" "x")\nfile(READ "{tmp_path}/a.txt" c)\nmessage("${{c}}")'
    assert _run(code, tmp_path).lines == ("x",)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("code", "failed"), [("0", False), ("3", True), ("x", True)])
def test_exit_ends_the_script_with_its_code(code: str, failed: bool, tmp_path: Path) -> None:
    """From cmake 3.29 on."""
    result = _run(f"message(a)\ncmake_language(EXIT {code})\nmessage(b)", tmp_path)
    assert (result.lines, result.failed) == (("a",), failed)


def test_parse_argn_begins_after_the_parameters(tmp_path: Path) -> None:
    """From cmake 4.4 on."""
    code = (
        'function(f a b)\ncmake_parse_arguments(PARSE_ARGN A "O" "S" "M")\n'
        'message("${A_O}|${A_S}|${A_M}|${A_UNPARSED_ARGUMENTS}")\nendfunction()\n'
        'f(S O S "x;y" M 1 "2;3")\n'
    )
    assert _run(code, tmp_path).lines == ("FALSE|x;y|1;2\\;3|",)
    assert _run('cmake_parse_arguments(PARSE_ARGN A "" "" "")', tmp_path).failed
    assert _run(f"macro(m)\ncmake_parse_arguments(PARSE_ARGN A {'a ' * 3})\nendmacro()\nm()", tmp_path).failed


def test_cache_signature_of_set(tmp_path: Path) -> None:
    """From cmake 4.2 on."""
    code = (
        "set(CACHE{x} TYPE STRING HELP a b VALUE 1 2)\nset(CACHE{x} VALUE 3)\nmessage(${x})\n"
        "set(CACHE{x} FORCE VALUE 4)\nmessage(${x})\nunset(CACHE{x})\nmessage([${x}])"
    )
    assert _run(code, tmp_path).lines == ("12", "4", "[]")
    assert _run("set(CACHE{x} 1)", tmp_path).failed
    assert _run("set(CACHE{x} TYPE FOO VALUE 1)", tmp_path).failed
