"""Kernels that are written in Python: where they are, what they need, and which Python code launches them."""

from __future__ import annotations
