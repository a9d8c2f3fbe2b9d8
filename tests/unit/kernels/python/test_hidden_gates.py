"""Tests of the device that are written in unusual ways: right where they can be evaluated, else unknown, never open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from unit.kernels.python.reading import read_python, statuses

if TYPE_CHECKING:
    from pathlib import Path

KERNEL = """import triton
import triton.language as tl

@triton.jit
def fill(x):
    tl.store(x, 1)
"""
HEAD = "import functools, operator, os, sys, torch\nfrom enum import Enum\nfrom ops import fill\n"
CAP = "torch.cuda.get_device_capability()"
WORDS = {"n": "native", "x": "runtime-rejected", "?": "unknown"}


def _letters(folder: Path, launcher: str, kernel: str = KERNEL, **more: str) -> str:
    files = {"ops.py": kernel, "launch.py": HEAD + launcher, **{f"{name}.py": text for name, text in more.items()}}
    (found,) = read_python(folder, files).kernels
    letters = {word: letter for letter, word in WORDS.items()}
    return "".join(letters[one] for one in statuses(found, "8.0", "9.0", "10.0").values())


@pytest.mark.parametrize(
    "launcher",
    [
        f"def check():\n    if {CAP}[0] != 9:\n        raise RuntimeError\ndef f(x):\n    check()\n    fill[(1,)](x)\n",
        f"def f(x):\n    if {CAP}[0] != 9:\n        sys.exit(1)\n    fill[(1,)](x)\n",
        f"def f(x):\n    for i in range(3):\n        if {CAP}[0] != 9:\n            continue\n        fill[(1,)](x)\n",
        f"def f(x):\n    for i in range(3):\n        if {CAP}[0] != 9:\n            break\n        fill[(1,)](x)\n",
        f"def f(x):\n    n = {CAP}[0]\n    n -= 9\n    if n == 0:\n        fill[(1,)](x)\n",
        f"def f(x):\n    c = {CAP}[0]\n    while c == 9:\n        fill[(1,)](x)\n        break\n",
        "c = getattr(torch.cuda, 'get_device_capability')\ndef f(x):\n    if c()[0] == 9:\n        fill[(1,)](x)\n",
        "c = functools.partial(torch.cuda.get_device_capability, 0)\ndef f(x):\n"
        "    if c()[0] == 9:\n        fill[(1,)](x)\n",
        "from torch.cuda import get_device_capability as c\ndef f(x):\n    if c()[0] == 9:\n        fill[(1,)](x)\n",
        f"def c():\n    return {CAP}\ndef m():\n    return c()[0]\ndef k():\n    return m() == 9\ndef f(x):\n"
        "    if not k():\n        return\n    fill[(1,)](x)\n",
        f"class A:\n    def __init__(self):\n        self.ok = {CAP}[0] == 9\n    def run(self, x):\n"
        "        if self.ok:\n            fill[(1,)](x)\n",
        f"class A:\n    def __init__(self):\n        if {CAP}[0] != 9:\n            raise RuntimeError\n"
        "    def run(self, x):\n        fill[(1,)](x)\n",
        f"class A:\n    @property\n    def ok(self):\n        return {CAP}[0] == 9\n    def run(self, x):\n"
        "        if self.ok:\n            fill[(1,)](x)\n",
        f"def f(x):\n    def go():\n        fill[(1,)](x)\n    if {CAP}[0] == 9:\n        go()\n",
        f"def f(x):\n    go = lambda: fill[(1,)](x)\n    if {CAP}[0] == 9:\n        go()\n",
    ],
    ids=[
        "a function that raises",
        "sys.exit",
        "continue",
        "break",
        "-=",
        "while",
        "getattr",
        "partial",
        "import as",
        "functions",
        "attribute",
        "constructor",
        "property",
        "function inside",
        "lambda",
    ],
)
def test_what_is_decided_is_right(tmp_path: Path, launcher: str) -> None:
    assert _letters(tmp_path, launcher) == "xnx"


@pytest.mark.parametrize(
    "launcher",
    [
        f"def f(x):\n    match {CAP}[0]:\n        case 9:\n            fill[(1,)](x)\n",
        f"def f(x):\n    for a in (9,):\n        if {CAP}[0] == a:\n            fill[(1,)](x)\n",
        f"def f(x):\n    if any({CAP}[0] == a for a in (9,)):\n        fill[(1,)](x)\n",
        f"T = {{9: 1}}\ndef f(x):\n    if {CAP}[0] in T:\n        fill[(1,)](x)\n",
        f"T = {{(9, 0): True}}\ndef f(x):\n    if T.get({CAP}, False):\n        fill[(1,)](x)\n",
        f"class A(Enum):\n    H = 9\ndef f(x):\n    if {CAP}[0] == A.H.value:\n        fill[(1,)](x)\n",
        f"def f(x):\n    if operator.eq({CAP}[0], 9):\n        fill[(1,)](x)\n",
        f"def f(x):\n    c = [0]\n    c[0] = {CAP}[0]\n    if c[0] == 9:\n        fill[(1,)](x)\n",
        "def f(x):\n    if 'H100' in torch.cuda.get_device_name():\n        fill[(1,)](x)\n",
        f"OK = None\ndef set_up():\n    global OK\n    OK = {CAP}[0] == 9\ndef f(x):\n"
        "    if OK:\n        fill[(1,)](x)\n",
        f"def only(g):\n    def w(*a):\n        if {CAP}[0] != 9:\n"
        "            raise RuntimeError\n        return g(*a)\n"
        "    return w\n@only\ndef f(x):\n    fill[(1,)](x)\n",
        f"class A:\n    def __init__(self):\n        self.ok = {CAP}[0] == 9\n"
        "    def off(self):\n        self.ok = True\n"
        "    def run(self, x):\n        if self.ok:\n            fill[(1,)](x)\n",
        f"def f(x, ok={CAP}[0] == 9):\n    if ok:\n        fill[(1,)](x)\n",
    ],
    ids=[
        "match",
        "for",
        "any",
        "dict in",
        "dict get",
        "enum",
        "operator",
        "item",
        "name",
        "global",
        "decorator",
        "set twice",
        "default",
    ],
)
def test_what_is_not_decided_is_unknown(tmp_path: Path, launcher: str) -> None:
    assert set(_letters(tmp_path, launcher)) <= {"?", "x"}


def test_a_size_that_hangs_on_the_device_is_no_test_of_it(tmp_path: Path) -> None:
    """There is a shape on either side of it, on every device."""
    wide = f"64 if {CAP}[0] == 9 else 32"
    assert _letters(tmp_path, f"def f(x):\n    if x.shape[0] > ({wide}):\n        fill[(1,)](x)\n") == "nnn"
    kept = f"def f(x, cache):\n    key = (1, 2, {CAP}[0])\n    if key not in cache:\n        fill[(1,)](x)\n"
    assert _letters(tmp_path, kept) == "nnn"


def test_a_list_that_some_devices_change_is_known_on_the_others(tmp_path: Path) -> None:
    code = f"def f(x):\n    bad = []\n    if {CAP}[0] != 9:\n        bad.append(1)\n"
    code += "    if not bad:\n        fill[(1,)](x)\n"
    assert _letters(tmp_path, code) == "?n?"


def test_an_answer_from_another_file_counts(tmp_path: Path) -> None:
    """`launch` asks nothing by itself: its file holds a kernel of its own, and the name of the answer."""
    answer = f"import torch\ndef has_fast_path():\n    return {CAP}[0] == 9\n"
    code = "from answers import has_fast_path\ndef f(x):\n    if has_fast_path():\n        fill[(1,)](x)\n"
    files = {"ops.py": KERNEL, "launch.py": f"{HEAD}import triton\n{code}# triton.jit\n", "answers.py": answer}
    (found,) = read_python(tmp_path, files).kernels
    assert list(statuses(found, "8.0", "9.0").values()) == ["runtime-rejected", "native"]


def test_a_file_that_cannot_be_imported_launches_nothing(tmp_path: Path) -> None:
    raising = f"if {CAP}[0] != 9:\n    raise ImportError\n"
    code = f"def f(x):\n    fill[(1,)](x)\ndef g(x):\n    if {CAP}[0] >= 8:\n        f(x)\n"
    assert _letters(tmp_path, code, kernel=f"import torch\n{KERNEL}{raising}") == "xnx"


def test_functions_that_a_condition_makes_are_there_under_it(tmp_path: Path) -> None:
    code = f"if {CAP}[0] == 9:\n    def f(x):\n        fill[(1,)](x)\nelse:\n    def f(x):\n        return None\n"
    assert _letters(tmp_path, code) == "xnx"


@pytest.mark.parametrize("made", ["from ops import fill as go\n", "go = fill\n"], ids=["import", "assignment"])
def test_a_kernel_under_another_name_is_the_same(tmp_path: Path, made: str) -> None:
    assert _letters(tmp_path, f"{made}def f(x):\n    if {CAP}[0] == 9:\n        go[(1,)](x)\n") == "xnx"


def test_what_stands_outside_of_the_tree_is_compared_with_a_device_in_vain(tmp_path: Path) -> None:
    code = f"import lib\ndef f(x):\n    if {CAP} >= lib.LEAST:\n        fill[(1,)](x)\n"
    assert set(_letters(tmp_path, code)) == {"?"}
    listed = f"import lib\ndef f(x):\n    if {CAP}[0] in (lib.ONE, lib.OTHER):\n        fill[(1,)](x)\n"
    assert set(_letters(tmp_path, listed)) == {"?"}


def test_what_stops_everybody_is_no_test_of_the_device(tmp_path: Path) -> None:
    """A hook that a derived class fills in, and a compiled op that may answer yes."""
    hook = "def todo():\n    raise NotImplementedError\nclass A:\n    def __init__(self):\n        todo()\n"
    hook += "    def run(self, x):\n"
    assert _letters(tmp_path, f"{hook}        if {CAP}[0] == 9:\n            fill[(1,)](x)\n") == "xnx"
    answer = f"def ok():\n    c = {CAP}\n    if c[0] < 9:\n        return False\n"
    answer += "    try:\n        return torch.ops._C.ok(c[0])\n    except AttributeError:\n        return False\n"
    assert _letters(tmp_path, f"{answer}def f(x):\n    if ok():\n        fill[(1,)](x)\n") == "xnn"
