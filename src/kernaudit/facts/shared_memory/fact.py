"""What the source says about the shared memory of a kernel's launches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.facts.shared_memory.amount import amount_of, narrowest_on
from kernaudit.facts.shared_memory.stage import find_stage
from kernaudit.facts.shared_memory.wording import arithmetic

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.amount import Amount
    from kernaudit.facts.shared_memory.stage import Stage
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.model.evidence import Location

__all__ = ["KernelId", "OptIn", "SharedMemoryFact", "StaticBytes", "UnitSharedMemory"]


@dataclass(frozen=True, slots=True, order=True)
class KernelId:
    """Which kernel: its name, where it is defined, and the arguments of its instantiation as text (`?` is open)."""

    path: str
    line: int
    name: str
    arguments: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        inside = ", ".join(value for _, value in self.arguments)
        return f"{self.name}<{inside}>" if inside else self.name


@dataclass(frozen=True, slots=True)
class StaticBytes:
    """Static shared memory of a kernel, from `low` to `high` bytes (None: open); `missing` says what was not known."""

    low: int
    high: int | None
    missing: tuple[str, ...] = ()
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class OptIn:
    """A call that allows a kernel more dynamic shared memory, and the conditions on the way to it."""

    amount: Term
    location: Location
    path: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedMemoryFact:
    """One launch of one instantiation of a kernel.

    Attributes:
        kernel: None where the launched function could not be told; `spelled` is how the source calls it.
        launch: where.
        request: the dynamic bytes as an expression.
        path: conditions on the way to the launch that depend on the device or bound the request.
        optins: calls for this kernel that raise its limit; empty where there is none.
        static: of the kernel's own code; None until somebody asked (it follows the image, not the host).
        threads: the least that a block has, whatever the device; 0 where nothing is known.
        bounds: the most that the kernel's declaration allows it; None where it says nothing.
        cluster: the least blocks that attributes of the launch ask for in a cluster; 2 stands for more than one where
            host code of the unit allows what is above the portable size.
        complete: False where the walk to other launches of this unit was cut short.
    """

    kernel: KernelId | None
    spelled: str
    launch: Location
    request: Term
    path: tuple[Term, ...] = ()
    optins: tuple[OptIn, ...] = ()
    static: StaticBytes | None = None
    threads: int = 0
    bounds: int | None = None
    cluster: int = 0
    complete: bool = True

    @property
    def dynamic(self) -> Amount:
        """What is known of the dynamic bytes whatever the device."""
        return amount_of(self.request, self.path)

    @property
    def expression(self) -> str:
        """The arithmetic in words."""
        return arithmetic(self.request, narrowest_on(self.request, self.path, ()))

    @property
    def stage(self) -> Stage | None:
        """The constant that scales the request."""
        return find_stage(self.request)


@dataclass(frozen=True, slots=True)
class UnitSharedMemory:
    """What the host code of one unit says.

    Attributes:
        unit: its path.
        facts: by kernel and line.
        unattributed: opt-in calls for a kernel that could not be told, as the source spells it.
        cut: functions into which the walk could not follow.
    """

    unit: str
    facts: tuple[SharedMemoryFact, ...]
    unattributed: tuple[tuple[str, OptIn], ...]
    cut: tuple[str, ...]

    @property
    def launched(self) -> frozenset[tuple[str, int]]:
        """File and line of the kernels with a launch in this unit."""
        return frozenset((f.kernel.path, f.kernel.line) for f in self.facts if f.kernel is not None)
