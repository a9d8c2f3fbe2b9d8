"""What evaluating a build tells: which source of which target gets which gencodes, and which gate decided it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.arch import ComputeCapability, Gencode
    from kernaudit.model.evidence import Assumption, Finding, Location
    from kernaudit.model.toolkit import Toolkit

__all__ = [
    "UNREAD_INCLUDE",
    "ArchListFound",
    "BuildEvaluation",
    "BuildRequest",
    "BuildSource",
    "BuildStatus",
    "CommandLine",
    "ExternalProject",
    "Gate",
    "NotBuilt",
    "RequestRule",
]


UNREAD_INCLUDE: Final = "a flag includes"
"""How a source's `undecided` begins where a file that its flags include could not be read."""


class RequestRule(StrEnum):
    """Which arch list a column used (design section 10)."""

    USER = "user"
    BUILD = "build"
    DEVICE = "device"
    NATIVE = "native"
    COMPILER_DEFAULT = "compiler-default"


class BuildStatus(StrEnum):
    """Whether the configuration finished."""

    OK = "ok"
    CONFIGURE_ERROR = "configure-error"


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """One question to a build: this arch list (or, without one, this device) under this toolkit."""

    toolkit: Toolkit
    request: str | None = None
    device: ComputeCapability | None = None
    defines: Mapping[str, str] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gate:
    """The call or property that decided a source's arch list, with the list before and after it.

    `name` is the project's own name for it (a gate or source-list variable, else the target or directory);
    `condition` is the innermost `if` outside the call that names the sources.
    """

    name: str
    location: Location
    text: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    condition: Location | None = None


@dataclass(frozen=True, slots=True, order=True)
class CommandLine:
    """What a command line means to the preprocessor.

    Attributes:
        defines: macros, `NAME` or `NAME=VALUE`.
        before: files that are included before the first line, in order.
        include_dirs: where included files are looked for, relative to the root.
    """

    defines: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    include_dirs: tuple[str, ...] = ()

    @property
    def macros(self) -> dict[str, str]:
        """The macros by name; `NAME` alone is 1, as the compilers have it."""
        parts = (one.partition("=") for one in self.defines)
        return {name: value if given else "1" for name, given, value in parts}


@dataclass(frozen=True, slots=True)
class BuildSource:
    """One source of one build target; `path` is a pattern when `glob` is set (a generator makes the files).

    `gencodes` keep command-line order and repeats. `gencodes is empty` with language CUDA means the
    compiler's own default applies, unless `undecided` says why they are not known. `location` is the line that puts
    the source into the target; `request_rule` says where this source's arch list came from; `jit` that the program
    compiles it while it runs, for the device that it finds; `pre_includes` are the files that its flags include.
    """

    target: str
    path: str
    language: str
    gencodes: tuple[Gencode, ...]
    location: Location
    defines: tuple[str, ...] = ()
    glob: bool = False
    external: bool = False
    gate: Gate | None = None
    include_dirs: tuple[str, ...] = ()
    request_rule: RequestRule | None = None
    undecided: str | None = None
    jit: bool = False
    pre_includes: tuple[str, ...] = ()

    @property
    def command(self) -> CommandLine:
        """What its command line means to the preprocessor."""
        return CommandLine(self.defines, self.pre_includes, self.include_dirs)


@dataclass(frozen=True, slots=True)
class NotBuilt:
    """A source that the build files name but that this evaluation puts into no target."""

    path: str
    location: Location | None
    condition: str | None
    gate: Gate | None = None


@dataclass(frozen=True, slots=True)
class ExternalProject:
    """A project that the build fetches: its kernels are not in the tree."""

    name: str
    url: str | None
    tag: str | None
    location: Location


@dataclass(frozen=True, slots=True, order=True)
class ArchListFound:
    """An arch list written somewhere in the tree; reported, never used unless the user names it."""

    location: Location
    variable: str
    value: str


@dataclass(frozen=True, slots=True)
class BuildEvaluation:
    """What one build root answers to one request.

    `root` is the build file that was evaluated; `effective` the arch list that reached the sources
    (gencode notation, first use order); `error` and `error_at` are set for a configuration that stops;
    `device_dependent` tells whether another device could get another answer; `undecided` why this build may
    compile sources that it does not list; `written` the headers that the configuration writes, with their texts.
    """

    root: str
    status: BuildStatus
    request_rule: RequestRule
    request: str | None = None
    error_at: Location | None = None
    error: str | None = None
    effective: tuple[str, ...] = ()
    sources: tuple[BuildSource, ...] = ()
    not_built: tuple[NotBuilt, ...] = ()
    externals: tuple[ExternalProject, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    findings: tuple[Finding, ...] = ()
    device_dependent: bool = True
    undecided: str | None = None
    undecided_at: Location | None = None
    written: tuple[tuple[str, str], ...] = ()
