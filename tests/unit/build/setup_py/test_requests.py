"""Whose arch list an extension gets: the user's, the script's own, the device's."""

from __future__ import annotations

from pathlib import Path

import pytest

from fakes.scripts import evaluate, gencodes, script
from kernaudit.model.build import BuildStatus, RequestRule
from kernaudit.ruleset.load import load_rules

G80 = '"-gencode=arch=compute_80,code=sm_80"'


@pytest.mark.parametrize(
    ("before", "device", "request_", "env", "expected", "rule"),
    [
        ("", "10.3", None, {}, ["103>sm_103"], RequestRule.DEVICE),
        ("", "10.3", "8.0;9.0a+PTX", {}, ["80>sm_80", "90a>compute_90a", "90a>sm_90a"], RequestRule.USER),
        ("", "10.3", None, {"TORCH_CUDA_ARCH_LIST": "8.6"}, ["86>sm_86"], RequestRule.USER),
        ('os.environ["TORCH_CUDA_ARCH_LIST"] = "7.5 8.0"', "10.3", None, {}, ["75>sm_75", "80>sm_80"],
         RequestRule.BUILD),
        ('os.environ["TORCH_CUDA_ARCH_LIST"] = "7.5"', "10.3", "9.0", {}, ["75>sm_75"], RequestRule.BUILD),
        ('os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "7.5")', "10.3", None, {}, ["75>sm_75"], RequestRule.BUILD),
        ('os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "7.5")', "10.3", "9.0", {}, ["90>sm_90"], RequestRule.USER),
        ('os.environ["TORCH_CUDA_ARCH_LIST"] = os.environ.get("TORCH_CUDA_ARCH_LIST", "7.5")', "10.3", None, {},
         ["75>sm_75"], RequestRule.BUILD),
    ],
)  # fmt: skip
def test_torch_gives_the_list(tmp_path, before, device, request_, env, expected, rule):
    answer = evaluate(tmp_path, script('["-O3"]', before), device, request_, env=env)
    assert gencodes(answer) == expected
    assert (answer.sources[0].request_rule, answer.request_rule) == (rule, rule)
    assert answer.device_dependent is (rule is RequestRule.DEVICE)


def test_own_flags_turn_the_request_off(tmp_path):
    answer = evaluate(tmp_path, script(f"[{G80}]"), "9.0", "9.0")
    assert gencodes(answer) == ["80>sm_80"]
    assert answer.request_rule is RequestRule.BUILD
    assert [one.id for one in answer.findings] == ["request-ignored"]


def test_a_variable_of_the_project_is_the_users_list(tmp_path):
    before = 'f = [f"-arch=sm_{a}" for a in os.getenv("MY_ARCHS", "80;90").split(";")][:1]'
    answer = evaluate(tmp_path, script("f", before), env={"MY_ARCHS": "120"})
    assert gencodes(answer) == ["120>sm_120", "120>compute_120"]
    assert answer.request_rule is RequestRule.USER
    looked = {one.origin: one.text for one in answer.assumptions}
    assert looked == {"MY_ARCHS": "the environment variable MY_ARCHS is '120', as given"}
    assert gencodes(evaluate(tmp_path, script("f", before))) == ["80>sm_80", "80>compute_80"]


def test_the_device_that_the_script_asks_for_is_the_columns(tmp_path):
    before = (
        "import torch\nM, m = torch.cuda.get_device_capability()\nf = [f'-gencode=arch=compute_{M}{m},code=sm_{M}{m}']"
    )
    answer = evaluate(tmp_path, script("f", before), "12.0")
    assert gencodes(answer) == ["120>sm_120"]
    assert answer.request_rule is RequestRule.NATIVE
    assert any("asks for the GPU of its machine: one of 12.0" in one.text for one in answer.assumptions)


def test_the_line_of_the_list_is_the_evidence(tmp_path):
    before = (
        'ARCHS = "80;90a"\nf = []\nfor a in ARCHS.split(";"):\n    f += ["-gencode", f"arch=compute_{a},code=sm_{a}"]'
    )
    source = evaluate(tmp_path, script("f", before)).sources[0]
    assert (str(source.gate.location), source.gate.text) == ("setup.py:4", 'ARCHS = "80;90a"')
    assert str(source.location) == "setup.py:8"


def test_without_a_device_or_a_list_the_flags_are_undecided(tmp_path):
    answer = evaluate(tmp_path, script('["-O3"]'))
    assert "TORCH_CUDA_ARCH_LIST" in answer.sources[0].undecided
    assert [one.id for one in answer.findings] == ["no-arch-list"]


def test_a_list_that_torch_refuses_stops_the_build(tmp_path):
    answer = evaluate(tmp_path, script('["-O3"]', 'os.environ["TORCH_CUDA_ARCH_LIST"] = "nine"'), "9.0")
    assert answer.status.value == "configure-error"


def test_an_extension_without_torch_gets_the_compilers_default(tmp_path):
    text = 'from setuptools import Extension, setup\nsetup(ext_modules=[Extension("e", sources=["a.cu"])])\n'
    answer = evaluate(tmp_path, text, "9.0")
    assert gencodes(answer) == []
    assert answer.request_rule is RequestRule.COMPILER_DEFAULT


def test_names_of_architectures_are_those_of_the_rules_that_were_given(tmp_path):
    shipped = (Path(__file__).parents[4] / "rules" / "torch.yaml").read_text()
    (tmp_path / "mine").mkdir()
    renamed = shipped.replace('    Hopper: {stands_for: "9.0+PTX"}', '    Mine: {stands_for: "9.0"}')
    (tmp_path / "mine" / "torch.yaml").write_text(renamed)
    (tmp_path / "tree").mkdir()
    rules = load_rules((tmp_path / "mine",))
    assert gencodes(evaluate(tmp_path / "tree", script("[]"), "9.0", "Mine", rules=rules)) == ["90>sm_90"]
    assert evaluate(tmp_path / "tree", script("[]"), "9.0", "Hopper", rules=rules).status is BuildStatus.CONFIGURE_ERROR
