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

_NEWEST_OF: Final = (
    ((2, 6, 0), 11),
    ((2, 8, 0), 16),
    ((2, 8, 12), 23),
    ((3, 0, 0), 50),
    ((3, 1, 0), 54),
    ((3, 2, 0), 56),
    ((3, 3, 0), 63),
    ((3, 4, 0), 65),
    ((3, 8, 0), 67),
    ((3, 9, 0), 69),
    ((3, 10, 0), 71),
    ((3, 11, 0), 72),
    ((3, 12, 0), 75),
    ((3, 13, 0), 81),
    ((3, 14, 0), 88),
    ((3, 15, 0), 94),
    ((3, 16, 0), 97),
    ((3, 17, 0), 102),
    ((3, 18, 0), 108),
    ((3, 19, 0), 114),
    ((3, 20, 0), 120),
    ((3, 21, 0), 125),
    ((3, 22, 0), 128),
    ((3, 23, 0), 129),
    ((3, 24, 0), 139),
    ((3, 25, 0), 142),
    ((3, 26, 0), 143),
    ((3, 27, 0), 151),
    ((3, 28, 0), 155),
    ((3, 29, 0), 160),
    ((3, 30, 0), 169),
    ((3, 31, 0), 179),
    ((4, 0, 0), 185),
    ((4, 1, 0), 197),
    ((4, 2, 0), 203),
    ((4, 3, 0), 209),
    ((4, 4, 0), 219),
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
