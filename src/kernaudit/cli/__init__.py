"""Command line: options, one call into `scan`, exit code."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Entry point of the `kernaudit` command."""
    from kernaudit.cli.app import run

    run()
