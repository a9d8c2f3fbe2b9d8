"""Surveys of units that earlier runs made, found again by the contents of what each unit can include."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.discover.cache import cache_key
from kernaudit.kernels.survey import UnitSurvey

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.discover.cache import Cache
    from kernaudit.kernels.readings import UnitKey
    from kernaudit.sources.project import SourceProject

__all__ = ["KeptUnits"]

_GROUP = "units"


class KeptUnits:
    """The surveys of one tree under one question; all of them are one entry of the cache.

    Args:
        cache: where they are kept.
        root: where the tree stands.
        project: knows what a unit can include.
        question: what the surveys depend on beside the text: program, rules, toolkit, targets.
    """

    def __init__(self, cache: Cache, root: str, project: SourceProject, question: tuple[object, ...]) -> None:
        self._cache, self._project = cache, project
        self._key = cache_key(root, *question)
        self._digests: dict[UnitKey, str] = {}

    def known(self, keys: Iterable[UnitKey]) -> dict[UnitKey, UnitSurvey]:
        """Return the surveys whose units are still what they were."""
        kept = self._cache.get(_GROUP, self._key)
        if not isinstance(kept, dict):
            return {}
        found: dict[UnitKey, UnitSurvey] = {}
        for key in keys:
            digest, survey = kept.get(key, ("", None))
            if isinstance(survey, UnitSurvey) and digest == self._digest(key):
                found[key] = survey
        return found

    def keep(self, known: Mapping[UnitKey, UnitSurvey], made: Mapping[UnitKey, UnitSurvey]) -> None:
        """Keep what is known now, if anything is new."""
        if made:
            surveys = {**known, **made}
            self._cache.put(_GROUP, self._key, {key: (self._digest(key), one) for key, one in surveys.items()})

    def _digest(self, key: UnitKey) -> str:
        """The contents of the unit's include closure, and what it could not find."""
        found = self._digests.get(key)
        if found is None:
            closure = self._project.closure(*key)
            files = tuple((path, self._project.content(path)) for path in closure.files)
            found = self._digests[key] = cache_key(files, tuple(sorted(closure.missing)))
        return found
