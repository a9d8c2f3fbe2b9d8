"""Instruction rules and answers about PTX lines as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.render.plain import printable, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kernaudit.model.instruction import InstructionRule, TargetSet

__all__ = ["answer_text", "rule_details", "rule_table", "target_words"]


def target_words(targets: TargetSet) -> str:
    """The targets of a rule in a few words: `sm_80 and up`, `sm_90a only, families sm_100f, sm_110f`."""
    words: list[str] = []
    if targets.minimum is not None:
        words.append(f"sm_{targets.minimum.number} and up")
    if targets.only:
        words.append(f"{', '.join(target.real for target in sorted(targets.only))} only")
    if targets.suffixed:
        words.append(f"a or f of {', '.join(f'sm_{number.number}' for number in sorted(targets.suffixed))}")
    if targets.families:
        words.append(f"families {', '.join(f'sm_{family.number}f' for family in sorted(targets.families))}")
    return "; ".join(words)


def rule_table(rules: Iterable[InstructionRule]) -> str:
    """One line per rule: id, targets, first toolkit, title."""
    rows = [("id", "targets", "CUDA", "title")]
    rows += [(rule.id, target_words(rule.claims[-1].targets), _since(rule), rule.title) for rule in rules]
    cells = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells)
    return "\n".join(lines) + "\n"


def rule_details(rule: InstructionRule, width: int = 80) -> str:
    """Everything that one rule says."""
    return "\n".join(printable(line) for part in _details(rule) for line in wrap(part, width)) + "\n"


def answer_text(line: str, answer: Mapping[str, Any]) -> str:
    """The answer for one line of PTX, for a person."""
    parts = [f"{line.strip()}"]
    if answer["rule"] is None:
        parts.append("  no rule knows this")
    else:
        targets: Mapping[str, bool] = answer["targets"]
        parts.append(f"  rule      {answer['rule']}")
        parts.append(f"  accepted  {_joined(name for name, accepted in targets.items() if accepted)}")
        parts.append(f"  refused   {_joined(name for name, accepted in targets.items() if not accepted)}")
    parts += [f"  no rule knows all of: {text}" for text in answer["unmatched"] if answer["rule"] is not None]
    return "\n".join(printable(part) for part in parts)


def _details(rule: InstructionRule) -> Iterator[str]:
    yield f"{rule.id}: {rule.title}"
    for claim in rule.claims:
        yield f"targets since CUDA {_release(claim.since)}: {target_words(claim.targets)}"
    if rule.until is not None:
        yield f"gone after CUDA {_release(rule.until)}"
    yield from _patterns("matches PTX", rule.ptx)
    yield from _patterns("matches names", rule.names)
    yield f"where it is missing: {rule.on_unsupported} ({rule.unsupported_source})"
    if rule.emulated:
        numbers = ", ".join(str(number) for number in sorted(rule.emulated))
        yield f"emulated on {numbers} ({rule.emulated_source})"
    if rule.replacement:
        yield f"instead: {rule.replacement}{f' (effort: {rule.effort})' if rule.effort else ''}"
    yield f"reference: {rule.reference}"
    yield from _patterns("witness", rule.witness)


def _patterns(title: str, texts: Sequence[str]) -> Iterator[str]:
    yield from (f"{title}: {text}" for text in texts)


def _since(rule: InstructionRule) -> str:
    until = f"-{_release(rule.until)}" if rule.until is not None else ""
    return f"{_release(rule.claims[0].since)}{until}"


def _release(release: tuple[int, int]) -> str:
    return f"{release[0]}.{release[1]}"


def _joined(names: Iterable[str]) -> str:
    return " ".join(names) or "-"
