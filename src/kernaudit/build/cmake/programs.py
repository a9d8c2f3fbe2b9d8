"""Parsed and compiled files, shared by all evaluations of one run."""

from __future__ import annotations

__all__ = ["ProgramCache"]


class ProgramCache:
    """Each text is parsed and compiled once."""
