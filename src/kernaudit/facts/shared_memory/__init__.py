"""Shared memory of kernels: static bytes, what launches ask for, and what that comes to on a device."""

from __future__ import annotations
