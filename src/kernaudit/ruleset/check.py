"""Checks rule files against their schema; every complaint starts with `file:line`.

Only this module and `schema/` import pydantic, and only when a file was not checked before (see `store`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kernaudit.errors import RuleError
from kernaudit.ruleset.kinds import schema_of
from kernaudit.ruleset.yaml_text import parse_rule_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pydantic import BaseModel, ValidationError

    from kernaudit.ruleset.files import RuleFile
    from kernaudit.ruleset.yaml_text import RuleText

__all__ = ["check_file", "check_files"]

Path = tuple[str | int, ...]

_SHOWN = 10
"""Faults of one file that are told at once."""


def check_files(files: Sequence[RuleFile]) -> dict[str, Any]:
    """Parse and check all given files: plain data by file name.

    Raises:
        RuleError: a file breaks its schema; its faults are named together, each with its line.
    """
    result: dict[str, Any] = {}
    for file in files:
        schema = schema_of(file.name)
        if schema is not None:
            module, name = schema
            result[file.name] = check_file(file, getattr(import_module(module), name))
    return result


def check_file(file: RuleFile, model: type[BaseModel]) -> dict[str, Any]:
    """Parse one file and check it against a schema; returns its plain data.

    Raises:
        RuleError: it breaks the schema, or names a source that its `sources` do not explain.
    """
    from pydantic import ValidationError  # noqa: PLC0415 - a checked set of rules never needs it

    text = parse_rule_text(file.label, file.text())
    try:
        model.model_validate(text.data)
    except ValidationError as error:
        raise _all_of([*_complaints(text, error)]) from None
    faults = [str(text.error(path, message)) for path, message in _source_faults(text.data)]
    if faults:
        raise _all_of(faults)
    if not isinstance(text.data, dict):
        raise text.error((), "a rule file is a mapping")
    return text.data


def _all_of(faults: Sequence[str]) -> RuleError:
    shown = faults[:_SHOWN]
    more = [f"and {len(faults) - _SHOWN} more"] if len(faults) > _SHOWN else []
    return RuleError("; ".join([*shown, *more]))


def _complaints(text: RuleText, error: ValidationError) -> Iterator[str]:
    seen: set[str] = set()  # the branches of an either-or report the same fault twice
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        path: Path = tuple(detail["loc"])
        key = ".".join(str(step) for step in path if step != "[key]") or "the file"
        line = str(text.error(path, f"{key}: {_reword(detail['type'], detail['msg'])}"))
        if line not in seen:
            seen.add(line)
            yield line


def _reword(kind: str, message: str) -> str:
    match kind:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return "is no key of such a file"
        case "string_type":
            return "must be text; put it in quotes"
    return message[:1].lower() + message[1:]


def _source_faults(data: object) -> Iterator[tuple[Path, str]]:
    """Sources that are named but not explained, and the other way round."""
    if not isinstance(data, dict) or not isinstance(data.get("sources"), dict):
        return
    known = data["sources"]
    used = set()
    for path, key in _named_sources({name: part for name, part in data.items() if name != "sources"}, ()):
        used.add(key)
        if key not in known:
            yield path, f"the source {key!r} is not explained under `sources`"
    for key in known:
        if key not in used:
            yield ("sources", key), f"the source {key!r} is used by nothing in this file"


_SOURCE_KEYS = frozenset({"source", "unknown"})
_KEYED_BY_SOURCE = frozenset({"aliases"})
_SOURCE_VALUED = frozenset({"families", "formerly"})


def _named_sources(part: object, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(part, list):
        for index, item in enumerate(part):
            yield from _named_sources(item, (*path, index))
    elif isinstance(part, dict):
        for key, value in part.items():
            here = (*path, key)
            if key in _KEYED_BY_SOURCE and not path:
                yield from (((*here, name), name) for name in value)
            elif key in _SOURCE_VALUED and not path:
                yield from (((*here, name), source) for name, source in value.items())
            elif key in _SOURCE_KEYS and isinstance(value, str):
                yield here, value
            else:
                yield from _named_sources(value, here)
