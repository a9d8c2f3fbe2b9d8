"""What a script does to torch and to the environment, from wherever it does it, decides its flags."""

from __future__ import annotations

import pytest

from fakes.scripts import evaluate, gencodes

HEAD = """import functools, os, subprocess
import torch.utils.cpp_extension as ce
from setuptools import setup
from setuptools.command.build import build
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
x = subprocess.check_output(['ask']).decode()
"""
SETUP = "setup(name='a', ext_modules=[CUDAExtension('a', ['a.cu'])], cmdclass={'build_ext': BuildExtension})\n"
LIST, FLAG = "'TORCH_CUDA_ARCH_LIST'", "'-gencode=arch=compute_90a,code=sm_90a'"
STEP = """class B({base}):
    def {step}(self):
        super().{step}()
        os.environ[{list}] = '9.0a'
setup(name='a', ext_modules=[CUDAExtension('a', ['a.cu'])], cmdclass={{'{name}': B}})
"""


@pytest.mark.parametrize(
    "code",
    [
        f"os.environ |= {{{LIST}: '9.0a'}}\n{SETUP}",
        f"os.environ.update([({LIST}, '9.0a')])\n{SETUP}",
        f"ce._get_cuda_arch_flags = lambda cflags=None: [{FLAG}]\n{SETUP}",
        f"setattr(ce, '_get_cuda_arch_flags', lambda cflags=None: [{FLAG}])\n{SETUP}",
        STEP.format(base="BuildExtension", step="finalize_options", name="build_ext", list=LIST),
        STEP.format(base="BuildExtension", step="initialize_options", name="build_ext", list=LIST),
        STEP.format(base="build", step="run", name="build", list=LIST),
    ],
)
def test_the_only_image_is_what_the_script_sets(tmp_path, code):
    assert gencodes(evaluate(tmp_path, HEAD + code, device="10.0")) == ["90a>sm_90a"]


@pytest.mark.parametrize(
    "code",
    [
        f"os.environ.update(eval(x))\n{SETUP}",
        f"os.environ[x] = '9.0a'\n{SETUP}",
        f"os.environ = {{**os.environ, {LIST}: '9.0a'}}\n{SETUP}",
        f"from unittest import mock\nwith mock.patch.dict(os.environ, {{{LIST}: '9.0a'}}):\n    {SETUP}",
        f"import elsewhere\nelsewhere.prepare(os.environ)\n{SETUP}",
        f"if x == '1':\n    os.environ[{LIST}] = '9.0a'\n{SETUP}",
        f"for one in x.split():\n    os.environ[{LIST}] = one\n{SETUP}",
        f"def choose():\n    os.environ[{LIST}] = '9.0a'\nif x == '1':\n    choose()\n{SETUP}",
        f"import elsewhere\nce._get_cuda_arch_flags = elsewhere.flags\n{SETUP}",
        f"ce._write_ninja_file = functools.partial(print, 1)\n{SETUP}",
        f"ce._write_ninja_file_and_compile_objects = print\n{SETUP}",
        f"ce.COMMON_NVCC_FLAGS.append('-gencode=arch=compute_' + x)\n{SETUP}",
    ],
)
def test_what_may_be_set_leaves_the_images_undecided(tmp_path, code):
    answer = evaluate(tmp_path, HEAD + code, device="10.0")
    (source,) = [one for one in answer.sources if one.path == "a.cu"]
    assert source.undecided is not None
    assert source.gencodes == ()


@pytest.mark.parametrize(
    "code",
    [
        f"ce._check_cuda_version = lambda *a: None\nce.CUDA_HOME = '/elsewhere'\n{SETUP}",
        f"os.environ['MAX_JOBS'] = x\nprint(os.environ, dict(os.environ))\n{SETUP}",
        f"if x == '1':\n    os.environ['MAX_JOBS'] = '1'\n{SETUP}",
    ],
)
def test_what_decides_no_flags_does_no_harm(tmp_path, code):
    assert gencodes(evaluate(tmp_path, HEAD + code, device="10.0")) == ["100>sm_100"]


def test_common_flags_of_torch_come_besides_the_others(tmp_path):
    answer = evaluate(tmp_path, f"{HEAD}ce.COMMON_NVCC_FLAGS.append({FLAG})\n{SETUP}", device="10.0")
    assert sorted(gencodes(answer)) == ["100>sm_100", "90a>sm_90a"]
