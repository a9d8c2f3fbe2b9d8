"""Public source releases that tests read: pinned by version and SHA-256, fetched once, kept outside the repository.

The cache is the user's cache directory, or what KERNAUDIT_TREES names. `python tests/realworld/trees.py` fills it
and prints where each tree lies.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PINS", "Release", "TreeUnavailableError", "cache_directory", "tree"]

_FETCH_SECONDS = 300


class TreeUnavailableError(Exception):
    """The release is not in the cache and could not be fetched."""


@dataclass(frozen=True, slots=True)
class Release:
    """One source distribution on the package index."""

    name: str
    version: str
    sha256: str

    @property
    def folder(self) -> str:
        """Return the directory that the archive unpacks to."""
        return f"{self.name}-{self.version}"

    @property
    def archive(self) -> str:
        """Return the archive's file name."""
        return f"{self.folder}.tar.gz"


PINS = {
    release.folder: release
    for release in (
        Release("vllm", "0.33.0", "f4c33c2503d52bb411146afa9618a4f48bed68912f617e6803ac8d76e4c74112"),
        Release("vllm", "0.11.0", "f435a64c24e9c4178d657a76f8edd8548ddc444012f7d06a9f79ac3a6392bfae"),
        Release("vllm", "0.6.6", "745bd11d3a1892100c08ec333c6e5bf20c9415a9e9dcbc5b70e9e8de066c77db"),
        Release("llama_cpp_python", "0.3.36", "832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e"),
        Release("flash_attn", "2.8.3.post2", "d0f9f0b08a986cdeadbffcf5ec8b3a8f514366c68ad1853d3ab061bc83cc340b"),
        Release("flash_attn_4", "4.0.0b36", "35ff3a9a9a3eca5edcc4b4d121bf5b14e507454ec14ff96da15c0357bc07d282"),
        Release("causal_conv1d", "1.7.0", "3202758494eaa7b597ce1c282dfa188889506bfcb92cad3c407d26736bfcd32b"),
        Release("mamba_ssm", "2.3.2.post1", "104cc47e9101e5401a675fa2b784f2952b9b037f3b1dd83b5ac544394e95d028"),
        Release("turbodiffusion", "1.0.0", "01ac76f00c5f773fd62bd83d40adfaa2d893f1a49fd019f5be372b08398d658d"),
        Release("natten", "0.21.7", "8417236b74db079b2d23899ec8f77514fb2dc73d4bbd6b346a45b6967fc05ffb"),
        Release("xformers", "0.0.35", "f7fc183a58e4bf0e2ae339a18fb1b1d4a37854c0f2545b4f360fef001646ab76"),
        Release("gptqmodel", "7.7.0", "039874c39fb56ba75b750dd4870968e7fe83b6ca28890a53e94ad3c46be699d0"),
    )
}


def cache_directory() -> Path:
    """Return where archives and unpacked trees lie."""
    chosen = os.environ.get("KERNAUDIT_TREES")
    return Path(chosen) if chosen else platformdirs.user_cache_path("kernaudit") / "trees"


def tree(folder: str) -> Path:
    """Return the unpacked tree of a pinned release, fetching and unpacking it the first time.

    Raises:
        TreeUnavailableError: it is not cached and the index cannot be reached.
        ValueError: the archive is not the pinned one.
    """
    release, cache = PINS[folder], cache_directory()
    cache.mkdir(parents=True, exist_ok=True)
    with _locked(cache / ".lock"):
        unpacked, stamp = cache / folder, cache / f"{folder}.sha256"
        if not (unpacked.is_dir() and stamp.is_file() and stamp.read_text(encoding="ascii") == release.sha256):
            archive = _archive(release, cache)
            _unpack(archive, folder, unpacked)
            stamp.write_text(release.sha256, encoding="ascii")
    return unpacked


def _archive(release: Release, cache: Path) -> Path:
    archive = cache / release.archive
    if not archive.is_file():
        with tempfile.TemporaryDirectory(dir=cache) as temporary:
            _fetch(release, Path(temporary))
            _verify(Path(temporary) / release.archive, release)
            (Path(temporary) / release.archive).replace(archive)
    _verify(archive, release)
    return archive


def _fetch(release: Release, directory: Path) -> None:
    wanted = f"{release.name}=={release.version}"
    command = [sys.executable, "-m", "unearth", "--no-binary", "--download", str(directory), wanted]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_FETCH_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        message = f"{wanted} could not be fetched in {_FETCH_SECONDS} s"
        raise TreeUnavailableError(message) from None
    if done.returncode or not (directory / release.archive).is_file():
        said = (done.stderr.strip() or "no such file on the index").splitlines()[-1]
        message = f"{wanted} is not in {cache_directory()} and could not be fetched: {said}"
        raise TreeUnavailableError(message)


def _verify(archive: Path, release: Release) -> None:
    with archive.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != release.sha256:
        message = f"{archive}: sha256 is {found}, pinned is {release.sha256}; remove the file to fetch it again"
        raise ValueError(message)


def _unpack(archive: Path, folder: str, target: Path) -> None:
    """Unpack without ever writing outside `target`, and so that it is there whole or not at all."""
    if not hasattr(tarfile, "data_filter"):
        message = f"{archive.name}: this Python cannot unpack archives safely; use 3.11.4 or newer"
        raise TreeUnavailableError(message)
    with tempfile.TemporaryDirectory(dir=target.parent) as temporary:
        with tarfile.open(archive) as stream:
            stream.extractall(temporary, filter="data")
        if target.exists():
            shutil.rmtree(target)
        (Path(temporary) / folder).replace(target)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Let one process fill the cache at a time."""
    with path.open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    for _folder in PINS:
        print(tree(_folder))  # noqa: T201 - a script
