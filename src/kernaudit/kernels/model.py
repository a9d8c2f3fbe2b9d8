"""What one SM target makes of a translation unit: its kernels, their bodies, and what the toolkit refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kernaudit.facts.bodies import BodyFact
    from kernaudit.facts.uses import Use
    from kernaudit.model.evidence import Location
    from kernaudit.sources.outline import Function
    from kernaudit.sources.preprocess import Decision

__all__ = ["Doubt", "Instance", "KernelFacts", "Refusal", "UnitFacts"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the toolkit stops: the rule, where, and the text it trips over."""

    rule: str
    location: Location
    text: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why nobody can say whether a kernel is compiled, or what it is: in words, and where."""

    text: str
    location: Location


@dataclass(frozen=True, slots=True)
class Instance:
    """One instantiation of a kernel template: its arguments as text, and its body."""

    arguments: tuple[tuple[str, str], ...]
    body: BodyFact


@dataclass(frozen=True, slots=True)
class KernelFacts:
    """One kernel of a unit on one target.

    Attributes:
        name: unqualified.
        qualified: with namespaces.
        function: its definition.
        body: over all instantiations.
        instances: one each, for a template whose instantiations differ or were needed to decide.
        uses: instruction rules in the functions it may reach, by name.
        reached: those functions.
        refused: what the toolkit refuses because of this kernel.
        emitted: None where nothing in the unit says that a template is instantiated.
        doubt: what keeps the body from being known, where that is one condition or a definition without an end.
    """

    name: str
    qualified: str
    function: Function
    body: BodyFact
    instances: tuple[Instance, ...]
    uses: tuple[Use, ...]
    reached: tuple[Function, ...]
    refused: tuple[Refusal, ...]
    emitted: bool | None
    doubt: Doubt | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules, sorted."""
        return tuple(sorted({use.rule.id for use in self.uses}))


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """One unit on one target.

    Attributes:
        unit: its path.
        kernels: in file and line order.
        refused: outside kernels: `#error`, attributes and declarations.
        undecided: conditions whose value is not known.
        data: reserved for readers of this layer.
    """

    unit: str
    kernels: tuple[KernelFacts, ...]
    refused: tuple[Refusal, ...]
    undecided: tuple[Decision, ...]
    data: Any = None
