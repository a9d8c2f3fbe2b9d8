"""Device profiles: complete, sourced, consistent with the measurements they cite."""

from __future__ import annotations

import csv
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kernaudit.model.arch import ComputeCapability, SmTarget
from kernaudit.model.device import Form
from kernaudit.ruleset.check import check_files
from kernaudit.ruleset.files import read_rule_files
from kernaudit.ruleset.load import Rules, load_rules
from kernaudit.ruleset.yaml_text import parse_rule_text

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "truth" / "ptx"
ARCHS = sorted((ROOT / "rules" / "archs").glob("*.yaml"))

OPT_IN = {
    "7.0": 98304,
    "7.5": 65536,
    "8.0": 166912,
    "8.6": 101376,
    "8.7": 166912,
    "8.8": 101376,
    "8.9": 101376,
    "9.0": 232448,
    "10.0": 232448,
    "10.3": 232448,
    "10.7": 232448,
    "11.0": 232448,
    "12.0": 101376,
    "12.1": 101376,
}
FAMILIES = {
    "100f": {"10.0", "10.3", "10.7"},
    "103f": {"10.3", "10.7"},
    "107f": {"10.7"},
    "101f": {"11.0"},
    "110f": {"11.0"},
    "120f": {"12.0", "12.1"},
    "121f": {"12.1"},
}


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load_rules()


def test_every_table_and_profile_satisfies_its_schema() -> None:
    files = [file for file in read_rule_files() if not file.name.startswith("instructions/")]
    data = check_files(files)
    assert {name for name in data if name.startswith("archs/")} == {f"archs/{path.name}" for path in ARCHS}
    assert {"toolkits.yaml", "images.yaml", "macros.yaml", "devices.yaml", "torch.yaml"} <= set(data)


def test_the_columns_are_the_files_of_the_folder(rules: Rules) -> None:
    assert sorted(device.id for device in rules.devices) == [path.stem for path in ARCHS]
    assert [str(device.capability) for device in rules.devices] == list(OPT_IN)


def _numbers(part: Any, path: tuple[str, ...], sourced: bool) -> list[tuple[tuple[str, ...], bool]]:
    """Every number (an integer, or text that is a version, capability, target or date) and whether it has a source."""
    if isinstance(part, dict):
        here = sourced or "source" in part
        return [found for key, value in part.items() for found in _numbers(value, (*path, key), here)]
    if isinstance(part, list):
        return [found for index, value in enumerate(part) for found in _numbers(value, (*path, str(index)), sourced)]
    is_number = isinstance(part, int) or (isinstance(part, str) and re.fullmatch(r"[\d.-]+[af]?", part) is not None)
    return [(path, sourced)] if is_number else []


@pytest.mark.parametrize("path", ARCHS, ids=lambda path: path.stem)
def test_every_number_has_a_source(path: Path) -> None:
    data = parse_rule_text(path.name, path.read_text(encoding="utf-8")).data
    numbers = _numbers({key: value for key, value in data.items() if key != "sources"}, (), sourced=False)
    assert len(numbers) >= 13, "eleven limits, the capability, a release"
    assert [found for found, sourced in numbers if not sourced] == []
    assert all(len(text) > 20 for text in data["sources"].values()), "a source names a document, not a word"


@pytest.mark.parametrize("capability", OPT_IN)
def test_limits(rules: Rules, capability: str) -> None:
    limits = rules.device(capability).limits
    assert limits.shared.value == 48 * 1024
    assert limits.shared_optin.value == OPT_IN[capability]
    assert limits.shared_optin.value + limits.shared_reserved.value == limits.shared_per_sm.value
    assert limits.warps_per_sm.value * 32 == limits.threads_per_sm.value
    assert (limits.threads.value, limits.registers_per_sm.value) == (1024, 65536)
    assert bool(limits.shared_optin.dispute) == (capability == "10.7")


