"""Models of packages and of cmake's own modules: what they define, without their scripts."""

from __future__ import annotations
