from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from kernaudit.cli.output import emit, emit_json, emit_output, format_of, write_atomically
from kernaudit.cli.report import plan_outputs
from kernaudit.errors import IncompleteError, InputError, UsageError
from kernaudit.scan.kept_output import Output


def test_emit_ends_with_one_newline(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    emit("a")
    emit("b\n", Path("-"))
    emit("c", tmp_path / "c.txt")
    assert capsys.readouterr().out == "a\nb\n"
    assert (tmp_path / "c.txt").read_bytes() == b"c\n"


def test_json_keeps_order_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    emit_json({"b": "é", "a": [1]})
    assert capsys.readouterr().out == '{\n  "b": "é",\n  "a": [\n    1\n  ]\n}\n'
    with pytest.raises(ValueError, match="not JSON compliant"):
        emit_json(float("nan"))


def test_a_new_file_follows_the_umask_and_an_old_one_keeps_its_mode(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("before")
    old.chmod(0o640)
    before = os.umask(0o027)
    try:
        write_atomically(old, "after")
        write_atomically(new, "after")
    finally:
        os.umask(before)
    assert old.read_text() == new.read_text() == "after"
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert stat.S_IMODE(new.stat().st_mode) == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["new", "old"]


def test_a_failed_write_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    target.write_text("before")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(target, "\udcff")
    assert target.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["report.json"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    write_atomically(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "x"


def test_a_full_standard_output_is_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr("sys.stdout", full)
        with pytest.raises(IncompleteError, match="standard output: No space left on device; the report is not"):
            emit("a")
        monkeypatch.undo()
        os.dup2(os.open(os.devnull, os.O_WRONLY), full.fileno())


def test_devices_are_written_not_replaced() -> None:
    write_atomically(Path(os.devnull), "x")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^-o .*/none/r\.json: No such file or directory$"):
        write_atomically(tmp_path / "none" / "r.json", "x")
    with pytest.raises(InputError, match="Is a directory"):
        write_atomically(tmp_path, "x")


def test_format_follows_from_the_extension() -> None:
    formats = {"json": "json", "md": "markdown"}
    assert format_of(Path("a/r.MD"), formats) == "markdown"
    with pytest.raises(UsageError, match=r"-o r\.pdf: no format has this extension; use one of \.json, \.md"):
        format_of(Path("r.pdf"), formats)


def test_where_one_file_of_a_run_cannot_be_written_none_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = tmp_path / "first.json"
    first.write_text("before")
    texts = ((str(first), "after"), (None, "printed"), (str(tmp_path / "none" / "second.md"), "x"))
    with pytest.raises(InputError, match="No such file or directory"):
        emit_output(Output(texts))
    assert (first.read_text(), capsys.readouterr().out) == ("before", "")
    assert [path.name for path in tmp_path.iterdir()] == ["first.json"]


def test_all_files_of_a_run_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [str(tmp_path / name) for name in ("a.json", "b.md")]
    emit_output(Output(((names[0], "a"), ("-", "printed"), (names[1], "b"))))
    assert [Path(name).read_text() for name in names] == ["a\n", "b\n"]
    assert capsys.readouterr().out == "printed\n"


@pytest.mark.parametrize("outputs", [("a.json", "a.json"), ("json:a.txt", "csv:./a.txt"), ("json:-", "csv:-")])
def test_two_reports_in_one_file_are_a_mistake(outputs: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="two reports would go there"):
        plan_outputs(None, [Path(output) for output in outputs])


def test_reports_in_files_of_their_own_are_none() -> None:
    assert len(plan_outputs(None, [Path("a.json"), Path("b.json"), Path("json:/dev/null"), Path("csv:/dev/null")])) == 4
