"""Names with which host code asks what the device is and refuses it; filled from `rules/gates/host.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HostApi"]


@dataclass(frozen=True, slots=True)
class HostApi:
    """Name patterns (`*` is any word characters) and the device fact behind each name.

    Attributes:
        property_types: types of a whole set of device properties.
        property_functions: functions that return one.
        property_calls: calls that fill the one whose address they get.
        fields: field of the properties -> fact.
        identity: fields that name the device in a way that is not followed.
        capability_calls: calls that write the capability through their first two pointers.
        attribute_calls: calls of (address of the answer, attribute, device).
        attributes: enumerator -> fact.
        functions: pattern of a function that no file of the tree defines -> fact.
        checks: macros and functions whose first argument must hold.
        not_checks: names that look so, but take the status of an API call.
        aborts: calls that never return.
        logs: macros that log with a severity; `conditional_logs` where their second argument holds.
        fatal: severities after which the program ends.
        kernel_calls: calls that get a kernel and launch nothing.
        launches: words that stand where a kernel is launched whose `__global__` function may not be in the tree.
    """

    property_types: tuple[str, ...]
    property_functions: tuple[str, ...]
    property_calls: frozenset[str]
    fields: Mapping[str, str]
    identity: frozenset[str]
    capability_calls: frozenset[str]
    attribute_calls: frozenset[str]
    attributes: Mapping[str, str]
    functions: tuple[tuple[str, str], ...]
    checks: tuple[str, ...]
    not_checks: tuple[str, ...]
    aborts: tuple[str, ...]
    launches: tuple[str, ...]
    kernel_calls: tuple[str, ...]
    logs: frozenset[str]
    conditional_logs: frozenset[str]
    fatal: frozenset[str]
