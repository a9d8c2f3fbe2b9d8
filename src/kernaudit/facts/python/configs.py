"""The configurations under which a Triton kernel is compiled: tile sizes and pipeline stages."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.facts.python.config_lists import listed_entries, number_of
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.model.python_api import PythonLanguage
    from kernaudit.sources.python.module import PythonModule

__all__ = ["TileConfig", "lists_configs", "prunes_configs", "read_configs"]


@dataclass(frozen=True, slots=True)
class TileConfig:
    """One of them.

    Attributes:
        values: compile-time arguments that are numbers.
        stages: of the software pipeline; None where not known.
        location: where it is written.
        texts: what is written for others.
    """

    values: Mapping[str, int]
    stages: int | None
    location: Location | None
    texts: Mapping[str, str] = field(default_factory=dict)


def read_configs(
    node: ast.FunctionDef | ast.AsyncFunctionDef, module: PythonModule, language: PythonLanguage
) -> tuple[TileConfig, ...]:
    """Return the configurations that decorators list, one of which is tried out at run time.

    None at all without such a list, or where it is made in a way that is not read (by more code, with a filter).
    """
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call):
            listed = next((one.value for one in decorator.keywords if one.arg == "configs"), None)
            if listed is None and decorator.args and _last(decorator.func) == "autotune":
                listed = decorator.args[0]
            if listed is not None:
                return tuple(_listed(listed, module, language))
    return ()


def lists_configs(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether decorators list configurations, read or not."""
    calls = [one for one in node.decorator_list if isinstance(one, ast.Call)]
    return any(_last(one.func) == "autotune" or any(key.arg == "configs" for key in one.keywords) for one in calls)


def prunes_configs(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether code leaves out some of the configurations before they are tried."""
    calls = [one for one in node.decorator_list if isinstance(one, ast.Call)]
    return any(key.arg is not None and key.arg.startswith("prune") for one in calls for key in one.keywords)


def _listed(node: ast.expr, module: PythonModule, language: PythonLanguage) -> Iterable[TileConfig]:
    entries = listed_entries(node, module) or ()
    found = [_config(_looked_up(one, module), numbers, module, language) for one, numbers in entries]
    if all(one is not None for one in found):
        yield from (one for one in found if one is not None)


def _config(
    node: ast.expr,
    numbers: Mapping[str, int],
    module: PythonModule,
    language: PythonLanguage,
) -> TileConfig | None:
    if not isinstance(node, ast.Call) or _last(node.func) != language.stages_config.rpartition(".")[2]:
        return None
    values: dict[str, int] = {}
    given = node.args[0] if node.args else next((one.value for one in node.keywords if one.arg == "kwargs"), None)
    if isinstance(given, ast.Dict):
        for key, value in zip(given.keys, given.values, strict=True):
            number = number_of(value, numbers)
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and number is not None:
                values[key.value] = number
    stages = next((one.value for one in node.keywords if one.arg == language.stages_keyword), None)
    depth = language.stages_default if stages is None else number_of(stages, numbers)
    return TileConfig(values, depth, Location(module.path, node.lineno))


def _looked_up(node: ast.expr, module: PythonModule) -> ast.expr:
    found = module.assigned(node.id) if isinstance(node, ast.Name) else None
    return node if found is None else found


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
