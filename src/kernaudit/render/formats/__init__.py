"""The output formats: each module here is one (`json_` is `json`), and holds its `FORMAT`."""

from __future__ import annotations
