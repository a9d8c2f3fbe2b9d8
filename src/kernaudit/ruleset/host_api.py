"""Reads `rules/gates/host.yaml`: names with which host code asks what the device is and refuses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.model.host_api import HostApi
from kernaudit.ruleset.one_file import read_one_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.ruleset.files import RuleFile

__all__ = ["load_host_api"]

_FILE = "gates/host.yaml"


def load_host_api(files: Iterable[RuleFile]) -> HostApi:
    """Return the names.

    Raises:
        RuleError: the file is missing or no YAML, or a part of it is.
    """
    return read_one_file(files, _FILE, "host gate", _read)


def _read(data: Any) -> HostApi:  # noqa: ANN401 - parsed YAML
    properties, attributes = data["properties"], data["attributes"]
    return HostApi(
        property_types=tuple(properties["types"]),
        property_functions=tuple(properties["functions"]),
        property_calls=frozenset(properties["out"]),
        fields=dict(properties["fields"]),
        identity=frozenset(properties["identity"]),
        capability_calls=frozenset(attributes["capability"]),
        attribute_calls=frozenset(attributes["calls"]),
        attributes=dict(attributes["values"]),
        functions=tuple((name, str(entry["fact"])) for entry in data["functions"] for name in entry["names"]),
        checks=tuple(data["checks"]["names"]),
        not_checks=tuple(data["checks"]["except"]),
        aborts=tuple(data["aborts"]["names"]),
        launches=tuple(data["launches"]["names"]),
        kernel_calls=tuple(data["launches"]["about"]),
        logs=frozenset(data["logs"]["names"]),
        conditional_logs=frozenset(data["logs"]["if"]),
        fatal=frozenset(data["logs"]["fatal"]),
    )
