"""A static interpreter of setup.py: enough of Python to fold flag lists; nothing is executed or imported."""

from __future__ import annotations
