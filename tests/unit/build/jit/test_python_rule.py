"""Python functions that call a compiler: what each device gets."""

from __future__ import annotations

import pytest

from kernaudit.build.jit.project import find_jit
from kernaudit.discover import SourceTree
from kernaudit.model.arch import ComputeCapability
from kernaudit.model.build import BuildRequest
from kernaudit.ruleset.load import load_rules

HOST = 'void go() { launch(build("kernels/a.cu"), "a"); }\n'
DIRECT = """import subprocess
def build(src, major, minor):
    t = "100f" if major == 10 else f"{major}{minor}a"
    subprocess.check_call(["nvcc", "-cubin", f"-gencode=arch=compute_{t},code=sm_{t}", src])
"""
FROM_TORCH = """import subprocess, torch
def build(src):
    major, minor = torch.cuda.get_device_capability()
    subprocess.run(["nvcc", "-cubin", "-gencode", f"arch=compute_{major}{minor},code=sm_{major}{minor}", src])
"""
UNKNOWN = """import subprocess
def build(src, flavour):
    subprocess.run(["nvcc", f"-arch=sm_{flavour}", src])
"""


def _found(folder, script, hosts=HOST, build_texts=""):
    (folder / "kernels").mkdir()
    (folder / "kernels" / "a.cu").write_text("")
    (folder / "host.cpp").write_text(hosts)
    (folder / "jit.py").write_text(script)
    return find_jit(SourceTree(folder), load_rules(), build_texts)


def _target(project, device):
    rules = load_rules()
    capability = ComputeCapability(*map(int, device.split(".")))
    answer = project.evaluate(BuildRequest(rules.toolkit("13.0"), None, capability, {}, {}))
    source = next(one for one in answer.sources if one.path == "kernels/a.cu")
    assert source.jit
    return [str(one) for one in source.gencodes] if source.undecided is None else source.undecided


@pytest.mark.parametrize(
    ("script", "device", "expected"),
    [
        (DIRECT, "9.0", ["90a>sm_90a"]),
        (DIRECT, "10.3", ["100f>sm_100f"]),
        (FROM_TORCH, "12.0", ["120>sm_120"]),
        (UNKNOWN, "9.0", "the argument flavour"),
    ],
)
def test_every_device_gets_what_the_rule_gives(tmp_path, script, device, expected):
    (project,) = _found(tmp_path, script)
    assert project.root == "jit.py"
    assert _target(project, device) == expected


def test_the_sources_are_those_that_strings_name(tmp_path):
    hosts = 'const char* code = R"(\n#include <kernels/a.cu>\n)";\n#include "kernels/b.cu"\n'
    (project,) = _found(tmp_path, DIRECT, hosts)
    assert [(one.path, str(one.location)) for one in project.mentions] == [("kernels/a.cu", "host.cpp:1")]
    assert [one.path for one in project.hosts] == ["host.cpp"]


@pytest.mark.parametrize(
    ("script", "hosts", "build_texts"),
    [
        ("import subprocess\n", HOST, ""),
        (DIRECT, "void go() {}\n", ""),
        (DIRECT, HOST, "add_library(k kernels/a.cu)"),
    ],
)
def test_what_is_no_program_that_compiles(tmp_path, script, hosts, build_texts):
    assert _found(tmp_path, script, hosts, build_texts) == ()
