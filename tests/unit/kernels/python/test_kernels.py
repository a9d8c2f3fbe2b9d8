"""Kernels in Python, judged: what they need, how much shared memory they take, who launches them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from unit.kernels.python.reading import cells, read_python, statuses

if TYPE_CHECKING:
    from pathlib import Path

TRITON = "import triton\nimport triton.language as tl\n"
COPY = """
@triton.jit
def copy(x, y, N: tl.constexpr):
    at = tl.arange(0, N)
    tl.store(y + at, tl.load(x + at))
"""


def test_plain_triton_kernel_runs_from_its_minimum_on(tmp_path: Path) -> None:
    survey = read_python(tmp_path, {"ops/copy.py": TRITON + COPY})
    (kernel,) = survey.kernels
    assert (kernel.name, kernel.language, str(kernel.location)) == ("copy", "triton", "ops/copy.py:5")
    assert statuses(kernel, "7.5", "8.0", "9.0", "12.0") == {
        "7.5": "runtime-rejected",
        "8.0": "native",
        "9.0": "native",
        "12.0": "native",
    }
    found = cells(kernel, "8.0", "9.0")
    assert (found["8.0"].image, found["9.0"].image) == ("jit:sm_80", "jit:sm_90a")
    assert [str(note.kind) for note in found["8.0"].notes] == ["estimate"]


def test_a_helper_of_kernels_is_no_row(tmp_path: Path) -> None:
    text = "\n@triton.jit\ndef twice(x):\n    return x + x\n\n@triton.jit\ndef run(x, y):\n    tl.store(y, twice(x))\n"
    survey = read_python(tmp_path, {"a.py": TRITON + text + "\ndef go(x, y):\n    run[(1,)](x, y)\n"})
    assert [kernel.name for kernel in survey.kernels] == ["run"]


def test_what_a_helper_needs_its_kernel_needs(tmp_path: Path) -> None:
    text = "\n@triton.jit\ndef small(x):\n    return x.to(tl.float8e4nv)\n"
    text += "\n@triton.jit\ndef run(x, y):\n    tl.store(y, small(x))\n"
    (kernel,) = read_python(tmp_path, {"a.py": TRITON + text}).kernels
    assert statuses(kernel, "8.0", "8.9") == {"8.0": "missing-instruction", "8.9": "native"}
    assert [remedy.kind.value for remedy in cells(kernel, "8.0")["8.0"].remedies] == ["port"]


def test_a_helper_of_another_module_counts(tmp_path: Path) -> None:
    helper = "\n@triton.jit\ndef small(x):\n    return x.to(tl.float8e4nv)\n"
    text = "import lib\n\n@triton.jit\ndef run(x, y):\n    tl.store(y, lib.small(x))\n"
    survey = read_python(tmp_path, {"lib.py": TRITON + helper, "a.py": TRITON + text})
    assert [kernel.name for kernel in survey.kernels] == ["run"]
    assert statuses(survey.kernels[0], "8.0") == {"8.0": "missing-instruction"}


def test_a_need_behind_a_condition_is_not_decided(tmp_path: Path) -> None:
    text = "\n@triton.jit\ndef run(x, y, F: tl.constexpr):\n"
    text += "    if F:\n        x = x.to(tl.float8e4nv)\n    tl.store(y, x)\n"
    (kernel,) = read_python(tmp_path, {"a.py": TRITON + text}).kernels
    assert statuses(kernel, "8.0", "9.0") == {"8.0": "unknown", "9.0": "native"}


def _product(config: str, *, cast: str = ".to(tl.float16)") -> str:
    return f"""
@triton.autotune(configs=[{config}], key=[])
@triton.jit
def product(a, b, c, K, M: tl.constexpr, N: tl.constexpr, S: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, S)
    out = tl.zeros((M, N), tl.float32)
    for start in range(0, K, S):
        left = tl.load(a + m[:, None] * K + (start + k)[None, :]){cast}
        right = tl.load(b + (start + k)[:, None] * N + n[None, :]){cast}
        out += tl.dot(left, right)
    tl.store(c + m[:, None] * N + n[None, :], out)
