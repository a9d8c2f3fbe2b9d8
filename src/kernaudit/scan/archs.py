"""What `kernaudit archs` answers: which devices there are, and what is known of each."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from kernaudit.render.devices import device_details, device_table
from kernaudit.ruleset.load import load_rules

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kernaudit.model.device import Availability, DeviceProfile

__all__ = ["archs_document", "archs_text"]


def archs_text(folders: Sequence[Path] = (), wanted: Sequence[str] = (), width: int = 80) -> str:
    """The table of all devices, or the details of the wanted ones.

    Raises:
        UsageError: a device or a folder of rules that does not exist.
        RuleError: a rule file breaks its schema.
    """
    rules = load_rules(folders)
    return device_details(rules.device_set(wanted), width) if wanted else device_table(rules.devices)


def archs_document(folders: Sequence[Path] = (), wanted: Sequence[str] = ()) -> dict[str, Any]:
    """The same as data, with the source of every number.

    Raises:
        UsageError: a device or a folder of rules that does not exist.
        RuleError: a rule file breaks its schema.
    """
    rules = load_rules(folders)
    devices = rules.device_set(wanted) if wanted else rules.devices
    return {"rules_digest": rules.digest, "devices": [_device(device) for device in devices]}


def _device(device: DeviceProfile) -> dict[str, Any]:
    return {
        "id": device.id,
        "capability": str(device.capability),
        "name": device.name,
        "generation": device.generation,
        "form": str(device.form),
        "formerly": [str(number) for number in device.formerly],
        "targets": [
            {
                "target": entry.target.real,
                "since": _release(entry.since),
                "until": None if entry.until is None else _release(entry.until),
                "source": entry.source,
            }
            for entry in device.targets
        ],
        "families": [family.real for family in device.families],
        "aliases": [{"name": alias.name, "source": alias.source} for alias in device.aliases],
        "limits": _limits(device),
        "availability": _availability(device.availability),
        "availability_gap": device.availability_gap,
        "source": device.capability_source,
    }


def _limits(device: DeviceProfile) -> dict[str, Any]:
    found = {entry.name: getattr(device.limits, entry.name) for entry in fields(device.limits)}
    return {
        name: {"value": limit.value, "source": limit.source, "dispute": limit.dispute}
        for name, limit in found.items()
        if limit is not None
    }


def _availability(found: Availability | None) -> dict[str, str] | None:
    if found is None:
        return None
    return {entry.name: getattr(found, entry.name) for entry in fields(found)}


def _release(release: tuple[int, int]) -> str:
    return f"{release[0]}.{release[1]}"
