"""What was read of a tree's Python code; holds no syntax and survives pickling."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.kernels.python.basis import Basis

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.facts.host_gates.gates import HostGate
    from kernaudit.facts.python.tiles import Tiles
    from kernaudit.model.backends import BackendOrder
    from kernaudit.model.evidence import Location, Skipped

__all__ = ["LoadedName", "Memory", "PartRefusal", "PythonKernel", "PythonSurvey", "TileGroup", "Use"]


@dataclass(frozen=True, slots=True)
class Use:
    """A name that needs something of the device.

    Attributes:
        requirement: id of the language's requirement, or of an instruction rule.
        yes: devices on which it is reached, as far as the device decides.
        may: devices on which that hangs on an undecided test of the device.
        conditional: it stands behind a condition that has nothing to do with the device.
    """

    requirement: str
    location: Location
    text: str
    yes: frozenset[str]
    may: frozenset[str]
    conditional: bool


@dataclass(frozen=True, slots=True)
class PartRefusal:
    """A test that refuses devices, but only for some arguments."""

    location: Location
    text: str
    condition: str
    devices: frozenset[str]


@dataclass(frozen=True, slots=True)
class LoadedName:
    """A module or library that code which asks for the device loads.

    Attributes:
        name: dotted, or a path; `whole` tells whether its start is known.
        yes: devices on which it is loaded, as far as the device decides.
        may: devices on which that hangs on an undecided test of the device.
    """

    name: str
    whole: bool
    location: Location
    yes: frozenset[str]
    may: frozenset[str]


@dataclass(frozen=True, slots=True)
class TileGroup:
    """What one launch makes of a kernel on some devices.

    Attributes:
        tiles: per configuration, or per choice of arguments.
        one_is_enough: configurations are tried at run time, and what does not fit is left out.
    """

    devices: frozenset[str]
    tiles: tuple[Tiles, ...]
    one_is_enough: bool = False


@dataclass(frozen=True, slots=True)
class Memory:
    """The shared memory of a kernel.

    Attributes:
        groups: all of those for a device must fit; none where no tile is multiplied.
        explicit: where the kernel sizes its shared memory itself; None where it does not.
        unread: what of that was not read.
    """

    groups: tuple[TileGroup, ...] = ()
    explicit: Location | None = None
    unread: str = "how much shared memory it takes"


@dataclass(frozen=True, slots=True)
class PythonKernel:
    """One kernel.

    Attributes:
        name: unqualified; of a method with its class.
        qualified: with the functions and classes around it.
        language: id.
        gates: device id -> what the code that launches it says; missing where nothing tests the device.
        partial: refusals for some arguments only.
        uses: what it needs.
        unread: inline assembly or names that no rule covers.
        callers: names of the functions of the tree that launch it.
    """

    name: str
    qualified: str
    language: str
    location: Location
    uses: tuple[Use, ...] = ()
    memory: Memory = field(default_factory=Memory)
    gates: Mapping[str, HostGate] = field(default_factory=dict)
    partial: tuple[PartRefusal, ...] = ()
    unread: tuple[tuple[Location, str], ...] = ()
    callers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PythonSurvey:
    """All of a tree.

    Attributes:
        kernels: by place.
        ties: what Python code gates by name: `target:NAME` of a library, `op:NAME`, `name:KERNEL`; per device id.
        loads: what loaders pick by the device, in the order of files and lines.
        orders: backends in the order in which they are tried.
        skipped: files of which pieces could not be parsed.
        files: how many files were looked into.
        bytes: how much was parsed.
        basis: what it hangs on.
    """

    kernels: tuple[PythonKernel, ...] = ()
    ties: Mapping[str, Mapping[str, HostGate]] = field(default_factory=dict)
    loads: tuple[LoadedName, ...] = ()
    orders: tuple[BackendOrder, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    files: int = 0
    bytes: int = 0
    basis: Basis = field(default=Basis(), compare=False)
