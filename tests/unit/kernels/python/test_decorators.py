"""Decorators that list capabilities keep other devices away from what the function launches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from unit.kernels.python.reading import read_python, statuses

if TYPE_CHECKING:
    from pathlib import Path

DEVICES = ("8.0", "9.0", "10.0", "10.3", "12.0")
KERNEL = """
import triton
import triton.language as tl
from pkg.utils import backend_requirement, supported_compute_capability

@triton.jit
def fill(x):
    tl.store(x, 1)
"""
DIRECT = """
@supported_compute_capability([100, 103])
def run(x):
    fill[(1,)](x)
"""
CLASS = """
class Runner:
    @supported_compute_capability([100, 103])
    def __init__(self, x):
        self.x = x

    def run(self):
        fill[(1,)](self.x)
"""
CHECKS = """
@supported_compute_capability([90, 100])
def _first(x):
    return True

@supported_compute_capability([120])
def _second(x):
    return True

@supported_compute_capability([100, 103, 120])
def _all(x):
    return True

@backend_requirement({"first": _first, "second": _second}, common_check=_all)
def run(x, backend="first"):
    fill[(1,)](x)
"""
COMMON = """
@supported_compute_capability([90])
def _all(x):
    return True

@backend_requirement({}, common_check=_all)
def run(x):
    fill[(1,)](x)
"""
ONE_IS_OPEN = CHECKS.replace("@supported_compute_capability([120])\n", "").replace(", common_check=_all", "")
OTHER_LIST = DIRECT.replace("[100, 103]", "known_somewhere")
SECOND_WAY = DIRECT + "\ndef other(x):\n    fill[(1,)](x)\n"


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        (DIRECT, {"10.0", "10.3"}),
        (CLASS, {"10.0", "10.3"}),
        (CHECKS, {"10.0", "12.0"}),
        (COMMON, {"9.0"}),
        (ONE_IS_OPEN, set(DEVICES)),
        (OTHER_LIST, set(DEVICES)),
        (SECOND_WAY, set(DEVICES)),
    ],
    ids=["direct", "class", "checks", "common", "one backend is open", "unknown list", "second way"],
)
def test_who_comes_to_a_kernel(tmp_path: Path, text: str, runs: set[str]) -> None:
    [kernel] = read_python(tmp_path, {"pkg/ops.py": KERNEL + text}).kernels
    expected = {device: "native" if device in runs else "runtime-rejected" for device in DEVICES}
    assert statuses(kernel, *DEVICES) == expected


def test_a_decorator_that_rules_know_is_evaluated_where_the_tree_has_it(tmp_path: Path) -> None:
    """Its own text asks for the device; that makes it no gate that nobody evaluates."""
    made = (
        "import torch\nfrom ops import fill\n"
        "def supported_compute_capability(capabilities):\n    def around(g):\n"
        "        if torch.cuda.get_device_capability()[0] in capabilities:\n            pass\n        return g\n"
        "    return around\n@supported_compute_capability([90])\ndef f(x):\n    fill[(1,)](x)\n"
    )
    kernel = "import triton\nimport triton.language as tl\n\n@triton.jit\ndef fill(x):\n    tl.store(x, 1)\n"
    (found,) = read_python(tmp_path, {"ops.py": kernel, "launch.py": made}).kernels
    assert statuses(found, "8.0", "9.0") == {"8.0": "runtime-rejected", "9.0": "native"}
