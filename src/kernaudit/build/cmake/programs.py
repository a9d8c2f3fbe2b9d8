"""Parsed and compiled files, shared by all evaluations of one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.compile import Context, compile_body
from kernaudit.build.cmake.errors import ConfigureError
from kernaudit.build.cmake.files.layout import shown
from kernaudit.build.cmake.macro_text import at_line
from kernaudit.build.cmake.parser import parse
from kernaudit.build.cmake.unknown import sanitize

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.build.cmake.flow import Node
    from kernaudit.build.cmake.program import Command, Program

__all__ = ["ProgramCache"]


class ProgramCache:
    """Each text is parsed and compiled once.

    `sources` names programs by the path that reports show; a file that was overwritten in an evaluation shows its last
    text.
    """

    def __init__(self) -> None:
        self._compiled: dict[tuple[str, str], tuple[Node, ...]] = {}
        self._programs: dict[tuple[str, str], Program] = {}
        self._snippets: dict[tuple[str, int, str], tuple[Node, ...]] = {}

    def program(self, path: str, text: str) -> Program:
        """Return the parsed text of a file; `path` is what cmake calls it."""
        key = (path, text)
        program = self._programs.get(key)
        if program is None:
            program = self._programs[key] = parse(sanitize(text), shown(path))
        return program

    def compiled(self, path: str, text: str) -> tuple[Node, ...]:
        """Return the statements of a file, ready to run.

        Raises:
            ConfigureError: the text has a syntax error.
        """
        key = (path, text)
        nodes = self._compiled.get(key)
        if nodes is None:
            nodes = self._compiled[key] = _compile(self.program(path, text), path)
        return nodes

    def snippet(self, site: Command, path: str, code: str) -> tuple[Node, ...]:
        """Return code that a command carries, ready to run; all of it stands at that command's line."""
        key = (path, site.line, code)
        nodes = self._snippets.get(key)
        if nodes is None:
            program = at_line(parse(code, site.file), site.line)
            nodes = self._snippets[key] = _compile(program, path)
        return nodes

    @property
    def programs(self) -> Mapping[str, Program]:
        """The files parsed so far, by the path that reports show."""
        return {program.file: program for program in self._programs.values()}


def _compile(program: Program, path: str) -> tuple[Node, ...]:
    if program.error is not None:
        raise ConfigureError(program.error.message, program.error.location)
    return compile_body(program.body, Context(path))
