"""Finds the rule files and reads them: the shipped ones, and over them the user's `--rules` folders."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kernaudit.errors import InputError, RuleError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["RuleFile", "digest_of", "read_rule_files", "shipped_rules"]

_MAX_BYTES = 1024 * 1024
_MAX_FILES = 2000


@dataclass(frozen=True, slots=True)
class RuleFile:
    """One YAML file: `name` is its place in the rules (`archs/sm_80.yaml`), `label` what errors call it."""

    name: str
    label: str
    data: bytes

    @property
    def stem(self) -> str:
        """The file name without its ending: the id of what the file describes."""
        return self.name.rpartition("/")[2].removesuffix(".yaml")

    def text(self) -> str:
        """The file as text.

        Raises:
            RuleError: it is not UTF-8.
        """
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise RuleError(f"{self.label}:{line}: not UTF-8 text") from error


@lru_cache(maxsize=1)
def shipped_rules() -> Path:
    """The folder of the rules that belong to this installation.

    An installed wheel holds them as `kernaudit/_rules`; a checkout (an editable install) as `rules/` beside `src/`.

    Raises:
        InputError: neither is there, so the installation is damaged.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_rules", package.parents[1] / "rules"):
        if folder.is_dir():
            return folder
    raise InputError("kernaudit was installed without its rules; install it again")


def read_rule_files(folders: Sequence[Path] = ()) -> tuple[RuleFile, ...]:
    """All rule files by name; a file of a later folder replaces the shipped one of the same name.

    Raises:
        UsageError: a folder does not exist.
        RuleError: a file cannot be read, or is too large to be a rule file.
    """
    found: dict[str, RuleFile] = {}
    shipped = shipped_rules()
    for folder, prefix in ((shipped, "rules"), *((folder, str(folder)) for folder in folders)):
        if not folder.is_dir():
            raise UsageError(f"--rules {folder}: no such folder")
        for file in _folder_files(folder, prefix):
            found[file.name] = file
    return tuple(found[name] for name in sorted(found))


def digest_of(files: Sequence[RuleFile]) -> str:
    """A short name for exactly this set of rules; two reports with equal digests used the same rules."""
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.name}\0{len(file.data)}\0".encode())
        total.update(file.data)
    return total.hexdigest()[:16]


def _folder_files(folder: Path, prefix: str) -> Iterator[RuleFile]:
    paths = sorted(path for path in _walk(folder) if path.suffix == ".yaml")
    if len(paths) > _MAX_FILES:
        raise RuleError(f"{prefix}: {len(paths)} YAML files are more than a set of rules can have")
    for path in paths:
        name = path.relative_to(folder).as_posix()
        yield RuleFile(name, f"{prefix}/{name}", _read(path, f"{prefix}/{name}"))


def _walk(folder: Path, depth: int = 0) -> Iterator[Path]:
    """Files of the folder and two levels below; links to folders are not followed."""
    for path in folder.iterdir():
        if path.is_dir():
            if depth < 2 and not path.is_symlink() and not path.name.startswith("."):
                yield from _walk(path, depth + 1)
        elif path.is_file():
            yield path


def _read(path: Path, label: str) -> bytes:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise RuleError(f"{label}:1: larger than a rule file may be ({_MAX_BYTES} bytes)")
        return path.read_bytes()
    except OSError as error:
        raise RuleError(f"{label}:1: cannot be read: {error.strerror}") from error
