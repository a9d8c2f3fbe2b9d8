"""Shared memory of a launch as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.model.verdict import SharedMemory

__all__ = ["shared_memory_sentence"]


def shared_memory_sentence(smem: SharedMemory) -> str:
    """Return bytes asked for, the limit, how they come about, and the largest constant that fits."""
    parts = [_bytes("static", smem.static), _bytes("dynamic", smem.dynamic)]
    asked = " + ".join(part for part in parts if part) or "size not known"
    limit = f"limit {smem.limit:,} bytes{' with opt-in' if smem.optin else ''}"
    more = [smem.expression or "", f"{smem.fits[0]} = {smem.fits[1]} fits" if smem.fits else ""]
    more.append("an estimate" if smem.estimate else "")
    return "; ".join([f"{asked}, {limit}", *filter(None, more)])


def _bytes(name: str, number: int | None) -> str:
    return "" if number is None else f"{name} {number:,}"
