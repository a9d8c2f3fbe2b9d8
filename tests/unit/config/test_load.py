"""A configuration as values, and its faults with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.config.load import load_config, parse_config
from kernaudit.config.model import Config
from kernaudit.errors import KernauditError, UsageError
from kernaudit.model.decision import PinBy
from kernaudit.model.verdict import Status

FULL = """\
from: h100
to: [10.0, rtx-5090]
toolkit: 13.0
request: 9.0a;10.0
exclude: ["old/**"]
stale_before: 2026-01-01
pins:
  - op: cutlass_scaled_mm
    owner: serving
    note: the FP8 path
    decision: revert
    expiry: 2027-01-31
  - {file: "csrc/*.cu"}
cost:
  gpus: 64
  time_share: 0.25
gate:
  require:
    - {family: GEMM, on: "h100, b200", status: native}
  unknown: fail
  fail_on: [regression, build-break]
"""


def _parse(text: str, label: str = "kernaudit.yaml") -> Config:
    config = parse_config(label, text)
    assert config is not None
    return config


def test_everything_that_can_be_said() -> None:
    config = _parse(FULL)
    assert (config.from_, config.to, config.toolkit, config.request) == (
        "h100",
        ("10.0", "rtx-5090"),
        "13.0",
        "9.0a;10.0",
    )
    assert (config.exclude, config.stale_before) == (("old/**",), "2026-01-01")
    op, file = config.pins
    assert (op.by, op.value, op.owner, op.note) == (PinBy.OP, "cutlass_scaled_mm", "serving", "the FP8 path")
    assert (op.decision, op.expiry, str(op.location)) == ("revert", "2027-01-31", "kernaudit.yaml:8")
    assert (file.by, file.value, file.location.line) == (PinBy.FILE, "csrc/*.cu", 13)
    assert {name: (one.value, one.location.line) for name, one in config.cost.items()} == {
        "gpus": (64, 15),
        "time_share": (0.25, 16),
    }
    (required,) = config.gate.require
    assert (required.by, required.on, required.status) == (PinBy.FAMILY, ("h100", "b200"), Status.NATIVE)
    assert (config.gate.unknown, config.gate.fail_on) == ("fail", ("regression", "build-break"))


def test_an_empty_file_says_nothing() -> None:
    assert _parse("# only a comment\n") == Config("kernaudit.yaml")


TOML = """\
[project]
name = "x"

[tool.kernaudit]
from = "h100"
to = ["10.0"]
stale_before = 2026-01-01

[[tool.kernaudit.pins]]
kernel = "a"

[[tool.kernaudit.pins]]
family = "B"

