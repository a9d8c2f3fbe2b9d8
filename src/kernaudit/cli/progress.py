"""A progress bar on standard error, where that is a terminal and the work takes long enough to need one."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.scan.options import Progress

__all__ = ["shown_progress"]

_QUIET_SECONDS = 0.7
"""Most scans are over by then; a bar that flashes up helps nobody."""


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Yield what a scan reports its steps to; the bar is gone when the scan ends."""
    bar = _Bar(visible=sys.stderr.isatty())
    try:
        yield bar
    finally:
        bar.close()


class _Bar:
    """Shows steps with rich, which is imported only once a bar is due."""

    def __init__(self, *, visible: bool) -> None:
        self._visible = visible
        self._since = time.monotonic()
        self._progress: Any = None
        self._task: Any = None

    def __call__(self, step: str, done: int, total: int) -> None:
        """Move the bar."""
        if not self._visible or time.monotonic() - self._since < _QUIET_SECONDS:
            return
        if self._progress is None:
            self._open()
        self._progress.update(self._task, description=step, completed=done, total=total)

    def close(self) -> None:
        """Remove the bar."""
        if self._progress is not None:
            self._progress.stop()

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import Progress as Bar

        self._progress = Bar(console=Console(stderr=True), transient=True)
        self._task = self._progress.add_task("")
        self._progress.start()
