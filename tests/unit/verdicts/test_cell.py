"""Cells of the build and image layers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from fakes.builds import gate, rules
from kernaudit.model.arch import Gencode, Image, SmTarget
from kernaudit.model.device import DeviceProfile
from kernaudit.model.evidence import Location
from kernaudit.model.verdict import Cell, Detail, Layer, Note, NoteKind, Reason, RemedyKind, Status
from kernaudit.verdicts.answer import BuildAnswer, Entry, OpenQuestion, Refusal, Stop
from kernaudit.verdicts.cell import Broken, Setting, judge_cell
from kernaudit.verdicts.code import Behind, Code
from kernaudit.verdicts.layer import LayerVerdict

AT = Location("CMakeLists.txt", 12)


def _setting(device: str, cuda: str = "13.0", breaks: Broken | None = None) -> Setting:
    return Setting(
        rules().device(device),
        rules().toolkit(cuda),
        rules().images,
        {} if breaks is None else {"CMakeLists.txt": breaks},
    )


def _answer(gencodes: str, **more) -> BuildAnswer:
    codes = tuple(Gencode.parse(text) for text in gencodes.split())
    by = more.pop("by", gate("MLA_ARCHS", 7, "10.0f;11.0f", "10.0f"))
    return BuildAnswer("CMakeLists.txt", (Entry("_C", codes, by, AT),), **more)


def _cell(gencodes: str, device: str, cuda: str = "13.0", code: Code | None = None) -> Cell:
    return judge_cell(_answer(gencodes), _setting(device, cuda), code)


@pytest.mark.parametrize(
    ("gencodes", "device", "status", "image"),
    [
        ("80>sm_80 90a>sm_90a", "9.0", Status.NATIVE, "90a>sm_90a"),
        ("100f>sm_100f", "10.3", Status.COMPATIBLE_SASS, "100f>sm_100f"),
        ("80>sm_80", "8.6", Status.COMPATIBLE_SASS, "80>sm_80"),
        ("80>sm_80 80>compute_80", "12.0", Status.PTX_JIT, "80>compute_80"),
        ("100a>sm_100a", "10.3", Status.NOT_BUILT, None),
        ("90>sm_90", "8.0", Status.NOT_BUILT, None),
    ],
)
def test_status_and_image(gencodes: str, device: str, status: Status, image: str | None) -> None:
    cell = _cell(gencodes, device)
    assert (cell.status, cell.image) == (status, image)


def test_the_gate_is_named_with_its_lists_before_and_after() -> None:
    cell = _cell("100f>sm_100f", "10.0")
    first = cell.reasons[0]
    assert (first.layer, str(first.location)) == (Layer.BUILD, "CMakeLists.txt:7")
    assert first.text == "MLA_ARCHS: 10.0f;11.0f -> 10.0f"
    assert any("target _C compiles it with 100f>sm_100f" in reason.text for reason in cell.reasons)


def test_all_images_that_load_are_listed_best_first() -> None:
    cell = _cell("80>compute_80 80>sm_80 89>sm_89", "8.9")
    assert cell.images == ("89>sm_89", "80>sm_80", "80>compute_80")


def test_without_a_flag_the_compilers_default_counts() -> None:
    answer = BuildAnswer("CMakeLists.txt", (Entry("_C", (), None, AT),))
    assert judge_cell(answer, _setting("9.0")).image == "75>compute_75"
    assert judge_cell(answer, _setting("7.0")).status is Status.NOT_BUILT
    assert judge_cell(answer, _setting("7.0", "12.8")).image == "52>compute_52"


def test_a_configuration_that_stops_leaves_nothing() -> None:
    cell = judge_cell(BuildAnswer("CMakeLists.txt", stop=Stop("no archs", AT)), _setting("9.0"))
    assert (cell.status, cell.detail, cell.image) == (Status.NOT_BUILT, Detail.CONFIGURE_ERROR, None)
    assert (cell.reasons[0].text, cell.reasons[0].location) == ("the configuration stops: no archs", AT)


def test_a_gate_that_leaves_nothing_is_the_reason() -> None:
    refusal = Refusal("no target gets it: MACHETE_ARCHS does not hold", AT, gate("MACHETE_ARCHS", 5, "9.0a", ""))
    cell = judge_cell(BuildAnswer("CMakeLists.txt", refusals=(refusal,)), _setting("10.0"))
    assert (cell.status, cell.detail) == (Status.NOT_BUILT, None)
    assert [reason.text for reason in cell.reasons] == [
        "MACHETE_ARCHS: 9.0a -> nothing",
        "no target gets it: MACHETE_ARCHS does not hold",
    ]


def test_a_target_that_the_toolkit_does_not_know_leaves_no_image() -> None:
    cell = _cell("103>sm_103", "10.3", "12.8")
    assert (cell.status, cell.detail) == (Status.NOT_BUILT, Detail.UNKNOWN_TARGET)
    assert any(reason.rule == "unknown-target" and "CUDA 12.8" in reason.text for reason in cell.reasons)
    assert cell.if_rebuilt is not None
    assert (cell.if_rebuilt.target, cell.if_rebuilt.status, cell.if_rebuilt.detail) == (
        None,
        Status.NOT_BUILT,
        Detail.TOOLKIT,
    )


def test_other_devices_are_judged_without_the_refused_entry() -> None:
    answer = _answer("100>sm_100 103>sm_103")
    broken = Broken(Note(NoteKind.BUILD_BREAK, "CUDA 12.8 does not know compute_103"))
    cell = judge_cell(answer, _setting("10.0", "12.8", breaks=broken))
    assert (cell.status, cell.images) == (Status.NATIVE, ("100>sm_100",))
    assert [note.kind for note in cell.notes] == [NoteKind.BUILD_BREAK]


def test_a_cell_names_the_fault_of_its_own_target_and_else_the_first_one() -> None:
    other, own = (Note(NoteKind.BUILD_BREAK, text, AT) for text in ("other", "own"))
    answer = _answer("100>sm_100")
    for by_target, expected in (({"_C": own, "_D": other}, own), ({"_D": other}, other)):
        cell = judge_cell(answer, _setting("10.0", breaks=Broken(other, by_target)))
        assert cell.notes == (expected,)


def test_a_fetched_source_is_unknown_where_an_image_loads_and_not_built_where_none_does() -> None:
    answer = _answer("90a>sm_90a", external=True)
    hopper = judge_cell(answer, _setting("9.0"))
    assert (hopper.status, hopper.image) == (Status.UNKNOWN, "90a>sm_90a")
    assert [reason.rule for reason in hopper.reasons if reason.rule] == ["external-project"]
    assert judge_cell(answer, _setting("10.0")).status is Status.NOT_BUILT
    rebuilt = judge_cell(answer, _setting("9.0")).if_rebuilt
    assert rebuilt is not None
    assert rebuilt.status is Status.UNKNOWN


def test_flags_that_are_not_known_leave_the_cell_unknown() -> None:
    entry = Entry("_C", (), None, AT, "what `nvidia-smi` prints")
    cell = judge_cell(BuildAnswer("CMakeLists.txt", (entry,)), _setting("9.0"))
    assert (cell.status, cell.image) == (Status.UNKNOWN, None)
    assert "what `nvidia-smi` prints" in cell.reasons[0].text
    known = Entry("_C", (Gencode.parse("80>sm_80"),), None, AT, "more that nobody knows")
    assert judge_cell(BuildAnswer("CMakeLists.txt", (known,)), _setting("9.0")).status is Status.UNKNOWN


def test_a_generated_source_is_judged_by_its_flags() -> None:
    cell = judge_cell(_answer("80>sm_80", generated=True), _setting("8.0"))
    assert cell.status is Status.NATIVE
    assert any("generated when the build is configured" in reason.text for reason in cell.reasons)


def test_an_open_question_is_unknown_with_advice() -> None:
    question = OpenQuestion(
        "named-by-no-build", "no build file names this file", "scan the build that compiles this file"
    )
    cell = judge_cell(BuildAnswer("", open_question=question), _setting("9.0"))
    assert cell.status is Status.UNKNOWN
    assert [(one.kind, one.text) for one in cell.remedies] == [(RemedyKind.UNKNOWN, question.advice)]


def test_nothing_is_claimed_of_a_rebuild_that_was_not_read() -> None:
    rebuilt = _cell("80>sm_80", "10.0").if_rebuilt
    assert rebuilt is not None
    assert (rebuilt.target, rebuilt.status) == ("sm_100", Status.UNKNOWN)
    assert "was not read" in rebuilt.reasons[-1].text


def test_a_rebuild_for_what_the_build_already_asks_is_as_known_as_the_cell() -> None:
    rebuilt = _cell("90a>sm_90a", "9.0").if_rebuilt
    assert rebuilt is not None
    assert (rebuilt.target, rebuilt.status) == ("sm_90a", Status.NATIVE)


def test_every_cell_has_an_if_rebuilt_and_a_reason() -> None:
    answers = [
        _answer("80>sm_80"),
        BuildAnswer("b", stop=Stop("x", None)),
        BuildAnswer("b", refusals=(Refusal("x", None),)),
        BuildAnswer("b", open_question=OpenQuestion("w", "x", "y")),
    ]
    for device in rules().devices:
        for answer in answers:
            cell = judge_cell(answer, _setting(device.id))
            assert cell.if_rebuilt is not None
            assert cell.reasons
            assert bool(cell.remedies) is not cell.status.runs


def test_ptx_carries_the_driver_note_and_the_flag_that_avoids_it() -> None:
    cell = _cell("80>sm_80 80>compute_80", "12.0")
    assert [note.kind for note in cell.notes] == [NoteKind.JIT_DRIVER]
    assert [one.kind for one in cell.improve] == [RemedyKind.REBUILD]
    assert "arch=compute_80,code=sm_120" in cell.improve[0].text


def test_sass_between_tegra_and_other_parts_is_unproven() -> None:
    assert [note.kind for note in _cell("86>sm_86", "8.7").notes] == [NoteKind.UNPROVEN]


@pytest.mark.parametrize(
    ("device", "cuda", "text"),
    [("10.0", "12.4", "build with CUDA 12.8 or later"), ("7.0", "13.0", "build with CUDA 12.9 or older")],
)
def test_a_toolkit_without_the_device_is_named(device: str, cuda: str, text: str) -> None:
    cell = _cell("80>sm_80", device, cuda)
    assert cell.status is Status.NOT_BUILT
    assert cell.remedies[0].text.startswith(text)


def test_a_family_edit_is_spelled_where_the_gate_shows_the_entry() -> None:
    by = gate("latent", 6, text="set_property(TARGET latent PROPERTY CUDA_ARCHITECTURES 100a-real)")
    cell = judge_cell(_answer("100a>sm_100a", by=by), _setting("10.3"))
    remedy = cell.remedies[0]
    assert remedy.edit is not None
    assert (str(remedy.location), remedy.edit.old, remedy.edit.new) == ("CMakeLists.txt:6", "100a", "100f")
    assert remedy.kind is RemedyKind.UNKNOWN  # nobody read whether the code compiles for it


def test_no_family_edit_before_the_toolkit_has_families() -> None:
    by = gate("latent", 6, text="set_property(TARGET latent PROPERTY CUDA_ARCHITECTURES 100a-real)")
    assert judge_cell(_answer("100a>sm_100a", by=by), _setting("10.3", "12.8")).remedies[0].edit is None


@dataclass(frozen=True)
class _ReadCode:
    """Code whose guard is open for one virtual architecture only, behind a host gate."""

    open_for: str
    rejects: frozenset[str] = frozenset()
    degraded: frozenset[str] = frozenset()

    def at_image(self, image: Image, device: DeviceProfile) -> tuple[LayerVerdict, ...]:  # noqa: ARG002 - protocol
        notes = (Note(NoteKind.DEGRADED, "slow branch"),) if image.virtual.short in self.degraded else ()
        if image.virtual.short.startswith(self.open_for):
            return (LayerVerdict(notes=notes),)
        return (LayerVerdict(Status.GUARDED_OUT, (Reason(Layer.GUARD, "else: trap"),), Detail.TRAP),)

    def at_device(self, device: DeviceProfile, *, usable: bool) -> tuple[LayerVerdict, ...]:  # noqa: ARG002 - protocol
        return (LayerVerdict(Status.RUNTIME_REJECTED),) if device.id in self.rejects else ()

    def made(self, images: Iterable[Image]) -> tuple[Image, ...]:
        return tuple(images)

    def behind(self, targets: Iterable[SmTarget], device: DeviceProfile) -> Behind:  # noqa: ARG002 - protocol
        return Behind((), None, frozenset(one for one in targets if one.short.startswith(self.open_for)))


def test_guards_are_judged_at_the_chosen_image_not_at_the_device() -> None:
    cell = _cell("80>sm_80 80>compute_80", "9.0", code=_ReadCode("9"))
    assert (cell.status, cell.detail, cell.image) == (Status.GUARDED_OUT, Detail.TRAP, "80>compute_80")
    assert cell.if_rebuilt is not None
    assert (cell.if_rebuilt.target, cell.if_rebuilt.status) == ("sm_90", Status.NATIVE)
    assert [one.kind for one in cell.remedies] == [RemedyKind.REBUILD]


def test_without_an_image_only_layers_that_need_no_macros_speak() -> None:
    cell = _cell("80>sm_80", "9.0", code=_ReadCode("7", rejects=frozenset({"sm_90a"})))
    assert (cell.status, cell.also) == (Status.NOT_BUILT, (Status.RUNTIME_REJECTED,))
    assert cell.if_rebuilt is not None
    assert (cell.if_rebuilt.status, cell.if_rebuilt.also) == (Status.GUARDED_OUT, (Status.RUNTIME_REJECTED,))


def test_a_rebuild_prefers_the_target_that_runs_undegraded() -> None:
    rebuilt = _cell("80>sm_80", "12.0", code=_ReadCode("120", degraded=frozenset({"120"}))).if_rebuilt
    assert rebuilt is not None
    assert (rebuilt.target, rebuilt.status) == ("sm_120f", Status.NATIVE)
