"""A setup.py that calls cmake: the `-D` arguments of the call, as its evaluation for a request gives them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.build.driver import DriverDefine
from kernaudit.build.setup_py.building import cmake_commands
from kernaudit.build.setup_py.errors import EvaluationStoppedError
from kernaudit.build.setup_py.origins import own_rule
from kernaudit.build.setup_py.running import parse_script, run_setup
from kernaudit.build.setup_py.text import text_of
from kernaudit.discover import UnreadableFile
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.build.setup_py.running import ScriptRun
    from kernaudit.model.build import BuildRequest, RequestRule
    from kernaudit.model.evidence import Assumption

__all__ = ["Handover", "HandoverReader", "passes_archs"]

_DEFINE: Final = re.compile(r"-D([A-Za-z_][A-Za-z0-9_.-]*)(?::[A-Z]+)?=(.*)", re.DOTALL)
_ARCH: Final = re.compile(r"ARCH|GENCODE|COMPUTE_CAP")
_KEPT: Final = frozenset({AssumptionKind.NATIVE, AssumptionKind.UNKNOWN_CONDITION})


def passes_archs(defines: Iterable[DriverDefine]) -> bool:
    """Tell whether a script passes architectures that its text alone does not show."""
    return any(one.value is None and one.file.endswith(".py") and _ARCH.search(one.name) for one in defines)


@dataclass(frozen=True, slots=True)
class Handover:
    """What a script passes to cmake for one request, what was assumed to find out, and whose list it passes."""

    defines: tuple[DriverDefine, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    device_used: bool = False
    rule: RequestRule | None = None


@dataclass(slots=True)
class HandoverReader:
    """One setup.py that calls cmake; equal requests are evaluated once."""

    view: TreeView
    file: str
    _known: dict[tuple[object, ...], Handover] = field(default_factory=dict)

    def read(self, request: BuildRequest) -> Handover:
        """Return what the script passes. Never raises for what the tree holds."""
        asked = (request.toolkit.version, request.request, tuple(sorted(request.env.items())))
        known = self._known.get((*asked, None)) or self._known.get((*asked, request.device))
        if known is None:
            known = self._evaluate(request)
            self._known[*asked, request.device if known.device_used else None] = known
        return known

    def _evaluate(self, request: BuildRequest) -> Handover:
        try:
            program = parse_script(self.view.tree.read_text(self.file), self.file)
        except (EvaluationStoppedError, UnreadableFile):
            return Handover()
        run = run_setup(self.view, self.file, program, request)
        found = {define.name: define for define in _defines(run)}
        kept = tuple(one for one in run.machine.assumptions.values() if one.kind in _KEPT)
        return Handover(tuple(found.values()), kept, run.machine.device_used, own_rule(run) if found else None)


def _defines(run: ScriptRun) -> Iterator[DriverDefine]:
    machine = run.machine
    for command in cmake_commands(machine):
        for word in command.words:
            text = text_of(machine, word)
            match = _DEFINE.fullmatch(text) if text.startswith("-D") else None
            if match is not None:
                value = None if contains_unknown(match[2]) else match[2]
                yield DriverDefine(match[1], value, command.location.file, command.location.line)
