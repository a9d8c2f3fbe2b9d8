"""Flag lists that a setup.py computes, each with the list that Python itself would make."""

from __future__ import annotations

import pytest

from fakes.scripts import evaluate, gencodes, script

G80, G90A = '"-gencode=arch=compute_80,code=sm_80"', '"-gencode=arch=compute_90a,code=sm_90a"'


@pytest.mark.parametrize(
    ("before", "flags", "expected"),
    [
        ("", f"[{G80}]", ["80>sm_80"]),
        ("f = []\nfor t in ('80', '90a'):\n    f += ['-gencode', f'arch=compute_{t},code=sm_{t}']", "f",
         ["80>sm_80", "90a>sm_90a"]),
        ("f = sum((['-gencode', 'arch=compute_%s,code=sm_%s' % (a, a)] for a in '80;90a'.split(';')), [])", "f",
         ["80>sm_80", "90a>sm_90a"]),
        ("f = ['-gencode=arch=compute_{0},code=sm_{0}'.format(n) for n in range(80, 91, 10) if n != 85]", "f",
         ["80>sm_80", "90>sm_90"]),
        (f"A = [{G80}]\nB = [x if '90' in x else {G90A} for x in A]", "B", ["90a>sm_90a"]),
        ("def threads(a, n='4'):\n    return a + ['--threads', n]\nf = threads(["+G80+"])", "f", ["80>sm_80"]),
        ("def outer():\n    out = []\n    def add(x):\n        out.append(x)\n    add("+G80+")\n    return out",
         "outer()", ["80>sm_80"]),
        ("def flags():\n    yield "+G80+"\n    yield from ["+G90A+"]", "list(flags())", ["80>sm_80", "90a>sm_90a"]),
        ("i = 0\nf = []\nwhile i < 2:\n    f.append(["+G80+","+G90A+"][i])\n    i += 1", "f",
         ["80>sm_80", "90a>sm_90a"]),
        ("try:\n    x = {}['no']\nexcept KeyError:\n    f = ["+G80+"]", "f", ["80>sm_80"]),
        ("try:\n    open('missing.txt')\nexcept OSError:\n    f = ["+G80+"]\nelse:\n    f = []", "f", ["80>sm_80"]),
        ("with open('archs.txt') as s:\n    f = [f'-arch=sm_{line.strip()}' for line in s]", "f[:1]",
         ["80>sm_80", "80>compute_80"]),
        ("import tools\nf = tools.flags()", "f", ["80>sm_80"]),
        ("from pkg.more import FLAGS", "FLAGS", ["90a>sm_90a"]),
        ("class Flags:\n    base = ["+G80+"]\n    def __init__(self, more):\n        self.more = more\n"
         "    @property\n    def all(self):\n        return self.base + self.more\nf = Flags(["+G90A+"])", "f.all",
         ["80>sm_80", "90a>sm_90a"]),
        ("d = {'a': ["+G80+"]}\nd.setdefault('a', []).append("+G90A+")", "[*d['a']]", ["80>sm_80", "90a>sm_90a"]),
        ("a, *rest = [1, "+G80+", "+G90A+"]", "rest", ["80>sm_80", "90a>sm_90a"]),
        ("f = ["+G80+"]\nif not (x := os.environ.get('NO')):\n    f.append("+G90A+")", "f", ["80>sm_80", "90a>sm_90a"]),
        ("exec('F = ["+G80.replace('"', '\\"')+"]')", "F if 'F' in globals() else ["+G90A+"]", ["90a>sm_90a"]),
        ("ns = {}\nexec(open('version.py').read(), ns)\nf = ["+G80+"] if ns['V'] > '1' else []", "f", ["80>sm_80"]),
    ],
)  # fmt: skip
def test_flags(tmp_path, before, flags, expected):
    files = {
        "archs.txt": "80\n90\n",
        "tools.py": f"import os\ndef flags():\n    return [{G80}]\n",
        "pkg/more.py": f"FLAGS = [{G90A}]\n",
        "version.py": "V = '2.0'\n",
    }
    assert gencodes(evaluate(tmp_path, script(flags, before), files=files)) == expected


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ('Version("12.8") <= nvcc', True),
        ('nvcc >= Version("13.0")', False),
        ("torch.version.cuda == '12.8'", True),
        ("torch.version.hip", False),
        ("CUDA_HOME is not None", True),
        ("sys.platform.startswith('linux') and platform.machine() == 'x86_64'", True),
        ("os.name == 'nt'", False),
        ("os.path.exists('a.cu') and not os.path.isdir('a.cu')", True),
        ("Path(__file__).parent.joinpath('a.cu').is_file()", True),
        ("sorted(glob.glob('*.cu')) == ['a.cu']", True),
        ("[p.name for p in Path(__file__).resolve().parent.glob('**/*.cu')] == ['a.cu', 'b.cu']", True),
        ("os.listdir('sub') == ['b.cu']", True),
        ("int(os.getenv('MAX_JOBS', '8')) == 8", True),
        ("sys.version_info >= (3, 8)", True),
    ],
)
def test_conditions_on_the_machine(tmp_path, test, holds):
    before = f"""
import glob, platform, subprocess, sys, torch
from pathlib import Path
from packaging.version import Version, parse
from torch.utils.cpp_extension import CUDA_HOME
out = subprocess.check_output([CUDA_HOME + "/bin/nvcc", "-V"], universal_newlines=True).split()
nvcc = parse(out[out.index("release") + 1].split(",")[0])
f = [{G90A}] if {test} else [{G80}]
"""
    answer = evaluate(tmp_path, script("f", before), cuda="12.8", files={"sub/b.cu": ""})
    assert gencodes(answer) == (["90a>sm_90a"] if holds else ["80>sm_80"])
    assert [one.kind.value for one in answer.assumptions if one.kind.value == "unknown-condition"] == []


@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        ("re.findall(r'(\\d+)', 'a1b22') == ['1', '22']", True),
        ("re.search(r'release (\\d+)', 'release 12').group(1) == '12'", True),
        ("re.match('b', 'ab') is None", True),
        ("re.sub('a', 'b', 'aa') == 'bb'", True),
        ("re.compile('x+').fullmatch('xx') is None", False),
    ],
)
def test_expressions_that_are_cheap_to_match(tmp_path, expression, holds):
    before = f"import re\nf = [{G90A}] if {expression} else [{G80}]"
    assert gencodes(evaluate(tmp_path, script("f", before))) == (["90a>sm_90a"] if holds else ["80>sm_80"])


@pytest.mark.parametrize("expression", ["re.match('(a+)+b', 'a' * 64)", "re.search('.*' * 30 + 'b', 'a' * 999)"])
def test_expressions_that_may_take_for_ever_are_not_matched(tmp_path, expression):
    answer = evaluate(tmp_path, script("f", f"import re\nf = [{G90A}] if {expression} else [{G80}]"))
    assert answer.sources[0].undecided is not None
