"""CUDA toolkits out of checked rule data: versions, known targets, static shared memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kernaudit.errors import UsageError
from kernaudit.model.arch import Code, Gencode, SmTarget
from kernaudit.model.device import TargetRange
from kernaudit.model.toolkit import Toolkit
from kernaudit.ruleset.devices import release_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.model.device import DeviceProfile

__all__ = ["StaticShared", "ToolkitTable", "build_toolkits"]

_VERSION = re.compile(r"([0-9]{1,2})\.([0-9])(?:\.([0-9]{1,4}))?")
_ALWAYS = (0, 0)


@dataclass(frozen=True, slots=True)
class StaticShared:
    """From which release on an assembler allows how many bytes of static shared memory."""

    since: tuple[int, int]
    limit: int
    by_target: Mapping[SmTarget, int]
    arch_specific_optin: bool
    source: str


@dataclass(frozen=True, slots=True)
class ToolkitTable:
    """All that is known of toolkits."""

    default: str
    versions: Mapping[tuple[int, int], str]
    ptx_isas: Mapping[tuple[int, int], str]
    drivers: Mapping[int, str]
    targets: tuple[TargetRange, ...]
    defaults: tuple[TargetRange, ...]
    static_shared: tuple[StaticShared, ...]
    optin: Mapping[SmTarget, int]

    def resolve(self, text: str | None = None) -> Toolkit:
        """The toolkit that `13.0` or `13.0.88` names; without text the default one.

        A release that is not listed takes the tables of the nearest older one (its `table` differs from its
        `release` then, and reports say so).

        Raises:
            UsageError: the text is no CUDA version, or one that these rules know nothing about.
        """
        match = _VERSION.fullmatch((text or self.default).strip())
        if match is None:
            raise UsageError(f"--cuda {text!r} is not a CUDA version such as 13.0 or 13.0.88; known: {self._known()}")
        release = int(match[1]), int(match[2])
        table = self.nearest(release)
        if table is None:
            raise UsageError(f"--cuda {text}: nothing is known of CUDA {match[1]}.{match[2]}; known: {self._known()}")
        return Toolkit(
            release=_text(release),
            version=match[0] if match[3] else self.versions.get(release, f"{_text(release)}.0"),
            table=_text(table),
            targets=frozenset(entry.target for entry in self.targets if entry.known_to(table)),
            default_gencodes=_plain_and_ptx(next(e.target for e in self.defaults if e.known_to(table))),
            ptx_isa=self.ptx_isas[table],
            driver=self.drivers.get(release[0], ""),
            known_numbers=frozenset(entry.target.capability.number for entry in self.targets),
        )

    def nearest(self, release: tuple[int, int]) -> tuple[int, int] | None:
        """The listed release itself, else the nearest older one of the same major version."""
        older = [known for known in self.versions if known[0] == release[0] and known <= release]
        return max(older, default=None)

    def max_static_shared(self, target: SmTarget, toolkit: Toolkit) -> int:
        """Bytes of static shared memory that the toolkit's assembler allows a kernel of this SM target."""
        release = release_of(toolkit.table)
        row = [entry for entry in self.static_shared if entry.since <= release][-1]
        if row.arch_specific_optin and target.suffix == "a":
            return self.optin.get(target, row.limit)
        return row.by_target.get(target, row.limit)

    def _known(self) -> str:
        return ", ".join(_text(release) for release in sorted(self.versions))


def build_toolkits(data: Mapping[str, Any], devices: Sequence[DeviceProfile]) -> ToolkitTable:
    """The table from `toolkits.yaml` and the targets of the device profiles."""
    sources: dict[str, str] = data["sources"]
    others = tuple(_range(text, entry, sources) for text, entry in data["other_targets"].items())
    releases = {release_of(text): entry for text, entry in data["releases"].items()}
    return ToolkitTable(
        default=data["default"]["release"],
        versions={release: entry["version"] for release, entry in releases.items()},
        ptx_isas={release: entry["ptx_isa"] for release, entry in releases.items()},
        drivers={int(major): entry["minimum"] for major, entry in data["drivers"].items()},
        targets=(*others, *(entry for device in devices for entry in device.targets)),
        defaults=tuple(_range(entry["target"], entry, sources) for entry in data["default_target"]),
        static_shared=tuple(_static(entry, sources) for entry in data["static_shared"]),
        optin={entry.target: device.limits.shared_optin.value for device in devices for entry in device.targets},
    )


def _range(text: str, entry: Mapping[str, Any], sources: Mapping[str, str]) -> TargetRange:
    since, until = entry.get("since"), entry.get("until")
    return TargetRange(
        SmTarget.parse(text),
        _ALWAYS if since is None else release_of(since),
        None if until is None else release_of(until),
        sources[entry["source"]],
    )


def _static(entry: Mapping[str, Any], sources: Mapping[str, str]) -> StaticShared:
    return StaticShared(
        since=release_of(entry["since"]),
        limit=entry["limit"],
        by_target={SmTarget.parse(text): size for text, size in entry.get("by_target", {}).items()},
        arch_specific_optin=entry.get("arch_specific") == "optin",
        source=sources[entry["source"]],
    )


def _plain_and_ptx(target: SmTarget) -> tuple[Gencode, ...]:
    return Gencode(target, (Code(target),)), Gencode(target, (Code(target, ptx=True),))


def _text(release: tuple[int, int]) -> str:
    return f"{release[0]}.{release[1]}"
