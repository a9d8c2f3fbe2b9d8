"""Lays a report out in the formats that were asked for, and says in one line what is in it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from kernaudit.cli.output import format_of
from kernaudit.errors import UsageError
from kernaudit.render.problems import outcome_line
from kernaudit.render.registry import find_format, format_names, formats_by_extension
from kernaudit.render.sentences import summary_line
from kernaudit.scan.kept_output import Output

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.cli.layout import Layout
    from kernaudit.model.report import Report
    from kernaudit.render.base import Format

__all__ = ["plan_outputs", "rendered"]

_DEFAULT = "table"


def plan_outputs(
    format_name: str | None, outputs: Sequence[Path], default: str = _DEFAULT
) -> tuple[tuple[Format, Path | None], ...]:
    """Return what to write where, before any work: each output in the format of its extension or in `format_name`.

    An output may name its own format (`sarif:FILE`).

    Without any output it is standard output, in `format_name` or `default`.

    Raises:
        UsageError: there is no such format, or two outputs are one file.
    """
    if not outputs:
        return ((find_format(format_name or default), None),)
    _check_one_format(format_name, outputs)
    plan = tuple(_planned(format_name, output) for output in outputs)
    _check_distinct([output for _, output in plan if output is not None])
    return plan


def _check_distinct(outputs: Sequence[Path]) -> None:
    """Refuse two reports in one file: the last would silently be the only one."""
    places = [str(output) if str(output) == "-" else os.path.realpath(output) for output in outputs]
    for output, place in zip(outputs, places, strict=True):
        if places.count(place) > 1 and (place == "-" or not Path(place).exists() or Path(place).is_file()):
            raise UsageError(f"-o {output}: two reports would go there; give each a file of its own")


def _check_one_format(format_name: str | None, outputs: Sequence[Path]) -> None:
    """Refuse --format where the extensions ask for several formats: all files would get the one, whatever they say."""
    extensions = formats_by_extension()
    unnamed = [output for output in outputs if _named(output) is None]
    asked = {extensions.get(output.suffix.removeprefix(".").lower()) for output in unnamed} - {None}
    if format_name is not None and len(asked) > 1:
        raise UsageError(
            f"--format {format_name} would be the format of every -o, whose extensions ask for several; "
            "leave it out, or write -o FORMAT:FILE"
        )


def _planned(format_name: str | None, output: Path) -> tuple[Format, Path | None]:
    named = _named(output)
    if named is not None:
        return find_format(named[0]), named[1]
    return find_format(format_name or format_of(output, formats_by_extension())), output


def _named(output: Path) -> tuple[str, Path] | None:
    """`FORMAT:FILE` names the format itself; a file that exists under that very name is a file."""
    name, colon, rest = str(output).partition(":")
    return (name, Path(rest)) if colon and rest and name in format_names() and not output.exists() else None


def rendered(report: Report, layout: Layout, plan: Sequence[tuple[Format, Path | None]]) -> Output:
    """Return the report in the planned formats, and one line about it unless a terminal shows it anyway."""
    texts = tuple((output, chosen.render(report, layout.view)) for chosen, output in plan)
    if layout.on_terminal:
        return Output(_named_texts(texts))
    gate = () if report.gate is None else (f"gate {outcome_line(report)}",)
    return Output(_named_texts(texts), (summary_line(report), *gate))


def _named_texts(texts: Iterable[tuple[Path | None, str]]) -> tuple[tuple[str | None, str], ...]:
    return tuple((None if output is None else str(output), text) for output, text in texts)
