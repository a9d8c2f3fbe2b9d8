"""Python files that want to be run, or that nobody can parse."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from unit.kernels.python.reading import read_python

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "import triton\nimport triton.language as tl\nimport torch\n"
KERNEL = "\n@triton.jit\ndef run(x):\n    tl.store(x, 1)\n"


def test_nothing_is_imported_or_run(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    trap = f"open({str(mark)!r}, 'w').write('ran')\n"
    tree = tmp_path / "tree"
    files = {
        "setup.py": trap,
        "conftest.py": trap,
        "sitecustomize.py": trap,
        "a.pth": f"import os; {trap}",
        "planted/__init__.py": trap + HEAD + KERNEL + f"@(lambda f: {trap.strip()})\ndef g():\n    pass\n",
        "planted/b.py": f"from planted import run\n\ndef go(x):\n    get_compute_capability({trap.strip()})\n",
    }
    survey = read_python(tree, files)
    assert [kernel.name for kernel in survey.kernels] == ["run"]
    assert not mark.exists()
    assert not any(name.partition(".")[0] == "planted" for name in sys.modules)


def test_another_versions_syntax_is_listed(tmp_path: Path) -> None:
    text = (
        HEAD
        + KERNEL
        + "\ndef old(x):\n    if torch.cuda.get_device_capability()[0] > 8:\n        print x\n        run[1](x)\n"
    )
    survey = read_python(tmp_path, {"a.py": text})
    assert [kernel.name for kernel in survey.kernels] == ["run"]
    assert [(one.path, str(one.reason)) for one in survey.skipped] == [("a.py", "parse-error")]


def test_depth_and_length_are_bounded(tmp_path: Path) -> None:
    deep = "(" * 5000 + "1" + ")" * 5000
    long = " + ".join(["torch.cuda.get_device_capability()[0]"] * 3000)
    power = "2 ** 2 ** 2 ** 2 ** 2 ** 9999"
    text = HEAD + KERNEL
    for name, value in (("deep", deep), ("long", long), ("power", power)):
        text += f"\ndef {name}(x):\n    y = torch.cuda.get_device_capability()[0] + {value}\n"
        text += "    if y > 8:\n        run[1](x)\n"
    text += "\ndef again(x):\n    return torch.cuda.get_device_capability() and again(x) and other(x)\n"
    text += "\ndef other(x):\n    run[1](x)\n    return again(x)\n"
    start = time.process_time()
    survey = read_python(tmp_path, {"a.py": text})
    assert time.process_time() - start < 10
    assert [kernel.name for kernel in survey.kernels] == ["run"]
