"""Every error a user can cause: one line that says what, where and what to do."""

from __future__ import annotations

from typing import ClassVar

__all__ = ["IncompleteError", "InputError", "KernauditError", "NothingFoundError", "RuleError", "UsageError"]


class KernauditError(Exception):
    """Base of all expected failures; `exit_code` is the stable process status (design section 11)."""

    exit_code: ClassVar[int] = 2


class UsageError(KernauditError):
    """An option or argument that cannot be understood (an unknown device, a malformed arch list)."""


class InputError(KernauditError):
    """A path or file that the audit was pointed at cannot be used."""


class RuleError(KernauditError):
    """A file under `rules/` breaks its schema; the message starts with `file:line`."""


class NothingFoundError(KernauditError):
    """The tree holds nothing to report on: no kernel, no external project, nothing skipped."""

    exit_code = 3


class IncompleteError(KernauditError):
    """The report could not be completed."""

    exit_code = 4
