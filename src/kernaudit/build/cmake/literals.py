"""What can be read off a command's literal text: variables that hold names, directories, files it brings in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.files.globbing import has_wildcard
from kernaudit.build.cmake.files.layout import TREE_ROOT, join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.build.cmake.program import Command

__all__ = ["expand_places", "holder_of", "named_files", "open_parent"]

_HOLDING: Final = frozenset({"APPEND", "PREPEND", "INSERT", "GLOB", "GLOB_RECURSE"})
_MODULE_PLACES: Final = ("cmake", "cmake/modules", "cmake/Modules", "CMake")


def holder_of(command: Command) -> str | None:
    """Return the variable into which a command puts what it names: `set`, `list(APPEND)`, `file(GLOB)`."""
    texts = [argument.text for argument in command.args[:2]]
    if command.key == "set" and texts:
        return texts[0]
    if command.key in ("list", "file") and len(texts) > 1 and texts[0] in _HOLDING:
        return texts[1]
    return None


def expand_places(text: str, source: str, root: str, listed: str) -> str:
    """Put the directories that are known without running into a text."""
    for name, place in (
        ("CMAKE_CURRENT_SOURCE_DIR", source),
        ("CMAKE_CURRENT_LIST_DIR", listed),
        ("CMAKE_SOURCE_DIR", root),
        ("PROJECT_SOURCE_DIR", root),
    ):
        text = text.replace(f"${{{name}}}", place)
    return text


def open_parent(text: str, source: str, root: str) -> str:
    """Return the directory in front of the first part of a path that only running tells."""
    text = expand_places(text, source, root, source)
    return join(source, text.partition("${")[0].rpartition("/")[0])


def named_files(view: TreeView, command: Command, path: str, source: str, root: str) -> Iterator[tuple[str, str]]:
    """Yield the build files that a command names literally, with the source directory they are run for."""
    if command.key not in ("include", "add_subdirectory") or not command.args:
        return
    text = expand_places(command.args[0].text, source, root, path.rpartition("/")[0])
    if "${" in text or not text:
        return
    place = join(source, text)
    if command.key == "add_subdirectory":
        if view.is_file(f"{place}/CMakeLists.txt"):
            yield f"{place}/CMakeLists.txt", place
        return
    if view.is_file(place):
        yield place, source
        return
    for base in dict.fromkeys((source, root, TREE_ROOT)):
        for folder in _MODULE_PLACES:
            module = f"{base}/{folder}/{text}.cmake"
            if not has_wildcard(text) and view.is_file(module):
                yield module, source
                return
