"""What to do about every pin: pure functions of a report, the knowledge base and the numbers of a cost model."""

from __future__ import annotations
