"""The report: what every renderer prints, field by field as the data contract names it.

A report is complete before a renderer sees it, and it is in its final order: rows by path, line and name, cells in
device order. Nothing here decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.backends import BackendOrder
    from kernaudit.model.build import ArchListFound, BuildStatus, ExternalProject, RequestRule
    from kernaudit.model.decision import Decision, Pin
    from kernaudit.model.evidence import Assumption, CodePiece, Finding, Location, Skipped
    from kernaudit.model.gate import GateOutcome
    from kernaudit.model.verdict import Cell, Reason, Status

__all__ = [
    "BuildBreak",
    "DeviceColumn",
    "FamilyCell",
    "FamilyGate",
    "FamilyKind",
    "FamilyRow",
    "KernelRow",
    "Language",
    "OpCell",
    "OpRow",
    "ParseCounts",
    "Report",
    "ReportAssumption",
    "ReportInput",
    "SourceKind",
    "Summary",
    "Tool",
]


class FamilyKind(StrEnum):
    """Where the sources of a family come from."""

    FAMILY = "family"
    EXTERNAL = "external"
    GENERATED = "generated"


class Language(StrEnum):
    """What a kernel is written in."""

    CUDA = "cuda"
    TRITON = "triton"
    GLUON = "gluon"
    CUTE_DSL = "cute-dsl"
    TILELANG = "tilelang"


class SourceKind(StrEnum):
    """Whether a kernel's source is a file of the tree."""

    FILE = "file"
    GENERATED = "generated"
    JIT = "jit"
    EXTERNAL = "external"


@dataclass(frozen=True, slots=True)
class Tool:
    """The program that made the report, and the digest of the rules it used."""

    name: str
    version: str
    rules_digest: str


@dataclass(frozen=True, slots=True)
class ReportInput:
    """What was asked; `to` are device ids without `from_`."""

    root_name: str
    tree_digest: str
    cuda: str
    to: tuple[str, ...]
    from_: str | None = None
    request: str | None = None
    revision: str | None = None
    defines: Mapping[str, str] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    as_of: str | None = None
    config: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class ReportAssumption:
    """An assumption under a stable id; `affects` are kernel ids, empty where it touches the whole build.

    `devices` are the columns that it was made for; none where it is about all.
    """

    id: str
    assumption: Assumption
    affects: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeviceColumn:
    """One device: which arch list its column used and what reached the sources (`effective`, gencode notation).

    `minimum_toolkit` is the first CUDA release that knows a target of it, `minimum_driver` the first driver branch
    that runs what the assumed toolkit builds.
    """

    id: str
    name: str
    capability: str
    toolkit: str
    status: BuildStatus
    request_rule: RequestRule
    request: str | None = None
    effective: tuple[str, ...] = ()
    message: str | None = None
    minimum_toolkit: str | None = None
    minimum_driver: str | None = None


@dataclass(frozen=True, slots=True)
class FamilyGate:
    """The call or property that admits the sources of a family, with its arch list before and after."""

    location: Location
    text: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyCell:
    """The cells of a family's kernels on one device: the worst status, and how many kernels have which."""

    status: Status
    counts: Mapping[Status, int]
    request_rule: RequestRule
    effective: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyRow:
    """The kernels whose sources one build gate admits together; of Python ones those of a package, with a language."""

    id: str
    name: str
    kind: FamilyKind
    cells: Mapping[str, FamilyCell]
    kernels: tuple[str, ...] = ()
    build_targets: tuple[str, ...] = ()
    gate: FamilyGate | None = None
    external: ExternalProject | None = None
    language: Language = Language.CUDA


@dataclass(frozen=True, slots=True)
class KernelRow:
    """One kernel (or, where sources were not read, one source) and its verdict per device id.

    `held` are, per instruction rule, the kernel and the functions it reaches that hold such code; not in the document.
    """

    id: str
    name: str
    symbol: str
    cells: Mapping[str, Cell]
    file: str | None = None
    line: int | None = None
    units: tuple[str, ...] = ()
    instantiation: str | None = None
    language: Language = Language.CUDA
    source_kind: SourceKind = SourceKind.FILE
    family: str | None = None
    build_targets: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    held: Mapping[str, tuple[CodePiece, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpCell:
    """One op on one device; `served_by` are the kernels of it that run there."""

    status: Status
    served_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpRow:
    """A name that Python calls, and the kernels that it may reach; `library` is the namespace of a PyTorch library."""

    name: str
    location: Location
    kernels: tuple[str, ...]
    cells: Mapping[str, OpCell]
    library: str = ""


@dataclass(frozen=True, slots=True)
class BuildBreak:
    """An entry (source, SM target) that the toolkit refuses: the build as asked does not finish."""

    target: str
    gencode: str
    source: str
    build_target: str
    rule: str
    message: str
    location: Location
    devices: tuple[str, ...] = ()
    kernels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ParseCounts:
    """How much source was parsed, and how much of it only the fallback could read."""

    files: int = 0
    bytes: int = 0
    error_bytes: int = 0
    recovered_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over the report; `finishes` is false if any column's build stops or breaks."""

    kernels: int
    families: int
    finishes: bool
    by_status: Mapping[str, Mapping[Status, int]]
    unknown_by_reason: Mapping[str, int] = field(default_factory=dict)
    parse: ParseCounts = field(default_factory=ParseCounts)


@dataclass(frozen=True, slots=True)
class Report:
    """One scan: what was asked, what every kernel does on every device, and what was not read.

    `backends` are the orders in which the tree itself tries backends: for decisions, no part of the document.
    """

    tool: Tool
    input: ReportInput
    devices: tuple[DeviceColumn, ...]
    families: tuple[FamilyRow, ...]
    kernels: tuple[KernelRow, ...]
    summary: Summary
    ops: tuple[OpRow, ...] = ()
    assumptions: tuple[ReportAssumption, ...] = ()
    build_breaks: tuple[BuildBreak, ...] = ()
    findings: tuple[Finding, ...] = ()
    lists_found: tuple[ArchListFound, ...] = ()
    pins: tuple[Pin, ...] = ()
    decisions: tuple[Decision, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    backends: tuple[BackendOrder, ...] = ()
    gate: GateOutcome | None = None
