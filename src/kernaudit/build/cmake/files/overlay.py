"""What one evaluation writes: kept in memory, read back by later commands, never on the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.files.globbing import glob_paths, pattern_directory
from kernaudit.build.cmake.files.layout import EXTERNAL_ROOT, OUTPUT_ROOT, TREE_ROOT, normalise, shown
from kernaudit.build.cmake.unknown import sanitize

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.build.cmake.files.view import TreeView

__all__ = ["BuildFiles"]

_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".cuh", ".inc", ".inl", ".def")
_MAX_HEADER_CHARS = 1024 * 1024
_MAX_OVERLAY_CHARS = 64 * 1024 * 1024


class BuildFiles:
    """The tree plus what this evaluation wrote, generated or opened.

    Attributes:
        view: the tree itself.
        generated: files that a command will make (custom command outputs): they have no content here.
        opened: directories into which an external command may have put files nobody can list.
        open_patterns: patterns of `file(GLOB)` that stand for such files.
    """

    def __init__(self, view: TreeView) -> None:
        self.view = view
        self.generated: set[str] = set()
        self.opened: set[str] = set()
        self.open_patterns: set[str] = set()
        self._fetched: tuple[str, ...] = ()
        self._usual: set[str] = set()
        self._written: dict[str, str] = {}
        self._removed: set[str] = set()
        self._directories: dict[str, set[str]] = {}
        self._chars = 0

    # -- questions ---------------------------------------------------------------------------------------------

    def exists(self, path: str) -> bool:
        """Tell whether a file or directory is there; everything below a project is that was fetched by now."""
        path = normalise(path)
        return (self.is_file(path) or self.is_dir(path)) and not self._is_still_to_fetch(path)

    def _is_still_to_fetch(self, path: str) -> bool:
        """Tell whether a path lies where fetched projects go, in one that no command has fetched so far."""
        below = EXTERNAL_ROOT + "/"
        return path.startswith(below) and path.removeprefix(below).partition("/")[0] not in self._usual

    def is_file(self, path: str) -> bool:
        """Tell whether a path is a file (below a fetched project: whether its name has a suffix)."""
        path = normalise(path)
        if path in self._written:
            return True
        if path in self._removed:
            return False
        return self.view.is_file(path) or (self.is_external(path) and "." in path.rpartition("/")[2])

    def is_dir(self, path: str) -> bool:
        """Tell whether a path is a directory (below a fetched project: whether its name has no suffix)."""
        path = normalise(path)
        if path in self._directories or path in (OUTPUT_ROOT, EXTERNAL_ROOT):
            return True
        if path in self._removed:
            return False
        return self.view.is_dir(path) or (self.is_external(path) and "." not in path.rpartition("/")[2])

    def is_external(self, path: str) -> bool:
        """Tell whether a path lies in a project that the build fetches."""
        return self.view.is_external(path) or any(path == root or path.startswith(root + "/") for root in self._fetched)

    def add_external(self, path: str) -> None:
        """Note that a project is fetched, and where it goes if that is not the usual place."""
        path = normalise(path)
        self._usual.add(path.removeprefix(EXTERNAL_ROOT + "/").partition("/")[0])
        if not self.is_external(path) and path.count("/") > TREE_ROOT.count("/"):
            self._fetched = (*self._fetched, path)

    def is_opened(self, path: str) -> bool:
        """Tell whether an external command may have put files at this place."""
        return any(path == root or path.startswith(root + "/") for root in self.opened)

    def children(self, path: str) -> tuple[str, ...]:
        """Return the sorted names inside a directory, with what was written and without what was removed."""
        path = normalise(path)
        names = self.view.children(path)
        added = self._directories.get(path)
        if added:
            names = tuple(sorted({*names, *added}))
        if self._removed:
            names = tuple(name for name in names if f"{path}/{name}" not in self._removed)
        return names

    def is_written(self, path: str) -> bool:
        """Tell whether this evaluation wrote the file."""
        return normalise(path) in self._written

    def headers(self) -> tuple[tuple[str, str], ...]:
        """Return the headers that this evaluation wrote, as reports print their paths, with their texts."""
        found = ((shown(path), text) for path, text in self._written.items() if path.endswith(_HEADERS))
        return tuple(sorted((path, text) for path, text in found if len(text) <= _MAX_HEADER_CHARS))

    def read_text(self, path: str) -> str | None:
        """Return the text of a file, or None if there is none to read."""
        path = normalise(path)
        written = self._written.get(path)
        if written is not None or path in self._removed:
            return written
        text = self.view.read_text(path)
        return None if text is None else sanitize(text)

    def read_bytes(self, path: str) -> bytes | None:
        """Return the bytes of a file, or None if there are none to read."""
        path = normalise(path)
        written = self._written.get(path)
        if written is not None:
            return written.encode("utf-8", "surrogateescape")
        return None if path in self._removed else self.view.read_bytes(path)

    def shown(self, path: str) -> str:
        """Return how reports print a path."""
        return shown(path)

    def glob(self, pattern: str, *, recurse: bool, directories: bool) -> Iterable[str]:
        """Return what a pattern matches, in no order."""
        if self._touched(normalise(pattern_directory(pattern))):
            return tuple(glob_paths(self, pattern, recurse=recurse, directories=directories))
        return self.view.glob(pattern, recurse=recurse, directories=directories)

    def _touched(self, directory: str) -> bool:
        """Tell whether anything was written, made or removed at or below a directory."""
        below = directory.rstrip("/") + "/"
        return any(
            path == directory or path.startswith(below)
            for places in (self._directories, self._removed)
            for path in places
        )

    def stays_open(self, pattern: str) -> bool:
        """Tell whether a pattern may match files that cannot be seen: fetched, generated, or in a missing directory."""
        directory = normalise(pattern_directory(pattern))
        return (
            self.is_external(directory)
            or self.is_opened(directory)
            or (directory.startswith((TREE_ROOT, OUTPUT_ROOT)) and not self.is_dir(directory))
        )

    # -- writing -----------------------------------------------------------------------------------------------

    def write(self, path: str, text: str, *, append: bool = False) -> None:
        """Put a text at a path, with its directories.

        Raises:
            MemoryError: the evaluation wrote more than any real build writes.
        """
        path = normalise(path)
        if append:
            text = (self.read_text(path) or "") + text
        self._chars += len(text) - len(self._written.get(path, ""))
        if self._chars > _MAX_OVERLAY_CHARS:
            raise MemoryError
        self._written[path] = text
        self._removed.discard(path)
        self._link(path)

    def make_directory(self, path: str) -> None:
        """Make a directory, with its parents."""
        path = normalise(path)
        self._directories.setdefault(path, set())
        self._removed.discard(path)
        self._link(path)

    def remove(self, path: str) -> None:
        """Take a file (or what was written below a directory) out of sight."""
        path = normalise(path)
        self._written.pop(path, None)
        for written in [name for name in self._written if name.startswith(path + "/")]:
            del self._written[written]
        for made in [name for name in self._directories if name == path or name.startswith(path + "/")]:
            del self._directories[made]
        parent, _, name = path.rpartition("/")
        self._directories.get(parent or "/", set()).discard(name)
        self._removed.add(path)

    def open_directory(self, path: str) -> None:
        """Note that an external command was told this directory and may have filled it."""
        self.opened.add(normalise(path))

    def _link(self, path: str) -> None:
        """Make every parent know its child; the first parent that knew it already ends the walk."""
        while path != "/":
            parent, _, name = path.rpartition("/")
            parent = parent or "/"
            known = self._directories.setdefault(parent, set())
            if name in known:
                return
            known.add(name)
            path = parent
