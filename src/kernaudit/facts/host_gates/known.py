"""Compiled name patterns: which call refuses, which one tells what the device is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.host_api import HostApi
    from kernaudit.sources.ast import Tuple

__all__ = ["HostNames"]

_PLAIN: Final = frozenset({"major", "minor"})
_DEVICE_LIKE: Final = re.compile(r"prop", re.IGNORECASE)
_CAPABILITY_LIKE: Final = re.compile(r"arch|cap|dev|gpu|\bcc\b|\bsm\b", re.IGNORECASE)


class HostNames:
    """Answers by name; answers are kept."""

    def __init__(self, api: HostApi) -> None:
        self.api = api
        self._checks = _compiled(api.checks)
        self._not_checks = _compiled(api.not_checks)
        self._aborts = _compiled(api.aborts)
        self._properties = _compiled(api.property_functions)
        self._types = _compiled(api.property_types)
        self._functions = [(_compiled([pattern]), fact) for pattern, fact in api.functions]
        self._launches = _compiled(api.launches)
        self._about_kernels = _compiled(api.kernel_calls)
        self._launch_words: dict[str, bool] = {}
        self._kinds: dict[str, str] = {}
        self._facts: dict[str, str | None] = {}
        self._fields = re.compile(rf"(?:\.|->)\s*(?:{'|'.join(map(re.escape, api.fields))})\b")
        self._plain = frozenset(api.attributes) | api.capability_calls | api.attribute_calls
        made = "|".join(map(_glob, api.property_functions))
        self._handing_on = re.compile(rf"\breturn\s+(?:\w+::)*(?:{made})\s*\(")
        names = "|".join(map(re.escape, api.identity))
        self._identity = re.compile(rf"(?i:prop)\w*(?:\(\))?\s*(?:\.|->)\s*(?:{names})\b")

    def kind(self, name: str) -> str:
        """Return `check`, `abort`, `properties`, `attribute`, `capability`, `fill` or nothing."""
        if name not in self._kinds:
            self._kinds[name] = self._kind(name)
        return self._kinds[name]

    def _kind(self, name: str) -> str:
        if name in self.api.attribute_calls:
            return "attribute"
        if name in self.api.capability_calls:
            return "capability"
        if name in self.api.property_calls:
            return "fill"
        if self._aborts.fullmatch(name):
            return "abort"
        if self._checks.fullmatch(name) and not self._not_checks.fullmatch(name):
            return "check"
        return "properties" if self._properties.fullmatch(name) else ""

    def is_fatal(self, call: Tuple) -> bool:
        """Whether a call logs what ends the program: `LOG(FATAL)`."""
        return self._severity(call) and call[1][1][-1][0] in self.api.logs

    def is_fatal_if(self, call: Tuple) -> bool:
        """Whether a call ends the program where its second argument holds: `LOG_IF(FATAL, failed)`."""
        return self._severity(call) and len(call[2]) > 1 and call[1][1][-1][0] in self.api.conditional_logs

    def _severity(self, call: Tuple) -> bool:
        function, arguments = call[1], call[2]
        first: Tuple = arguments[0] if arguments else ("opaque", ())
        named = function[0] == "path" and first[0] == "path" and first[1]
        return bool(named and first[1][-1][0] in self.api.fatal)

    def is_about_kernel(self, name: str) -> bool:
        """Whether a call gets a kernel to ask about it or to change an attribute, and launches nothing."""
        return self._about_kernels.fullmatch(name) is not None

    def is_launch(self, word: str) -> bool:
        """Whether a word stands where a kernel is launched."""
        if word not in self._launch_words:
            self._launch_words[word] = self._launches.fullmatch(word) is not None
        return self._launch_words[word]

    def is_property_type(self, text: str) -> bool:
        """Whether a type's text names a set of device properties (a smart pointer to one, too)."""
        return any(self._types.fullmatch(word) for word in re.findall(r"\w+", text))

    def function_fact(self, name: str) -> str | None:
        """Return what a function that the tree does not define tells of the device."""
        if name not in self._facts:
            self._facts[name] = next((fact for pattern, fact in self._functions if pattern.fullmatch(name)), None)
        return self._facts[name]

    def asks(self, words: frozenset[str], text: str) -> bool:
        """Whether code asks for the device itself."""
        if not words.isdisjoint(self.api.identity) and self._identity.search(text) is not None:
            return True
        if "return" in words and self._handing_on.search(text) is not None:
            return True
        if words & self._plain or any(self.function_fact(word) is not None for word in words):
            return True
        return not words.isdisjoint(self.api.fields) and self._fields.search(text) is not None

    def is_identity(self, holder: str, field: str) -> bool:
        """Whether a field of an object of unknown type names the device."""
        return field in self.api.identity and _DEVICE_LIKE.search(holder) is not None

    def field_fact(self, holder: str, field: str) -> str | None:
        """Return the fact behind a field of an object of unknown type, `?` where it may be one."""
        fact = self.api.fields.get(field)
        if fact is None or field not in _PLAIN or _DEVICE_LIKE.search(holder):
            return fact
        return "?" if _CAPABILITY_LIKE.search(holder) else None


def _compiled(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(_glob, patterns)))


def _glob(pattern: str) -> str:
    return re.escape(pattern).replace(r"\*", r"\w*")
