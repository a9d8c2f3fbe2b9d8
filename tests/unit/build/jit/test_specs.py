"""Projects that describe their run-time modules with a function of their own: what each device gets."""

from __future__ import annotations

from kernaudit.build.jit.project import find_jit
from kernaudit.discover import SourceTree
from kernaudit.model.arch import ComputeCapability
from kernaudit.model.build import BuildRequest
from kernaudit.ruleset.load import load_rules

CONTEXT = """import os, re, subprocess, torch
from packaging.version import Version

def nvcc():
    text = subprocess.check_output(["/usr/local/cuda/bin/nvcc", "--version"], text=True)
    return Version(re.findall(r"release (\\d+\\.\\d+),", text)[0])

class Context:
    def __init__(self):
        major, minor = torch.cuda.get_device_capability(0)
        family = major == 12 and nvcc() >= Version("12.9")
        self.archs = {(major, f"{minor}f" if family else f"{minor}a" if major >= 9 else str(minor))}

    def get_nvcc_flags_list(self, supported_major_versions=None):
        archs = [a for a in self.archs if not supported_major_versions or a[0] in supported_major_versions]
        if not archs:
            raise RuntimeError("no supported architecture")
        return [f"-gencode=arch=compute_{a}{b},code=sm_{a}{b}" for a, b in sorted(archs)]
"""
CORE = """from ..context import Context
from . import env
current_compilation_context = Context()

def gen_jit_spec(name, sources, extra_cflags=None, extra_cuda_cflags=None):
    return build(name, sources)
"""
MODULES = """from . import env as jit_env
from .core import gen_jit_spec, current_compilation_context

def gen_any_module():
    return gen_jit_spec("any", [jit_env.CSRC / "any.cu"])

def gen_hopper_module():
    flags = current_compilation_context.get_nvcc_flags_list(supported_major_versions=[9])
    return gen_jit_spec("hopper", [jit_env.CSRC / "hopper.cu"], extra_cuda_cflags=flags + ["-DX"])

def gen_fixed_module(dtype):
    flags = ["-gencode=arch=compute_100a,code=sm_100a"]
    return gen_jit_spec("fixed", [jit_env.CSRC / "fixed.cu"], extra_cuda_cflags=flags)

def gen_open_module(flags):
    return gen_jit_spec("open", [jit_env.CSRC / "open.cu"], extra_cuda_cflags=flags)
"""
ENDLESS = """from .core import gen_jit_spec
from .modules import gen_hopper_module

def gen_endless_module():
    while True:
        pass
    return gen_jit_spec("late", ["late.cu"])
"""


def _answer(folder, device, cuda="13.0", **more):
    names = ("any.cu", "hopper.cu", "fixed.cu", "open.cu", "late.cu")
    files = {**{f"csrc/{name}": "" for name in names}, "pkg/context.py": CONTEXT, "pkg/jit/core.py": CORE}
    files |= {"pkg/jit/env.py": "from unknown import CSRC\n", "pkg/jit/modules.py": MODULES, **more}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    rules = load_rules()
    (project,) = find_jit(SourceTree(folder), rules, "")
    capability = ComputeCapability(*map(int, device.split(".")))
    return project.evaluate(BuildRequest(rules.toolkit(cuda), None, capability, {}, {}))


def _built(answer):
    return {one.path: one.undecided or " ".join(map(str, one.gencodes)) for one in answer.sources}


def test_each_device_gets_what_the_functions_describe(tmp_path):
    answer = _answer(tmp_path, "9.0")
    found = _built(answer)
    assert found.pop("csrc/open.cu").startswith("the argument flags of gen_open_module")
    assert found == {
        "csrc/any.cu": "90a>sm_90a",
        "csrc/hopper.cu": "90a>sm_90a",
        "csrc/fixed.cu": "100a>sm_100a",
    }
    assert all(one.jit for one in answer.sources)
    assert str(next(one for one in answer.sources if one.path == "csrc/any.cu").location) == "pkg/jit/modules.py:5"


