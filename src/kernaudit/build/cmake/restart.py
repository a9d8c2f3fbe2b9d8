"""What an evaluation learns about its project that changes where the next attempt has to start."""

from __future__ import annotations

__all__ = ["Restart"]


class Restart(Exception):  # noqa: N818 - a control signal, never an error a user sees
    """The evaluation must begin again, because the build turned out to read torch's flags."""

    def __init__(self, *, torch: bool) -> None:
        super().__init__()
        self.torch = torch
