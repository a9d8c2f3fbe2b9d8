"""Kernel languages in Python and the names with which Python code asks for the device; filled from `rules/python/`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.arch import ComputeCapability

__all__ = ["ClassGateNames", "DotRule", "PythonGateNames", "PythonLanguage", "Requirement"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """What names of a language need of a device: an instruction rule, a lowest capability, or they never run there.

    Attributes:
        id: what a report calls it: the rule, else the first name.
        names: patterns; `*` stands for anything.
    """

    id: str
    names: tuple[str, ...]
    title: str
    rule: str | None
    minimum: ComputeCapability | None
    never: str | None
    source: str


@dataclass(frozen=True, slots=True)
class DotRule:
    """A multiplication of tiles that lie in shared memory; `operands` are positions of its arguments."""

    names: tuple[str, ...]
    operands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PythonLanguage:
    """One language.

    Attributes:
        id: as reports name it.
        decorators: of kernels.
        wrappers: decorators of a tree's own that do the same, by their last name.
        calls: how a kernel is launched: `subscript`, `launch` or `call`.
        modules: short module name -> the imports that it stands for.
        minimum: lowest capability that the compiler serves.
        assembler: the CUDA release that the package brings, None where it is the machine's.
        suffix_from: capability from which the compiler's targets have `suffix`.
        known: capabilities that the compiler has names for; empty where the assembler alone decides.
        sources: short name -> document.
    """

    id: str
    decorators: tuple[str, ...]
    wrappers: tuple[str, ...]
    functions: tuple[str, ...]
    calls: str
    modules: Mapping[str, tuple[str, ...]]
    minimum: ComputeCapability
    minimum_source: str
    assembler: str | None
    assembler_source: str
    suffix_from: ComputeCapability
    suffix: str
    known: frozenset[ComputeCapability]
    requires: tuple[Requirement, ...]
    inline_assembly: tuple[str, ...]
    allocates: tuple[str, ...]
    dots: tuple[DotRule, ...]
    element_bytes: Mapping[str, int]
    stages_keyword: str
    stages_default: int
    stages_config: str


@dataclass(frozen=True, slots=True)
class ClassGateNames:
    """Names under which a class says for which devices it is."""

    minimum: tuple[str, ...] = ()
    maximum: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PythonGateNames:
    """Names with which Python code asks what the device is.

    Attributes:
        functions: name -> fact (see `rules/python/gates.yaml`).
        asked: name -> the capability that a function without arguments asks for.
        parameters: parameters and attributes that carry the device.
        attributes: dotted name of a module's attribute -> its value.
        decorators: those that list capabilities.
        check_decorators: those that take functions with such decorators.
        orders: patterns of names that hold lists which are tried in order.
        loaders: functions that load a library, or look for its file, by a name that code makes.
        path_makers: functions that hand on the end of a path.
        other_makers: names of folders and files of code for other GPUs.
        ahead_of_time: files that compile what is compiled at run time before: they launch nothing.
    """

    functions: Mapping[str, str]
    asked: Mapping[str, ComputeCapability]
    parameters: frozenset[str]
    attributes: Mapping[str, object]
    classes: ClassGateNames
    decorators: frozenset[str]
    check_decorators: frozenset[str]
    orders: tuple[str, ...]
    loaders: frozenset[str]
    path_makers: frozenset[str]
    other_makers: frozenset[str]
    ahead_of_time: frozenset[str]
    sources: Mapping[str, str] = field(default_factory=dict)
