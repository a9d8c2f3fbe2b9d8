"""Sources that a build generates: what their generator writes into all of them, read from the generator's own text.

A generator is found beside the files it writes, or by its name in the build file near the line that admits them. Of
its text two things are certain whatever it computes: the headers of the tree that every file includes, and the words
that it may write. A unit of exactly these stands in for the files; it claims no template arguments.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.discover.reading import UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.discover.tree import SourceTree
    from kernaudit.model.evidence import Location

__all__ = ["stand_in"]

_INCLUDE = re.compile(r'#[ \t]*include[ \t]*"([^"\n]+)"')
_SCRIPT = re.compile(r"[\w./-]+\.(?:py|jinja2?|j2)\b")
_WORD = re.compile(r"[A-Za-z_]\w{3,}")
_KINDS = (".py", ".jinja", ".jinja2", ".j2")
_LINES_AROUND = 90
_MOST_WORDS = 4000


def stand_in(tree: SourceTree, pattern: str, admitted: Iterable[Location]) -> str | None:
    """Return the text that stands in for the files of a pattern, None where no generator can be found.

    Args:
        tree: the tree.
        pattern: as the build names the files, such as `csrc/gen/sm80_*.cu`.
        admitted: lines of build files that admit them.
    """
    folder = pattern.rpartition("/")[0]
    for script in _scripts(tree, folder, admitted):
        text = _text(tree, script)
        found = [path for path in dict.fromkeys(_INCLUDE.findall(text)) if tree.is_file(_joined(folder, path))]
        if found:
            words = sorted(set(_WORD.findall(text)))[:_MOST_WORDS]
            includes = "".join(f'#include "{path}"\n' for path in found)
            return f"{includes}void generated() {{ {'; '.join(words)}; }}\n"
    return None


def _scripts(tree: SourceTree, folder: str, admitted: Iterable[Location]) -> Iterator[str]:
    for place in (folder, folder.rpartition("/")[0]):
        for name in tree.children(place):
            if name.endswith(_KINDS):
                yield f"{place}/{name}" if place else name
    for location in admitted:
        lines = list(enumerate(_text(tree, location.file).splitlines(), start=1))
        near = [(abs(number - location.line), line) for number, line in lines if ".py" in line or ".j" in line]
        for distance, line in sorted(near):
            for named in _SCRIPT.findall(line) if distance <= _LINES_AROUND else ():
                yield from _files_named(tree, location.file.rpartition("/")[0], named)


def _files_named(tree: SourceTree, folder: str, named: str) -> Iterator[str]:
    """The file that a build file names, perhaps behind a variable for its own directory."""
    for path in (named, named.lstrip("/")):
        if tree.is_file(_joined(folder, path)):
            yield _joined(folder, path)
            return


def _joined(folder: str, path: str) -> str:
    parts = folder.split("/") if folder else []
    for part in path.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _text(tree: SourceTree, path: str) -> str:
    try:
        return tree.read_text(path)
    except UnreadableFile:
        return ""
