"""What functions that are not in the tree do or tell: device library, compiler built-ins, standard library."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Builtins", "CallKind"]

CallKind = Literal["pure", "sync", "print", "trap", "assert", "store"]
"""`pure` has no effect, `sync` only orders, `print` writes to the host's console, `trap` ends the kernel."""


_TELLING: Final = (
    r"(?:(?:^|_|[a-z])Arch|(?:^|_)(?:arch|ARCH))(?![a-z])|[cC]ompute_?[cC]ap|[cC]apability"
    r"|(?:^|_)(?:sm|SM)_?[vV]ersion|(?:^|_)[iI]s_?[sS][mM]_?\d"
)
"""Names of functions and constants that tell a target, whatever generations there are."""


class Builtins:
    """Call kinds by name pattern, from `rules/guards/device_functions.yaml`.

    Args:
        patterns: names by kind; `*` stands for any word characters.
        generations: of the device profiles, such as Hopper.
    """

    def __init__(self, patterns: Mapping[str, Sequence[str]], generations: Iterable[str]) -> None:
        names = "|".join(f"[{one[0].upper()}{one[0].lower()}]{re.escape(one[1:])}" for one in sorted(set(generations)))
        self._telling = re.compile(f"{_TELLING}|(?:^|_)[iI]s_?(?:{names})" if names else _TELLING)
        self._tells: dict[str, bool] = {}
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

    def tells_target(self, name: str) -> bool:
        """Whether a name is one under which code asks what it is compiled for: `kArch`, `is_hopper`, `sm_version`."""
        known = self._tells.get(name)
        if known is None:
            known = self._tells[name] = self._telling.search(name) is not None
        return known


def _glob(pattern: str) -> str:
    return re.escape(pattern).replace(r"\*", r"\w*")
