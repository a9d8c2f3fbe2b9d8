"""Reads `rules/gates/jit.yaml`: names with which programs compile kernels while they run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.errors import RuleError
from kernaudit.model.runtime_compile import RuntimeCompileNames, SpecNames
from kernaudit.ruleset.yaml_text import parse_rule_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.ruleset.files import RuleFile

__all__ = ["load_runtime_compile"]

_FILE = "gates/jit.yaml"


def load_runtime_compile(files: Iterable[RuleFile]) -> RuntimeCompileNames:
    """Return the names.

    Raises:
        RuleError: the file is missing or no YAML, or a part of it is.
    """
    for file in files:
        if file.name == _FILE:
            try:
                return _read(parse_rule_text(file.label, file.text()).data)
            except (KeyError, TypeError, AttributeError) as error:
                raise RuleError(f"{file.label}:1: not the form of run-time compile rules ({error})") from error
    raise RuleError(f"rules/{_FILE}:1: is missing")


def _read(data: Any) -> RuntimeCompileNames:  # noqa: ANN401 - parsed YAML
    return RuntimeCompileNames(
        compilers=frozenset(data["compilers"]),
        parameters={name: kind for kind, names in data["parameters"].items() for name in names},
        options=tuple(data["options"]),
        pairs=frozenset(data["pairs"]),
        loads=tuple(data["loads"]),
        specs=tuple(map(_spec, data["specs"])),
        toolkit={name: kind for kind, names in data["toolkit"].items() for name in names},
        places=tuple(data["places"]),
    )


def _spec(data: Any) -> SpecNames:  # noqa: ANN401 - parsed YAML
    texts = {name: str(data[name]) for name in ("function", "place", "prefix", "flags", "context", "method")}
    return SpecNames(arguments=tuple(data["arguments"]), **texts)
