"""From what people type to device profiles: `9.0`, `sm_90a`, `h100`, `rtx-5090`, `RTX PRO 6000`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kernaudit.errors import UsageError
from kernaudit.model.arch import SmTarget
from kernaudit.ruleset.devices import capability_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.device import DeviceProfile

__all__ = ["DeviceNames", "build_names"]

_SEPARATORS = re.compile(r"[\s_/-]+")
_TARGET = re.compile(r"(?:sm_?|compute_?)?[0-9]+(?:\.[0-9])?[af]?")


@dataclass(frozen=True, slots=True)
class DeviceNames:
    """All spellings of all devices."""

    devices: tuple[DeviceProfile, ...]
    defaults: tuple[str, ...]
    ignored: frozenset[str]
    ignored_pattern: re.Pattern[str]
    _by_name: dict[str, list[DeviceProfile]] = field(default_factory=dict)

    def device(self, text: str) -> DeviceProfile:
        """The device of any accepted spelling.

        Raises:
            UsageError: no device is called so (the choices are listed), or several are (they are listed).
        """
        found = self._find(text)
        if len(found) == 1:
            return found[0]
        if found:
            members = ", ".join(map(str, found))
            raise UsageError(f"device {text!r} is ambiguous, name one of: {members}")
        from difflib import get_close_matches  # noqa: PLC0415 - for the error only

        near = get_close_matches(self._key(text), self._by_name, n=3, cutoff=0.6)
        hint = f"; did you mean {' or '.join(self._spelled(key) for key in near)}?" if near else ""
        choices = ", ".join(f"{device.capability} {device.name}" for device in self.devices)
        raise UsageError(f"unknown device {text!r}{hint}; known: {choices}; or all")

    def several(self, texts: Sequence[str]) -> tuple[DeviceProfile, ...]:
        """The devices of `--to` values: each may hold several, separated by commas; `all` is every profile.

        No value at all is the default set. Repeats count once, the order is the user's.

        Raises:
            UsageError: as `device`.
        """
        words = [word.strip() for text in texts for word in text.split(",") if word.strip()]
        chosen: dict[str, DeviceProfile] = {}
        for word in words or self.defaults:
            for device in self.devices if word.casefold() == "all" else (self.device(word),):
                chosen[device.id] = device
        return tuple(chosen.values())

    def _find(self, text: str) -> Sequence[DeviceProfile]:
        word = text.strip().casefold()
        exact = [device for device in self.devices if device.id == word]
        if exact or (_TARGET.fullmatch(word) and (exact := self._by_target(word))):
            return exact
        return self._by_name.get(_squeeze(word), ()) or self._by_name.get(self._key(text), ())

    def _by_target(self, word: str) -> list[DeviceProfile]:
        try:
            target = SmTarget.parse(re.sub(r"^(sm|compute)_?", "", word))
        except ValueError:
            return []
        return [
            device
            for device in self.devices
            if target.capability in device.numbers
            and (not target.suffix or any(entry.target == target for entry in device.targets))
        ]

    def _key(self, text: str) -> str:
        """The spelling without separators, case and words that do not change the chip."""
        words = [word for word in _SEPARATORS.split(text.strip().casefold()) if word]
        kept = [word for word in words if word not in self.ignored and not self.ignored_pattern.fullmatch(word)]
        return "".join(kept or words)

    def _spelled(self, key: str) -> str:
        device = self._by_name[key][0]
        names = (device.generation, *(alias.name for alias in device.aliases))
        return next((name for name in names if self._key(name) == key), key)

    def _add(self, name: str, device: DeviceProfile) -> None:
        for key in {_squeeze(name.casefold()), self._key(name)}:
            members = self._by_name.setdefault(key, [])
            if device not in members:
                members.append(device)


def build_names(data: Mapping[str, Any], devices: Iterable[DeviceProfile]) -> DeviceNames:
    """The spellings from `devices.yaml` and the profiles' aliases and generations."""
    profiles = tuple(devices)
    names = DeviceNames(
        devices=profiles,
        defaults=tuple(str(capability_of(text)) for text in data["default"]["devices"]),
        ignored=frozenset(data["spelling"]["ignored_words"]),
        ignored_pattern=re.compile(data["spelling"]["ignored_pattern"]),
    )
    for device in profiles:
        names._add(device.generation, device)
        for alias in device.aliases:
            names._add(alias.name, device)
    return names


def _squeeze(text: str) -> str:
    return _SEPARATORS.sub("", text)
