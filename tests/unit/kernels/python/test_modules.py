"""Functions that compile modules at run time: which devices come to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unit.kernels.python.reading import read_python

if TYPE_CHECKING:
    from pathlib import Path

API = """
import functools
from .jit import gen_wide_module, gen_sparse_module

@functools.cache
def get_wide_module():
    return gen_wide_module().build_and_load()

@supported_compute_capability([100, 103])
def _check(x):
    return True

@backend_requirement({}, common_check=_check)
def wide(x):
    get_wide_module().run(x)

def sparse(x):
    if get_compute_capability(x.device)[0] == 9:
        return gen_sparse_module().build_and_load().run(x)
    return None
"""
JIT = "def gen_wide_module():\n    return gen_jit_spec()\n\ndef gen_sparse_module():\n    return gen_jit_spec()\n"
AHEAD = "from .jit import gen_wide_module\n\ndef compile_all():\n    return [gen_wide_module()]\n"


def _accepted(tmp_path: Path, name: str, **more: str) -> set[str]:
    files = {"pkg/api.py": API, "pkg/jit.py": JIT, **{f"pkg/{file}.py": text for file, text in more.items()}}
    survey = read_python(tmp_path, files, "gen_wide_module", "gen_sparse_module")
    gates = survey.ties.get(f"target:{name}", {})
    return {device for device, gate in gates.items() if str(gate.admission.value) == "accepted"}


def test_decorators_of_what_loads_a_module_are_its_gates(tmp_path: Path) -> None:
    assert _accepted(tmp_path, "gen_wide_module") == {"sm_100", "sm_103"}


def test_so_are_tests_of_the_device_around_the_call(tmp_path: Path) -> None:
    assert _accepted(tmp_path, "gen_sparse_module") == {"sm_90a"}


def test_compiling_ahead_of_time_launches_nothing(tmp_path: Path) -> None:
    assert _accepted(tmp_path, "gen_wide_module", aot=AHEAD) == {"sm_100", "sm_103"}
    assert _accepted(tmp_path, "gen_wide_module", warm=AHEAD) == set()
