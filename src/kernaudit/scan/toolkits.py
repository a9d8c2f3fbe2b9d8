"""Which other toolkit a scan is compared with, to tell what the CUDA version alone changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.load import Rules

__all__ = ["other_toolkit"]


def other_toolkit(toolkit: Toolkit, rules: Rules) -> Toolkit:
    """Return the first known release of the next major version, else the last one of the version before.

    Builds gate on major versions more than on anything else: targets come and go there.
    """
    releases = sorted(rules.toolkits.versions)
    major = toolkit.release_tuple[0]
    after = [release for release in releases if release[0] == major + 1]
    before = [release for release in releases if release[0] < major]
    chosen = after[0] if after else before[-1]
    return rules.toolkit(f"{chosen[0]}.{chosen[1]}")
