"""What a setup.py imports, as models: nothing here touches the machine."""

from __future__ import annotations
