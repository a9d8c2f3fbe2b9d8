"""cmake_minimum_required() and cmake_policy()."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.policy import CMAKE_TEXT, CMAKE_VERSION, PolicyState, is_policy, policies_of
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.evidence import Finding, FindingLevel

if TYPE_CHECKING:
    from kernaudit.build.cmake.flow import Handler
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["COMMANDS"]

_VERSION: Final = re.compile(r"([0-9]+)\.([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?")
_OLDEST: Final = (3, 5, 0)
"""cmake 4 no longer behaves as anything older."""


def _minimum_required(interp: Interpreter, args: list[str]) -> None:
    words = [word for word in args if word != "FATAL_ERROR"]
    if not words or words[0] != "VERSION" or len(words) != 2:
        if words:
            interp.fail(f'cmake_minimum_required called with unknown argument "{words[-1]}".')
        return
    low, high = _range(interp, "cmake_minimum_required", words[1])
    interp.set("CMAKE_MINIMUM_REQUIRED_VERSION", words[1].partition("...")[0])
    if low > CMAKE_VERSION:
        asked = words[1].partition("...")[0]
        _demand(interp, f"CMake {asked} or higher is required.  You are running version {CMAKE_TEXT}")
    _use(interp, low, high)


def _range(interp: Interpreter, command: str, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, dots, last = text.partition("...")
    low = _version(interp, command, first)
    high = _version(interp, command, last) if dots else low
    if high < low:
        interp.fail(f'{command} VERSION range "{text}" specifies a larger minimum than maximum.')
    return low, high


def _version(interp: Interpreter, command: str, text: str) -> tuple[int, ...]:
    if contains_unknown(text):
        return CMAKE_VERSION
    match = _VERSION.match(text)
    if match is None:
        interp.fail(f'{command} could not parse VERSION "{text}".')
    return tuple(int(part or 0) for part in match.groups()[:3])


def _demand(interp: Interpreter, message: str) -> None:
    """A version that the modelled cmake is not: an error in a script, a finding in a project."""
    if interp.script:
        interp.fail(message)
    interp.findings.append(Finding("cmake-version", FindingLevel.WARNING, message, interp.here))


def _use(interp: Interpreter, low: tuple[int, ...], high: tuple[int, ...]) -> None:
    if high < _OLDEST:
        _demand(interp, "Compatibility with CMake < 3.5 has been removed from CMake.")
    interp.policies = PolicyState(policies_of(min(max(low, high), CMAKE_VERSION)))


def _policy(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("cmake_policy requires at least one argument.")
    mode = _MODES.get(args[0])
    if mode is None:
        interp.fail(f'cmake_policy given unknown first argument "{args[0]}"')
    mode(interp, args)


def _policy_get(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 3:
        interp.fail(f"cmake_policy {args[0]} must be given exactly 2 additional arguments.")
    _check_known(interp, args[1], args[0])
    interp.set(args[2], interp.policies.status(args[1]))


def _policy_push(interp: Interpreter, args: list[str]) -> None:
    if len(args) > 1:
        interp.fail("cmake_policy PUSH may not be given additional arguments.")
    interp.policy_stack.append(interp.policies)


def _policy_pop(interp: Interpreter, args: list[str]) -> None:
    if len(args) > 1:
        interp.fail("cmake_policy POP may not be given additional arguments.")
    if not interp.policy_stack:
        interp.fail("cmake_policy POP without matching PUSH")
    interp.policies = interp.policy_stack.pop()


def _policy_version(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 2:
        interp.fail(f"cmake_policy VERSION {'not given an argument' if len(args) < 2 else 'given too many arguments'}")
    low, high = _range(interp, "cmake_policy", args[1])
    if low > CMAKE_VERSION:
        _demand(interp, f"cmake_policy asks for CMake {args[1]}.  You are running version {CMAKE_TEXT}")
    _use(interp, low, high)


def _policy_set(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 3:
        interp.fail("cmake_policy SET must be given exactly 2 additional arguments.")
    if args[2] not in ("NEW", "OLD"):
        interp.fail(f'cmake_policy SET given unrecognized policy status "{args[2]}"')
    _check_known(interp, args[1], "SET")
    interp.policies = interp.policies.with_setting(args[1], args[2] == "NEW")


def _check_known(interp: Interpreter, name: str, mode: str) -> None:
    if not is_policy(name):
        interp.fail(f'cmake_policy {mode} given policy "{name}" which is not known to this version of CMake.')


_MODES: Final[dict[str, Handler]] = {
    "SET": _policy_set,
    "GET": _policy_get,
    "GET_WARNING": _policy_get,
    "PUSH": _policy_push,
    "POP": _policy_pop,
    "VERSION": _policy_version,
}
COMMANDS: Final[dict[str, Handler]] = {"cmake_minimum_required": _minimum_required, "cmake_policy": _policy}
