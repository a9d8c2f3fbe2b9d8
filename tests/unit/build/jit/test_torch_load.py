"""Sources that Python hands to torch's `load`: torch's own rule, unless architectures are about."""

from __future__ import annotations

import pytest

from kernaudit.build.jit.project import find_jit
from kernaudit.discover import SourceTree
from kernaudit.model.arch import ComputeCapability
from kernaudit.model.build import BuildRequest
from kernaudit.ruleset.load import load_rules

LOADER = (
    "from torch.utils.cpp_extension import load\ndef get(name, files):\n    return load(name=name, sources=files)\n"
)
NAMES = 'from cpp import get\nget("x", [root / "x.cpp", root / "one.cu", f"two_{dtype}.cu"])\n'


def _built(folder, files, device="9.0", request=None, build_texts=""):
    sources = {"src/one.cu": "", "src/two_fp16.cu": "", "src/other.cu": ""}
    for name, text in {**sources, "cpp.py": LOADER, "names.py": NAMES, **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    rules = load_rules()
    found = find_jit(SourceTree(folder), rules, build_texts)
    capability = ComputeCapability(*map(int, device.split(".")))
    asked = BuildRequest(rules.toolkit("13.0"), request, capability, {}, {})
    answers = [one for project in found for one in project.evaluate(asked).sources]
    return {one.path: one.undecided or " ".join(map(str, one.gencodes)) for one in answers}


def test_the_device_gets_its_own_image(tmp_path):
    assert _built(tmp_path, {}, "10.3") == {"src/one.cu": "103>sm_103", "src/two_fp16.cu": "103>sm_103"}


def test_the_users_list_stands_in_the_environment(tmp_path):
    assert _built(tmp_path, {}, "10.3", "8.0;9.0a")["src/one.cu"] == "80>sm_80 90a>sm_90a"


def test_what_another_build_names_is_not_loaded(tmp_path):
    assert list(_built(tmp_path, {}, build_texts="CUDAExtension('x', ['src/one.cu'])")) == ["src/two_fp16.cu"]


def test_a_file_with_flags_of_its_own_leaves_its_sources_undecided(tmp_path):
    found = _built(tmp_path, {"names.py": NAMES + 'F = ["-gencode=arch=compute_90a,code=sm_90a"]\n'})
    assert set(found.values()) == {"the file that names this source names architectures of its own"}


def test_flags_elsewhere_may_reach_any_source(tmp_path):
    found = _built(tmp_path, {"flags.py": 'F = ["-arch=sm_90a"]\n'})
    assert set(found.values()) == {"flags.py names architectures; whether they reach this source is not known"}


@pytest.mark.parametrize("loader", ["", "from torch.utils.cpp_extension import CUDAExtension\n"])
def test_a_tree_that_loads_nothing(tmp_path, loader):
    assert _built(tmp_path, {"cpp.py": loader}) == {}
