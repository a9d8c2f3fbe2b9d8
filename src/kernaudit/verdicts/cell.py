"""The verdict of one cell: the layers in the order of the chain, intersected (design section 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.model.verdict import Cell, Status
from kernaudit.verdicts.build import judge_build
from kernaudit.verdicts.code import UnreadCode
from kernaudit.verdicts.layer import combine
from kernaudit.verdicts.loading import judge_loading
from kernaudit.verdicts.rebuild import judge_rebuilt
from kernaudit.verdicts.remedy import improve_build, remedy_build
from kernaudit.verdicts.remedy_code import improve_code, remedy_code
from kernaudit.verdicts.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.arch import Gencode, Image
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.model.verdict import IfRebuilt, Note, Remedy
    from kernaudit.ruleset.images import ImageRules
    from kernaudit.verdicts.answer import BuildAnswer
    from kernaudit.verdicts.code import Code
    from kernaudit.verdicts.layer import LayerVerdict
    from kernaudit.verdicts.loading import Loading

__all__ = ["Broken", "Setting", "judge_cell"]


@dataclass(frozen=True, slots=True)
class Broken:
    """Where a build does not finish: its first fault, and that of each build target that has one."""

    first: Note
    by_target: Mapping[str, Note] = field(default_factory=dict)


@dataclass(slots=True)
class Setting:
    """What a column fixes for all its cells; remembers what does not depend on the source.

    Attributes:
        breaks: by build root, where this build as asked does not finish; the others do.
    """

    device: DeviceProfile
    toolkit: Toolkit
    rules: ImageRules
    breaks: Mapping[str, Broken] = field(default_factory=dict)
    _unread: dict[tuple[tuple[Gencode, ...], bool], _Unread] = field(default_factory=dict)
    _rebuilt: dict[tuple[int, bool], tuple[Code, IfRebuilt]] = field(default_factory=dict)

    def unread(self, gencodes: tuple[Gencode, ...], *, in_tree: bool) -> _Unread:
        """What follows from the gencodes alone, for a source that was not read (or cannot be: not `in_tree`)."""
        found = self._unread.get((gencodes, in_tree))
        if found is None:
            images = tuple(dict.fromkeys(image for gencode in gencodes for image in gencode.images))
            code = UnreadCode(frozenset(images))
            loading = judge_loading(images, self.device, self.toolkit, self.rules)
            rebuilt = judge_rebuilt(self.device, self.toolkit, code if in_tree else UnreadCode(frozenset()))
            found = self._unread[gencodes, in_tree] = _Unread(code, loading, rebuilt)
        return found

    def rebuilt(self, code: Code, *, behind_gate: bool = False) -> IfRebuilt:
        """The counterfactual of code that was read: it does not depend on the build."""
        key = (id(code), behind_gate)
        found = self._rebuilt.get(key)
        if found is None:  # the code is kept beside its answer: an id is only a key while its object lives
            judged = judge_rebuilt(self.device, self.toolkit, code, behind_gate=behind_gate)
            found = self._rebuilt[key] = (code, judged)
        return found[1]


@dataclass(frozen=True, slots=True)
class _Unread:
    code: UnreadCode
    loading: Loading
    rebuilt: IfRebuilt


def judge_cell(answer: BuildAnswer, setting: Setting, code: Code | None = None) -> Cell:
    """Return the cell of one source or kernel for one build's answer.

    Args:
        answer: what the build makes of the source.
        setting: device, toolkit and image rules of the column.
        code: what the kernel's own code says; None where it was not read.
    """
    device, toolkit = setting.device, setting.toolkit
    unread = setting.unread(answer.gencodes(toolkit), in_tree=not answer.external and answer.unreadable is None)
    loading = unread.loading if answer.entries else None
    if answer.undecided is not None and loading is not None and loading.image is None:
        loading = None  # flags that are not known may well bring an image
    layers = _behind_build(loading, device, code or unread.code)
    first = Status.RUNTIME_REJECTED if answer.jit else None  # the compile comes after dispatch
    verdict = combine((judge_build(answer, toolkit), *layers), first=first)
    rebuilt = unread.rebuilt if code is None else setting.rebuilt(code, behind_gate=answer.jit)
    image = None if loading is None else loading.image
    at = Situation(answer, device, toolkit, image, verdict, rebuilt)
    return Cell(
        status=verdict.status,
        detail=verdict.detail,
        also=verdict.also,
        image=None if image is None else _image_text(image, answer),
        images=() if loading is None else tuple(map(str, (code or unread.code).made(loading.images))),
        smem=verdict.smem,
        notes=(*verdict.notes, *_break_note(setting, answer)) if verdict.status.runs else verdict.notes,
        reasons=verdict.reasons,
        remedies=() if verdict.status.runs else _remedies(at, code),
        improve=() if image is None or not verdict.status.runs else _improve(at, image),
        if_rebuilt=rebuilt,
    )


def _image_text(image: Image, answer: BuildAnswer) -> str:
    return f"jit:{image.code}" if answer.jit else str(image)


def _remedies(at: Situation, code: Code | None) -> tuple[Remedy, ...]:
    return remedy_build(at) if code is None else remedy_code(at, code)


def _improve(at: Situation, image: Image) -> tuple[Remedy, ...]:
    return (*improve_build(image, at.device, at.toolkit), *improve_code(at, image))


def _behind_build(loading: Loading | None, device: DeviceProfile, code: Code) -> tuple[LayerVerdict, ...]:
    """The layers behind the build: those that need macros speak only where there is an image."""
    if loading is None:
        return code.at_device(device, usable=False)
    if loading.image is None:
        return (loading.verdict, *code.at_device(device, usable=False))
    at_image = code.at_image(loading.image, device)
    usable = all(layer.status.runs or layer.status is Status.UNKNOWN for layer in at_image)
    return (loading.verdict, *at_image, *code.at_device(device, usable=usable))


def _break_note(setting: Setting, answer: BuildAnswer) -> tuple[Note, ...]:
    broken = setting.breaks.get(answer.root)
    if broken is None:
        return ()
    own = (note for entry in answer.entries if (note := broken.by_target.get(entry.target)) is not None)
    return (next(own, broken.first),)
