"""set(), unset(), option() and what else changes variables, cache entries and the environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.commands.cache import CacheEntry, set_cache, set_cache_signature
from kernaudit.build.cmake.lib.commands import is_on

if TYPE_CHECKING:
    from kernaudit.build.cmake.flow import Handler
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["COMMANDS"]


def _set(interp: Interpreter, args: list[str]) -> None:
    if len(args) == 2 and args[1] not in ("PARENT_SCOPE", "CACHE") and not args[0].endswith("}"):
        interp.set(args[0], args[1])
        return
    if not args:
        interp.fail("set called with incorrect number of arguments")
    name = args[0]
    if name.startswith("ENV{") and len(name) > 5:
        _set_environment(interp, name[4:-1], args[1] if len(args) > 1 else "")
    elif name.startswith("CACHE{") and len(name) > 7 and name.endswith("}"):
        set_cache_signature(interp, name[6:-1], args[1:])
    elif len(args) == 1:
        interp.unset(name)
    elif args[-1] == "PARENT_SCOPE":
        interp.check_total(args)
        interp.set_parent(name, ";".join(args[1:-1]) if len(args) > 2 else None)
    else:
        _set_values(interp, name, args)


def _set_environment(interp: Interpreter, name: str, value: str) -> None:
    """Nothing empties a variable that is not there."""
    if value or name in interp.env:
        interp.env[name] = value


def _set_values(interp: Interpreter, name: str, args: list[str]) -> None:
    force = len(args) > 4 and args[-1] == "FORCE"
    end = len(args) - 1 if force else len(args)
    cached = len(args) > 3 and args[end - 3] == "CACHE"
    if "CACHE" in args[-2:]:
        missing = "and" if args[-1] == "CACHE" else "or"
        interp.fail(f"set given invalid arguments for CACHE mode: missing type {missing} docstring")
    if force and not cached:
        interp.fail("set given invalid arguments: FORCE specified without CACHE")
    interp.check_total(args)
    if cached:
        set_cache(interp, name, CacheEntry(";".join(args[1 : end - 3]), args[end - 2], args[end - 1]), force=force)
    else:
        interp.set(name, ";".join(args[1:]))


def _unset(interp: Interpreter, args: list[str]) -> None:
    if not 1 <= len(args) <= 2:
        interp.fail("unset called with incorrect number of arguments")
    name = args[0]
    if name.startswith("ENV{") and len(name) > 5:
        interp.env.pop(name[4:-1], None)
    elif name.startswith("CACHE{") and len(name) > 7 and name.endswith("}"):
        _unset_cache(interp, name[6:-1])
    elif len(args) == 1:
        interp.unset(name)
    elif args[1] == "CACHE":
        _unset_cache(interp, name)
    elif args[1] == "PARENT_SCOPE":
        interp.set_parent(name, None)
    else:
        interp.fail("unset called with an invalid second argument")


def _unset_cache(interp: Interpreter, name: str) -> None:
    interp.cache.pop(name, None)
    interp.cache_types.pop(name, None)


def _option(interp: Interpreter, args: list[str]) -> None:
    if not 2 <= len(args) <= 3:
        interp.fail(f"option called with incorrect number of arguments: {' '.join(args)}")
    name = args[0]
    keeps_variable = interp.policies.is_new("CMP0077")
    if keeps_variable and name in interp.variables:
        return
    value = interp.cache.get(name)
    if value is not None and name in interp.cache_types:
        return
    if value is None:
        value = "ON" if len(args) == 3 and is_on(args[2]) else "OFF"
    elif len(args) == 2:
        value = "ON" if is_on(value) else "OFF"
    set_cache(interp, name, CacheEntry(value, "BOOL", args[1]))
    if not keeps_variable and interp.policies.is_new("CMP0126"):
        interp.unset(name)


def _nothing(interp: Interpreter, args: list[str]) -> None:
    """variable_watch() and others that change nothing that a build depends on."""


COMMANDS: Final[dict[str, Handler]] = {
    "set": _set,
    "unset": _unset,
    "option": _option,
    "variable_watch": _nothing,
    "site_name": _nothing,
}
