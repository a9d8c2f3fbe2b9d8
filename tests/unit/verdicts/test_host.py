"""The host layer: runtime rejections, doubts, and notes where a gate lets a device through without an image."""

from __future__ import annotations

import itertools

import pytest

from kernaudit.facts.host_gates.gates import Admission, HostGate, HostTest
from kernaudit.model.evidence import Location
from kernaudit.model.verdict import Layer, NoteKind, RemedyKind, Status
from kernaudit.ruleset.load import load_rules
from kernaudit.verdicts.host import judge_host, regate_remedy
from kernaudit.verdicts.layer import LayerVerdict

DEVICE = load_rules().device("10.3")
CHECK = HostTest(Location("entry.cu", 7), "major >= 12", False, True, True)
BRANCH = HostTest(Location("entry.cu", 5), "version == 90", False, True, False)
FLOOR = HostTest(Location("entry.cu", 9), "major >= 9", True, False, True)
FAMILY = HostTest(Location("entry.cu", 8), "major == 10", True, True, False)

REJECTED = HostGate(Admission.REJECTED, (BRANCH, CHECK))
ACCEPTED = HostGate(Admission.ACCEPTED, (FLOOR,))
NAMED = HostGate(Admission.ACCEPTED, (FAMILY, FLOOR))
UNDECIDED = HostGate(Admission.UNDECIDED, (BRANCH,))
FREE = HostGate(Admission.NO_GATE)


def test_a_rejection_names_the_check_before_branches() -> None:
    verdict = judge_host([REJECTED], DEVICE, images_loadable=True)
    assert verdict.status is Status.RUNTIME_REJECTED
    assert [(r.layer, r.location, r.text) for r in verdict.reasons] == [
        (Layer.HOST, CHECK.location, "host code refuses 10.3: `major >= 12` is false"),
        (Layer.HOST, BRANCH.location, "host code does not launch it on 10.3: `version == 90` is false"),
    ]
    assert verdict.notes == ()


def test_a_doubt_is_unknown_and_never_green() -> None:
    verdict = judge_host([UNDECIDED], DEVICE, images_loadable=True)
    assert verdict.status is Status.UNKNOWN
    assert verdict.reasons[0].location == BRANCH.location
    assert judge_host([HostGate(Admission.UNDECIDED)], DEVICE, images_loadable=True).reasons[0].location is None


@pytest.mark.parametrize("gates", [(), (FREE,), (ACCEPTED,), (FREE, REJECTED), (REJECTED, ACCEPTED), (UNDECIDED, FREE)])
def test_one_program_that_launches_it_is_enough(gates: tuple[HostGate, ...]) -> None:
    assert judge_host(gates, DEVICE, images_loadable=True) == LayerVerdict()


def test_a_doubt_counts_more_than_a_rejection() -> None:
    assert judge_host([REJECTED, UNDECIDED], DEVICE, images_loadable=True).status is Status.UNKNOWN


def test_notes_only_where_no_image_loads() -> None:
    [open_floor] = judge_host([ACCEPTED], DEVICE, images_loadable=False).notes
    assert (open_floor.kind, open_floor.location) == (NoteKind.OPEN_FLOOR, FLOOR.location)
    [mismatch] = judge_host([NAMED], DEVICE, images_loadable=False).notes
    assert (mismatch.kind, mismatch.location) == (NoteKind.GATE_MISMATCH, FAMILY.location)
    assert judge_host([NAMED, FREE], DEVICE, images_loadable=False).notes == ()
    assert judge_host([REJECTED], DEVICE, images_loadable=False).notes == ()


def test_the_remedy_is_an_edit_of_the_test_that_refuses() -> None:
    remedy = regate_remedy([REJECTED], DEVICE)
    assert remedy is not None
    assert (remedy.kind, remedy.location) == (RemedyKind.REGATE, CHECK.location)
    assert regate_remedy([REJECTED, ACCEPTED], DEVICE) is None
    assert regate_remedy([], DEVICE) is None


def test_more_programs_never_make_it_worse_and_their_order_does_not_matter() -> None:
    for gates in itertools.product((REJECTED, ACCEPTED, NAMED, UNDECIDED, FREE), repeat=3):
        verdict = judge_host(gates, DEVICE, images_loadable=True)
        assert verdict == judge_host(gates[::-1], DEVICE, images_loadable=True)
        assert verdict.status.rank >= judge_host(gates[:2], DEVICE, images_loadable=True).status.rank
