"""A C++ function that makes the architecture's text from the device, and the option of a compiler that takes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.build.arch_lists import ArchListError, parse_gencode_flags
from kernaudit.build.jit.cpp_text import find_function, tokens
from kernaudit.build.jit.cpp_values import Undecided, call_function, evaluate_words
from kernaudit.build.jit.rule import JitTarget
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.build.jit.cpp_text import CppFunction
    from kernaudit.build.jit.cpp_values import Value
    from kernaudit.model.build import BuildRequest
    from kernaudit.model.runtime_compile import RuntimeCompileNames

__all__ = ["CppRule", "find_cpp_rule"]

_ASKED: Final = re.compile(r"\b(\w+)\s*=\s*[\w:.>()-]*?\b(\w+)\(([^;{}]*)\);")
_HOLE: Final = r"sm_(?:\{\}|%s|\"\s*\+)"


@dataclass(frozen=True, slots=True)
class CppRule:
    """The function, where it stands, and the arguments of the call that asks it."""

    file: str
    function: CppFunction
    given: tuple[tuple[str, ...], ...]
    names: RuntimeCompileNames

    def target(self, view: TreeView, request: BuildRequest) -> JitTarget:  # noqa: ARG002 - the shape of a rule
        """Return what a device gets: SASS for the target that the function names."""
        place = Location(self.file, self.function.line)
        if request.device is None:
            return JitTarget((), place, f"{self.function.name}() depends on the device")
        device = (request.device.major, request.device.minor)
        functions: dict[str, Value] = dict.fromkeys(self.names.pairs, device)
        try:
            text = call_function(self.function, self._arguments(request), functions)
            flag = f"-gencode=arch=compute_{text},code=sm_{text}"
            return JitTarget(parse_gencode_flags([flag], request.toolkit), place, None)
        except (Undecided, ArchListError) as error:
            return JitTarget((), place, f"{self.function.name}(): {error}")

    def _arguments(self, request: BuildRequest) -> list[Value]:
        major, minor = request.toolkit.release_tuple
        known = {name: major if kind == "major" else minor for name, kind in self.names.toolkit.items()}
        return [evaluate_words(words, known, {}) for words in self.given]


def find_cpp_rule(texts: Mapping[str, str], names: RuntimeCompileNames) -> CppRule | None:
    """Return the rule of a program, None for one that names no architecture to a compiler.

    Args:
        texts: C++ files by path.
        names: options and functions to look for.
    """
    for text in texts.values():
        for name, arguments in _asked(text, names):
            for path, other in texts.items():
                function = find_function(other, name)
                if function is not None and names.pairs.intersection(function.body):
                    given = tuple(tokens(part) for part in arguments.split(",") if part.strip())
                    return CppRule(path, function, given, names)
    return None


def _asked(text: str, names: RuntimeCompileNames) -> Iterator[tuple[str, str]]:
    """Yield the functions, with their arguments, whose results a compiler gets as its architecture."""
    for option in names.options:
        if not re.search(re.escape(option) + _HOLE, text):
            continue
        for match in _ASKED.finditer(text):
            if re.search(r"arch|sm|target", match[1]):
                yield match[2], match[3]
