"""What rule files may hold, one module per kind of file; pydantic stays inside this package."""

from __future__ import annotations
