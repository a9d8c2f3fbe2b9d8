"""Build breaks of the build layer: entries whose target the assumed toolkit does not know."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.model.report import BuildBreak
from kernaudit.verdicts.refused import refused_image

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.matrix.column import Column
    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import BuildEvaluation, BuildSource
    from kernaudit.model.report import KernelRow
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.images import ImageRules
    from kernaudit.verdicts.refused import RefusedImage

__all__ = ["breaks_of_build", "merge_breaks"]


def breaks_of_build(build: BuildEvaluation, toolkit: Toolkit, rules: ImageRules) -> tuple[BuildBreak, ...]:
    """Return the entries of a build that its toolkit refuses, without devices and kernels."""
    refused = {code: found for code in _gencodes(build) if (found := _refused(code, toolkit, rules)) is not None}
    if not refused:
        return ()
    return tuple(
        _break(source, code, refused[code])
        for source in build.sources
        for code in dict.fromkeys(source.gencodes)
        if code in refused
    )


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


def merge_breaks(columns: Sequence[Column], kernels: Iterable[KernelRow], rules: ImageRules) -> tuple[BuildBreak, ...]:
    """Return the breaks of all columns, each once with its devices and kernels, by source, target and place."""
    by_unit: dict[str, list[str]] = {}
    for kernel in kernels:
        for unit in kernel.units:
            by_unit.setdefault(unit, []).append(kernel.id)
    devices: dict[BuildBreak, list[str]] = {}
    for column in columns:
        found = (one for build in column.evaluations for one in breaks_of_build(build, column.toolkit, rules))
        for one in dict.fromkeys(found):
            devices.setdefault(one, []).append(column.device.id)
    return tuple(sorted((_complete(one, of, by_unit) for one, of in devices.items()), key=_key))


def _complete(one: BuildBreak, devices: list[str], by_unit: Mapping[str, list[str]]) -> BuildBreak:
    return replace(one, devices=tuple(devices), kernels=tuple(by_unit.get(one.source, ())))


def _key(one: BuildBreak) -> tuple[str, str, str, str]:
    return (one.source, one.target, one.gencode, one.build_target)
