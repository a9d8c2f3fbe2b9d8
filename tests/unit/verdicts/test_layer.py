"""How the words of the layers make a status."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kernaudit.model.verdict import Detail, Layer, Note, NoteKind, Reason, Status
from kernaudit.verdicts.layer import LayerVerdict, combine

STATUSES = st.sampled_from(Status)


def test_the_worst_layer_gives_status_and_detail() -> None:
    image = LayerVerdict(Status.COMPATIBLE_SASS)
    guard = LayerVerdict(Status.GUARDED_OUT, detail=Detail.TRAP)
    host = LayerVerdict(Status.RUNTIME_REJECTED)
    verdict = combine((image, guard, host))
    assert (verdict.status, verdict.detail, verdict.also) == (
        Status.GUARDED_OUT,
        Detail.TRAP,
        (Status.RUNTIME_REJECTED,),
    )


def test_of_equally_bad_layers_the_first_gives_the_detail() -> None:
    layers = (LayerVerdict(Status.NOT_BUILT, detail=Detail.CONFIGURE_ERROR), LayerVerdict(Status.NOT_BUILT))
    assert combine(layers).detail is Detail.CONFIGURE_ERROR


def test_a_definite_failure_beats_unknown_and_unknown_beats_what_runs() -> None:
    unknown = LayerVerdict(Status.UNKNOWN)
    assert combine((unknown, LayerVerdict(Status.NATIVE))).status is Status.UNKNOWN
    both = combine((unknown, LayerVerdict(Status.SMEM_EXCEEDED)))
    assert (both.status, both.also) == (Status.SMEM_EXCEEDED, (Status.UNKNOWN,))


def test_reasons_and_notes_are_kept_once_in_order() -> None:
    first, second = Reason(Layer.BUILD, "a"), Reason(Layer.IMAGE, "b")
    note = Note(NoteKind.UNPROVEN, "n")
    verdict = combine(
        (LayerVerdict(reasons=(first,), notes=(note,)), LayerVerdict(reasons=(second, first), notes=(note,)))
    )
    assert (verdict.reasons, verdict.notes) == ((first, second), (note,))


@given(st.lists(STATUSES, min_size=1, max_size=6))
def test_no_layer_can_make_a_verdict_better(statuses: list[Status]) -> None:
    verdict = combine([LayerVerdict(status) for status in statuses])
    assert verdict.status.rank == min(status.rank for status in statuses)
    assert list(verdict.also) == sorted(set(verdict.also), key=lambda one: one.rank)
    assert not any(status.runs or status is verdict.status for status in verdict.also)


@given(st.permutations([LayerVerdict(status) for status in Status]))
def test_the_order_of_layers_does_not_change_status_or_also(layers: list[LayerVerdict]) -> None:
    verdict = combine(layers)
    assert verdict.status is Status.MISSING_INSTRUCTION
    assert verdict.also == (
        Status.NOT_BUILT,
        Status.GUARDED_OUT,
        Status.SMEM_EXCEEDED,
        Status.RUNTIME_REJECTED,
        Status.UNKNOWN,
    )
