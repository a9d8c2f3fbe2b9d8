"""Reads the YAML of a rule file strictly, and keeps the lines so that an error can name one.

Stricter than YAML: no aliases (they make small files huge), no duplicate keys, no tags, no floats or
dates (`9.0` and `2025-01-30` must be quoted, a number that loses its last zero is a wrong answer).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from kernaudit.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["RuleText", "parse_rule_text"]

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml where the wheel has it: about eight times faster, and it bounds nesting itself."""

_TAG = "tag:yaml.org,2002:"
_BOOLEANS = {"true": True, "false": False}
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_MAX_DEPTH = 64


class RuleText:
    """A parsed rule file: `data` in plain Python values, and the line of every part of it."""

    def __init__(self, label: str, data: object, root: yaml.Node | None) -> None:
        self.label = label
        self.data: Any = data
        self._root = root

    def line(self, path: Sequence[str | int]) -> int:
        """The line of the part at `path` (keys and indices), or of its nearest parent that exists."""
        node, line = self._root, 1
        for step in path:
            key, child = _step(node, step)
            if child is None:
                break
            node, line = child, (key or child).start_mark.line + 1
        return line

    def error(self, path: Sequence[str | int], message: str) -> RuleError:
        """An error whose text starts with `file:line`."""
        return RuleError(f"{self.label}:{self.line(path)}: {message}")


def parse_rule_text(label: str, text: str) -> RuleText:
    """Parse one YAML document.

    Raises:
        RuleError: it is no YAML, or uses what rule files may not use; the text starts with `label:line`.
    """
    try:
        root = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        last = text.count("\n", 0, len(text) - 1) + 1  # libyaml puts what is missing at the end a line further
        line = min(mark.line + 1, last) if mark is not None else 1
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise RuleError(f"{label}:{line}: not valid YAML: {problem}") from error
    return RuleText(label, None if root is None else _Plain(label).convert(root, 0), root)


class _Plain:
    """Turns composed nodes into plain values; one instance per file."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.seen: set[int] = set()

    def convert(self, node: yaml.Node, depth: int) -> object:
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if id(node) in self.seen:
            raise self._refuse(node, "aliases (*name) are not allowed in rule files")
        self.seen.add(id(node))
        if depth > _MAX_DEPTH:
            raise self._refuse(node, "nested too deeply")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, depth)
        return [self.convert(item, depth + 1) for item in node.value]

    def _mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, object]:
        result: dict[str, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode) or key_node.tag != f"{_TAG}str":
                raise self._refuse(key_node, f"a key must be text; quote it: {getattr(key_node, 'value', '?')!r}")
            if key_node.value in result:
                raise self._refuse(key_node, f"the key {key_node.value!r} stands here twice")
            result[key_node.value] = self.convert(value_node, depth + 1)
        return result

    def _scalar(self, node: yaml.ScalarNode) -> object:
        value: str = node.value
        match node.tag.removeprefix(_TAG):
            case "str":
                return value
            case "int" if _INTEGER.fullmatch(value):
                return int(value)
            case "bool" if value.lower() in _BOOLEANS:
                return _BOOLEANS[value.lower()]
            case "null":
                return None
        raise self._refuse(node, f"quote this value, or YAML changes it: {value[:60]!r}")

    def _refuse(self, node: yaml.Node, message: str) -> RuleError:
        return RuleError(f"{self.label}:{node.start_mark.line + 1}: {message}")


def _step(node: yaml.Node | None, step: str | int) -> tuple[yaml.Node | None, yaml.Node | None]:
    """Key node (for mappings) and value node of one step down; (None, None) where there is none."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == step:
                return key, value
    elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return None, node.value[step]
    return None, None
