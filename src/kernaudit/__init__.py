"""Which CUDA kernel of a source tree runs on which GPU, from which image, and why not where not."""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
