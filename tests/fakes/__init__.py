"""Stand-ins that tests of several packages share."""

from __future__ import annotations