"""


def test_shared_memory_lies_between_one_stage_less_and_all_stages(tmp_path: Path) -> None:
    """(64 x 64 + 64 x 128) x 2 B = 24,576 B a step: 2 or 3 steps are 49,152 to 73,728 B."""
    text = _product('triton.Config({"M": 64, "N": 128, "S": 64}, num_stages=3)')
    (kernel,) = read_python(tmp_path, {"a.py": TRITON + text}).kernels
    (tiles,) = kernel.memory.groups[0].tiles
    assert (tiles.low, tiles.high) == (49_152, 73_728)
    assert statuses(kernel, "8.0", "8.6") == {"8.0": "native", "8.6": "native"}


def test_shared_memory_above_the_limit_at_its_low_end(tmp_path: Path) -> None:
    """(128 x 64 + 64 x 256) x 2 B = 49,152 B a step, 4 stages 147,456 to 196,608 B; 8.6 has 101,376, 8.0 166,912."""
    text = _product('triton.Config({"M": 128, "N": 256, "S": 64}, num_stages=4)')
    (kernel,) = read_python(tmp_path, {"a.py": TRITON + text}).kernels
    assert statuses(kernel, "8.6", "8.0", "9.0") == {"8.6": "smem-exceeded", "8.0": "unknown", "9.0": "native"}
    cell = cells(kernel, "8.6")["8.6"]
    assert cell.smem is not None
    assert (cell.smem.estimate, cell.smem.limit) == (True, 101_376)
    assert [remedy.kind.value for remedy in cell.remedies] == ["resize"]


def test_one_configuration_that_fits_is_enough(tmp_path: Path) -> None:
    big = 'triton.Config({"M": 128, "N": 256, "S": 64}, num_stages=4)'
    small = 'triton.Config({"M": 32, "N": 32, "S": 32}, num_stages=2)'
    (kernel,) = read_python(tmp_path, {"a.py": TRITON + _product(f"{big}, {small}")}).kernels
    assert statuses(kernel, "8.6") == {"8.6": "native"}


def test_shared_memory_without_element_size_is_unknown(tmp_path: Path) -> None:
    text = _product('triton.Config({"M": 32, "N": 32, "S": 32}, num_stages=2)', cast="")
    (kernel,) = read_python(tmp_path, {"a.py": TRITON + text}).kernels
    assert statuses(kernel, "8.0", "9.0") == {"8.0": "unknown", "9.0": "unknown"}


def test_inline_assembly_is_judged_by_the_instruction_rules(tmp_path: Path) -> None:
    text = """
@triton.jit
def run(x, y):
    z = tl.inline_asm_elementwise("redux.sync.max.NaN.f32 $0, $1, 0xffffffff;", "=r,r", [x], dtype=tl.int32)
    tl.store(y, z)
"""
    (kernel,) = read_python(tmp_path, {"a.py": TRITON + text}).kernels
    assert statuses(kernel, "9.0", "10.0") == {"9.0": "missing-instruction", "10.0": "native"}


CUTE = """
import cutlass.cute as cute
from cutlass.cute.nvgpu import tcgen05, warpgroup
from cutlass.base_dsl.arch import Arch
"""
CLASS = """
class Product:
    def __init__(self):
        self.arch = dsl.get_arch_enum()
        assert self.arch.is_family_of(Arch.sm_90a), "for 9.x"

    @cute.jit
    def __call__(self, a):
        self.kernel(a).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, a):
        warpgroup.fence()
