"""gate: what fails, what is suppressed, what improved, as text; what `check` prints by default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.base import Format
from kernaudit.render.gate_text import gate_sentences, problem_sentence
from kernaudit.render.plain import wrap
from kernaudit.render.problems import shown_problems

if TYPE_CHECKING:
    from kernaudit.model.report import Report
    from kernaudit.render.base import View

__all__ = ["FORMAT"]

_MOST = 200


def _render(report: Report, view: View) -> str:
    """The gate's answer; of a report without one what is wrong and what does not run."""
    found = gate_sentences(report) or [problem_sentence(one) for one in shown_problems(report)[:_MOST]]
    lines = [line for text in found for line in wrap(text, max(view.width, 40), indent="    ")]
    return "\n".join(lines or ["no problems"]) + "\n"


FORMAT = Format("gate", (), _render)
