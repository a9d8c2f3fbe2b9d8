from __future__ import annotations

import gc
import pickle
from dataclasses import dataclass, field

import pytest

from kernaudit.discover.packing import pack, without_collection
from kernaudit.model.evidence import Location
from kernaudit.model.verdict import Status


@dataclass(frozen=True, slots=True)
class Pair:
    left: object
    right: object = None


@dataclass(frozen=True, slots=True)
class Counting:
    given: int
    made: int = field(default=0, init=False)


@dataclass(slots=True)
class Open:
    value: int


SHARED = Location("a.cu", 3)


@pytest.mark.parametrize(
    "value",
    [
        Pair(SHARED, (Pair(1, "x"), Status.NATIVE)),
        Pair({"k": [SHARED]}, frozenset({1})),
        Counting(7),
        Open(2),
        Status.UNKNOWN,
    ],
)
def test_what_is_packed_comes_back_equal(value: object) -> None:
    assert pickle.loads(pack(value)) == value


def test_one_object_is_one_object_again() -> None:
    found = pickle.loads(pack([SHARED, Pair(SHARED, SHARED)]))
    assert found[0] is found[1].left is found[1].right


def test_the_collector_is_left_as_it_was() -> None:
    assert gc.isenabled()
    with pytest.raises(ValueError, match="x"), without_collection():
        assert not gc.isenabled()
        raise ValueError("x")
    assert gc.isenabled()
