"""Cache entries: `set(... CACHE ...)` and the rules for entries given on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["CacheEntry", "set_cache", "set_cache_signature"]

_TYPES: Final = frozenset({"BOOL", "PATH", "FILEPATH", "STRING", "INTERNAL", "STATIC", "UNINITIALIZED"})


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """What `set(name value CACHE kind doc)` says of an entry."""

    value: str
    kind: str
    doc: str = ""


def set_cache(interp: Interpreter, name: str, entry: CacheEntry, *, force: bool = False) -> None:
    """Make a cache entry.

    An entry that exists stays, unless it is forced or INTERNAL; one from the command line (it has no type yet) only
    gets its type. Without policy CMP0126 a variable of the name is removed whenever an entry is made.
    """
    kind = entry.kind if entry.kind in _TYPES else "STRING"
    existing = interp.cache.get(name)
    typed = name in interp.cache_types
    if existing is not None and typed and kind != "INTERNAL" and not force:
        return
    interp.cache[name] = entry.value if existing is None or typed or force else existing
    interp.cache_types[name] = kind
    interp.cache_docs[name] = entry.doc
    if not interp.policies.is_new("CMP0126"):
        interp.unset(name)


def set_cache_signature(interp: Interpreter, name: str, args: list[str]) -> None:
    """Run `set(CACHE{name} [TYPE <type>] [HELP <text>...] [FORCE] VALUE <value>...)`."""
    if "VALUE" not in args:
        interp.fail("set Required argument 'VALUE' is missing.")
    at = args.index("VALUE")
    force, kind = _options(interp, args[:at])
    if not kind:
        kind = interp.cache_types.get(name, "STRING")
    set_cache(interp, name, CacheEntry(";".join(args[at + 1 :]), kind), force=force)


def _options(interp: Interpreter, args: list[str]) -> tuple[bool, str]:
    force, kind, current = False, "", ""
    for arg in args:
        if arg == "FORCE":
            force, current = True, ""
        elif arg in ("TYPE", "HELP"):
            current = arg
        elif current == "TYPE":
            if arg not in _TYPES:
                interp.fail(f'set Error after keyword "TYPE":\n  invalid value: "{arg}"')
            kind, current = arg, ""
        elif current != "HELP":
            interp.fail(f"set Called with unsupported argument(s): {arg}.")
    return force, kind
