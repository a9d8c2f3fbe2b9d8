"""A number that host code computes, kept as the expression it came from.

A term is folded as far as it is known when it is built, and keeps its parts: constants by name (for evidence, and to
say which value would fit), limits that the program asks the device for (their value differs by device), and what is
missing, by the name under which the source has it. Terms share parts and are bounded in depth, so that hostile input
cannot blow them up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.integer import BOOL, INT, IntType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.model.evidence import Location

__all__ = [
    "FALSE",
    "TRUE",
    "Choice",
    "DeviceFact",
    "Missing",
    "Named",
    "Number",
    "Operation",
    "Query",
    "Term",
    "asks_limit",
    "bare",
    "key_of",
    "leaves_of",
    "walk",
]


class DeviceFact(StrEnum):
    """What a program can ask a device for, as far as a device profile answers it."""

    SHARED_OPTIN = "shared memory per block with opt-in"
    SHARED = "shared memory per block"
    SHARED_PER_SM = "shared memory per multiprocessor"
    SHARED_RESERVED = "reserved shared memory per block"
    MAJOR = "compute capability, major"
    MINOR = "compute capability, minor"
    WARP = "warp size"
    THREADS = "threads per block"

    @property
    def bounds(self) -> tuple[int, int | None]:
        """Between what any device answers."""
        return _BOUNDS.get(self, (0, None))

    @property
    def is_shared(self) -> bool:
        """Whether it is a limit of shared memory."""
        return self in (DeviceFact.SHARED_OPTIN, DeviceFact.SHARED, DeviceFact.SHARED_PER_SM)


_BOUNDS: Final = {DeviceFact.MAJOR: (1, 99), DeviceFact.MINOR: (0, 9), DeviceFact.WARP: (32, 32)}


@dataclass(frozen=True, slots=True)
class Number:
    """A value that stands in the source, or that nothing more is to be said about."""

    value: int
    type: IntType = INT

    @property
    def depth(self) -> int:
        """How deep its parts nest."""
        return 1


@dataclass(frozen=True, slots=True)
class Query:
    """What the device answers when it is asked."""

    fact: DeviceFact
    type: IntType = INT

    @property
    def value(self) -> None:
        """Differs by device."""
        return None

    @property
    def depth(self) -> int:
        """How deep its parts nest."""
        return 1


@dataclass(frozen=True, slots=True)
class Missing:
    """A value that is not known; `name` is what the source calls it, `low` and `high` what its type or use tells.

    `serial` tells values apart that one variable has at different times.
    """

    name: str
    type: IntType = INT
    low: int | None = None
    high: int | None = None
    serial: int = 0

    @property
    def value(self) -> None:
        """Not known."""
        return None

    @property
    def depth(self) -> int:
        """How deep its parts nest."""
        return 1


@dataclass(frozen=True, slots=True)
class Named:
    """A term under the name of the constant, variable or template parameter that holds it."""

    name: str
    term: Term
    location: Location | None = field(default=None, compare=False)

    @property
    def value(self) -> int | None:
        """The value of what it names."""
        return self.term.value

    @property
    def type(self) -> IntType:
        """The type of what it names."""
        return self.term.type

    @property
    def depth(self) -> int:
        """How deep its parts nest."""
        return self.term.depth + 1


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """An operator on terms; `as` is a conversion, `neg` a minus sign, `min` and `max` the functions.

    Attributes:
        depth: how deep its parts nest.
        leaves: what it is made of and is not known here.
        chooses: whether a choice is among its parts.
    """

    op: str
    operands: tuple[Term, ...]
    type: IntType
    value: int | None
    depth: int
    leaves: frozenset[Term]
    chooses: bool
    _hash: int
    _key: list[bytes] = field(default_factory=list)

    @property
    def key(self) -> bytes:
        """What tells it from other terms; worked out when first asked for."""
        if not self._key:
            self._key.append(_digest(self.op, self.type, *self.operands))
        return self._key[0]

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Operation) and self._hash == other._hash and self.key == other.key)


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One of two terms, by a condition that is not known yet; `leaves` as of an operation."""

    condition: Term
    yes: Term
    no: Term
    type: IntType
    depth: int
    leaves: frozenset[Term]
    _hash: int
    _key: list[bytes] = field(default_factory=list)

    @property
    def chooses(self) -> bool:
        """Whether a choice is among its parts."""
        return True

    @property
    def value(self) -> None:
        """Not known before the condition is."""
        return None

    @property
    def key(self) -> bytes:
        """What tells it from other terms; worked out when first asked for."""
        if not self._key:
            self._key.append(_digest("?", self.type, self.condition, self.yes, self.no))
        return self._key[0]

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Choice) and self._hash == other._hash and self.key == other.key)


Term = Number | Query | Missing | Named | Operation | Choice

_NONE: Final[frozenset[Term]] = frozenset()

TRUE: Final = Number(1, BOOL)
FALSE: Final = Number(0, BOOL)


def _digest(op: str, made: IntType, *parts: Term) -> bytes:
    """What tells a composed term from others: equal parts in equal order give equal digests."""
    head = f"{op}|{made.bits}|{made.signed}".encode()
    return blake2b(b"\0".join((head, *map(key_of, parts))), digest_size=16).digest()


def key_of(term: Term) -> bytes:
    """Return what tells a term from others, the same in every run."""
    if isinstance(term, Operation | Choice):
        return term.key
    if isinstance(term, Number):
        return f"{term.value}:{term.type.bits}{term.type.signed}".encode()
    if isinstance(term, Named):
        return b"N" + term.name.encode() + b"=" + key_of(term.term)
    return repr(term).encode()


def bare(term: Term) -> Term:
    """Return a term without its name and its conversions between numbers: what two uses of one value have in common."""
    while True:
        if isinstance(term, Named):
            term = term.term
        elif isinstance(term, Operation) and term.op == "as" and term.type != BOOL:
            term = term.operands[0]
        else:
            return term


def leaves_of(term: Term) -> frozenset[Term]:
    """Return what a term is made of and is not known here: missing values, and what the device answers."""
    while isinstance(term, Named):
        term = term.term
    if isinstance(term, Operation | Choice):
        return term.leaves
    return _NONE if isinstance(term, Number) else frozenset((term,))


def asks_limit(term: Term) -> bool:
    """Whether a term depends on a limit of shared memory that the device reports."""
    return any(isinstance(part, Query) and part.fact.is_shared for part in leaves_of(term))


def walk(term: Term) -> Iterator[Term]:
    """Yield a term and all its parts, the left ones first; a part that is used twice comes once."""
    pending = [term]
    seen: set[int] = set()
    while pending:
        part = pending.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        if isinstance(part, Named):
            pending.append(part.term)
        elif isinstance(part, Operation):
            pending.extend(reversed(part.operands))
        elif isinstance(part, Choice):
            pending.extend((part.no, part.yes, part.condition))
