"""Reads `kernaudit.yaml` and `[tool.kernaudit]` as plain text values, with the lines that an error has to name.

Every scalar stays the text that was written: `to: 10.0` is a device and not the number ten. Aliases, tags and keys that
stand twice are refused.
"""

from __future__ import annotations

import re
import tomllib
from datetime import date, time
from typing import TYPE_CHECKING, Any

import yaml

from kernaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Document", "read_toml", "read_yaml"]

_MAX_DEPTH = 20
_STANDARD = re.compile(r"tag:yaml\.org,2002:(str|int|float|bool|null|timestamp|map|seq)")
_TABLE = "[tool.kernaudit"


class Document:
    """A parsed file: plain `data`, and the line of every part."""

    def __init__(self, label: str, data: Any, line_of: Callable[[Sequence[str | int]], int]) -> None:  # noqa: ANN401
        self.label = label
        self.data = data
        self.line = line_of

    def error(self, path: Sequence[str | int], message: str) -> UsageError:
        """An error whose text starts with `file:line`."""
        return UsageError(f"{self.label}:{self.line(path)}: {message}")


def read_yaml(label: str, text: str) -> Document:
    """Parse YAML.

    Raises:
        UsageError: it is no YAML, or uses what a configuration may not use; starts with `file:line`.
    """
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = yaml.compose(text, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        last = text.count("\n", 0, len(text) - 1) + 1  # libyaml puts what is missing at the end a line further
        line = 1 if mark is None else min(mark.line + 1, last)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise UsageError(f"{label}:{line}: not valid YAML: {problem}") from error
    except RecursionError as error:
        raise UsageError(f"{label}:1: nested too deeply") from error
    data = {} if root is None else _Plain(label).convert(root, 0)
    return Document(label, data, lambda path: _node_line(root, path))


def read_toml(label: str, text: str) -> Document | None:
    """Take `[tool.kernaudit]` out of a TOML file; None where there is no such table.

    Raises:
        UsageError: it is no TOML; starts with `file:line`.
    """
    if _TABLE not in text:
        return None
    try:
        whole = tomllib.loads(text, parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        match = re.search(r"line (\d+)", str(error))
        raise UsageError(f"{label}:{match[1] if match else 1}: not valid TOML: {error}") from error
    table = whole.get("tool", {}).get("kernaudit")
    if table is None:
        return None
    lines = text.splitlines()
    return Document(label, _as_text(table), lambda path: _toml_line(lines, path))


class _Plain:
    """Turns composed nodes into text, lists and mappings."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.seen: set[int] = set()

    def convert(self, node: yaml.Node, depth: int) -> object:
        if not _STANDARD.fullmatch(node.tag):
            raise self._refuse(node, f"the tag {node.tag[:40]!r} is not allowed here")
        if id(node) in self.seen:
            raise self._refuse(node, "aliases (*name) are not allowed here")
        self.seen.add(id(node))
        if depth > _MAX_DEPTH:
            raise self._refuse(node, "nested too deeply")
        if isinstance(node, yaml.ScalarNode):
            return None if node.tag.endswith(":null") else node.value
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, depth)
        return [self.convert(item, depth + 1) for item in node.value]

    def _mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, object]:
        result: dict[str, object] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self._refuse(key, "a key must be text")
            if key.value in result:
                raise self._refuse(key, f"the key {key.value!r} stands here twice")
            result[key.value] = self.convert(value, depth + 1)
        return result

    def _refuse(self, node: yaml.Node, message: str) -> UsageError:
        return UsageError(f"{self.label}:{node.start_mark.line + 1}: {message}")


def _node_line(node: yaml.Node | None, path: Sequence[str | int]) -> int:
    line = 1
    for step in path:
        key, node = _step(node, step)
        if node is None:
            break
        line = (key or node).start_mark.line + 1
    return line


def _step(node: yaml.Node | None, step: str | int) -> tuple[yaml.Node | None, yaml.Node | None]:
    if isinstance(node, yaml.MappingNode):
        return next(((key, value) for key, value in node.value if key.value == step), (None, None))
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return None, node.value[step]
    return None, None


def _as_text(value: object) -> object:
    match value:
        case dict():
            return {name: _as_text(part) for name, part in value.items()}
        case list():
            return [_as_text(part) for part in value]
        case bool():
            return "true" if value else "false"
        case date() | time():
            return value.isoformat()
    return str(value)


def _toml_line(lines: Sequence[str], path: Sequence[str | int]) -> int:
    """The line of a part; TOML parsers keep none, so it is searched: the table, then each key or item below it."""
    here = next((number for number, line in enumerate(lines) if line.strip().startswith(_TABLE)), 0)
    name = ["tool", "kernaudit"]
    for step in path:
        if isinstance(step, int):
            here = _nth(lines, f"[[{'.'.join(name)}]]", step) or here
            continue
        name.append(step)
        table = re.compile(rf"\s*\[\[?{re.escape('.'.join(name))}[\].]|\s*[\"']?{re.escape(step)}[\"']?\s*[=.]")
        here = next((number for number in range(here, len(lines)) if table.match(lines[number])), here)
    return here + 1


def _nth(lines: Sequence[str], header: str, index: int) -> int | None:
    found = [number for number, line in enumerate(lines) if line.strip().startswith(header)]
    return found[index] if index < len(found) else None
