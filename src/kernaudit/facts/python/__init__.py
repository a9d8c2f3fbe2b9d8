"""What Python code says: kernels, what they need, and the tests of the device on the way to them."""

from __future__ import annotations
