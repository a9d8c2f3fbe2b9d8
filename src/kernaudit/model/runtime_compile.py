"""Names with which programs compile kernels while they run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["RuntimeCompileNames", "SpecNames"]


@dataclass(frozen=True, slots=True)
class SpecNames:
    """One project's way to describe a module that is compiled when it is needed.

    Attributes:
        function: what takes the description.
        place: a folder in the path of the files that call it.
        prefix: how the functions begin that call it.
        arguments: its positional arguments, in order.
        flags: the argument with nvcc's flags.
        context: the object that has the flags of the device, and `method` its function for them.
    """

    function: str
    place: str
    prefix: str
    arguments: tuple[str, ...]
    flags: str
    context: str
    method: str


@dataclass(frozen=True, slots=True)
class RuntimeCompileNames:
    """What `rules/gates/jit.yaml` says.

    Attributes:
        compilers: programs that compile kernels.
        parameters: what a function's parameter of a name holds: major, minor, pair or number.
        options: options after which an architecture stands.
        pairs: functions that return the device's pair of numbers.
        toolkit: what a variable of a name holds of the compiler's version: major or minor.
        specs: functions with which projects describe what they compile.
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
    specs: tuple[SpecNames, ...] = ()
