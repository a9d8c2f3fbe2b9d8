"""The columns as the report shows them: which arch list each used, and what reached the sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.build import BuildStatus, RequestRule
from kernaudit.model.report import DeviceColumn

if TYPE_CHECKING:
    from kernaudit.matrix.column import Column
    from kernaudit.model.device import DeviceProfile

__all__ = ["device_column"]


def device_column(column: Column) -> DeviceColumn:
    """Sum up a column: with several build roots, the first that compiles anything speaks for the request."""
    builds = column.evaluations
    stopped = next((build for build in builds if build.status is BuildStatus.CONFIGURE_ERROR), None)
    speaking = next((build for build in builds if build.sources), builds[0] if builds else None)
    return DeviceColumn(
        id=column.device.id,
        name=column.device.name,
        capability=str(column.device.capability),
        toolkit=column.toolkit.version,
        status=BuildStatus.OK if stopped is None else BuildStatus.CONFIGURE_ERROR,
        request_rule=RequestRule.DEVICE if speaking is None else speaking.request_rule,
        request=None if speaking is None else speaking.request,
        effective=tuple(dict.fromkeys(code for build in builds for code in build.effective)),
        message=None if stopped is None else stopped.error,
        minimum_toolkit=_first_toolkit(column.device),
        minimum_driver=column.toolkit.driver or None,
    )


def _first_toolkit(device: DeviceProfile) -> str | None:
    """The first CUDA release that knows a target of the chip, under whatever number."""
    first = min((entry.since for entry in device.targets), default=None)
    return None if first is None else f"{first[0]}.{first[1]}"
