"""`ast`, `json`, `shlex`, `textwrap`, `string` and `re`, as far as flags are made with them."""

from __future__ import annotations

import ast
import json
import shlex
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.text import repr_of
from kernaudit.build.setup_py.values import Builtin

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["MODULES"]

_LONGEST: Final = 100_000


def _reads(run: Callable[[str], Any], what: str) -> Any:
    def checked(machine: Machine, text: Any, *args: Any, **kwargs: Any) -> Any:
        hole = machine.hole(text)
        if hole is not None:
            return hole
        if not isinstance(text, str) or len(text) > _LONGEST:
            return machine.unknown(what)
        machine.spend(len(text))
        try:
            return run(text)
        except (SyntaxError, RecursionError, MemoryError):
            return machine.unknown(what)

    return checked


def _dumps(machine: Machine, value: Any, *args: Any, **kwargs: Any) -> str:
    return repr_of(machine, value)


def _quoted(machine: Machine, value: Any) -> Any:
    return machine.hole(value) or shlex.quote(value)


MODULES: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    "ast": lambda: {"literal_eval": Builtin("literal_eval", _reads(ast.literal_eval, "a literal"))},
    "json": lambda: {
        "loads": Builtin("loads", _reads(json.loads, "a JSON text")),
        "dumps": Builtin("dumps", _dumps),
    },
    "shlex": lambda: {
        "split": Builtin("split", _reads(shlex.split, "a command line")),
        "quote": Builtin("quote", _quoted),
    },
}
