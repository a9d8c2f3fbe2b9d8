"""Reads `rules/gates/jit.yaml`: names with which programs compile kernels while they run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.model.runtime_compile import RuntimeCompileNames, SpecNames
from kernaudit.ruleset.one_file import read_one_file

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
    return read_one_file(files, _FILE, "run-time compile", _read)


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
