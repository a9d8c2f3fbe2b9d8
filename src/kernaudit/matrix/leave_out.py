"""Sources that a build names and the audit leaves out: tests, examples, third-party code, twins for other makers' GPUs.

They are listed, never silently dropped; what a build compiles nevertheless is said in a finding.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.model.evidence import Finding, FindingLevel, Skipped, SkipReason
from kernaudit.model.report import SourceKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.matrix.lines import SourceLine

__all__ = ["leave_out"]

_OTHER_MAKERS = re.compile(r"(?:^|[^a-z])(?:hip|rocm|amdgpu|gfx[0-9a-f]{3,}|musa|sycl)(?:[^a-z]|$)", re.IGNORECASE)


def leave_out(
    lines: Sequence[SourceLine], excluded: Callable[[str], Skipped | None]
) -> tuple[tuple[SourceLine, ...], tuple[Skipped, ...], tuple[Finding, ...]]:
    """Split off what the audit leaves out: the lines that stay, the sources that go, and a finding if any is built."""
    kept: list[SourceLine] = []
    skipped: list[Skipped] = []
    compiled: list[str] = []
    for line in lines:
        reason = excluded(line.path) if line.kind in (SourceKind.FILE, SourceKind.JIT) else None
        if reason is not None and _is_built(line):
            compiled.append(line.path)
        twin = None if reason is not None else _other_maker(line)
        if twin is not None:
            skipped.append(Skipped(line.path, SkipReason.EXCLUDED, f"code for other GPUs: {twin}"))
        elif reason is None:
            kept.append(line)
    return tuple(kept), tuple(skipped), _finding(compiled)


def _is_built(line: SourceLine) -> bool:
    return any(answer.entries for answers in line.answers.values() for answer in answers)


def _other_maker(line: SourceLine) -> str | None:
    """The condition that keeps a source for another maker's GPUs out of every build for CUDA."""
    answers = [answer for answers in line.answers.values() for answer in answers]
    refusals = [refusal for answer in answers for refusal in answer.refusals]
    if _is_built(line) or not refusals:
        return None
    conditions = [refusal.condition for refusal in refusals]
    if all(one is not None and "NOT " not in one and _OTHER_MAKERS.search(one) for one in conditions):
        return conditions[0]
    return None


def _finding(compiled: Sequence[str]) -> tuple[Finding, ...]:
    if not compiled:
        return ()
    number = "1 source" if len(compiled) == 1 else f"{len(compiled)} sources"
    text = f"{number} that the build compiles lie in directories left out by default, such as {compiled[0]}"
    return (Finding("built-but-left-out", FindingLevel.NOTE, f"{text}; --include brings them back"),)
