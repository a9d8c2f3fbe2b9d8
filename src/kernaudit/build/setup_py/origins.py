"""Where the arch list of an extension came from: the line that is the evidence, and whose list it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.cmake.files.layout import tree_path
from kernaudit.build.lists_found import find_arch_lists
from kernaudit.build.setup_py.torch_flags import TORCH_VARIABLE
from kernaudit.model.build import Gate, RequestRule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.build.setup_py.running import ScriptRun
    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import ArchListFound
    from kernaudit.model.evidence import Location

__all__ = ["Origin", "OriginFinder", "own_rule"]

_ARCH_NAME: Final = re.compile(r"ARCH|GENCODE|COMPUTE_CAP|(?:^|_)SM(?:_|S$|$)")


@dataclass(frozen=True, slots=True)
class Origin:
    """A rule, and the line with its text, where one line is to be named."""

    rule: RequestRule
    location: Location | None = None
    text: str = ""

    def gate(self, name: str) -> Gate | None:
        """Return the line as the gate of an extension."""
        return None if self.location is None else Gate(name, self.location, self.text)


@dataclass(slots=True)
class OriginFinder:
    """Finds origins in one tree; the lists of other files are looked up once."""

    files: TreeView
    _lists: tuple[ArchListFound, ...] | None = field(default=None)

    def find(self, run: ScriptRun, words: Sequence[Any], gencodes: Sequence[Gencode], *, torch: bool) -> Origin:
        """Return the origin of the architectures of one command line."""
        if torch:
            return self._of_torch(run)
        place = _written_at(run, words, gencodes)
        return Origin(own_rule(run) or _without_flags(gencodes), place, self._line(place))

    def _of_torch(self, run: ScriptRun) -> Origin:
        environ = run.machine.environ
        value = environ.values.get(TORCH_VARIABLE)
        if not value:
            return Origin(RequestRule.DEVICE)
        if value == environ.given.get(TORCH_VARIABLE):
            place = self._listed(str(value))
            return Origin(RequestRule.USER, place, self._line(place))
        place = environ.written.get(TORCH_VARIABLE)
        return Origin(RequestRule.BUILD, place, self._line(place))

    def _listed(self, value: str) -> Location | None:
        """Return where the tree names the same list: the user took it from there, or could have."""
        if self._lists is None:
            self._lists = find_arch_lists(self.files.tree)
        return next((one.location for one in self._lists if one.value == value), None)

    def _line(self, place: Location | None) -> str:
        text = self.files.read_text(tree_path(place.file)) if place is not None else None
        lines = text.splitlines() if text else []
        return lines[place.line - 1].strip() if place is not None and place.line <= len(lines) else ""


def _written_at(run: ScriptRun, words: Sequence[Any], gencodes: Sequence[Gencode]) -> Location | None:
    """Return where the script writes the first architecture: its flag, else its number."""
    machine = run.machine
    for word in words:
        if isinstance(word, str) and word in machine.arch_texts:
            return machine.arch_texts[word]
    for gencode in gencodes:
        found = machine.arch_words.get(gencode.virtual.short)
        if found is not None:
            return found
    return None


def own_rule(run: ScriptRun) -> RequestRule | None:
    """Return whose list a script computes: the user's, by a variable that names architectures, or the device's."""
    environ = run.machine.environ
    if any(name in environ.given and _ARCH_NAME.search(name) for name in environ.looks):
        return RequestRule.USER
    return RequestRule.NATIVE if run.asked_device else None


def _without_flags(gencodes: Sequence[Gencode]) -> RequestRule:
    return RequestRule.BUILD if gencodes else RequestRule.COMPILER_DEFAULT
