"""Rewriting the kernel: what has to be replaced, how much code holds it, and what that takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.decisions.cost import Range, port_cost, port_weeks
from kernaudit.decisions.features import code_lines, features_of, pieces_of
from kernaudit.decisions.line import fit, price, spread
from kernaudit.decisions.option import Open, Option
from kernaudit.model.decision import Branch, BranchFact, BranchInput, BranchKind, InputSource
from kernaudit.model.knowledge import Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernaudit.decisions.evidence import Basis
    from kernaudit.decisions.situation import Situation
    from kernaudit.model.evidence import CodePiece
    from kernaudit.model.instruction import InstructionRule
    from kernaudit.model.knowledge import KernelEntry

__all__ = ["port_option"]

_INPUTS = ("lines_per_week_low", "lines_per_week_high", "fixed_weeks", "engineer_week")
_LIBRARY_FAMILY = "cutlass"
_PLACES = 8


@dataclass(frozen=True, slots=True)
class _Work:
    """The kinds of work between which the port lies (the same one twice where it is known), and who says so."""

    low: Work
    high: Work
    source: InputSource

    @property
    def name(self) -> str:
        return str(self.low) if self.low is self.high else f"{self.low}..{self.high}"


def port_option(basis: Basis, entry: KernelEntry | None, situation: Situation, counted: int | None = None) -> Option:
    """The port branch; `counted` is the team's own count of lines."""
    rows = (*situation.failing, *situation.unknown)
    features = features_of(basis, entry, situation, rows)
    pieces = pieces_of(features, rows)
    work = _work(entry, features)
    factor = Range(*(basis.inputs.defaults.work[kind].value for kind in (work.low, work.high)))
    lines = code_lines(pieces, rows) if counted is None else counted
    weeks = port_weeks(lines, factor, basis.inputs)
    cost = port_cost(weeks, basis.inputs)
    branch = Branch(
        kind=BranchKind.PORT,
        feasible=True,
        line=fit(_line(features, lines, work, weeks, price(cost.low, cost.high))),
        cost=cost,
        inputs=(*_inputs(lines, work, factor, weeks, is_given=counted is not None), *basis.inputs.named(*_INPUTS)),
        facts=(*_facts(basis, entry, features), *_places(basis, pieces)),
    )
    return Option(
        branch,
        lambda inputs: port_cost(port_weeks(lines, factor, inputs), inputs),
        Open("port_weeks", lambda inputs: inputs["engineer_week"]),
    )


def _work(entry: KernelEntry | None, features: Sequence[InstructionRule]) -> _Work:
    if entry is not None and entry.port is not None:
        return _Work(entry.port.work, entry.port.work, InputSource.FACT)
    if features and all(rule.family == _LIBRARY_FAMILY for rule in features):
        return _Work(Work.LIBRARY, Work.LIBRARY, InputSource.ASSUMED)
    low = Work.HAND_GEMM if features else Work.LIBRARY
    return _Work(low, Work.HAND_ATTENTION, InputSource.ASSUMED)


def _line(features: Sequence[InstructionRule], lines: int | None, work: _Work, weeks: Range, cost: str) -> str:
    what = _words(features)
    size = "lines not counted" if lines is None else "1 line" if lines == 1 else f"{lines:,} lines"
    return f"port{what}: {size}, {work.name}, {spread(weeks.low, weeks.high, 'weeks')}, {cost}"


def _words(features: Sequence[InstructionRule]) -> str:
    if not features:
        return ""
    more = f" and {len(features) - 1} more" if len(features) > 1 else ""
    return f" {features[0].id}{more}"


def _inputs(lines: int | None, work: _Work, factor: Range, weeks: Range, *, is_given: bool) -> tuple[BranchInput, ...]:
    value = spread(factor.low, factor.high)
    source = InputSource.ASSUMED if lines is None else InputSource.GIVEN if is_given else InputSource.FACT
    return (
        BranchInput("port_lines", None if lines is None else float(lines), "code lines", source),
        BranchInput("port_class", work.name, "kind of work", work.source),
        BranchInput("port_factor", value, "lines written per line", InputSource.ASSUMED),
        BranchInput("port_weeks", spread(weeks.low, weeks.high), "weeks", InputSource.ASSUMED),
    )


def _facts(basis: Basis, entry: KernelEntry | None, features: Sequence[InstructionRule]) -> tuple[BranchFact, ...]:
    own = () if entry is None or entry.port is None else (basis.fact(entry.port.fact),)
    return (*own, *(_successor(rule) for rule in features))


def _places(basis: Basis, pieces: Sequence[CodePiece]) -> Iterator[BranchFact]:
    """The largest functions that hold what has to be replaced."""
    day = basis.report.input.as_of or ""
    for piece in sorted(pieces, key=lambda one: (-one.lines, one.start))[:_PLACES]:
        yield BranchFact(
            f"{piece.lines:,} code line{'s' if piece.lines > 1 else ''}, to line {piece.last}",
            str(piece.start),
            day,
            "source-code",
        )
    if len(pieces) > _PLACES:
        text = f"and {len(pieces) - _PLACES:,} smaller functions"
        yield BranchFact(text, str(pieces[0].start), day, "source-code")


def _successor(rule: InstructionRule) -> BranchFact:
    text = f"{rule.title} ({rule.id}): {rule.replacement or 'no successor is known'}"
    return BranchFact(text, rule.reference, "", "source-code")
