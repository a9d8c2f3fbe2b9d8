"""What people type for a device."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.errors import UsageError
from kernaudit.ruleset.load import load_rules

RULES = load_rules()


@pytest.mark.parametrize(
    ("text", "device"),
    [
        ("9.0", "sm_90a"),
        ("90", "sm_90a"),
        ("sm_90", "sm_90a"),
        ("sm_90a", "sm_90a"),
        ("SM90A", "sm_90a"),
        ("compute_90a", "sm_90a"),
        ("9.0a", "sm_90a"),
        ("h100", "sm_90a"),
        ("H20", "sm_90a"),
        ("Hopper", "sm_90a"),
        ("NVIDIA H100 80GB HBM3", "sm_90a"),
        ("H100-SXM5", "sm_90a"),
        ("sm_100f", "sm_100"),
        ("10.0f", "sm_100"),
        ("b200", "sm_100"),
        ("10.3", "sm_103"),
        ("Blackwell Ultra", "sm_103"),
        ("rtx-5090", "sm_120"),
        ("RTX5090", "sm_120"),
        ("5090", "sm_120"),
        ("GeForce RTX 5090 Laptop GPU", "sm_120"),
        ("RTX PRO 6000", "sm_120"),
        ("NVIDIA RTX PRO 6000 Blackwell Server Edition", "sm_120"),
        ("rtx_pro_6000_blackwell_max-q_workstation_edition", "sm_120"),
        ("NVIDIA RTX 6000 Ada Generation", "sm_89"),
        ("Quadro RTX 6000", "sm_75"),
        ("NVIDIA A100-SXM4-80GB", "sm_80"),
        ("A10", "sm_86"),
        ("dgx-spark", "sm_121"),
        ("Volta", "sm_70"),
        ("sm_101a", "sm_110"),
        (" L4 ", "sm_89"),
    ],
)
def test_spellings(text: str, device: str) -> None:
    assert RULES.device(text).id == device


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("Blackwell", ["sm_100", "sm_103", "sm_110", "sm_120", "sm_121"]),
        ("blackwell", ["sm_100", "sm_103", "sm_110", "sm_120", "sm_121"]),
        ("Ampere", ["sm_80", "sm_86", "sm_87", "sm_88"]),
    ],
)
def test_ambiguous_names_list_their_members(text: str, members: list[str]) -> None:
    with pytest.raises(UsageError, match="is ambiguous, name one of: ") as caught:
        RULES.device(text)
    named = str(caught.value).partition("name one of: ")[2]
    assert [device.id for device in RULES.devices if f"{device.id} (" in named] == members


@pytest.mark.parametrize(
    "text", ["h101", "sm_91", "9.1", "sm_80a", "sm_89f", "rtx-9090", "", "sm_", "all of them", "9,0"]
)
def test_unknown_names_list_the_choices(text: str) -> None:
    with pytest.raises(UsageError, match=r"^unknown device ") as caught:
        RULES.device(text)
    assert all(f"{device.capability} {device.name}" in str(caught.value) for device in RULES.devices)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "near"), [("h101", "H100"), ("rtx 5095", "RTX 5090"), ("blakwell", "Blackwell")])
def test_near_names_are_proposed(text: str, near: str) -> None:
    with pytest.raises(UsageError, match=f"did you mean .*{near}"):
        RULES.device(text)


@given(st.text(max_size=30))
def test_any_text_is_a_device_or_one_line_of_error(text: str) -> None:
    try:
        assert RULES.device(text) in RULES.devices
    except UsageError as error:
        assert str(error).startswith(("unknown device ", "device "))


@pytest.mark.parametrize(
    ("texts", "ids"),
    [
        ([], ["sm_80", "sm_89", "sm_90a", "sm_100", "sm_103", "sm_120"]),
        (["b200,h100"], ["sm_100", "sm_90a"]),
        (["b200", "h100", "10.0"], ["sm_100", "sm_90a"]),
        (["12.1, 9.0,"], ["sm_121", "sm_90a"]),
        (["h100", "all"], ["sm_90a", *(device.id for device in RULES.devices if device.id != "sm_90a")]),
    ],
)
def test_columns(texts: list[str], ids: list[str]) -> None:
    assert [device.id for device in RULES.device_set(texts)] == ids
