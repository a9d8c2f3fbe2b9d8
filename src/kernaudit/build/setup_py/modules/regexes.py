"""`re`, for expressions whose matching is cheap by their form; the result of any other is not known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.values import Builtin, ClassValue, Instance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["MODULES"]

_REPEATS: Final = re.compile(r"(?<!\\)(?:\*|\+|\{[0-9]*,[0-9]*\})")
_NESTED: Final = re.compile(r"\)\s*[*+{]|\\[1-9]|\(\?P=")
_MOST_WORK: Final = 20_000_000
_LONGEST: Final = 500


def _is_cheap(pattern: str, text: str) -> bool:
    """Tell whether matching is bounded: no repeated group, and the text's length to the number of repeats is small."""
    if len(pattern) > _LONGEST or _NESTED.search(pattern):
        return False
    return bool((len(text) + 1) ** (len(_REPEATS.findall(pattern)) + 1) <= _MOST_WORK)


def _run(name: str) -> Any:
    def run(machine: Machine, pattern: Any, *args: Any, **kwargs: Any) -> Any:
        given = [pattern, *args]
        text = args[1] if name == "sub" and len(args) > 1 else args[0] if args else None
        hole = next((h for one in given if (h := machine.hole(one)) is not None), None)
        if hole is not None:
            return hole
        flags = [one for one in (*args, *kwargs.values()) if isinstance(one, int)]
        if not isinstance(pattern, str) or not isinstance(text, str) or flags or not _is_cheap(pattern, text):
            return machine.unknown("the result of a regular expression")
        machine.spend(len(text))
        try:
            return _result(getattr(re, name)(*given))
        except (re.error, RecursionError, OverflowError):
            return machine.unknown("the result of a regular expression")

    return run


def _result(found: Any) -> Any:
    if not isinstance(found, re.Match):
        return found
    groups, named = (found[0], *found.groups()), found.groupdict()

    def group(machine: Machine, self: Any, *which: Any) -> Any:
        one = which[0] if which else 0
        return named[one] if isinstance(one, str) else groups[one]

    methods = {
        "group": Builtin("group", group),
        "__getitem__": Builtin("__getitem__", group),
        "groups": Builtin("groups", lambda machine, self: groups[1:]),  # noqa: ARG005 - the shape of a method
    }
    return Instance(ClassValue("Match", (), methods))


def _compiled(machine: Machine, pattern: Any, *flags: Any) -> Any:
    def bound(name: str) -> Any:
        def run(inner: Machine, self: Any, *args: Any, **kwargs: Any) -> Any:
            if flags:
                return inner.unknown("the result of a regular expression")
            return _run(name)(inner, pattern, *args, **kwargs)

        return Builtin(name, run)

    return Instance(ClassValue("Pattern", (), {name: bound(name) for name in _NAMES}))


_NAMES: Final = ("search", "match", "fullmatch", "findall", "sub", "split")
MODULES: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    "re": lambda: {
        **{name: Builtin(name, _run(name)) for name in _NAMES},
        "compile": Builtin("compile", _compiled),
        "escape": Builtin("escape", lambda machine, text: machine.hole(text) or re.escape(text)),
    }
}
