"""Adding a device is adding one file, and a file that is wrong is told where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernaudit.errors import RuleError, UsageError
from kernaudit.model.arch import Code, Image, SmTarget
from kernaudit.ruleset.load import load_rules
from kernaudit.scan.archs import archs_document, archs_text

NEW = """\
capability: {value: "13.0", source: leak}
name: X900
generation: Next
form: datacenter
targets:
  "130": {since: "13.4", source: leak}
  "130a": {since: "13.4", source: leak}
families:
  "130f": leak
aliases:
  leak: [X900, RTX 6090]
limits:
  shared: {value: 49152, source: leak}
  shared_optin: {value: 300000, source: leak}
  shared_per_sm: {value: 301024, source: leak}
  shared_reserved: {value: 1024, source: leak}
  threads: {value: 1024, source: leak}
  threads_per_sm: {value: 2048, source: leak}
  warps_per_sm: {value: 64, source: leak}
  blocks_per_sm: {value: 32, source: leak}
  registers: {value: 65536, source: leak}
  registers_per_sm: {value: 65536, source: leak}
  registers_per_thread: {value: 255, source: leak}
availability: {unknown: leak}
sources:
  leak: "a data sheet that exists in this test only"
"""


def _folder(tmp_path: Path, text: str = NEW, name: str = "sm_130a") -> Path:
    (tmp_path / "archs").mkdir()
    (tmp_path / "archs" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_one_file_adds_a_device_everywhere(tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    rules = load_rules((folder,))
    device = rules.device("X900")
    assert device.id == "sm_130a"
    assert (
        rules.device("13.0") is rules.device("rtx-6090") is rules.device("compute_130a") is rules.devices[-1] is device
    )
    assert rules.device_set(["all"])[-1] is device
    assert SmTarget.parse("130a") in rules.toolkit("13.5").targets
    assert SmTarget.parse("130a") not in rules.toolkit("13.3").targets
    assert rules.toolkits.max_static_shared(SmTarget.parse("130a"), rules.toolkit("13.5")) == 300000
    ptx = SmTarget.parse("90")
    assert rules.images.loads(Image(ptx, Code(ptx, ptx=True)), device)
    assert "sm_130a" in archs_text((folder,))
    assert archs_document((folder,), ["X900"])["devices"][0]["limits"]["shared_optin"]["value"] == 300000
    assert rules.digest != load_rules().digest


def test_a_user_file_replaces_the_shipped_one_of_the_same_name(tmp_path: Path) -> None:
    shipped = Path(__file__).parents[2] / "rules" / "archs" / "sm_80.yaml"
    text = shipped.read_text(encoding="utf-8").replace('name: "A100"', "name: my A100")
    rules = load_rules((_folder(tmp_path, text, "sm_80"),))
    assert rules.device("8.0").name == "my A100"
    assert len(rules.devices) == len(load_rules().devices)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("form: datacenter", "form: toaster", 4, "form: "),
        ("form: datacenter\n", "", 1, "form: is missing"),
        ("form: datacenter", "form: datacenter\ncolour: green", 5, "colour: is no key of such a file"),
        ("value: 300000", 'value: "300000"', 14, "limits.shared_optin.value: "),
        ("value: 300000", "value: -1", 14, "limits.shared_optin.value: "),
        ("value: 300000, source: leak", "value: 300000", 14, "limits.shared_optin.source: is missing"),
        ("value: 300000, source: leak", "value: 300000, source: rumour", 14, "'rumour' is not explained"),
        ("  leak: \"a data", "  other: \"b\"\n  leak: \"a data", 26, "'other' is used by nothing"),
        ('value: "13.0"', "value: 13.0", 1, "quote this value"),
        ('"130":', "130:", 6, "a key must be text"),
        ("name: X900", "name: X900\nname: Y", 3, "the key 'name' stands here twice"),
        ("name: X900", "name: [X900", 3, "not valid YAML"),
        ("targets:", "targets: &anchor", 1, None),
        ("aliases:\n  leak: [X900, RTX 6090]", "aliases: &a\n  leak: [X900]\nformerly: *a", 10, "aliases"),
        ('since: "13.4"', 'since: "13"', 6, "targets.130.since: "),
        ('capability: {value: "13.0"', 'capability: {value: "9.0"', 1, "must be called after one of its targets"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_told_by_line(tmp_path: Path, old: str, new: str, line: int, says: str | None) -> None:
    folder = _folder(tmp_path, NEW.replace(old, new, 1))
    if says is None:
        assert load_rules((folder,)).devices
        return
    with pytest.raises(RuleError) as caught:
        _ = load_rules((folder,)).devices
    first = str(caught.value).partition("; ")[0]
    assert first.startswith(f"{folder}/archs/sm_130a.yaml:{line}: ")
    assert says in first


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = NEW.replace("form: datacenter", "form: toaster").replace("value: 300000", "value: many")
    with pytest.raises(RuleError) as caught:
        _ = load_rules((_folder(tmp_path, text),)).devices
    assert re.findall(r"sm_130a\.yaml:(\d+): ", str(caught.value)) == ["4", "14"]
    assert "\n" not in str(caught.value)


def test_a_file_called_after_none_of_its_targets(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"sm_131\.yaml:1: the file must be called after one of its targets: sm_130"):
        _ = load_rules((_folder(tmp_path, name="sm_131"),)).devices


def test_two_files_for_one_capability(tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    (folder / "archs" / "sm_130.yaml").write_text(NEW, encoding="utf-8")
    with pytest.raises(RuleError, match=r"archs/sm_130\.yaml already describes a device of capability 13\.0"):
        _ = load_rules((folder,)).devices


def test_files_that_are_no_text_or_too_large(tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    file = folder / "archs" / "sm_130a.yaml"
    file.write_bytes(b"name: x\n\xff\xfe")
    with pytest.raises(RuleError, match=r"sm_130a\.yaml:2: not UTF-8 text"):
        _ = load_rules((folder,)).devices
    file.write_bytes(b"#" * (1024 * 1024 + 1))
    with pytest.raises(RuleError, match="larger than a rule file may be"):
        load_rules((folder,))


def test_a_folder_of_rules_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        load_rules((tmp_path / "nowhere",))


def test_links_out_of_a_folder_of_rules_are_not_walked(tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    assert load_rules((folder,)).device("X900").id == "sm_130a"
