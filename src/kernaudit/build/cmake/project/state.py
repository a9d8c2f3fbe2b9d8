"""Everything one evaluation of a project accumulates besides the variables of the language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

from kernaudit.build.cmake.project.evidence import SiteCache
from kernaudit.model.build import RequestRule
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from kernaudit.build.cmake.files import BuildFiles
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.project.evidence import Reference, Site
    from kernaudit.build.cmake.project.model import Directory, Entry, Target
    from kernaudit.build.cmake.request import ArchRequest
    from kernaudit.model.build import ExternalProject
    from kernaudit.model.evidence import Finding

__all__ = ["ProjectState", "state_of"]


_GLOBALS: Final = {
    "GENERATOR_IS_MULTI_CONFIG": "0",
    "TARGET_SUPPORTS_SHARED_LIBS": "TRUE",
    "FIND_LIBRARY_USE_LIB64_PATHS": "TRUE",
    "CMAKE_ROLE": "PROJECT",
    "IN_TRY_COMPILE": "0",
}


@dataclass(slots=True)
class ProjectState:
    """The project model of one evaluation.

    Attributes:
        files: the tree with what was written.
        request: which arch list the build is asked for, and what became of it.
        directory: the directory that is being processed.
        directories: all processed ones, by absolute source path, in order.
        targets: by name, in order of creation; aliases stand in `aliases`.
        languages: enabled languages.
        declared: what `FetchContent_Declare` said, by lower-case name.
        populated: fetched projects that were made available: name -> source directory.
        torch: whether the build is expected to read torch's flags.
        torch_found: whether it did.
        default_arch: CMAKE_CUDA_ARCHITECTURES got the compiler's default, because nothing had set it.
        driver_origins: origins of the unknown values that the project's driver passes.
        looked_for: variables that `find_*` commands set.
        sites: the site of the running call.
        watched: variables whose writes are kept in `history`: those that conditions on sources name.
        compiled_by_commands: CUDA sources that a custom command compiles, by absolute path.
        assumed_found: packages and files without which an earlier attempt stopped: taken as installed.
    """

    files: BuildFiles
    request: ArchRequest
    directory: Directory
    directories: dict[str, Directory] = field(default_factory=dict)
    targets: dict[str, Target] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    languages: dict[str, Site] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)
    cache_properties: dict[tuple[str, str], str] = field(default_factory=dict)
    defined_properties: dict[tuple[str, str], tuple[bool, str | None]] = field(default_factory=dict)
    test_properties: dict[tuple[str, str], str] = field(default_factory=dict)
    externals: dict[str, ExternalProject] = field(default_factory=dict)
    declared: dict[str, list[str]] = field(default_factory=dict)
    populated: dict[str, str] = field(default_factory=dict)
    torch: bool = False
    torch_found: bool = False
    default_arch: bool = False
    assumed_found: frozenset[str] = frozenset()
    driver_origins: frozenset[str] = frozenset()
    looked_for: set[str] = field(default_factory=set)
    sites: SiteCache = field(default_factory=SiteCache)
    watched: frozenset[str] = frozenset()
    history: dict[str, list[Reference]] = field(default_factory=dict)
    compiled_by_commands: dict[str, Site] = field(default_factory=dict)
    findings: dict[Finding, None] = field(default_factory=dict)

    def target(self, name: str) -> Target | None:
        """Return a target by its name or alias."""
        return self.targets.get(self.aliases.get(name, name))

    def stand_in(self, interp: Interpreter, value: str) -> str | None:
        """Return what the request puts in the place of a list that the project's own driver would compute.

        Only a variable that the driver passes (`-DNAME=`) is replaced: its value comes from the request there too.
        """
        found = interp.unknowns.first([value])
        if found is None or found.origin not in self.driver_origins:
            return None
        text = self.request.cmake_text()
        rule = RequestRule.USER
        if text is None and self.request.device is not None:
            text, rule = str(self.request.device.capability.number), RequestRule.DEVICE
        if text is not None:
            self.request.use(rule)
            self.request.read = True
            interp.assume(AssumptionKind.REQUEST, f"the request stands for {found.origin}", found.origin)
        return text

    def has_target(self, name: str) -> bool:
        """Answer `if(TARGET name)`."""
        return name in self.targets or name in self.aliases

    def has_test(self, name: str) -> bool:
        """Answer `if(TEST name)`."""
        return name in self.directory.tests

    def global_property(self, name: str) -> str | None:
        """Return a global property, None where it is not set."""
        if name == "ENABLED_LANGUAGES":
            return ";".join(self.languages)
        value = self.properties.get(name)
        return _GLOBALS.get(name) if value is None else value

    def find(self, finding: Finding) -> None:
        """Record a finding once."""
        self.findings[finding] = None

    def add_directory_entry(self, name: str, entry: Entry, *, before: bool = False) -> None:
        """Add an entry to a list property of the current directory."""
        entries = self.directory.lists.setdefault(name, [])
        entries.insert(0, entry) if before else entries.append(entry)


def state_of(interp: Interpreter) -> ProjectState:
    """Return the project model that hangs on an interpreter."""
    return cast("ProjectState", interp.project)
