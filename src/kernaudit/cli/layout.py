"""How a report is laid out here and now: as wide as the terminal, in its colours."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from kernaudit.errors import UsageError
from kernaudit.render.base import View

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from kernaudit.render.base import RowDetail

__all__ = ["Layout", "layout_of"]

_WIDTH_OFF_TERMINAL = 120


@dataclass(frozen=True, slots=True)
class Layout:
    """The view, and whether a terminal shows all there is, so that no more need be said about it."""

    view: View
    on_terminal: bool


def layout_of(detail: RowDetail, outputs: Iterable[Path | None], prefix: str | None = None) -> Layout:
    """Follow the terminal; without one, COLUMNS or a width that most diffs and pagers take.

    Raises:
        UsageError: the prefix leaves the repository.
    """
    on_terminal = sys.stdout.isatty() and all(output is None for output in outputs)
    fallback = _WIDTH_OFF_TERMINAL if not os.environ.get("COLUMNS") else 80
    width = shutil.get_terminal_size((fallback, 24)).columns
    colour = on_terminal and not os.environ.get("NO_COLOR")
    return Layout(View(detail, width, colour, _folder(prefix)), on_terminal)


def _folder(prefix: str | None) -> str:
    parts = PurePosixPath(prefix or "").parts
    if ".." in parts or parts[:1] == ("/",):
        raise UsageError(f"--path-prefix {prefix}: name a folder below the top of the repository, such as csrc/kernels")
    return "".join(f"{part}/" for part in parts)