def test_limits_agree_with_the_measured_table(rules: Rules) -> None:
    table = SHARED / "limits_cccl_arch_traits.tsv"
    if not table.exists():
        pytest.skip("no ../shared")
    for row in csv.DictReader(table.read_text(encoding="utf-8").splitlines(), delimiter="\t"):
        limits = rules.device(row["arch"]).limits
        assert {
            "smem_block_default": limits.shared.value,
            "smem_block_optin": limits.shared_optin.value,
            "smem_sm": limits.shared_per_sm.value,
            "reserved_block": limits.shared_reserved.value,
            "threads_block": limits.threads.value,
            "threads_sm": limits.threads_per_sm.value,
            "warps_sm": limits.warps_per_sm.value,
            "blocks_sm": limits.blocks_per_sm.value,
            "regs_sm": limits.registers_per_sm.value,
        } == {key: int(row[key]) for key in row if key not in {"arch", "cluster"}}, row["arch"]


@pytest.mark.parametrize("family", FAMILIES)
def test_family_members(rules: Rules, family: str) -> None:
    target = SmTarget.parse(family)
    assert {str(device.capability) for device in rules.devices if target in device.families} == FAMILIES[family]


def test_form(rules: Rules) -> None:
    assert {str(d.capability) for d in rules.devices if d.form is Form.TEGRA} == {"8.7", "11.0"}


def test_availability_is_dated_or_says_why_not(rules: Rules) -> None:
    for device in rules.devices:
        found = device.availability
        if found is None:
            assert device.availability_gap
            continue
        assert date(2017, 1, 1) <= date.fromisoformat(found.date) <= date(2027, 1, 1)
        assert found.precision.split()[0] in {"day", "month", "quarter", "year"}
    assert [device.id for device in rules.devices if device.availability is None] == ["sm_88"]


def test_every_alias_names_its_own_device_and_no_other(rules: Rules) -> None:
    for device in rules.devices:
        for alias in device.aliases:
            assert rules.device(alias.name) == device
            assert rules.device(alias.name.upper().replace(" ", "-")) == device
            assert rules.device(f"NVIDIA {alias.name.lower().replace(' ', '')}") == device


PRODUCTS = {
    "7.0": ["V100"],
    "7.5": ["T4", "rtx-2080"],
    "8.0": ["A100", "A30"],
    "8.6": ["A10", "A40", "rtx-3090"],
    "8.7": ["Orin"],
    "8.9": ["L4", "L40", "L40S", "rtx-4090"],
    "9.0": ["H100", "H200", "H800", "H20", "GH200"],
    "10.0": ["B200", "GB200"],
    "10.3": ["B300", "GB300"],
    "10.7": ["Rubin", "VR200"],
    "11.0": ["Thor", "Jetson T5000"],
    "12.0": ["rtx-5090", "RTX PRO 6000"],
    "12.1": ["GB10", "DGX Spark"],
}


@pytest.mark.parametrize(("capability", "names"), PRODUCTS.items())
def test_the_products_people_ask_about(rules: Rules, capability: str, names: list[str]) -> None:
    assert {str(rules.device(name).capability) for name in names} == {capability}


def test_the_renumbered_chip_answers_to_both_numbers(rules: Rules) -> None:
    thor = rules.device("11.0")
    assert thor.numbers == (ComputeCapability(11, 0), ComputeCapability(10, 1))
    assert rules.device("10.1") is rules.device("sm_101a") is rules.device("thor") is thor
    assert [t.real for t in thor.own_targets(rules.toolkit("12.8"))] == ["sm_101", "sm_101a"]
    assert [t.real for t in thor.own_targets(rules.toolkit("12.9"))] == ["sm_101", "sm_101f", "sm_101a"]
    assert [t.real for t in thor.own_targets(rules.toolkit("13.0"))] == ["sm_110", "sm_110f", "sm_110a"]
    assert thor.own_targets(rules.toolkit("12.4")) == ()
