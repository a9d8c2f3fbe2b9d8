"""Evaluated builds written by hand, for tests of what is made of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kernaudit.matrix.build import TreeFacts, build_report
from kernaudit.matrix.column import Column
from kernaudit.model.arch import Gencode
from kernaudit.model.build import BuildEvaluation, BuildSource, BuildStatus, Gate, NotBuilt, RequestRule
from kernaudit.model.evidence import Location
from kernaudit.model.report import ReportInput, Tool
from kernaudit.ruleset.load import load_rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Builds = Mapping[str, BuildEvaluation | Sequence[BuildEvaluation]]

    from kernaudit.model.report import Report
    from kernaudit.ruleset.load import Rules

ROOT = "CMakeLists.txt"


@cache
def rules() -> Rules:
    """The shipped rules."""
    return load_rules()


def gate(name: str, line: int, before: str = "", after: str = "", text: str = "") -> Gate:
    """A gate; lists are written with semicolons."""
    return Gate(name, Location(ROOT, line), text or f"intersect({name})", _split(before), _split(after))


def source(
    path: str, gencodes: str, by: Gate | None = None, *, target: str = "_C", line: int = 90, **more
) -> BuildSource:
    """A CUDA source; gencodes are separated by blanks."""
    codes = tuple(Gencode.parse(text) for text in gencodes.split())
    return BuildSource(target, path, "CUDA", codes, Location(ROOT, line), gate=by, **more)


def refused(path: str, by: Gate | None = None, condition: str | None = None, line: int = 40) -> NotBuilt:
    """A source that no target gets."""
    return NotBuilt(path, Location(ROOT, line), condition, by)


def build(*parts: BuildSource | NotBuilt, request: str | None = None, root: str = ROOT, **more) -> BuildEvaluation:
    """A configuration that finishes."""
    sources = tuple(part for part in parts if isinstance(part, BuildSource))
    return BuildEvaluation(
        root=root,
        status=BuildStatus.OK,
        request_rule=more.pop("rule", RequestRule.DEVICE),
        request=request,
        effective=tuple(dict.fromkeys(str(code) for one in sources for code in one.gencodes)),
        sources=sources,
        not_built=tuple(part for part in parts if isinstance(part, NotBuilt)),
        **more,
    )


def stopped(message: str, line: int, request: str | None = None, root: str = ROOT) -> BuildEvaluation:
    """A configuration that stops."""
    return BuildEvaluation(
        root=root,
        status=BuildStatus.CONFIGURE_ERROR,
        request_rule=RequestRule.DEVICE,
        request=request,
        error=message,
        error_at=Location(root, line),
    )


def columns(builds: Builds, cuda: str = "13.0") -> list[Column]:
    """One column per device, in the order of the mapping."""
    toolkit = rules().toolkit(cuda)
    return [
        Column(rules().device(device), toolkit, (given,) if isinstance(given, BuildEvaluation) else tuple(given))
        for device, given in builds.items()
    ]


def report(
    builds: Builds,
    facts: TreeFacts | None = None,
    cuda: str = "13.0",
) -> Report:
    """The whole report of hand-written builds."""
    made = columns(builds, cuda)
    given = ReportInput("tree", "0" * 64, cuda, tuple(column.device.id for column in made))
    return build_report(made, facts or TreeFacts(), rules(), Tool("kernaudit", "0", "0" * 64), given)


def _split(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(";") if part)
