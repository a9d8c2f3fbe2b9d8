"""Tests of the device in Python code: evaluated, and tied to kernels, ops and libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from unit.kernels.python.reading import read_python, statuses

if TYPE_CHECKING:
    from pathlib import Path

KERNEL = """
import torch
import triton
import triton.language as tl

@triton.jit
def run(x):
    tl.store(x, 1)
"""


@pytest.mark.parametrize(
    ("test", "accepted"),
    [
        ("torch.cuda.get_device_capability()[0] >= 9", {"9.0", "10.0", "12.0"}),
        ("torch.cuda.get_device_capability() == (9, 0)", {"9.0"}),
        ("platform.has_device_capability(90)", {"9.0", "10.0", "12.0"}),
        ("platform.is_device_capability((8, 0))", {"8.0"}),
        ("platform.is_device_capability_family(100)", {"10.0"}),
        ("not platform.is_device_capability_family(120)", {"8.0", "9.0", "10.0"}),
        ("torch.cuda.get_device_properties(0).major in (8, 12)", {"8.0", "12.0"}),
        ("number() // 10 in [9, 10]", {"9.0", "10.0"}),
        ("platform.is_rocm()", set()),
        ("torch.version.hip is None and number() < 100", {"8.0", "9.0"}),
    ],
)
def test_a_condition_is_evaluated(tmp_path: Path, test: str, accepted: set[str]) -> None:
    number = "\ndef number():\n    major, minor = torch.cuda.get_device_capability()\n    return major * 10 + minor\n"
    text = f"{KERNEL}{number}\ndef go(x):\n    if {test}:\n        run[(1,)](x)\n"
    (kernel,) = read_python(tmp_path, {"a.py": text + "# get_device_capability\n"}).kernels
    found = statuses(kernel, "8.0", "9.0", "10.0", "12.0")
    assert {device for device, status in found.items() if status == "native"} == accepted
    assert set(found.values()) <= {"native", "runtime-rejected"}


def test_a_condition_that_cannot_be_evaluated_decides_nothing(tmp_path: Path) -> None:
    text = f"{KERNEL}\ndef go(x):\n    if table[torch.cuda.get_device_capability()]:\n        run[(1,)](x)\n"
    (kernel,) = read_python(tmp_path, {"a.py": text}).kernels
    assert statuses(kernel, "9.0")["9.0"] != "runtime-rejected"


def test_a_caller_without_a_test_opens_the_way(tmp_path: Path) -> None:
    text = f"{KERNEL}\ndef go(x):\n    if torch.cuda.get_device_capability() == (9, 0):\n        run[(1,)](x)\n"
    text += "\ndef always(x):\n    run[(1,)](x)\n"
    (kernel,) = read_python(tmp_path, {"a.py": text}).kernels
    assert statuses(kernel, "8.0", "9.0") == {"8.0": "native", "9.0": "native"}


def test_a_caller_in_another_file_opens_the_way(tmp_path: Path) -> None:
    text = f"{KERNEL}\ndef launch(x):\n    run[(1,)](x)\n"
    gate = "import torch\nfrom a import launch\n\ndef go(x):\n"
    gate += "    if torch.cuda.get_device_capability() == (9, 0):\n        launch(x)\n"
    closed = read_python(tmp_path / "closed", {"a.py": text, "b.py": gate}).kernels[0]
    assert statuses(closed, "8.0", "9.0") == {"8.0": "runtime-rejected", "9.0": "native"}
    other = "from a import launch\n\ndef elsewhere(x):\n    launch(x)\n"
    opened = read_python(tmp_path / "open", {"a.py": text, "b.py": gate, "c.py": other}).kernels[0]
    assert statuses(opened, "8.0", "9.0") == {"8.0": "native", "9.0": "native"}


def test_an_early_refusal_closes_the_way(tmp_path: Path) -> None:
    text = f"{KERNEL}\ndef supported():\n    return torch.cuda.get_device_capability() in ((9, 0), (10, 0))\n"
    text += "\ndef go(x):\n    if not supported():\n        raise NotImplementedError\n    run[(1,)](x)\n"
    (kernel,) = read_python(tmp_path, {"a.py": text}).kernels
    assert statuses(kernel, "8.0", "9.0", "10.0") == {"8.0": "runtime-rejected", "9.0": "native", "10.0": "native"}
    assert "a.py:11" in {str(test.location) for test in kernel.gates["sm_80"].tests}


def test_importing_a_library_ties_the_test_to_it(tmp_path: Path) -> None:
    text = "import torch\n\ndef go(x):\n"
    text += "    if torch.cuda.get_device_capability()[0] != 9:\n        raise NotImplementedError\n"
    text += "    from pkg import _engine\n    return _engine.run(x)\n"
    survey = read_python(tmp_path, {"pkg/ops.py": text}, "_engine")
    gates = survey.ties["target:_engine"]
    assert {device for device, gate in gates.items() if gate.admission == "accepted"} == {"sm_90a"}


def test_bounds_of_a_class_hold_for_the_kernel_that_it_names(tmp_path: Path) -> None:
    text = "class Base:\n    CUDA_MINIMUM_COMPUTE_CAPABILITY = (5, 0)\n    CUDA_MAXIMUM_COMPUTE_CAPABILITY = None\n"
    text += '\nclass Narrow(Base):\n    NAME = "narrow_forward"\n    CUDA_MINIMUM_COMPUTE_CAPABILITY = (8, 0)\n'
    text += "    CUDA_MAXIMUM_COMPUTE_CAPABILITY = (9, 0)\n"
    gates = read_python(tmp_path, {"a.py": text}).ties["name:narrow_forward"]
    accepted = {device for device, gate in gates.items() if gate.admission == "accepted"}
    assert accepted == {"sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90a"}


def test_a_method_that_answers_for_the_class(tmp_path: Path) -> None:
    text = (
        KERNEL
        + """
