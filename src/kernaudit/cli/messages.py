"""What is said on standard error."""

from __future__ import annotations

import sys

__all__ = ["one_line", "print_error", "print_note"]


def one_line(text: str) -> str:
    r"""Return `text` on one line, control characters as `\xNN`: names in a hostile tree must not steer a terminal."""
    joined = " ".join(text.split("\n"))
    if joined.isprintable():
        return joined
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in joined)


def print_error(text: str) -> None:
    """Print the one line that says what is wrong, where, and what to do."""
    sys.stderr.write(f"kernaudit: error: {one_line(text)}\n")


def print_note(text: str) -> None:
    """Print a line that is no part of the report (progress, summary)."""
    sys.stderr.write(f"kernaudit: {one_line(text)}\n")
