"""Holds a report against what a team requires, what it agreed on before, and another report."""

from __future__ import annotations