class Backend:
    @classmethod
    def get_min_capability(cls) -> int:
        return 90

    @classmethod
    def can_implement(cls, config):
        if config.odd:
            return False, "odd"
        if platform.is_device_capability_family(120):
            return False, "not there"
        return True, None

    def apply(self, x):
        run[(1,)](x)
"""
    )
    (kernel,) = read_python(tmp_path, {"a.py": text}).kernels
    assert statuses(kernel, "8.0", "9.0", "10.0", "12.0") == {
        "8.0": "runtime-rejected",
        "9.0": "native",
        "10.0": "native",
        "12.0": "runtime-rejected",
    }


def test_a_refusal_under_another_condition_is_a_remark(tmp_path: Path) -> None:
    text = f"{KERNEL}\ndef go(x, wide):\n    major = torch.cuda.get_device_capability()[0]\n"
    text += "    if wide:\n        assert major == 10\n    if major >= 8:\n        run[(1,)](x)\n"
    (kernel,) = read_python(tmp_path, {"a.py": text}).kernels
    assert statuses(kernel, "9.0", "10.0") == {"9.0": "native", "10.0": "native"}
    (part,) = kernel.partial
    assert (part.condition, "sm_90a" in part.devices, "sm_100" in part.devices) == ("wide", True, False)


def test_a_function_that_is_too_long_to_walk_decides_nothing(tmp_path: Path) -> None:
    lines = "".join(f"    x = f{number}(x, {number}, [x, x, x], x + {number})\n" for number in range(9000))
    text = f"{KERNEL}\ndef go(x):\n    if torch.cuda.get_device_capability()[0] < 9:\n        return\n"
    text += f"{lines}    run[(1,)](x)\n"
    (kernel,) = read_python(tmp_path, {"a.py": text}).kernels
    assert statuses(kernel, "8.0", "9.0") == {"8.0": "unknown", "9.0": "unknown"}


@pytest.mark.parametrize(
    ("body", "accepted"),
    [
        ('if not config:\n            raise ValueError("no")', {"8.0", "9.0"}),
        ("return torch.cuda.get_device_capability() >= (9, 0)", {"9.0"}),
        ("return False", set()),
    ],
)
def test_a_predicate_that_returns_nothing_refuses_nothing(tmp_path: Path, body: str, accepted: set[str]) -> None:
    text = "import torch\nimport cutlass.cute as cute\n\nclass Copy:\n"
    text += f"    def can_implement(self, config):\n        {body}\n\n"
    text += "    @cute.kernel\n    def kernel(self, a):\n        cute.copy(a, a)\n"
    (kernel,) = read_python(tmp_path, {"a.py": text}).kernels
    assert {name for name, status in statuses(kernel, "8.0", "9.0").items() if status == "native"} == accepted
