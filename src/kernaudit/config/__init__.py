"""What a team writes down once: devices, build, pins, numbers of the cost model and the policy of the gate."""

from __future__ import annotations
