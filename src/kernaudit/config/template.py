"""The commented configuration that `kernaudit init` writes: what a tree pins, and all else as comments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["FoundPin", "config_text"]


@dataclass(frozen=True, slots=True, order=True)
class FoundPin:
    """Something that the tree fixes by name: a fetched project, a submodule or a required package."""

    package: str
    version: str
    where: str


_HEAD = """\
# What kernaudit takes for this tree; every line may go, options of the command line win.
# from: h100              # the device in use today, the first column
# to: [b200, rtx-5090]    # the devices that are offered
# toolkit: "13.0"         # CUDA to assume
# request: "9.0a;10.0"    # arch list given to the build; without one each device is asked alone
# define: {BUILD_TESTS: "OFF"}  # CMake cache variables
# env: {MAX_JOBS: "4"}    # the environment of the build
# exclude: ["old/**"]     # .gitignore patterns of what to leave out
# include: ["tests/**"]   # .gitignore patterns of what to bring back
# title: "Fleet of May"   # heading of the report
# project: deepgemm       # the project of the knowledge base whose own tree this is
# stale_before: 2026-01-01  # mark facts that were last seen before
"""
_PINS = """
# What you depend on by name: kernel, family, op, file (a glob) or package.
# decision: keep, rebuild, resize, regate, revert, wait or port; expiry: until when it holds.
# time_share (of GPU time), speed_ratio (over what takes its place), port_lines: what you know of it.
"""
_PINNED = "pins:\n"
_NO_PINS = """\
# pins:
#   - {op: cutlass_scaled_mm, owner: team-kernels, note: "why it is pinned", decision: keep, expiry: 2027-01-31}
"""
_GATE = """
# gate:
#   require:
#     - {family: GEMM, on: [h100, b200], status: compatible-sass}
#   unknown: warn         # allow, warn or fail
#   fail_on: [regression, build-break]  # also gate-mismatch, silent-no-op, suffix-lost
#   ignore:
#     - {kernel: "old_*", rule: build-break, device: [b200], reason: "replaced in March", expiry: 2027-03-31}
"""


def config_text(pins: Iterable[FoundPin], cost: Mapping[str, tuple[str, str]]) -> str:
    """The file for a tree.

    Args:
        pins: what the tree fixes; names are written so that YAML reads them back as they are.
        cost: cost input -> its default and its unit.
    """
    found = sorted(set(pins))
    names = dict.fromkeys(pin.package for pin in found)
    chosen = [next(pin for pin in found if pin.package == name) for name in names]
    body = "".join(
        f"  - package: {_quoted(pin.package)}  # {_comment(pin.version)}, {_comment(pin.where)}\n" for pin in chosen
    )
    prices = "".join(f"#   {name}: {value}  # {unit}\n" for name, (value, unit) in cost.items())
    costs = f"\n# Numbers of the cost model; a report marks these defaults as assumed.\n# cost:\n{prices}"
    return f"{_HEAD}{_PINS}{_PINNED + body if body else _NO_PINS}{costs}{_GATE}"


def _quoted(text: str) -> str:
    """The text in double quotes; what does not print is escaped."""
    return '"' + "".join(_escaped(letter) for letter in text) + '"'


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    if "\ud800" <= letter <= "\udfff":
        return "?"
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"


def _comment(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
