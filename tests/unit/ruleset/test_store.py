"""Checked rules are remembered, and a damaged memory does no harm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kernaudit.ruleset import store
from kernaudit.ruleset.files import RuleFile, digest_of, read_rule_files
from kernaudit.ruleset.load import load_rules
from kernaudit.ruleset.store import cache_folder, stored

FILE = RuleFile("archs/x.yaml", "x.yaml", b"a: 1")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_checked_once(folder: Path) -> None:
    calls: list[int] = []

    def check(_: object) -> dict[str, int]:
        calls.append(1)
        return {"archs/x.yaml": len(calls)}

    assert [stored("g", (FILE,), check) for _ in range(3)] == [{"archs/x.yaml": 1}] * 3
    changed = RuleFile(FILE.name, FILE.label, b"a: 2")
    assert stored("g", (changed,), check) == {"archs/x.yaml": 2}
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("damage", [b"", b"{", b"[1]", b"\xff\xfe"])
def test_a_damaged_file_is_replaced(folder: Path, damage: bytes) -> None:
    stored("g", (FILE,), lambda _: {"a": 1})
    (kept,) = folder.iterdir()
    kept.write_bytes(damage)
    assert stored("g", (FILE,), lambda _: {"a": 2}) == {"a": 2}
    assert stored("g", (FILE,), lambda _: {"a": 3}) == {"a": 2}


def test_errors_are_not_remembered(folder: Path) -> None:
    def fail(_: object) -> dict[str, int]:
        raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        stored("g", (FILE,), fail)
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", str(tmp_path / "file"))
    assert stored("g", (FILE,), lambda _: {"a": 1}) == {"a": 1}


def test_old_files_do_not_pile_up(folder: Path) -> None:
    for number in range(20):
        stored("g", (RuleFile(FILE.name, FILE.label, b"%d" % number),), lambda _: {})
    stored("other", (FILE,), lambda _: {})
    assert len(list(folder.glob("rules-g-*"))) == 8
    assert len(list(folder.glob("rules-other-*"))) == 1


def test_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", "")
    assert cache_folder() is None
    monkeypatch.delenv("KERNAUDIT_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert cache_folder() == Path("/x/kernaudit")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(store, "user_cache_path", lambda *_, **__: Path("~/.cache/kernaudit"))  # no home to be found
    assert cache_folder() is None


@pytest.mark.skipif(sys.platform == "win32", reason="asks the user table of a Unix")
def test_a_bare_environment_has_a_cache_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KERNAUDIT_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    found = cache_folder()
    assert found is not None
    assert found.is_absolute()
    assert found.name == "kernaudit"


@pytest.mark.usefixtures("folder")
def test_remembered_rules_answer_as_fresh_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = load_rules(), load_rules()
    assert first.devices == second.devices
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", "")
    fresh = load_rules()
    assert fresh.devices == second.devices
    assert fresh.toolkit() == second.toolkit()
    assert fresh.images == second.images
    assert fresh.macros == second.macros


def test_remembered_rules_load_neither_yaml_nor_pydantic(folder: Path) -> None:
    _ = load_rules().devices
    code = (
        "import sys\nfrom kernaudit.ruleset.load import load_rules\nrules = load_rules()\n"
        "rules.device('h100'), rules.toolkit(), rules.images, rules.macros, rules.torch_names\n"
        "sys.exit(bool({'yaml', 'pydantic'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0
    assert len(list(folder.iterdir())) == 1


def test_the_digest_names_content_and_place() -> None:
    moved = RuleFile("archs/y.yaml", FILE.label, FILE.data)
    changed = RuleFile(FILE.name, FILE.label, b"a: 2")
    relabelled = RuleFile(FILE.name, "elsewhere", FILE.data)
    assert len({digest_of([FILE]), digest_of([moved]), digest_of([changed])}) == 3
    assert digest_of([FILE]) == digest_of([relabelled])


def test_rule_files_come_in_name_order() -> None:
    names = [file.name for file in read_rule_files()]
    assert names == sorted(names)
    assert {"archs/sm_80.yaml", "toolkits.yaml"} <= set(names)
