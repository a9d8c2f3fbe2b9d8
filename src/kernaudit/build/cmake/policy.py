"""Policy settings: which of cmake's older behaviours a file asks for."""

from __future__ import annotations

__all__ = ["PolicyState"]


class PolicyState:
    """The policies in force; immutable, so that a function can keep those of its definition."""