[tool.kernaudit.cost]
time_share = 0.5
"""


def test_the_same_from_pyproject() -> None:
    config = _parse(TOML, "pyproject.toml")
    assert (config.from_, config.to, config.stale_before) == ("h100", ("10.0",), "2026-01-01")
    assert [(pin.by, pin.location.line) for pin in config.pins] == [(PinBy.KERNEL, 9), (PinBy.FAMILY, 12)]
    assert (config.cost["time_share"].value, config.cost["time_share"].location.line) == (0.5, 16)


def test_a_pyproject_without_the_table_is_none() -> None:
    assert parse_config("pyproject.toml", "[tool.other]\nx = 1\n") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("from: [a\n", "kernaudit.yaml:1: not valid YAML"),
        ("form: h100\n", "kernaudit.yaml:1: form: no such key; known: from, to, toolkit"),
        ("to: [h100]\npins:\n  - {kernel: a, op: b}\n", "kernaudit.yaml:3: pins.0: name exactly one of kernel, family"),
        ("pins:\n  - {owner: me}\n", "kernaudit.yaml:2: pins.0: name exactly one of"),
        ("pins:\n  - op: a\n    expiry: soon\n", "kernaudit.yaml:3: pins.0.expiry: a date is written like 2027-01-31"),
        ("pins:\n  - op: a\n    time_share: 2\n", "kernaudit.yaml:3: pins.0.time_share: "),
        ("pins:\n  - op: a\n    speed_ratio: 0\n", "kernaudit.yaml:3: pins.0.speed_ratio: "),
        ("pins:\n  - op: a\n    decision: hope\n", "kernaudit.yaml:3: pins.0.decision: "),
        ("cost:\n  gpus: many\n", "kernaudit.yaml:2: cost.gpus: must be a number"),
        ("cost:\n  gpus: -1\n", "kernaudit.yaml:2: cost.gpus: "),
        ("cost:\n  gpus: .nan\n", "kernaudit.yaml:2: cost.gpus: "),
        ("gate:\n  unknown: perhaps\n", "kernaudit.yaml:2: gate.unknown: "),
        (
            "gate:\n  require:\n    - {op: a, on: [h100], status: unknown}\n",
            "kernaudit.yaml:3: gate.require.0.status: ",
        ),
        ("a: &x 1\nb: *x\n", "kernaudit.yaml:1: aliases"),
        ("from: a\nfrom: b\n", "kernaudit.yaml:2: the key 'from' stands here twice"),
        ("from: !!python/object:os.system x\n", "kernaudit.yaml:1: the tag"),
        ("- 1\n", "kernaudit.yaml:1: the file: must hold keys with values"),
        ("pins: [x]\n", "kernaudit.yaml:1: pins.0: must hold keys with values"),
        ("pins: x\n", "kernaudit.yaml:1: pins: must be a list"),
        ("gate:\n  require:\n    - {op: a}\n", "kernaudit.yaml:3: gate.require.0.on: must be given"),
        ("x: " + "[" * 60 + "]" * 60, "kernaudit.yaml:1: nested too deeply"),
    ],
)
def test_a_fault_names_its_line(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        _parse(text)
    assert str(caught.value).startswith(message)


def test_a_fault_in_toml_names_its_line() -> None:
    with pytest.raises(UsageError, match=r"pyproject.toml:3: not valid TOML"):
        _parse("[tool.kernaudit]\nx = 1\ny = = 2\n", "pyproject.toml")
    with pytest.raises(UsageError, match=r"pyproject.toml:9: pins.0: name exactly one of"):
        _parse(TOML.replace('kernel = "a"', 'owner = "me"'), "pyproject.toml")


def test_the_yaml_file_comes_before_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(TOML)
    config = load_config(tmp_path)
    assert config is not None
    assert config.file == "pyproject.toml"
    (tmp_path / "kernaudit.yaml").write_text("to: h200\n")
    config = load_config(tmp_path)
    assert config is not None
    assert (config.file, config.to) == ("kernaudit.yaml", ("h200",))


def test_no_file_is_no_configuration(tmp_path: Path) -> None:
    assert load_config(tmp_path) is None
    with pytest.raises(UsageError, match="cannot be read"):
        load_config(tmp_path, tmp_path / "missing.yaml")


def test_a_link_out_of_the_tree_is_not_read(tmp_path: Path) -> None:
    outside = tmp_path / "secret.yaml"
    outside.write_text("title: secret\n")
    root = tmp_path / "root"
    root.mkdir()
    (root / "pyproject.toml").symlink_to(outside)
    assert load_config(root) is None
    (root / "kernaudit.yaml").symlink_to(outside)
    with pytest.raises(UsageError, match="no file of the tree"):
        load_config(root)


def test_a_configuration_that_leads_nowhere_is_not_taken_for_none(tmp_path: Path) -> None:
    (tmp_path / "kernaudit.yaml").symlink_to(tmp_path / "gone.yaml")
    with pytest.raises(UsageError, match="no file of the tree"):
        load_config(tmp_path)


def test_bytes_that_are_no_text_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "kernaudit.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="not UTF-8"):
        load_config(tmp_path)


@given(st.text(max_size=120))
def test_any_text_is_a_configuration_or_an_error(text: str) -> None:
    for label in ("kernaudit.yaml", "pyproject.toml"):
        try:
            parse_config(label, "[tool.kernaudit]\n" + text if label.endswith("toml") else text)
        except KernauditError as error:
            assert str(error).startswith(f"{label}:")
