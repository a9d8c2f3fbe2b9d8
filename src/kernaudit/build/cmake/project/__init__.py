"""The project model: directories, targets, properties and sources, and the commands that shape them."""

from __future__ import annotations
