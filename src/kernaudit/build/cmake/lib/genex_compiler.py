"""Generator expressions about languages and their compilers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.genex_context import Compiler
from kernaudit.build.cmake.lib.genex_spec import ANY_NUMBER, AT_MOST_ONE, TWO_OR_MORE, Node, Operands, flag
from kernaudit.build.cmake.lib.version import compare_versions

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["COMPILER_NODES"]

_ID: Final = re.compile(r"[A-Za-z0-9_]*")
_VERSION: Final = re.compile(r"[0-9.]*")
_ABSENT: Final = Compiler("", "")
_LANGUAGES: Final = ("C", "CXX", "CUDA", "OBJC", "OBJCXX", "Fortran", "HIP", "ISPC")


def _compiler(use: Operands, language: str) -> Compiler:
    return use.context.compilers.get(language, _ABSENT)


def _same_id(use: Operands, own: str, names: Sequence[str]) -> str:
    if not own:
        return flag(not names or not names[0])
    for name in names:
        if not _ID.fullmatch(name):
            raise use.error("Expression syntax not recognized.")
        if name == own:
            return "1"
    return "0"


def _id(language: str) -> Node:
    def run(use: Operands) -> str:
        own = _compiler(use, language).id
        return _same_id(use, own, use.values) if use.values else own

    return Node(run, ANY_NUMBER)


def _frontend(language: str) -> Node:
    def run(use: Operands) -> str:
        own = _compiler(use, language).frontend_variant
        return _same_id(use, own, use.values) if use.values else own

    return Node(run, ANY_NUMBER)


def _version(language: str) -> Node:
    def run(use: Operands) -> str:
        own = _compiler(use, language).version
        if not use.values:
            return own
        if not _VERSION.fullmatch(use.values[0]):
            raise use.error("Expression syntax not recognized.")
        return flag(compare_versions(use.values[0], own) == 0 if own else not use.values[0])

    return Node(run, AT_MOST_ONE)


def _compile_language(use: Operands) -> str:
    language = use.context.language
    if not language:
        raise use.error(
            "$<COMPILE_LANGUAGE:...> may only be used to specify include directories, compile definitions, compile "
            "options, and to evaluate components of the file(GENERATE) command."
        )
    return flag(language in use.values) if use.values else language


def _compile_language_and_id(use: Operands) -> str:
    language = use.context.language
    if not language:
        raise use.error(
            "$<COMPILE_LANG_AND_ID:lang,id> may only be used with binary targets to specify include directories, "
            "compile definitions, and compile options.  It may not be used with the add_custom_command, "
            "add_custom_target, or file(GENERATE) commands."
        )
    if language != use.values[0]:
        return "0"
    return _same_id(use, _compiler(use, language).id, use.values[1:])


def _link_language(use: Operands) -> str:
    language = use.context.link_language
    return flag(language in use.values) if use.values else language


def _link_language_and_id(use: Operands) -> str:
    language = use.context.link_language
    if language != use.values[0]:
        return "0"
    return _same_id(use, _compiler(use, language).id, use.values[1:])


COMPILER_NODES: Final[dict[str, Node]] = {
    **{f"{language}_COMPILER_ID": _id(language) for language in _LANGUAGES},
    **{f"{language}_COMPILER_VERSION": _version(language) for language in _LANGUAGES},
    **{f"{language}_COMPILER_FRONTEND_VARIANT": _frontend(language) for language in _LANGUAGES},
    "COMPILE_LANGUAGE": Node(_compile_language, ANY_NUMBER),
    "COMPILE_LANG_AND_ID": Node(_compile_language_and_id, TWO_OR_MORE),
    "LINK_LANGUAGE": Node(_link_language, ANY_NUMBER),
    "LINK_LANG_AND_ID": Node(_link_language_and_id, TWO_OR_MORE),
}
