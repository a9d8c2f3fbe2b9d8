"""Generator expressions about targets. Names of built files stay as they are written: nothing is built here."""

from __future__ import annotations

import re
from typing import Final

from kernaudit.build.cmake.lib.genex_spec import ANY_NUMBER, Node, Operands, flag

__all__ = ["TARGET_NODES"]

_NAME: Final = re.compile(r"[A-Za-z0-9_.:+-]+")
_PROPERTY: Final = re.compile(r"[A-Za-z0-9_]+")
_FILES: Final = ("FILE", "IMPORT_FILE", "LINKER_FILE", "LINKER_LIBRARY_FILE", "LINKER_IMPORT_FILE", "SONAME_FILE")
_ASPECTS: Final = ("", "_NAME", "_DIR", "_BASE_NAME", "_PREFIX", "_SUFFIX")


def _target(use: Operands, form: str) -> str:
    name = use.values[0]
    if not _NAME.fullmatch(name):
        raise use.error(f"$<{use.name}:{form}> expression requires a non-empty valid target name.")
    return name


def _exists(use: Operands) -> str:
    return flag(use.context.targets.exists(_target(use, "tgt")))


def _name_if_exists(use: Operands) -> str:
    name = _target(use, "tgt")
    return name if use.context.targets.exists(name) else ""


def _property(use: Operands) -> str:
    if len(use.values) not in (1, 2):
        raise use.error("$<TARGET_PROPERTY:...> expression requires one or two parameters")
    name = use.values[-1]
    if not name:
        raise use.error("$<TARGET_PROPERTY:...> expression requires a non-empty property name.")
    if not _PROPERTY.fullmatch(name):
        raise use.error("Property name not supported.")
    return _lookup(use, _property_owner(use), name)


def _lookup(use: Operands, owner: str, name: str) -> str:
    """The property's value; each is worked out once, however often others refer to it."""
    context = use.context
    if (owner, name) in context.open:
        raise use.error(f'Dependency loop found: property "{name}" of target "{owner}" refers to itself.')
    key = (owner, name, context.target, context.language, context.linking)
    value = context.properties.get(key)
    if value is None:
        value = context.targets.property(owner, name, context.inside(owner, name)) or ""
        context.properties[key] = value
    return value


def _property_owner(use: Operands) -> str:
    if len(use.values) == 1:
        if not use.context.target:
            raise use.error(
                "$<TARGET_PROPERTY:prop>  may only be used with binary targets.  It may not be used with "
                "add_custom_command or add_custom_target.  Specify the target to read a property from using the "
                "$<TARGET_PROPERTY:tgt,prop> signature instead."
            )
        return use.context.target
    owner = use.values[0]
    if not owner:
        raise use.error("$<TARGET_PROPERTY:tgt,prop> expression requires a non-empty target name.")
    if not _NAME.fullmatch(owner):
        raise use.error("Target name not supported.")
    if not use.context.targets.exists(owner):
        raise use.error(f'Target "{owner}" not found.')
    return owner


def _genex_eval(use: Operands) -> str:
    return use.evaluation.again(use.values[0], use.context)


def _target_genex_eval(use: Operands) -> str:
    name = _target(use, "tgt, ...")
    if not use.context.targets.exists(name):
        raise use.error(f'$<TARGET_GENEX_EVAL:tgt, ...> target "{name}" not found.')
    return use.evaluation.again(use.values[1], use.context.for_target(name))


def _opaque(use: Operands) -> str:
    """The expression itself, its parameters evaluated: a name that only the build could tell."""
    if use.values and not use.context.targets.exists(use.values[0]):
        raise use.error(f'No target "{use.values[0]}"')
    return f"$<{use.name}:{','.join(use.values)}>"


_FILE: Final = Node(_opaque)

TARGET_NODES: Final[dict[str, Node]] = {
    **{f"TARGET_{kind}{aspect}": _FILE for kind in _FILES for aspect in _ASPECTS},
    **{f"TARGET_{kind}": _FILE for kind in ("OBJECTS", "INTERMEDIATE_DIR", "PDB_FILE", "BUNDLE_DIR")},
    "TARGET_RUNTIME_DLLS": Node(lambda _: ""),
    "TARGET_RUNTIME_DLL_DIRS": Node(lambda _: ""),
    "TARGET_EXISTS": Node(_exists),
    "TARGET_NAME_IF_EXISTS": Node(_name_if_exists),
    "TARGET_NAME": Node(lambda use: use.values[0], absorbs_commas=True, takes_unknown=True),
    "TARGET_PROPERTY": Node(_property, ANY_NUMBER),
    "TARGET_GENEX_EVAL": Node(_target_genex_eval, count=2, absorbs_commas=True),
    "GENEX_EVAL": Node(_genex_eval, absorbs_commas=True, takes_unknown=True),
}
