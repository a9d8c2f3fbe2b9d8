"""Makes text that a hostile tree may have written harmless inside an HTML file, its data block included."""

from __future__ import annotations

import json

from kernaudit.render.plain import printable

__all__ = ["data_block", "inert"]

_MARKUP = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def inert(value: object) -> str:
    """Return a value as printable text: controls, line and bidirectional marks are spelled, never sent.

    Markup in it is still markup: a template escapes it, a script only ever sets it as text.
    """
    return printable(str(value))


def data_block(value: object) -> str:
    """Return JSON for a `<script type="application/json">`: ASCII alone, and nothing that could end the element."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).translate(_MARKUP)
