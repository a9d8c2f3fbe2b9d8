"""The pure functions against answers that the real cmake gave (`record.py` asks it again)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.genex import evaluate_genex
from kernaudit.build.cmake.lib.genex_context import Compiler, GenexContext
from kernaudit.build.cmake.lib.list_command import list_command
from kernaudit.build.cmake.lib.math import math_command
from kernaudit.build.cmake.lib.path_command import cmake_path_command
from kernaudit.build.cmake.lib.paths import get_filename_component
from kernaudit.build.cmake.lib.string_command import string_command

RECORDED = Path(__file__).parent / "recorded"
SOURCE_DIR = "/src/dir"
COMMANDS = {
    "list": list_command,
    "string": string_command,
    "math": math_command,
    "cmake_path": lambda args, read: cmake_path_command(args, read, SOURCE_DIR),
    "get_filename_component": lambda args, read: get_filename_component(args, read, SOURCE_DIR)[0],
}
NOT_WORDED_ALIKE = ("syntax error", "Syntax error in cmake code", "is not a valid index", "sub-command SORT")
"""Errors that cmake words with more detail (its parser's state), or differently in list() and in expressions."""


def load(name):
    return json.loads((RECORDED / f"{name}.json").read_text())["cases"]


def answer(case):
    """What the functions make of a recorded command: the variables afterwards, or the error."""
    state = dict(case.get("given", {}))
    command, *args = case["run"]
    try:
        writes = COMMANDS[command](args, state.get)
    except LibError as error:
        return str(error)
    for name, value in writes:
        if value is None:
            state.pop(name, None)
        else:
            state[name] = value
    return state


def same_error(got, recorded):
    """The recorded words contain ours, as far as cmake's own do not depend on its parser."""
    if any(words in recorded for words in NOT_WORDED_ALIKE):
        return True
    words = " ".join(got.split())
    return words in recorded or words.partition(" ")[2] in recorded


@pytest.mark.parametrize("name", ["lists", "strings", "math", "json", "paths", "regex"])
def test_commands_answer_as_cmake_does(name):
    misses = []
    for case in load(name):
        got = answer(case)
        if "error" in case:
            if not (isinstance(got, str) and same_error(got, case["error"])):
                misses.append((case["run"], case["error"], got))
        elif got != case["then"]:
            misses.append((case["run"], case["then"], got))
    assert misses == []


class TwoTargets:
    """The targets that the recorded expressions know."""

    def exists(self, name):
        return name in ("t1", "t2")

    def property(self, target, name, context):  # noqa: ARG002
        return f"{target};b" if name == "WORDS" else None


def test_expressions_answer_as_cmake_does():
    context = GenexContext(
        config="Release",
        target="t1",
        targets=TwoTargets(),
        compilers={"CXX": Compiler("GNU", "13.3.0"), "CUDA": Compiler("NVIDIA", "12.8.93")},
    )
    misses = []
    for case in load("genex"):
        try:
            got = evaluate_genex(case["text"], context)
        except LibError as error:
            got = error
        if "error" in case:
            if not isinstance(got, LibError):
                misses.append((case["text"], case["error"], got))
        elif got != case["value"]:
            misses.append((case["text"], case["value"], got))
    assert misses == []


def test_the_recordings_hold_answers_and_errors():
    for name in ("lists", "strings", "math", "json", "paths", "regex"):
        cases = load(name)
        assert sum("error" in case for case in cases) >= 20, name
        assert sum("then" in case for case in cases) >= 200, name
