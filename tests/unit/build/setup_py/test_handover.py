"""A setup.py that calls cmake: the `-D` arguments of each request."""

from __future__ import annotations

from kernaudit.build.cmake.reader import CmakeProject
from kernaudit.discover import SourceTree
from kernaudit.model.arch import ComputeCapability
from kernaudit.model.build import BuildRequest, RequestRule
from kernaudit.ruleset.load import load_rules

SETUP = """import os, subprocess, torch
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
ARCHS = os.getenv("OUR_ARCHS") or "{}{}".format(*torch.cuda.get_device_capability())

class Build(build_ext):
    def build_extension(self, ext):
        args = [f"-DOUR_ARCH_LIST={';'.join(a + '-real' for a in ARCHS.split(';'))}", f"-DOUT={self.build_lib}"]
        if "90" in ARCHS:
            args.append("-DWITH_HOPPER=1")
        subprocess.check_call(["cmake", "csrc"] + args)

setup(ext_modules=[Extension("e", [])], cmdclass={"build_ext": Build})
"""
CMAKE = """cmake_minimum_required(VERSION 3.26)
project(p LANGUAGES CUDA)
add_library(k SHARED a.cu)
if(WITH_HOPPER)
  target_sources(k PRIVATE hopper.cu)
endif()
set_target_properties(k PROPERTIES CUDA_ARCHITECTURES "${OUR_ARCH_LIST}")
"""


def _evaluate(folder, device, env=None):
    for name, text in {"setup.py": SETUP, "csrc/CMakeLists.txt": CMAKE, "csrc/a.cu": "", "csrc/hopper.cu": ""}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    rules = load_rules()
    capability = None if device is None else ComputeCapability(*map(int, device.split(".")))
    request = BuildRequest(rules.toolkit("13.0"), None, capability, {}, env or {})
    return CmakeProject(SourceTree(folder), "csrc/CMakeLists.txt", rules).evaluate(request)


def _built(answer):
    return {one.path: [str(code) for code in one.gencodes] for one in answer.sources}


def test_the_device_of_the_column(tmp_path):
    answer = _evaluate(tmp_path, "9.0")
    assert _built(answer) == {"csrc/a.cu": ["90>sm_90"], "csrc/hopper.cu": ["90>sm_90"]}
    assert (answer.request_rule, answer.device_dependent) == (RequestRule.NATIVE, True)
    answer = _evaluate(tmp_path, "12.0")
    assert _built(answer) == {"csrc/a.cu": ["120>sm_120"]}
    assert [one.path for one in answer.not_built] == ["csrc/hopper.cu"]


def test_the_users_variable(tmp_path):
    answer = _evaluate(tmp_path, "12.0", {"OUR_ARCHS": "80;90"})
    assert _built(answer)["csrc/hopper.cu"] == ["80>sm_80", "90>sm_90"]
    assert (answer.request_rule, answer.device_dependent) == (RequestRule.USER, False)


def test_what_the_script_cannot_tell_stays_undecided(tmp_path):
    assert all(one.undecided is not None for one in _evaluate(tmp_path, None).sources)
