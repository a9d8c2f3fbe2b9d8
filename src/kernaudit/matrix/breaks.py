"""Build breaks: entries (source, SM target) that the toolkit refuses, for their target or for the code they compile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.kernels.static_memory import STATIC_RULE
from kernaudit.model.report import BuildBreak
from kernaudit.verdicts.refused import refused_image

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.kernels.model import Refusal
    from kernaudit.kernels.readings import Readings
    from kernaudit.kernels.survey import UnitSurvey
    from kernaudit.matrix.column import Column
    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import BuildEvaluation, BuildSource
    from kernaudit.model.report import KernelRow
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.images import ImageRules
    from kernaudit.verdicts.refused import RefusedImage

__all__ = ["breaks_of_build", "merge_breaks"]


def breaks_of_build(
    build: BuildEvaluation, toolkit: Toolkit, rules: ImageRules, readings: Readings | None = None
) -> tuple[BuildBreak, ...]:
    """Return the entries of a build that its toolkit refuses, without devices and kernels.

    An entry of a source that was read is refused where its code is: PTX-only entries too, nvcc assembles them.
    """
    refused = {code: found for code in _gencodes(build) if (found := _refused(code, toolkit, rules)) is not None}
    breaks: dict[BuildBreak, None] = {}
    for source in (one for one in build.sources if not one.jit):
        survey = None if readings is None else _survey(source, readings)
        for code in dict.fromkeys(source.gencodes or _default(source, toolkit)):
            if code in refused:
                breaks[_break(source, code, refused[code])] = None
            elif survey is not None and (stops := _stops(code, survey.refused.get(code.virtual, ()))):
                breaks[_code_break(source, code, stops)] = None
    return tuple(breaks)


def _stops(gencode: Gencode, refused: Sequence[Refusal]) -> Sequence[Refusal]:
    """What of an entry's code stops the build: for PTX alone nvcc does not lay out shared memory, the driver will."""
    if any(not code.ptx for code in gencode.codes):
        return refused
    return [one for one in refused if one.rule != STATIC_RULE]


def _survey(source: BuildSource, readings: Readings) -> UnitSurvey | None:
    if source.language != "CUDA" or source.external or source.glob:
        return None
    return readings.of(source.path, source.command)


def _default(source: BuildSource, toolkit: Toolkit) -> tuple[Gencode, ...]:
    return toolkit.default_gencodes if source.language == "CUDA" and source.undecided is None else ()


def _gencodes(build: BuildEvaluation) -> dict[Gencode, None]:
    return dict.fromkeys(code for source in build.sources for code in source.gencodes)


def _refused(gencode: Gencode, toolkit: Toolkit, rules: ImageRules) -> RefusedImage | None:
    found = (refused_image(image, toolkit, rules) for image in gencode.images)
    return next((one for one in found if one is not None), None)


def _break(source: BuildSource, gencode: Gencode, refused: RefusedImage) -> BuildBreak:
    return BuildBreak(
        target=refused.image.code.target.real,
        gencode=str(gencode),
        source=source.path,
        build_target=source.target,
        rule=refused.rule,
        message=refused.message,
        location=source.location if source.gate is None else source.gate.location,
    )


def _code_break(source: BuildSource, gencode: Gencode, refused: Sequence[Refusal]) -> BuildBreak:
    first = refused[0]
    more = f" and {len(refused) - 1} more places" if len(refused) > 1 else ""
    return BuildBreak(
        target=gencode.codes[0].target.real,
        gencode=str(gencode),
        source=source.path,
        build_target=source.target,
        rule=first.rule,
        message=f"{source.path} does not compile for {gencode.virtual}: {first.text}{more}",
        location=first.location,
    )


def merge_breaks(
    columns: Sequence[Column], kernels: Iterable[KernelRow], rules: ImageRules, readings: Readings
) -> tuple[BuildBreak, ...]:
    """Return the breaks of all columns, each once with its devices and kernels, by source, target and place."""
    by_unit: dict[str, list[str]] = {}
    for kernel in kernels:
        for unit in kernel.units:
            by_unit.setdefault(unit, []).append(kernel.id)
    devices: dict[BuildBreak, list[str]] = {}
    for column in columns:
        found = (one for build in column.evaluations for one in breaks_of_build(build, column.toolkit, rules, readings))
        for one in dict.fromkeys(found):
            devices.setdefault(one, []).append(column.device.id)
    return tuple(sorted((_complete(one, of, by_unit) for one, of in devices.items()), key=_key))


def _complete(one: BuildBreak, devices: list[str], by_unit: Mapping[str, list[str]]) -> BuildBreak:
    return replace(one, devices=tuple(devices), kernels=tuple(by_unit.get(one.source, ())))


def _key(one: BuildBreak) -> tuple[str, str, str, str]:
    return (one.source, one.target, one.gencode, one.build_target)
