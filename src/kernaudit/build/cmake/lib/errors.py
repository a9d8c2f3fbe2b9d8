"""The one failure of this package: a command that cmake would refuse."""

from __future__ import annotations

from kernaudit.errors import KernauditError

__all__ = ["LibError"]


class LibError(KernauditError):
    """A command's arguments are wrong; the message is cmake's, without the command's name and place."""
