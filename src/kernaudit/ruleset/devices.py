"""Device profiles out of checked rule data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.errors import RuleError
from kernaudit.model.arch import ComputeCapability, SmTarget
from kernaudit.model.device import (
    Alias,
    Availability,
    DeviceLimits,
    DeviceProfile,
    Form,
    Limit,
    TargetRange,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.ruleset.files import RuleFile

__all__ = ["build_device", "build_devices", "capability_of", "release_of"]


def capability_of(text: str) -> ComputeCapability:
    """`9.0` as a capability; the text was checked by the schema."""
    major, minor = text.split(".")
    return ComputeCapability(int(major), int(minor))


def release_of(text: str) -> tuple[int, int]:
    """`13.0` as a pair of numbers; the text was checked by the schema."""
    major, minor = text.split(".")[:2]
    return int(major), int(minor)


def build_devices(files: Iterable[RuleFile], data: Mapping[str, Any]) -> tuple[DeviceProfile, ...]:
    """All profiles in the order of their capabilities.

    Raises:
        RuleError: a file's name does not fit its content, or two files describe one capability.
    """
    profiles: dict[ComputeCapability, tuple[DeviceProfile, str]] = {}
    for file in files:
        if not file.name.startswith("archs/"):
            continue
        profile = build_device(file, data[file.name])
        for number in profile.numbers:
            if number in profiles:
                other = profiles[number][1]
                raise RuleError(f"{file.label}:1: {other} already describes a device of capability {number}")
        profiles.update((number, (profile, file.label)) for number in profile.numbers)
    unique = {profile.id: profile for profile, _ in profiles.values()}
    return tuple(sorted(unique.values(), key=lambda profile: profile.capability))


def build_device(file: RuleFile, data: Mapping[str, Any]) -> DeviceProfile:
    """One profile.

    Raises:
        RuleError: the file's name is none of the targets that it lists.
    """
    sources: dict[str, str] = data["sources"]
    capability = capability_of(data["capability"]["value"])
    formerly = tuple(capability_of(text) for text in data.get("formerly", {}))
    targets = tuple(_target(text, entry, sources) for text, entry in data["targets"].items())
    numbers = (capability, *formerly)
    own = {entry.target.real for entry in targets if entry.target.capability == capability}
    if file.stem not in own:
        raise RuleError(f"{file.label}:1: the file must be called after one of its targets: {', '.join(sorted(own))}")
    for entry in targets:
        if entry.target.capability not in numbers:
            raise RuleError(f"{file.label}:1: target {entry.target} has another number than {capability}")
    return DeviceProfile(
        id=file.stem,
        capability=capability,
        name=data["name"],
        generation=data["generation"],
        form=Form(data["form"]),
        targets=targets,
        formerly=formerly,
        families=tuple(SmTarget.parse(text) for text in data["families"]),
        aliases=tuple(Alias(name, sources[key]) for key, names in data["aliases"].items() for name in names),
        limits=_limits(data["limits"], sources),
        availability=_availability(data["availability"], sources),
        capability_source=sources[data["capability"]["source"]],
        availability_gap=sources.get(data["availability"].get("unknown", "")),
    )


def _target(text: str, entry: Mapping[str, Any], sources: Mapping[str, str]) -> TargetRange:
    until = entry.get("until")
    return TargetRange(
        target=SmTarget.parse(text),
        since=release_of(entry["since"]),
        until=None if until is None else release_of(until),
        source=sources[entry["source"]],
    )


def _limits(data: Mapping[str, Any], sources: Mapping[str, str]) -> DeviceLimits:
    return DeviceLimits(
        **{name: Limit(entry["value"], sources[entry["source"]], entry.get("dispute")) for name, entry in data.items()}
    )


def _availability(data: Mapping[str, Any], sources: Mapping[str, str]) -> Availability | None:
    if "unknown" in data:
        return None
    return Availability(data["product"], data["date"], data["precision"], data["grade"], sources[data["source"]])
