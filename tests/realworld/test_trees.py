from __future__ import annotations

import hashlib
import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from kernaudit.discover import FileKind, SourceTree, classify
from realworld import trees


def _archive(path: Path, members: dict[str, bytes]) -> str:
    with tarfile.open(path, "w:gz") as stream:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            stream.addfile(info, io.BytesIO(data))
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KERNAUDIT_TREES", str(tmp_path))
    digest = _archive(tmp_path / "demo-1.0.tar.gz", {"demo-1.0/setup.py": b"x"})
    monkeypatch.setitem(trees.PINS, "demo-1.0", trees.Release("demo", "1.0", digest))
    return tmp_path


def test_an_archive_in_the_cache_is_verified_and_unpacked_once(cache: Path) -> None:
    unpacked = trees.tree("demo-1.0")
    assert unpacked == cache / "demo-1.0"
    assert (unpacked / "setup.py").read_text() == "x"
    (cache / "demo-1.0.tar.gz").unlink()
    assert trees.tree("demo-1.0") == unpacked


def test_another_archive_is_refused(cache: Path) -> None:
    (cache / "demo-1.0.tar.gz").write_bytes(b"something else")
    with pytest.raises(ValueError, match="sha256 is"):
        trees.tree("demo-1.0")
    assert not (cache / "demo-1.0").exists()


def test_an_archive_cannot_write_outside(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = _archive(cache / "demo-1.0.tar.gz", {"demo-1.0/setup.py": b"x", "../../evil": b"x"})
    monkeypatch.setitem(trees.PINS, "demo-1.0", trees.Release("demo", "1.0", digest))
    with pytest.raises(tarfile.OutsideDestinationError):
        trees.tree("demo-1.0")
    assert not (cache / "demo-1.0").exists()
    assert not (cache.parent / "evil").exists()


def test_offline_says_what_is_missing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (cache / "demo-1.0.tar.gz").unlink()
    failed = subprocess.CompletedProcess([], 1, "", "Traceback\nConnectError: no route")
    monkeypatch.setattr(subprocess, "run", lambda *_args, **_options: failed)
    with pytest.raises(trees.TreeUnavailableError, match=r"demo==1\.0 is not in .* fetched: ConnectError: no route"):
        trees.tree("demo-1.0")


def test_the_tree_reader_on_a_real_release(vllm_0_33: Path) -> None:
    tree = SourceTree(vllm_0_33)
    assert len(tree.entries()) == 8522
    kinds = [classify(path) for path in tree.covered()]
    assert kinds.count(FileKind.CUDA) > 150
    left_out = {item.path for item in tree.skipped}
    assert {"tests", "benchmarks", "examples", "csrc/rocm", "vllm/third_party"} <= left_out