"""


def test_a_class_that_asserts_its_arch(tmp_path: Path) -> None:
    (kernel,) = read_python(tmp_path, {"a.py": CUTE + CLASS}).kernels
    assert (kernel.name, kernel.qualified, kernel.language) == ("Product.kernel", "Product.kernel", "cute-dsl")
    assert statuses(kernel, "8.0", "9.0", "10.0") == {
        "8.0": "runtime-rejected",
        "9.0": "native",
        "10.0": "runtime-rejected",
    }
    cell = cells(kernel, "10.0")["10.0"]
    assert "missing-instruction" in cell.also
    assert [remedy.kind.value for remedy in cell.remedies] == ["port"]
    assert cell.if_rebuilt is not None
    assert cell.if_rebuilt.status == "missing-instruction"


def test_a_need_that_the_arch_switches_off(tmp_path: Path) -> None:
    text = CLASS.replace(
        '        assert self.arch.is_family_of(Arch.sm_90a), "for 9.x"\n',
        "        self.wide = self.arch == Arch.sm_90a\n",
    )
    text = text.replace(
        "        warpgroup.fence()", "        if cute.const_expr(self.wide):\n            warpgroup.fence()"
    )
    (kernel,) = read_python(tmp_path, {"a.py": CUTE + text}).kernels
    assert statuses(kernel, "8.0", "9.0", "10.0") == {"8.0": "native", "9.0": "native", "10.0": "native"}


def test_an_heir_has_a_row_of_its_own(tmp_path: Path) -> None:
    heir = "from base import Product\n\nclass Wide(Product):\n"
    heir += "    def __init__(self):\n        self.arch = dsl.get_arch_enum()\n"
    survey = read_python(tmp_path, {"base.py": CUTE + CLASS, "wide.py": "import cutlass\n" + heir})
    assert [kernel.name for kernel in survey.kernels] == ["Product.kernel", "Wide.kernel"]
    assert statuses(survey.kernels[1], "9.0", "10.0") == {"9.0": "native", "10.0": "missing-instruction"}


def test_code_that_is_not_followed_claims_nothing(tmp_path: Path) -> None:
    (kernel,) = read_python(tmp_path, {"a.py": CUTE + CLASS}, deep=False).kernels
    assert statuses(kernel, "9.0", "10.0") == {"9.0": "unknown", "10.0": "unknown"}


MADE = """
def configs():
    return [triton.Config({{"M": m, "N": 64, "S": 64}}, num_stages=s) for m in [64, 128] for s in STAGES{0}]

STAGES = [2, 3]
"""


def _made(filtered: str = "") -> str:
    return TRITON + MADE.format(filtered) + _product("").replace("configs=[]", "configs=configs()")


def test_configurations_that_a_function_makes(tmp_path: Path) -> None:
    """(M x 64 + 64 x 64) x 2 B = 16,384 or 24,576 B a step; of s steps one less to all are held."""
    (kernel,) = read_python(tmp_path, {"a.py": _made()}).kernels
    assert [(one.low, one.high) for one in kernel.memory.groups[0].tiles] == [
        (16_384, 32_768),
        (32_768, 49_152),
        (24_576, 49_152),
        (49_152, 73_728),
    ]
    assert statuses(kernel, "8.0") == {"8.0": "native"}


def test_configurations_behind_a_filter_are_not_read(tmp_path: Path) -> None:
    (kernel,) = read_python(tmp_path, {"a.py": _made(" if m > LEAST")}).kernels
    assert statuses(kernel, "8.0") == {"8.0": "unknown"}


HELPERS = """
import cutlass.cute as cute
import cutlass.utils.{0} as helpers

class Product:
    def __init__(self):
        self.mma = helpers.make_trivial_tiled_mma(a, b)

    @cute.kernel
    def kernel(self, a):
        cute.gemm(self.mma, a, a, a)
"""


@pytest.mark.parametrize(
    ("helpers", "expected"),
    [
        ("blackwell_helpers", {"8.0": "missing-instruction", "9.0": "missing-instruction", "10.0": "native"}),
        ("hopper_helpers", {"8.0": "missing-instruction", "9.0": "native", "10.0": "missing-instruction"}),
    ],
)
def test_helpers_that_make_one_generations_products(tmp_path: Path, helpers: str, expected: dict[str, str]) -> None:
    (kernel,) = read_python(tmp_path, {"a.py": HELPERS.format(helpers)}).kernels
    assert statuses(kernel, "8.0", "9.0", "10.0") == expected


def test_the_line_that_sizes_shared_memory_is_named(tmp_path: Path) -> None:
    text = CLASS.replace("grid=(1, 1, 1)", "grid=(1, 1, 1), smem=self.bytes_of(a)")
    text = text.replace('        assert self.arch.is_family_of(Arch.sm_90a), "for 9.x"\n', "")
    (kernel,) = read_python(tmp_path, {"a.py": CUTE + text}).kernels
    reason = next(one for one in cells(kernel, "9.0")["9.0"].reasons if one.layer.value == "smem")
    assert "smem=self.bytes_of(a)" in reason.text
    assert "smem=self.bytes_of(a)" in (CUTE + text).splitlines()[(reason.location.line if reason.location else 0) - 1]
