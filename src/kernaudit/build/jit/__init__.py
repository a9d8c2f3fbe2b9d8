"""Kernels that the program compiles while it runs: which sources, and for what on which device."""

from __future__ import annotations
