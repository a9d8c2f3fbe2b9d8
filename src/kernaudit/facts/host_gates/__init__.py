"""Host gates: which kernels host code launches on which device, as a predicate of the compute capability.

Host functions are walked once for all devices: every device is a lane with its own numbers, a condition splits the
lanes, and what is launched is noted with the lanes that get there and the tests they passed. Two made-up lanes, one
below and one beyond every device, tell a floor from a test that names a device.
"""

from __future__ import annotations
