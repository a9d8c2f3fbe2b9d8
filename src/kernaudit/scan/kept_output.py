"""The text of a report as an earlier run wrote it: what is asked again of an unchanged tree is answered with it.

Nothing of it is worked out again, nor even read: not the rules, not the tree, not the report. So an answer is kept
under all that it follows from: the program and its rules to the byte, the options, the configuration's text, the
commit, and a stamp of the tree from before it was read.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

from kernaudit.config.load import config_text
from kernaudit.discover.cache import Cache, cache_key, program_digest
from kernaudit.discover.revision import read_revision
from kernaudit.discover.stamp import tree_stamp
from kernaudit.errors import KernauditError
from kernaudit.ruleset.files import digest_of, read_rule_files

if TYPE_CHECKING:
    from kernaudit.scan.options import ScanOptions

__all__ = ["KeptOutput", "Output"]

_GROUP: Final = "output"
_KEPT: Final = 4
"""Answers; one may have tens of megabytes."""

_UNASKED: Final = frozenset({"path", "progress", "jobs", "cache", "revision"})
"""Options that change nothing about an answer, and those that are taken into account in another way."""


@dataclass(frozen=True, slots=True)
class Output:
    """What a run writes.

    Attributes:
        texts: by the name of the file they go to; None is standard output.
        notes: lines for standard error.
    """

    texts: tuple[tuple[str | None, str], ...]
    notes: tuple[str, ...] = ()


class KeptOutput:
    """The place of one answer.

    Args:
        options: the scan; one of a commit is never kept.
        shape: how the answer is laid out and where it goes; must have a faithful `repr`.
    """

    def __init__(self, options: ScanOptions, shape: object) -> None:
        self._cache = Cache.of_user(wanted=options.cache)
        self._key = _question(options, shape) if options.cache and options.revision is None else None

    def find(self) -> Output | None:
        """Return what an earlier run wrote, if the tree has not changed since."""
        found = None if self._key is None else self._cache.get(_GROUP, self._key)
        return found if isinstance(found, Output) else None

    def keep(self, output: Output) -> None:
        """Keep what was made of the tree as it was when this object was made."""
        if self._key is not None:
            self._cache.put(_GROUP, self._key, output, _KEPT)


def _question(options: ScanOptions, shape: object) -> str | None:
    """What names the answer; None where it cannot be told, and so where something is wrong about what is asked."""
    try:
        root = options.path.resolve(strict=True)
        stamp = tree_stamp(root)
        config = config_text(root, options.config)
        rules = digest_of(read_rule_files(options.rules))
    except (OSError, RuntimeError, ValueError, KernauditError):
        return None
    asked = tuple((one.name, getattr(options, one.name)) for one in fields(options) if one.name not in _UNASKED)
    if stamp is None:
        return None
    return cache_key(program_digest(), rules, config, str(root), read_revision(root), stamp, asked, shape)
