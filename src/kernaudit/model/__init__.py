"""Frozen values that every layer shares; this package imports nothing else of the project."""

from __future__ import annotations
