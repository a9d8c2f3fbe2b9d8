"""Which qualified names a name may stand for: namespace aliases, using directives and using declarations.

C++ standard, [namespace.alias], [namespace.udir], [namespace.udecl].
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Aliases", "declared_aliases", "meanings"]

Aliases = tuple[tuple[str, str], ...]
"""Pairs of an alias and what it stands for, sorted; one alias may have several meanings.

`using namespace n` gives the empty alias: n may stand before any name. `using n::f` makes f an alias of n::f.
"""

_QUALIFIED: Final = r"(?:::\s*)?([A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*)\s*;"
_ALIAS: Final = re.compile(rf"namespace(?<!\wnamespace)\s+([A-Za-z_]\w*)\s*=\s*{_QUALIFIED}")
_DIRECTIVE: Final = re.compile(rf"using(?<!\wusing)\s+namespace\s+{_QUALIFIED}")
_DECLARATION: Final = re.compile(r"using(?<!\wusing)\s+(?:::\s*)?((?:[A-Za-z_]\w*\s*::\s*)+([A-Za-z_]\w*))\s*;")
_MOST_STEPS: Final = 4
_MOST_MEANINGS: Final = 16


def declared_aliases(text: str) -> Aliases:
    """Return the aliases that stand in a text, at whatever scope."""
    found = [(name, target) for name, target in _ALIAS.findall(text)] if "namespace" in text else []
    if "using" in text:
        found += [("", target) for target in _DIRECTIVE.findall(text)]
        found += [(name, target) for target, name in _DECLARATION.findall(text)]
    return tuple(sorted({(name, "".join(target.split())) for name, target in found}))


def meanings(name: str, aliases: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return a qualified name, and what it is once each alias in it is replaced; a name has at most 16 meanings."""
    found = {name: None}
    pending = [name]
    for _ in range(_MOST_STEPS):
        pending = [made for one in pending for made in _replaced(one, aliases) if made not in found]
        found.update(dict.fromkeys(pending))
        if not pending or len(found) > _MOST_MEANINGS:
            break
    return tuple(found)[:_MOST_MEANINGS]


def _replaced(name: str, aliases: Iterable[tuple[str, str]]) -> list[str]:
    parts = name.split("::")
    whole = [target for alias, target in aliases if alias == name]
    whole += [f"{target}::{name}" for alias, target in aliases if not alias and parts[0] != target.split("::")[0]]
    return whole + [
        "::".join((target, *parts[index + 1 :]))
        for index, part in enumerate(parts[:-1])
        for alias, target in aliases
        if alias == part
    ]
