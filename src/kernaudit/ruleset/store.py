"""Remembers checked rule data between runs, so that neither YAML nor pydantic is loaded when nothing changed.

Kept as JSON in the user's cache folder under the digest of the files it came from; without such a folder,
or with a damaged file in it, the rules are simply parsed again.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_cache_path

from kernaudit import __version__
from kernaudit.ruleset.files import digest_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.ruleset.files import RuleFile

__all__ = ["cache_folder", "stored"]

_KEPT = 8


def stored(
    group: str, files: Sequence[RuleFile], check: Callable[[Sequence[RuleFile]], dict[str, Any]]
) -> dict[str, Any]:
    """The plain data of these rule files, from the cache or else from `check`.

    Args:
        group: a short name for the kind of rules; part of the file name.
        files: what the data depends on, and nothing else.
        check: parses and checks them; its result must be plain JSON values.
    """
    folder = cache_folder()
    if folder is None:
        return check(files)
    path = folder / f"rules-{group}-{__version__}-{digest_of(files)}.json"
    data = _read(path)
    if data is None:
        data = check(files)
        _write(path, data)
    return data


def cache_folder() -> Path | None:
    """Where this user's caches live; None where caching is switched off (an empty KERNAUDIT_CACHE_DIR) or has no home.

    A home is found without HOME too, as on build machines that start a job with a bare environment.
    """
    chosen = os.environ.get("KERNAUDIT_CACHE_DIR")
    if chosen is not None:
        return Path(chosen) if chosen else None
    found = user_cache_path("kernaudit", appauthor=False)
    return found if found.is_absolute() else None


def _read(path: Path) -> dict[str, Any] | None:
    with suppress(OSError, ValueError):
        data = json.loads(path.read_bytes())
        if isinstance(data, dict):
            return data
    return None


def _write(path: Path, data: dict[str, Any]) -> None:
    """Write whole or not at all: two runs may do it at once."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        from tempfile import NamedTemporaryFile  # noqa: PLC0415 - when rules changed only

        with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            json.dump(data, file)
        Path(file.name).replace(path)
        _prune(path)


def _prune(newest: Path) -> None:
    """Keep the few newest files of the group: rules under work change often."""
    group = newest.name.rpartition("-")[0]
    files = sorted(newest.parent.glob(f"{group}-*.json"), key=lambda file: file.stat().st_mtime)
    for file in files[:-_KEPT]:
        file.unlink()
