"""What host code does to kernels' shared memory, as it is met on the way through it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.model.evidence import Location
    from kernaudit.sources.outline import Function

__all__ = ["Event", "EventKind", "KernelUse"]


class EventKind(StrEnum):
    """What happens."""

    LAUNCH = "launch"
    OPTIN = "opt-in"


@dataclass(frozen=True, slots=True)
class KernelUse:
    """A kernel with its template arguments, which are numbers, types or unknown."""

    function: Function
    arguments: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A launch with its dynamic bytes, or a call that raises a kernel's limit to some bytes.

    Attributes:
        kernel: None where it cannot be told which one it is; `spelled` is how the source names it.
        amount: bytes.
        path: conditions on the way there.
        threads: of a launch, those of a block; None where it is no launch.
        cluster: of a launch, the blocks of a cluster; None where it asks for none.
        root: the function in which the walk began; events of one walk belong together.
    """

    kind: EventKind
    kernel: KernelUse | None
    spelled: str
    amount: Term
    location: Location
    path: tuple[Term, ...]
    root: str
    threads: Term | None = None
    cluster: Term | None = None
