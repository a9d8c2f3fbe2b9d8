"""Reads `rules/guards/device_functions.yaml`: what calls do whose functions no tree has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.errors import RuleError
from kernaudit.ruleset.yaml_text import parse_rule_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.ruleset.files import RuleFile

__all__ = ["load_device_functions"]

_FILE = "guards/device_functions.yaml"


def load_device_functions(files: Iterable[RuleFile]) -> Mapping[str, Sequence[str]]:
    """Return call kind -> name patterns.

    Raises:
        RuleError: the file is missing or no YAML.
    """
    for file in files:
        if file.name == _FILE:
            kinds: Mapping[str, Sequence[str]] = parse_rule_text(file.label, file.text()).data["kinds"]
            return kinds
    raise RuleError(f"rules/{_FILE}:1: is missing")
