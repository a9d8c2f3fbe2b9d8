"""Lists of backends that are tried in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unit.kernels.python.reading import read_python

if TYPE_CHECKING:
    from pathlib import Path

CLASSES = """
class Fast:
    @classmethod
    def get_min_capability(cls):
        return 90

class Old:
    @classmethod
    def get_min_capability(cls):
        return 70
"""


def test_a_table_with_a_list_per_platform(tmp_path: Path) -> None:
    table = "_POSSIBLE_KERNELS = {\n    Platform.ROCM: [Old],\n"
    table += "    Platform.CUDA: [\n        Fast,\n        Old,\n    ],\n}\n"
    text = f"{CLASSES}\n{table}"
    orders = {one.device: one for one in read_python(tmp_path, {"a.py": text}).orders}
    assert orders["sm_90a"].usable == ("Fast", "Old")
    assert orders["sm_80"].usable == ("Old",)
    first = orders["sm_80"].steps[0]
    assert (first.name, str(first.location), first.refused) == ("Fast", "a.py:15", "get_min_capability = 90 (a.py:5)")


def test_a_function_that_returns_a_list_per_device(tmp_path: Path) -> None:
    text = """
def _get_backend_priorities(device_capability, mla):
    if mla:
        return [B.LATENT]
    if device_capability.major == 10:
        rest = [B.LAST]
        return [B.NEW, *([B.EXTRA] if mla else []), *rest]
    return [B.OLD]
"""
    orders = read_python(tmp_path, {"a.py": text}).orders
    found = {(one.device, one.location.line): (one.usable, one.condition) for one in orders}
    assert found["sm_90a", 4] == (("LATENT",), "mla")
    assert found["sm_90a", 8] == (("OLD",), "")
    assert found["sm_100", 7] == (("NEW", "EXTRA", "LAST"), "")
    assert ("sm_100", 8) not in found
    (order,) = [one for one in orders if (one.device, one.location.line) == ("sm_100", 7)]
    assert [step.conditional for step in order.steps] == [False, True, True]


def test_code_for_other_gpus_is_left_out_and_listed(tmp_path: Path) -> None:
    survey = read_python(tmp_path, {"rocm.py": CLASSES + "\n_POSSIBLE_KERNELS = [Fast]\n"})
    assert survey.orders == ()
    assert [(one.path, str(one.reason)) for one in survey.skipped] == [("rocm.py", "excluded")]
