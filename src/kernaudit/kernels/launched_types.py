"""Which types a text hands to the library's generic `device_kernel`: by their aliases, with what stands around them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LaunchedType", "launched_types"]

_LAUNCH = re.compile(r"\bdevice_kernel\s*<\s*(?:typename\s+)?([\w:]+)\s*>")
_AROUND = re.compile(r"(\w+)\s*<(?=\s*(?:typename\s+)?(?:\w+\s*::\s*)*(\w+)\b)")
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class LaunchedType:
    """A type that is launched.

    Attributes:
        text: what its alias stands for; the name itself where there is none in sight.
        at: where `text` starts.
        names: the words of the text.
        around: name -> names of the templates whose first argument it is.
    """

    text: str
    at: int
    names: tuple[str, ...]
    around: dict[str, tuple[str, ...]]


def launched_types(text: str) -> Iterator[LaunchedType]:
    """Yield the types that a text launches, without its parameters: whoever fills those in is asked for them."""
    for name in dict.fromkeys(match[1] for match in _LAUNCH.finditer(text)):
        plain = re.escape(name.rpartition("::")[2])
        alias = re.search(rf"\busing\s+{plain}\s*=([^;]*);", text)
        found, at = (name, text.index(name)) if alias is None else (alias[1], alias.start(1))
        names = tuple(dict.fromkeys(_NAME.findall(found)))
        if _is_parameter(plain, text) or _is_parameter(next((one for one in names if one != "typename"), plain), text):
            continue
        around: dict[str, tuple[str, ...]] = {}
        for match in _AROUND.finditer(found):
            around[match[2]] = (*around.get(match[2], ()), match[1])
        yield LaunchedType(found, at, names, around)


def _is_parameter(name: str, text: str) -> bool:
    """Whether a text's templates have a type parameter of that name."""
    return re.search(rf"\b(?:class|typename)\s+{name}\s*[,>=]", text) is not None
