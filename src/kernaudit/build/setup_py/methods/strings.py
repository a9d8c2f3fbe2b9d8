"""Methods of strings; bytes are texts too, `encode` and `decode` change nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.text import format_template, text_of
from kernaudit.build.setup_py.values import Builtin, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["string_method"]

_PLAIN: Final = frozenset(
    {
        "count", "endswith", "find", "index", "isalnum", "isalpha", "isdecimal", "isdigit", "isidentifier", "islower",
        "isnumeric", "isspace", "isupper", "partition", "removeprefix", "removesuffix", "rfind", "rindex",
        "rpartition", "rsplit", "split", "splitlines", "startswith",
    }
)  # fmt: skip
"""Methods whose result is no longer than the text; with a part that is not known, neither is the result."""

_EITHER: Final = frozenset(
    {"capitalize", "casefold", "lower", "lstrip", "rstrip", "strip", "swapcase", "title", "upper"}
)
"""Methods that work around a part that is not known."""

_PADDING: Final = frozenset({"center", "ljust", "rjust", "zfill"})
_MOST_PADDING: Final = 1000


def string_method(machine: Machine, text: str, name: str) -> Any:
    """Return a method of a text."""
    if name in _SPECIAL:
        return Builtin(name, partial(_receive, _SPECIAL[name], text))
    if name in _PLAIN or name in _EITHER or name in _PADDING:
        return Builtin(name, partial(_call, name, text))
    return machine.unknown(f"str.{name}")


def _receive(run: Any, text: str, machine: Machine, *args: Any, **kwargs: Any) -> Any:
    return run(machine, text, *args, **kwargs)


def _call(name: str, text: str, machine: Machine, *args: Any, **kwargs: Any) -> Any:
    hole = next((h for one in (*args, *kwargs.values()) if (h := machine.hole(one)) is not None), None)
    if hole is not None:
        return hole
    if name in _PLAIN and contains_unknown(text):
        return _around_unknown(machine, name, text, args)
    if name in _PADDING and args and isinstance(args[0], int) and args[0] > _MOST_PADDING:
        return machine.unknown("a padded text")
    machine.spend(len(text))
    return getattr(text, name)(*args, **kwargs)


def _around_unknown(machine: Machine, name: str, text: str, args: tuple[Any, ...]) -> Any:
    """Return what the known beginning or end of a text already tells."""
    wanted = (args[0] if isinstance(args[0], tuple) else (args[0],)) if args else ()
    if name == "startswith" and any(text.startswith(one) for one in wanted):
        return True
    if name == "endswith" and any(text.endswith(one) for one in wanted):
        return True
    return machine.unmark(text)


def _join(machine: Machine, text: str, parts: Any) -> Any:
    found = items_of(machine, parts)
    if isinstance(found, Unknown):
        return machine.mark(found)
    pieces = [text_of(machine, one) for one in found]
    machine.spend(sum(map(len, pieces)) + len(text) * len(pieces))
    return text.join(pieces)


def _format(machine: Machine, text: str, *args: Any, **kwargs: Any) -> str:
    return format_template(machine, text, args, kwargs)


def _replace(machine: Machine, text: str, old: Any, new: Any, count: Any = -1) -> Any:
    for value in (text, old):
        hole = machine.hole(value)
        if hole is not None:
            return hole
    new = text_of(machine, new)
    machine.spend(len(text) + text.count(old) * len(new))
    return text.replace(old, new, count)


def _same(machine: Machine, text: str, *args: Any, **kwargs: Any) -> str:
    return text


_SPECIAL: Final = {"join": _join, "format": _format, "replace": _replace, "encode": _same, "decode": _same}
