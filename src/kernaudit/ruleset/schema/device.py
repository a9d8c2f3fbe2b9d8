"""A device profile, `rules/archs/<id>.yaml`: one file per device."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kernaudit.ruleset.schema.base import CapabilityText, ReleaseText, SourceKey, Strict, TargetText, Text

__all__ = ["DeviceFile"]

Count = Annotated[int, Field(ge=0, le=2**31)]


class _Capability(Strict):
    value: CapabilityText
    source: SourceKey


class _Target(Strict):
    since: ReleaseText
    until: ReleaseText | None = None
    source: SourceKey


class _Limit(Strict):
    value: Count
    source: SourceKey
    dispute: Text | None = None


class _Limits(Strict):
    shared: _Limit
    shared_optin: _Limit
    shared_per_sm: _Limit
    shared_reserved: _Limit
    threads: _Limit
    threads_per_sm: _Limit
    warps_per_sm: _Limit
    blocks_per_sm: _Limit
    registers: _Limit
    registers_per_sm: _Limit
    registers_per_thread: _Limit
    cluster: _Limit | None = None


class _Available(Strict):
    product: Text
    date: Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    precision: Text
    grade: Literal["vendor", "press", "unverified"]
    source: SourceKey


class _NotAvailable(Strict):
    unknown: SourceKey


class DeviceFile(Strict):
    """The whole file."""

    capability: _Capability
    name: Text
    generation: Text
    form: Literal["datacenter", "desktop", "tegra", "unknown"]
    targets: Annotated[dict[TargetText, _Target], Field(min_length=1)]
    formerly: Annotated[dict[CapabilityText, SourceKey], Field(default_factory=dict)]
    families: dict[TargetText, SourceKey]
    aliases: dict[SourceKey, list[Text]]
    limits: _Limits
    availability: _Available | _NotAvailable
    sources: Annotated[dict[SourceKey, Text], Field(min_length=1)]
