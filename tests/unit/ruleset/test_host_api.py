"""Names of host code that asks for the device, as the shipped rules have them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kernaudit.errors import RuleError
from kernaudit.ruleset.host_api import load_host_api
from kernaudit.ruleset.load import load_rules


@dataclass(frozen=True)
class File:
    name: str
    content: str
    label: str = "rules/gates/host.yaml"

    def text(self) -> str:
        return self.content


def test_the_shipped_names() -> None:
    api = load_host_api(load_rules().files)
    assert api.attributes["cudaDevAttrComputeCapabilityMajor"] == "major"
    assert api.fields["minor"] == "minor"
    assert "cudaDeviceGetAttribute" in api.attribute_calls
    assert "cudaGetDeviceProperties" in api.property_calls


@pytest.mark.parametrize("content", ["properties: {}", "- 1", "properties: [types]", "{"])
def test_a_broken_file_is_a_rule_error(content: str) -> None:
    with pytest.raises(RuleError):
        load_host_api([File("gates/host.yaml", content)])  # type: ignore[list-item]


def test_a_missing_file_is_a_rule_error() -> None:
    with pytest.raises(RuleError, match="missing"):
        load_host_api([])
