"""Fields in which a program keeps what devices answered: `info.smpbo = prop.sharedMemPerBlockOptin`.

Such fields are filled in one unit and read in others, so they are looked for in the whole project. A name counts only
if every assignment to a field of that name says the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.frame import Frame
from kernaudit.facts.scope import UnitScope
from kernaudit.facts.shared_memory.api import PROPERTIES
from kernaudit.facts.shared_memory.host import HostWalker
from kernaudit.facts.shared_memory.syntax import BodyReader
from kernaudit.facts.shared_memory.term import Missing, Query, walk
from kernaudit.facts.shared_memory.value import DeviceProperties, Variable
from kernaudit.sources.split import Piece
from kernaudit.sources.syntax import Declaration

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.sources.ast import Tuple

__all__ = ["device_fields"]

_HINT: Final = re.compile(r"\b(?:sharedMemPerBlock(?:Optin)?|sharedMemPerMultiprocessor)\b")
_ASSIGNMENT: Final = re.compile(
    r"(?:\.|->)\s*([A-Za-z_]\w*)\s*=(?!=)\s*([^;{}]*\b([A-Za-z_]\w*)\s*(?:\.|->)\s*(?:"
    + "|".join(PROPERTIES)
    + r")\b[^;{}]*);"
)
_ANY_ASSIGNMENT: Final = r"(?:\.|->)\s*{name}\s*=(?!=)\s*([^;{{}}]*);"
_MAX_LENGTH: Final = 300


def device_fields(texts: Iterable[str]) -> dict[str, Term]:
    """Return the fields by name, given the active texts of all files."""
    found: dict[str, set[Term]] = {}
    for text in texts:
        if _HINT.search(text):
            for name, expression, properties in _ASSIGNMENT.findall(text):
                term = _value(expression, properties) if len(expression) < _MAX_LENGTH else None
                others = set(re.findall(_ANY_ASSIGNMENT.format(name=name), text)) - {expression}
                if term is not None and not others:
                    found.setdefault(name, set()).add(term)
    return {name: next(iter(terms)) for name, terms in found.items() if len(terms) == 1}


def _value(expression: str, properties: str) -> Term | None:
    """The value of an expression in which a name stands for the properties of the device."""
    walker = HostWalker(UnitScope(()), {}, BodyReader())
    walker.consider(())
    walker.steps = _MAX_LENGTH
    frame = Frame({}, ())
    frame.names[properties] = Variable(DeviceProperties())
    term = walker.number(_parsed(expression), frame)
    parts = list(walk(term))
    known = not any(isinstance(part, Missing) for part in parts)
    return term if known and any(isinstance(part, Query) for part in parts) else None


def _parsed(expression: str) -> Tuple:
    source = f"const auto value = {expression};"
    constants = Declaration("", source, Piece(0, len(source), 1, (), -1)).outline.constants.get("value")
    value = constants[0].value if constants else None
    return value if isinstance(value, tuple) else ("opaque", ())
