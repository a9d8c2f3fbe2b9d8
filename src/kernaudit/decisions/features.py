"""What a port has to replace: instruction rules that a device lacks, and the functions of the tree that hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.verdict import Layer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernaudit.decisions.evidence import Basis
    from kernaudit.decisions.situation import Situation
    from kernaudit.model.evidence import CodePiece, Location
    from kernaudit.model.instruction import InstructionRule
    from kernaudit.model.knowledge import KernelEntry
    from kernaudit.model.report import KernelRow

__all__ = ["code_lines", "features_of", "pieces_of"]

_LAYERS = frozenset({Layer.INSTRUCTION, Layer.GUARD})


def features_of(
    basis: Basis, entry: KernelEntry | None, situation: Situation, rows: Sequence[KernelRow]
) -> tuple[InstructionRule, ...]:
    """What the device lacks: by the cells and the code of these rows, else by the knowledge base, else by its tags."""
    names = dict.fromkeys((*_by_cells(situation, rows), *_by_code(basis, situation.device, rows)))
    found = _rules(basis, names)
    known = entry.port.rules if entry is not None and entry.port is not None else ()
    return tuple(rule for rule in found if not rule.is_tag) or _rules(basis, known) or found


def _rules(basis: Basis, names: Iterable[str]) -> tuple[InstructionRule, ...]:
    rules = (basis.rules.instructions.get(name) for name in names)
    return tuple(rule for rule in rules if rule is not None)


def pieces_of(features: Iterable[InstructionRule], rows: Iterable[KernelRow]) -> tuple[CodePiece, ...]:
    """The functions behind these rows that hold any of the features, each once, in the order of the tree.

    Where `#if` gives a function another body per target, its largest one counts.
    """
    wanted = [rule.id for rule in features]
    largest: dict[Location, CodePiece] = {}
    for piece in (piece for row in rows for rule in wanted for piece in row.held.get(rule, ())):
        known = largest.get(piece.start)
        if known is None or known.lines < piece.lines:
            largest[piece.start] = piece
    return tuple(largest[start] for start in sorted(largest))


def code_lines(pieces: Iterable[CodePiece], rows: Iterable[KernelRow]) -> int | None:
    """Code lines of the pieces; None where a row's code was not read (it has no line), or none holds a feature."""
    total = sum(piece.lines for piece in pieces)
    return total if total and all(row.line is not None for row in rows) else None


def _by_cells(situation: Situation, rows: Iterable[KernelRow]) -> Iterator[str]:
    for cell in situation.cells(rows):
        behind = cell.if_rebuilt.reasons if cell.if_rebuilt is not None else ()
        for reason in (*cell.reasons, *behind):
            if reason.layer in _LAYERS and reason.rule is not None:
                yield reason.rule


def _by_code(basis: Basis, device: str, rows: Iterable[KernelRow]) -> Iterator[str]:
    """Rules that some of the code needs and no target of the device has."""
    profile = next((one for one in basis.rules.devices if one.id == device), None)
    toolkit = basis.rules.toolkit(basis.report.input.cuda)
    targets = () if profile is None else profile.own_targets(toolkit)
    for name in sorted({name for row in rows for name in row.held}) if targets else ():
        rule = basis.rules.instructions.get(name)
        if rule is not None and not rule.falls_back and not any(rule.accepts(target, toolkit) for target in targets):
            yield name
