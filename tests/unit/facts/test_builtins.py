"""Names under which code asks for its target come from the device profiles, so that a new device brings its own."""

from __future__ import annotations

import pytest

from kernaudit.facts.builtins import Builtins
from kernaudit.ruleset.load import load_rules


@pytest.mark.parametrize("generation", sorted(load_rules().generations))
def test_a_question_for_each_generation_tells_the_target(generation: str) -> None:
    builtins = Builtins({}, load_rules().generations)
    assert builtins.tells_target(f"is{generation}")
    assert builtins.tells_target(f"is_{generation.lower()}_or_newer")
    assert not Builtins({}, ()).tells_target(f"is{generation}")


@pytest.mark.parametrize(
    ("name", "tells"),
    [
        ("kArch", True),
        ("sm_version", True),
        ("is_sm90", True),
        ("compute_capability", True),
        ("search", False),
        ("march_cubes", False),
        ("is_even", False),
        ("architect", False),
    ],
)
def test_names_that_tell_a_target_whatever_there_is(name: str, *, tells: bool) -> None:
    assert Builtins({}, ()).tells_target(name) is tells
