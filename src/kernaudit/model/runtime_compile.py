"""Names with which programs compile kernels while they run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["RuntimeCompileNames"]


@dataclass(frozen=True, slots=True)
class RuntimeCompileNames:
    """What `rules/gates/jit.yaml` says.

    Attributes:
        compilers: programs that compile kernels.
        parameters: what a function's parameter of a name holds: major, minor, pair or number.
        options: options after which an architecture stands.
        pairs: functions that return the device's pair of numbers.
        toolkit: what a variable of a name holds of the compiler's version: major or minor.
        loads: functions of torch that compile when they are called.
        places: words in the paths of files that are looked at.
    """

    compilers: frozenset[str]
    parameters: Mapping[str, str]
    options: tuple[str, ...]
    pairs: frozenset[str]
    places: tuple[str, ...]
    toolkit: Mapping[str, str]
    loads: tuple[str, ...]
