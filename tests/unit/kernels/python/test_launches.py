"""What a kernel is launched with decides how much shared memory it takes, and which of its branches are compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from unit.kernels.python.reading import cells, read_python, statuses

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "import torch\nimport triton\nimport triton.language as tl\n"
PRODUCT = """
@triton.jit
def product(a, b, c, K, M: tl.constexpr, N: tl.constexpr, S: tl.constexpr = 64):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, S)
    out = tl.zeros((M, N), tl.float32)
    for start in range(0, K, S):
        left = tl.load(a + m[:, None] * K + (start + k)[None, :]).to(tl.float16)
        right = tl.load(b + (start + k)[:, None] * N + n[None, :]).to(tl.float16)
        out += tl.dot(left, right)
    tl.store(c + m[:, None] * N + n[None, :], out)
"""
WAITS = """
@triton.jit
def waits(x, USE_PDL: tl.constexpr):
    if USE_PDL:
        tl.extra.cuda.gdc_wait()
    tl.store(x, 1)
"""


def _run(body: str) -> str:
    return HEAD + PRODUCT + "\ndef run(a, b, c, flag):\n" + "".join(f"    {line}\n" for line in body.split("\n"))


def _memory(tmp_path: Path, body: str, *devices: str) -> dict[str, str]:
    (kernel,) = read_python(tmp_path, {"a.py": _run(body)}).kernels
    return statuses(kernel, *devices)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        # (128 x 64 + 64 x 256) x 2 B = 49,152 B a step: of the three by default 98,304 to 147,456 B are held.
        ("M=128, N=256", {"8.0": "native", "8.6": "unknown"}),
        # Of four steps 147,456 to 196,608 B; 8.6 has 101,376 B, 8.0 166,912 B.
        ("M=128, N=256, num_stages=4", {"8.0": "unknown", "8.6": "smem-exceeded"}),
        ("M=64, N=64, num_stages=2", {"8.0": "native", "8.6": "native"}),
        ("M=128, N=256, S=16, num_stages=4", {"8.0": "native", "8.6": "native"}),
    ],
)
def test_the_values_of_a_launch_count(tmp_path: Path, arguments: str, expected: dict[str, str]) -> None:
    assert _memory(tmp_path, f"product[(1,)](a, b, c, 64, {arguments})", "8.0", "8.6") == expected


def test_of_two_launches_the_one_that_fares_worse_counts(tmp_path: Path) -> None:
    body = "product[(1,)](a, b, c, 64, M=64, N=64)\nproduct[(1,)](a, b, c, 64, M=128, N=256, num_stages=4)"
    assert _memory(tmp_path, body, "8.6", "9.0") == {"8.6": "smem-exceeded", "9.0": "native"}


def test_a_choice_that_nobody_knows_must_fit_either_way(tmp_path: Path) -> None:
    body = "side = 128 if flag else 256\nproduct[(1,)](a, b, c, 64, M=64, N=side, num_stages={0})"
    assert _memory(tmp_path, body.format(2), "8.6") == {"8.6": "native"}
    # Three of (64 x 64 + 64 x 256) x 2 B are 122,880 B at most, and 73,728 B with N = 128.
    assert _memory(tmp_path, body.format(3), "8.6") == {"8.6": "unknown"}


def test_a_choice_by_the_device_is_followed(tmp_path: Path) -> None:
    body = "big = torch.cuda.get_device_capability() >= (9, 0)\n"
    body += "product[(1,)](a, b, c, 64, M=128, N=256 if big else 64, num_stages=4)"
    assert _memory(tmp_path, body, "8.6", "9.0") == {"8.6": "native", "9.0": "native"}


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ("product[(1,)](a, b, c, 64, M=64, N=c.shape[1])", "the value of N (`c.shape[1]`), a side of right"),
        ("product[(1,)](a, b, c, 64, M=64, N=64, S=64, **flag)", "the number of pipeline stages"),
        ("tune(product)", "a.py:16 uses it without launching it"),
        ("pass", "no launch of it stands in the tree"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, body: str, missing: str) -> None:
    (kernel,) = read_python(tmp_path, {"a.py": _run(body)}).kernels
    cell = cells(kernel, "9.0")["9.0"]
    assert str(cell.status) == "unknown"
    assert missing in cell.reasons[0].text


def test_a_launch_in_a_file_that_is_not_looked_into(tmp_path: Path) -> None:
    files = {
        "a.py": _run("product[(1,)](a, b, c, 64, M=64, N=64)"),
        "b.py": "def other(k):\n    k.product[(1,)](M=512)\n",
    }
    (kernel,) = read_python(tmp_path, files).kernels
    assert statuses(kernel, "9.0") == {"9.0": "unknown"}


def test_configurations_that_are_pruned_must_all_fit(tmp_path: Path) -> None:
    listed = '[triton.Config({"M": 32, "N": 32}, num_stages=2), triton.Config({"M": 128, "N": 256}, num_stages=4)]'
    made = PRODUCT.replace("@triton.jit", f"@triton.autotune(configs={listed}, key=[]PRUNED)\n@triton.jit")
    body = "\ndef run(a, b, c):\n    product[(1,)](a, b, c, 64)\n"
    for pruned, status in (("", "native"), (', prune_configs_by={"early_config_prune": prune}', "unknown")):
        (kernel,) = read_python(tmp_path, {"a.py": HEAD + made.replace("PRUNED", pruned) + body}).kernels
        assert statuses(kernel, "8.6") == {"8.6": status}


def test_branches_that_set_tiles_of_different_shapes(tmp_path: Path) -> None:
    """The last one alone would be small; which one is multiplied is not known."""
    text = PRODUCT.replace(
        "        out += tl.dot(left, right)\n",
        "        if K > 8:\n            right = tl.zeros((S, 4096), tl.float16)\n        out += tl.dot(left, right)\n",
    )
    body = "\ndef run(a, b, c):\n    product[(1,)](a, b, c, 64, M=16, N=16)\n"
    (kernel,) = read_python(tmp_path, {"a.py": HEAD + text + body}).kernels
    assert "the shape of right" in cells(kernel, "9.0")["9.0"].reasons[0].text


def _waiting(tmp_path: Path, body: str, kernel: str = WAITS) -> dict[str, str]:
    text = HEAD + kernel + "\ndef run(x, flag):\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    found = read_python(tmp_path, {"a.py": text}).kernels
    return statuses(next(one for one in found if one.name == "waits"), "8.0", "9.0")


@pytest.mark.parametrize(
    ("given", "on_8"),
    [
        ("False", "native"),
        ("True", "missing-instruction"),
        ("torch.cuda.get_device_capability()[0] >= 9", "native"),
        ("flag and torch.cuda.get_device_capability()[0] >= 9", "native"),
        ("platform.is_arch_support_pdl()", "native"),
        ("flag", "unknown"),
    ],
)
def test_a_branch_is_compiled_where_the_launch_asks_for_it(tmp_path: Path, given: str, on_8: str) -> None:
    """griddepcontrol needs 9.0."""
    assert _waiting(tmp_path, f"waits[(1,)](x, USE_PDL={given})") == {"8.0": on_8, "9.0": "native"}


def test_one_launch_without_the_branch_leaves_the_kernel_undecided(tmp_path: Path) -> None:
    body = "waits[(1,)](x, USE_PDL=True)\nwaits[(1,)](x, False)"
    assert _waiting(tmp_path, body) == {"8.0": "unknown", "9.0": "native"}


def test_a_parameter_is_handed_on_to_a_helper(tmp_path: Path) -> None:
    helper = "\n@triton.jit\ndef wait(ON: tl.constexpr):\n    if ON:\n        tl.extra.cuda.gdc_wait()\n"
    kernel = helper + "\n@triton.jit\ndef waits(x, USE_PDL: tl.constexpr):\n    wait(USE_PDL)\n    tl.store(x, 1)\n"
    assert _waiting(tmp_path, "waits[(1,)](x, False)", kernel) == {"8.0": "native", "9.0": "native"}
    assert _waiting(tmp_path, "waits[(1,)](x, flag)", kernel) == {"8.0": "unknown", "9.0": "native"}


def test_a_parameter_that_the_kernel_sets_again_is_not_known(tmp_path: Path) -> None:
    kernel = WAITS.replace("    if USE_PDL", "    USE_PDL = USE_PDL or x > 0\n    if USE_PDL")
    assert _waiting(tmp_path, "waits[(1,)](x, False)", kernel) == {"8.0": "unknown", "9.0": "native"}


def test_an_attribute_that_the_constructor_sets(tmp_path: Path) -> None:
    text = "\nclass Runner:\n    def __init__(self):\n"
    text += "        self.pdl = torch.cuda.get_device_capability()[0] >= 9\n\n"
    text += "    def run(self, x):\n        waits[(1,)](x, USE_PDL=self.pdl)\n"
    (kernel,) = read_python(tmp_path, {"a.py": HEAD + WAITS + text}).kernels
    assert statuses(kernel, "8.0", "9.0") == {"8.0": "native", "9.0": "native"}


@pytest.mark.parametrize(
    "more",
    [
        "    def share(self):\n        self.pdl = True\n",
        "    def share(self):\n        self.other, self.pdl = 1, True\n",
        "\ndef share(runner):\n    runner.pdl = True\n",
    ],
)
def test_an_attribute_that_other_code_sets_too_is_not_known(tmp_path: Path, more: str) -> None:
    text = "\nclass Runner:\n    def __init__(self):\n        self.pdl = False\n\n"
    text += f"    def run(self, x):\n        waits[(1,)](x, USE_PDL=self.pdl)\n\n{more}"
    (kernel,) = read_python(tmp_path, {"a.py": HEAD + WAITS + text}).kernels
    assert statuses(kernel, "8.0", "9.0") == {"8.0": "unknown", "9.0": "native"}


def test_a_variable_of_the_module_that_functions_set_is_not_known(tmp_path: Path) -> None:
    text = "\n_PDL = False\n\ndef use_pdl():\n    global _PDL\n    _PDL = True\n\n"
    text += "def run(x):\n    waits[(1,)](x, USE_PDL=_PDL)\n"
    for more, on_8 in ((text, "unknown"), (text.replace("    global _PDL\n", ""), "native")):
        (kernel,) = read_python(tmp_path, {"a.py": HEAD + WAITS + more}).kernels
        assert statuses(kernel, "8.0", "9.0") == {"8.0": on_8, "9.0": "native"}


@pytest.mark.parametrize("name", ["rocm_attn.py", "gemm_rocm.py", "_xpu_ops.py", "gemm_npu.py"])
def test_files_named_after_another_maker_are_left_out_and_listed(tmp_path: Path, name: str) -> None:
    survey = read_python(tmp_path, {name: HEAD + WAITS, "program.py": HEAD + WAITS})
    assert [kernel.location.file for kernel in survey.kernels] == ["program.py"]
    assert [one.path for one in survey.skipped] == [name]
