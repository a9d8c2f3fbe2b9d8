"""What functions that test the device by a capability answer, for one lane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.facts.python.values import Cap

__all__ = ["DEVICE_TESTS"]


def _pair(value: Any) -> tuple[int, int]:
    if isinstance(value, int):
        return divmod(value, 10)
    return value[0], value[1]


def _at_least(cap: Cap, asked: Any) -> bool:
    return tuple(cap) >= _pair(asked)


def _equals(cap: Cap, asked: Any) -> bool:
    return tuple(cap) == _pair(asked)


def _family(cap: Cap, asked: Any) -> bool:
    return cap[0] == _pair(asked)[0]


DEVICE_TESTS: Mapping[str, Callable[[Cap, Any], bool]] = {"at_least": _at_least, "equals": _equals, "family": _family}
"""By the fact that `rules/python/gates.yaml` gives a function."""
