"""Reads `rules/guards/*.yaml`: macros that the compiler, editors and fetched libraries define."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.model.library_macro import LibraryMacro, LibraryMacros
from kernaudit.ruleset.yaml_text import parse_rule_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.ruleset.files import RuleFile

__all__ = ["load_library_macros"]

_FOLDER = "guards/"


def load_library_macros(files: Iterable[RuleFile]) -> LibraryMacros:
    """Return the entries of all guard files, in the order of their names.

    Raises:
        RuleError: a file is no YAML.
    """
    macros: list[LibraryMacro] = []
    undefined: set[str] = set()
    prefixes: list[tuple[str, str]] = []
    for file in files:
        if file.name.startswith(_FOLDER) and file.name != f"{_FOLDER}device_functions.yaml":
            data = parse_rule_text(file.label, file.text()).data
            macros.extend(_macros(data, file.name))
            undefined.update(entry["name"] for entry in data.get("undefined", ()))
            prefixes.extend((header, prefix) for header in data["headers"] for prefix in data["prefixes"])
    return LibraryMacros(tuple(macros), frozenset(undefined), tuple(prefixes))


def _macros(data: dict[str, Any], rule: str) -> Iterator[LibraryMacro]:
    for entry in data["macros"]:
        params = entry.get("params")
        yield LibraryMacro(
            entry["name"], entry["value"], None if params is None else tuple(params), entry.get("when"), rule
        )
