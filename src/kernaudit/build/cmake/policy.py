"""Policy settings: which of cmake's older behaviours a file asks for (cmake-policies(7))."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CMAKE_TEXT", "CMAKE_VERSION", "PolicyState", "is_policy", "policies_of"]

CMAKE_VERSION: Final = (4, 4, 5)
"""The cmake that is modelled."""

CMAKE_TEXT: Final = ".".join(map(str, CMAKE_VERSION))
"""Its version as it is written."""

_NEWEST_OF: Final[tuple[tuple[tuple[int, ...], int], ...]] = (
    ((2, 6), 11),
    ((2, 8), 23),
    ((3, 0), 50),
    ((3, 1), 54),
    ((3, 2), 56),
    ((3, 3), 63),
    ((3, 4), 65),
    ((3, 7), 66),
    ((3, 8), 67),
    ((3, 9), 69),
    ((3, 10), 71),
    ((3, 11), 72),
    ((3, 12), 75),
    ((3, 13), 81),
    ((3, 14), 88),
    ((3, 15), 94),
    ((3, 16), 97),
    ((3, 17), 102),
    ((3, 18), 108),
    ((3, 19), 114),
    ((3, 20), 120),
    ((3, 21), 126),
    ((3, 22), 128),
    ((3, 23), 129),
    ((3, 24), 139),
    ((3, 25), 142),
    ((3, 26), 143),
    ((3, 27), 151),
    ((3, 28), 155),
    ((3, 29), 161),
    ((3, 30), 170),
    ((3, 31), 180),
    ((4, 0), 185),
    ((4, 1), 197),
    ((4, 2), 204),
    ((4, 3), 210),
    ((4, 4), 219),
)
"""The newest policy that a cmake version introduced (cmake-policies(7), one section a version)."""

_NAME: Final = re.compile(r"CMP([0-9]{4})\Z")


def policies_of(version: tuple[int, ...]) -> int:
    """The highest policy number that `cmake_policy(VERSION)` of this version sets to NEW."""
    return max((number for since, number in _NEWEST_OF if since <= version), default=-1)


def is_policy(name: str) -> bool:
    """Whether the modelled cmake knows the policy (`if(POLICY name)`)."""
    match = _NAME.match(name)
    return match is not None and int(match.group(1)) <= policies_of(CMAKE_VERSION)


@dataclass(frozen=True, slots=True)
class PolicyState:
    """The policies in force: NEW up to `newest`, and what was set one by one. Immutable, so it can be kept."""

    newest: int = -1
    settings: Mapping[str, bool] = field(default_factory=dict)

    def is_new(self, name: str) -> bool:
        """Whether the policy is set to NEW."""
        setting = self.settings.get(name)
        return int(name[3:]) <= self.newest if setting is None else setting

    def status(self, name: str) -> str:
        """`NEW`, `OLD`, or the empty string where the policy is not set (`cmake_policy(GET)`)."""
        setting = self.settings.get(name)
        if setting is None:
            return "NEW" if int(name[3:]) <= self.newest else ""
        return "NEW" if setting else "OLD"

    def with_setting(self, name: str, new: bool) -> PolicyState:
        """The same with one policy set."""
        return replace(self, settings={**self.settings, name: new})

    def with_changes(self, before: PolicyState, after: PolicyState) -> PolicyState:
        """The same with what changed from `before` to `after`: calls hand their policy settings to the caller."""
        if after is before:
            return self
        changed = {name: new for name, new in after.settings.items() if before.settings.get(name) is not new}
        if after.newest != before.newest:
            return PolicyState(after.newest, changed)
        return PolicyState(self.newest, {**self.settings, **changed})
