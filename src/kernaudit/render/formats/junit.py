"""junit: one test case per kernel, which fails where the gate does; test report viewers of most CI systems take it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from kernaudit.render.base import Format
from kernaudit.render.plain import printable
from kernaudit.render.problems import shown_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.report import Report
    from kernaudit.render.base import View
    from kernaudit.render.problems import Shown

__all__ = ["FORMAT"]


def _render(report: Report, view: View) -> str:  # noqa: ARG001 - the document is the same in every view
    by_kernel: dict[str, list[Shown]] = {row.id: [] for row in report.kernels}
    others: list[Shown] = []
    for one in shown_problems(report):
        by_kernel.get(one.problem.kernel or "", others).append(one)
    cases = [*_kernel_cases(report, by_kernel), *(_case("build", one.problem.rule, [one]) for one in others)]
    failures = sum(
        any(one.problem.fails for one in found) for found in (*by_kernel.values(), *([one] for one in others))
    )
    skipped = sum(_is_skipped(found) for found in (*by_kernel.values(), *([one] for one in others)))
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0" skipped="{skipped}"'
    name = quoteattr(f"kernaudit {printable(report.input.root_name)}")
    lines = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="kernaudit" {counts}>',
        f"<testsuite name={name} {counts}>",
        *cases,
        "</testsuite>",
        "</testsuites>",
    )
    return "\n".join(lines) + "\n"


def _kernel_cases(report: Report, found: Mapping[str, Sequence[Shown]]) -> Iterable[str]:
    for row in report.kernels:
        yield _case(row.file or (row.units[0] if row.units else row.family or ""), row.id, found[row.id])


def _case(group: str, name: str, found: Sequence[Shown]) -> str:
    head = f"<testcase classname={quoteattr(printable(group))} name={quoteattr(printable(name))}"
    inner = "".join(_element(one) for one in found)
    return f"{head}/>" if not inner else f"{head}>{inner}</testcase>"


def _element(one: Shown) -> str:
    problem = one.problem
    text = printable(one.text) + ("" if problem.location is None else f" ({printable(str(problem.location))})")
    if problem.fails:
        return f"<failure type={quoteattr(problem.rule)} message={quoteattr(text)}>{escape(text)}</failure>"
    if problem.ignored is not None:
        why = printable(problem.ignored.reason)
        return f"<skipped message={quoteattr(f'suppressed: {why}')}/>"
    return f"<system-out>{escape(f'{problem.level}: {text}')}</system-out>"


def _is_skipped(found: Sequence[Shown]) -> bool:
    return any(one.problem.ignored is not None for one in found) and not any(one.problem.fails for one in found)


FORMAT = Format("junit", ("xml",), _render)
