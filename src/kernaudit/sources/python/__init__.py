"""Reads Python files: only the pieces that matter are parsed, and nothing is ever imported or run."""

from __future__ import annotations
