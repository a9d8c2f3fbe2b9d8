"""What a user may ask of a scan."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from kernaudit.scan.code_reading import CodeReading

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from kernaudit.discover.git_files import GitFiles

__all__ = ["Progress", "Revision", "ScanOptions", "silent"]


class Progress(Protocol):
    """Told how far a scan has come; called from one thread."""

    def __call__(self, step: str, done: int, total: int) -> None:
        """Note that `done` of `total` parts of `step` are finished."""


def silent(step: str, done: int, total: int) -> None:
    """Show nothing."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit, and its files."""

    id: str
    files: GitFiles


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """A scan as asked for.

    Attributes:
        path: the tree.
        to: devices in any spelling, commas allowed, `all` for every profile; empty for the default set.
        from_: the device in use today: one more column, the first.
        cuda: toolkit version, None for the default.
        request: arch list given to the build.
        defines: CMake cache variables.
        env: environment of the build.
        include: `.gitignore` patterns that bring back what is left out by default.
        exclude: `.gitignore` patterns of what to leave out.
        rules: further folders of rules.
        kernels: only kernels (or sources) whose name, path or family matches one of these globs; empty for all.
        only_failing: only kernels that do not run on some device.
        code: when the code of the units is read, besides the build.
        evidence: give the guards and instructions of kernels that run as well.
        cache: use what earlier runs left, and leave something for later ones.
        jobs: processes to use, None for as many as pay.
        as_of: the date that the report carries.
        title: heading of the report.
        config: a configuration to take instead of the tree's own.
        decisions: say what to do about every pin, too.
        revision: a commit of the repository at `path` to look at instead of the files on disk.
    """

    path: Path
    to: tuple[str, ...] = ()
    from_: str | None = None
    cuda: str | None = None
    request: str | None = None
    defines: Mapping[str, str] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    rules: tuple[Path, ...] = ()
    kernels: tuple[str, ...] = ()
    only_failing: bool = False
    code: CodeReading = CodeReading.ALWAYS
    evidence: bool = False
    cache: bool = True
    jobs: int | None = None
    as_of: str | None = None
    title: str | None = None
    config: Path | None = None
    decisions: bool = True
    revision: Revision | None = None
    progress: Progress = silent