def test_a_device_that_a_function_refuses_has_no_image(tmp_path):
    answer = _answer(tmp_path, "12.0")
    assert _built(answer)["csrc/any.cu"] == "120f>sm_120f"
    assert [(one.path, one.condition) for one in answer.not_built] == [
        ("csrc/hopper.cu", "that a spec compiles it for this device")
    ]


def test_the_assumed_toolkit_decides(tmp_path):
    assert _built(_answer(tmp_path, "12.0", "12.8"))["csrc/any.cu"] == "120a>sm_120a"


def test_a_function_that_does_not_end_leaves_the_rest_as_it_is(tmp_path):
    answer = _answer(tmp_path, "9.0", **{"pkg/jit/zzz.py": ENDLESS})
    assert _built(answer)["csrc/any.cu"] == "90a>sm_90a"
    assert answer.undecided == "gen_endless_module() in pkg/jit/zzz.py was not evaluated to its end"


WAYS = """from . import env as jit_env
from .core import gen_jit_spec, current_compilation_context

def _flags(wide):
    if wide:
        return current_compilation_context.get_nvcc_flags_list(supported_major_versions=[9, 10])
    return None

def gen_way_module(wide):
    return gen_jit_spec("any", [jit_env.CSRC / "any.cu"], extra_cuda_cflags=_flags(wide))

def gen_backend_module(backend):
    if backend == "auto":
        raise ValueError("say which")
    if backend == "old":
        name = "fixed.cu"
    elif backend == "new":
        name = "hopper.cu"
    else:
        raise ValueError(backend)
    flags = []
    if backend == "new":
        flags += ["-gencode=arch=compute_90a,code=sm_90a"]
    return gen_jit_spec(backend, [jit_env.CSRC / name], extra_cuda_cflags=flags)
"""
LONG = """from itertools import product
from . import env as jit_env
from .core import gen_jit_spec, current_compilation_context

def gen_inner_module(flags, arch):
    text = ""
    for a, b, c in product(range(40), range(40), range(40)):
        text += f"kernel<{a}, {b}, {c}>"
    return gen_jit_spec(arch, [jit_env.CSRC / "late.cu"], extra_cuda_cflags=flags)

def gen_hopper_long_module():
    return gen_inner_module(["-gencode=arch=compute_90a,code=sm_90a"], "90")

def gen_blackwell_long_module():
    return gen_inner_module(["-gencode=arch=compute_100f,code=sm_100f"], "100")
"""


def _by_target(answer, path):
    return {one.target: one.undecided or " ".join(map(str, one.gencodes)) for one in answer.sources if one.path == path}


def test_each_way_through_a_function_counts(tmp_path):
    """Wide modules are for 9.x and 10.x, others for every device: on 12.0 the latter alone."""
    for device, flags in (("9.0", "90a>sm_90a"), ("12.0", "120f>sm_120f")):
        answer = _answer(tmp_path, device, **{"pkg/jit/modules.py": WAYS})
        assert _by_target(answer, "csrc/any.cu") == {"gen_way_module": flags}


def test_an_argument_has_the_texts_that_it_is_compared_with(tmp_path):
    """What holds for one of them is not mixed with another: the new backend's source is for 9.0 alone."""
    answer = _answer(tmp_path, "12.0", **{"pkg/jit/modules.py": WAYS})
    assert _by_target(answer, "csrc/fixed.cu") == {"gen_backend_module": "120f>sm_120f"}
    assert _by_target(answer, "csrc/hopper.cu") == {"gen_backend_module": "90a>sm_90a"}


def test_a_function_that_takes_long_is_walked_without_its_loops(tmp_path):
    """Each caller is a module of its own; what they call with flags of their own is none."""
    answer = _answer(tmp_path, "9.0", **{"pkg/jit/long.py": LONG})
    assert _by_target(answer, "csrc/late.cu") == {
        "gen_hopper_long_module": "90a>sm_90a",
        "gen_blackwell_long_module": "100f>sm_100f",
    }
    assert answer.undecided is None
