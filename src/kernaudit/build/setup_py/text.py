"""Values as text: `str()`, f-strings, `%` and `.format`; a part that is not known stays a marked part."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Any, Final

from packaging.version import Version

from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.build.setup_py.values import Instance, PathValue, Unknown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["format_percent", "format_template", "format_value", "repr_of", "text_of"]

_WIDE: Final = re.compile(r"[0-9]{4,}")
_CONVERSION: Final = re.compile(
    r"%(?:\((?P<key>\w+)\))?(?P<flags>[-#0 +]*)(?P<width>[0-9]*)(?P<precision>\.[0-9]+)?(?P<kind>[diouxXeEfFgGcrsa%])"
)


def text_of(machine: Machine, value: Any) -> str:
    """Return `str(value)`; what is not known becomes a marked part."""
    if isinstance(value, str):
        return value
    if isinstance(value, Unknown):
        return machine.mark(value)
    if isinstance(value, PathValue):
        return value.path
    if value is None or isinstance(value, bool | int | float | Version):
        return str(value)
    if isinstance(value, Instance) and isinstance(value.attributes.get("args"), tuple):
        arguments = value.attributes["args"]
        return text_of(machine, arguments[0]) if len(arguments) == 1 else repr_of(machine, arguments)
    return repr_of(machine, value)


def repr_of(machine: Machine, value: Any) -> str:
    """Return `repr(value)`; what is not known becomes a marked part."""
    if isinstance(value, list | tuple | set | frozenset | dict) and _is_plain(value, 3):
        text = repr(sorted(value, key=repr)) if isinstance(value, set | frozenset) else repr(value)
        machine.spend(len(text))
        return text
    if (
        value is None
        or isinstance(value, bool | int | float)
        or (isinstance(value, str) and not contains_unknown(value))
    ):
        return repr(value)
    hole = machine.hole(value)
    return machine.mark(hole if hole is not None else machine.unknown("the text of an object"))


def _is_plain(value: Any, depth: int) -> bool:
    if isinstance(value, dict):
        return depth > 0 and all(_is_plain(one, depth - 1) for pair in value.items() for one in pair)
    if isinstance(value, list | tuple | set | frozenset):
        return depth > 0 and all(_is_plain(one, depth - 1) for one in value)
    if isinstance(value, str):
        return not contains_unknown(value)
    return value is None or isinstance(value, bool | int | float)


def format_value(machine: Machine, value: Any, spec: str, conversion: str = "") -> str:
    """Return what `{value!conversion:spec}` makes of a value."""
    if conversion == "r":
        value = repr_of(machine, value)
    elif conversion:
        value = text_of(machine, value)
    hole = machine.hole(value)
    if not spec:
        return text_of(machine, value)
    if hole is not None or contains_unknown(spec):
        return machine.mark(hole if hole is not None else machine.unmark(spec))
    if _WIDE.search(spec) or not isinstance(value, str | int | float):
        return machine.mark(machine.unknown(f"a value formatted as {spec}"))
    return format(value, spec)


def format_percent(machine: Machine, template: str, values: Any) -> str:
    """Return `template % values`.

    Raises:
        TypeError: there are too few values.
    """
    given = list(values) if isinstance(values, tuple) else [values]

    def replaced(match: re.Match[str]) -> str:
        if match["kind"] == "%":
            return "%"
        value = values.get(match["key"]) if match["key"] and isinstance(values, dict) else None
        if not match["key"]:
            if not given:
                raise TypeError("not enough arguments for format string")
            value = given.pop(0)
        return _converted(machine, match, value)

    result = _CONVERSION.sub(replaced, template)
    machine.spend(len(result))
    return result


def _converted(machine: Machine, match: re.Match[str], value: Any) -> str:
    if machine.hole(value) is not None or match["kind"] in "sra":
        text = repr_of(machine, value) if match["kind"] in "ra" else text_of(machine, value)
        return text.rjust(min(int(match["width"] or 0), 999)) if "-" not in match["flags"] else text
    if len(match["width"]) > 3 or len(match["precision"] or "") > 4 or not isinstance(value, int | float | str):
        return machine.mark(machine.unknown("a formatted value"))
    form = f"%{match['flags']}{match['width']}{match['precision'] or ''}{match['kind']}"
    return form % value


def format_template(machine: Machine, template: str, values: Sequence[Any], named: Mapping[str, Any]) -> str:
    """Return `template.format(*values, **named)`.

    Raises:
        IndexError: there are too few values.
        KeyError: a name is missing.
        ValueError: the template is malformed.
    """
    pieces: list[str] = []
    counter = 0
    for literal, name, spec, conversion in string.Formatter().parse(template):
        pieces.append(literal)
        if name is None:
            continue
        field_name = name or str(counter)
        counter += 0 if name else 1
        value = _field(machine, field_name, values, named)
        inner = format_template(machine, spec, values, named) if spec and "{" in spec else spec or ""
        pieces.append(format_value(machine, value, inner, conversion or ""))
    result = "".join(pieces)
    machine.spend(len(result))
    return result


def _keyed(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return value[int(key) if key.isdigit() else key]
    return value[int(key)] if isinstance(value, list | tuple | str) else None


def _field(machine: Machine, name: str, values: Sequence[Any], named: Mapping[str, Any]) -> Any:
    first, *rest = re.split(r"\.|\[", name)
    value = values[int(first)] if first.isdigit() else named[first]
    for part in rest:
        if part.endswith("]"):
            key = part[:-1]
            value = _keyed(value, key)
        else:
            value = machine.attribute(value, part)
    return value
