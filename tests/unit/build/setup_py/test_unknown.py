"""What a setup.py cannot tell: never a list that only might be right."""

from __future__ import annotations

import pytest

from fakes.scripts import evaluate, gencodes, script

G80, G90A = '"-gencode=arch=compute_80,code=sm_80"', '"-gencode=arch=compute_90a,code=sm_90a"'
PRINTED = "import subprocess\nx = subprocess.check_output(['ask']).decode()\n"


@pytest.mark.parametrize(
    ("before", "flags"),
    [
        (f"{PRINTED}f = [{G80}, x]", "f"),
        (f"{PRINTED}f = [{G80}] + x.split()", "f"),
        (f"{PRINTED}f = [{G80}, '-gencode', f'arch=compute_{{x}},code=sm_{{x}}']", "f"),
        (f"{PRINTED}f = [{G80}]\nif x == '1':\n    f.append({G90A})", "f"),
        (f"{PRINTED}f = [{G80}]\nif x == '1':\n    f = [{G90A}]\nelse:\n    f = [{G80}]", "f"),
        (f"{PRINTED}f = [{G80}] if x else [{G90A}]", "f"),
        (f"{PRINTED}f = []\nfor a in x.split(';'):\n    f.append('-arch=sm_' + a)", "f"),
        (f"{PRINTED}def g():\n    if x:\n        return [{G90A}]\n    return [{G80}]", "g()"),
        (
            f"{PRINTED}f = []\nfor a in ('80', '90a'):\n    if a in x:\n        continue\n    f += ['-arch=sm_' + a]",
            "f",
        ),
        (f"from elsewhere import add_flags\nf = [{G80}]\nadd_flags(f)", "f"),
        (f"import elsewhere\nf = elsewhere.FLAGS + [{G80}]", "f"),
        (f"{PRINTED}d = {{'a': [{G80}]}}\nd[x] = []", "d.get('b', [])"),
    ],
)
def test_flags_that_could_be_others_are_undecided(tmp_path, before, flags):
    answer = evaluate(tmp_path, script(flags, before), device="9.0")
    source = next(one for one in answer.sources if one.path == "a.cu")
    assert source.undecided is not None
    assert source.gencodes == ()


@pytest.mark.parametrize(
    "before",
    [
        f"{PRINTED}f = [{G80}, f'-DVERSION={{x}}', '--threads', x, '-I' + x]",
        f"{PRINTED}f = [{G80}]\nif x:\n    f.append('-lineinfo')",
        f"{PRINTED}f = [{G80}]\nif x == '0':\n    raise RuntimeError(x)",
        f"{PRINTED}f = [{G80}]\nassert x, 'no answer'",
        f"import torch\nf = [{G80}, f'-D_GLIBCXX_USE_CXX11_ABI={{int(torch._C._GLIBCXX_USE_CXX11_ABI)}}']",
    ],
)
def test_what_names_no_architecture_does_no_harm(tmp_path, before):
    assert gencodes(evaluate(tmp_path, script("f", before))) == ["80>sm_80"]


def test_an_undecided_condition_is_an_assumption_with_its_origin(tmp_path):
    answer = evaluate(tmp_path, script(f"[{G80}]", f"{PRINTED}if x == '1':\n    print('one')"))
    found = [one for one in answer.assumptions if one.kind.value == "unknown-condition"]
    assert [(str(one.location), one.origin) for one in found] == [("setup.py:6", "the output of `ask`.decode()")]
    assert found[0].text.startswith("`x == '1'` is not known")


def test_sources_that_are_not_known_leave_the_build_undecided(tmp_path):
    answer = evaluate(tmp_path, script(f"[{G80}]", PRINTED, "x.split()"))
    assert answer.undecided is not None
    assert str(answer.undecided_at) == "setup.py:7"


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("import os\nraise RuntimeError('no CUDA')\n", "RuntimeError: no CUDA", 2),
        ("import os\nassert os.path.exists('csrc'), 'submodule missing'\n", "submodule missing", 2),
        ("import sys\nif sys.platform == 'linux':\n    sys.exit('not here')\n", "the script exits: not here", 3),
    ],
)
def test_a_script_that_stops_is_a_configure_error(tmp_path, text, message, line):
    answer = evaluate(tmp_path, text + script(f"[{G80}]"))
    assert (answer.status.value, answer.error, answer.error_at.line) == ("configure-error", message, line)
    assert answer.sources == ()


@pytest.mark.parametrize(
    "text",
    [
        "while True:\n    pass\n",
        "x = 'a'\nfor i in range(64):\n    x = x + x\n",
        "x = [1]\nwhile True:\n    x = x * 2\n",
        "def f(n):\n    return f(n + 1)\nf(0)\n",
        "x = '%999999999d' % 1\nx = f'{1:999999999}'\ny = 10 ** 10 ** 10\ny = 1 << 10 ** 9\nwhile 1:\n    y = y\n",
        "x = 'a'.ljust(10 ** 9)\nx = 'a' * 10 ** 10\n",
        "l = []\nl.append(l)\nwhile l == l:\n    l.append(1)\n",
        "x = " + "(" * 150 + "1" + ")" * 150 + "\nwhile x:\n    pass\n",
        "match os.name:\n    case 'nt':\n        pass\n",
        "import a_cycle\nwhile a_cycle:\n    pass\n",
    ],
)
def test_a_hostile_script_ends_and_leaves_the_build_undecided(tmp_path, text):
    answer = evaluate(tmp_path, "import os\n" + text + script(f"[{G80}]"), files={"a_cycle.py": "import a_cycle"})
    assert answer.undecided is not None
    assert answer.sources == ()


def test_a_file_that_is_no_python_is_undecided(tmp_path):
    answer = evaluate(tmp_path, "print 'python 2'\n")
    assert "not valid Python" in answer.undecided


def test_nothing_is_run_imported_or_read_outside(tmp_path):
    marker = tmp_path / "written"
    outside = tmp_path / "outside.txt"
    outside.write_text("secret")
    tree = tmp_path / "tree"
    tree.mkdir()
    code = f"open({str(marker)!r}, 'w').write('x')\nimport os, subprocess\nos.system('touch {marker}')\n"
    code += f"subprocess.check_call(['touch', {str(marker)!r}])\n"
    reading = f"secret = open({str(outside)!r}).read()\nmore = open('../outside.txt').read()\n"
    files = {"helper.py": code, "conftest.py": code, "x.pth": code}
    before = "import helper\n" + code + reading
    answer = evaluate(tree, script(f"[{G80}, '-DS=' + secret + more]", before), files=files)
    assert not marker.exists()
    assert "secret" not in " ".join(answer.sources[0].defines).replace("secret,", "")
    assert "outside" in answer.sources[0].defines[0]
