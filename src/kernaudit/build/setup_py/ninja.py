"""A ninja file that a script writes in torch's place: the flags of each source are in its rules."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from typing import Final

__all__ = ["NinjaFile", "parse_ninja"]

_ASSIGNMENT: Final = re.compile(r"(\w+)\s*=\s*(.*)")
_VARIABLE: Final = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_BUILD: Final = re.compile(r"build\s+(.+?)(?<!\$):\s*(\w+)\s*(.*)")
_DEPTH: Final = 8
_LONGEST: Final = 1_000_000


@dataclass(slots=True)
class NinjaFile:
    """Global variables, commands of rules, and the rule of each input."""

    variables: dict[str, str] = field(default_factory=dict)
    commands: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)

    def words(self, source: str) -> list[str] | None:
        """Return the arguments of a source's command, split as a shell does; None if no rule takes it."""
        rule = self.rules.get(source)
        command = None if rule is None else self.commands.get(rule)
        if command is None:
            return None
        text = self._expand(command, _DEPTH)
        try:
            return shlex.split(text)[1:]
        except ValueError:
            return text.split()[1:]

    def _expand(self, text: str, depth: int) -> str:
        if depth == 0 or "$" not in text or len(text) > _LONGEST:
            return text
        return _VARIABLE.sub(lambda m: self._expand(self.variables.get(m[1] or m[2], ""), depth - 1), text)


def parse_ninja(text: str) -> NinjaFile:
    """Read the parts of a ninja file that tell how sources are compiled."""
    found = NinjaFile()
    rule: str | None = None
    for line in text.splitlines():
        if line.startswith("rule "):
            rule = line[5:].strip()
        elif match := _BUILD.fullmatch(line):
            rule = None
            for source in re.split(r"(?<!\$)\s+", match[3].split(" | ")[0].strip()):
                found.rules[source.replace("$ ", " ").replace("$:", ":")] = match[2]
        elif (match := _ASSIGNMENT.fullmatch(line.strip())) is not None:
            if line[:1].isspace() and rule is not None and match[1] == "command":
                found.commands[rule] = match[2]
            elif not line[:1].isspace():
                rule = None
                found.variables[match[1]] = match[2]
    return found
