"""What calls of functions that are not in the tree do: device library, compiler built-ins, standard library."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Builtins", "CallKind"]

CallKind = Literal["pure", "sync", "print", "trap", "assert", "store"]
"""`pure` has no effect, `sync` only orders, `print` writes to the host's console, `trap` ends the kernel."""


class Builtins:
    """Call kinds by name pattern, from `rules/guards/device_functions.yaml`."""

    def __init__(self, patterns: Mapping[str, Sequence[str]]) -> None:
        self._compiled = [
            (kind, re.compile("|".join(_glob(pattern) for pattern in names))) for kind, names in patterns.items()
        ]
        self._cache: dict[str, str | None] = {}

    def kind(self, name: str) -> str | None:
        """Return what a call of this unqualified name does, or None where nothing says so."""
        if name not in self._cache:
            found = (kind for kind, pattern in self._compiled if pattern.fullmatch(name))
            self._cache[name] = next(found, None)
        return self._cache[name]


def _glob(pattern: str) -> str:
    return re.escape(pattern).replace(r"\*", r"\w*")
