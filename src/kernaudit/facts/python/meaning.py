"""What names of Python files mean: functions and classes of the tree, values of variables, things outside."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.values import UNKNOWN, Dotted, Func, Klass
from kernaudit.sources.python.written import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.sources.python.module import PythonModule
    from kernaudit.sources.python.project import PythonProject

__all__ = ["Meaning", "Member"]

Member = ast.FunctionDef | ast.AsyncFunctionDef | ast.Assign | ast.AnnAssign


class Meaning(ABC):
    """Looks names up, each once.

    Args:
        project: the files.
    """

    def __init__(self, project: PythonProject) -> None:
        self.project = project
        self._globals: dict[tuple[str, str], Any] = {}
        self._inside: dict[str, Any] = {}
        self._bases: dict[tuple[str, int], tuple[Klass, ...]] = {}
        self._members: dict[tuple[str, int], dict[str, Member]] = {}

    @abstractmethod
    def constant(self, node: ast.expr, module: PythonModule) -> Any:
        """The value of an expression at the top level of a module."""

    @abstractmethod
    def rebound_value(self, module: PythonModule, name: str) -> Any:
        """The value of a name at the top level that has several, or that functions set."""

    def global_value(self, module: PythonModule, name: str) -> Any:
        """The value of a name at the top level of a module."""
        key = (module.path, name)
        if key not in self._globals:
            self._globals[key] = UNKNOWN  # a variable may be made from itself
            self._globals[key] = self._found(self.project.resolve(name, module))
        return self._globals[key]

    def meaning_of(self, dotted: str, module: PythonModule) -> Any:
        """What an import of a dotted name means in a module."""
        return self._found(self.project.resolve_dotted(dotted, module))

    def inside(self, dotted: str) -> Any:
        """What a dotted name means where it may lead into a module of the tree."""
        if dotted not in self._inside:
            self._inside[dotted] = Dotted(dotted)
            base, _, name = dotted.rpartition(".")
            path = self.project.file_of(base, "") if base else None
            module = None if path is None else self.project.module(path)
            if module is not None:
                found = self.project.resolve(name, module)
                if found is not None:
                    self._inside[dotted] = self._found(found)
        return self._inside[dotted]

    def bases(self, klass: Klass) -> tuple[Klass, ...]:
        """The classes of the tree that a class is made from."""
        if klass.key not in self._bases:
            self._bases[klass.key] = ()
            found = (self._base(one, klass.module) for one in klass.bases)
            self._bases[klass.key] = tuple(one for one in found if isinstance(one, Klass))
        return self._bases[klass.key]

    def members(self, klass: Klass) -> Mapping[str, Member]:
        """What the body of a class itself defines, by name: the first definition of each."""
        found = self._members.get(klass.key)
        if found is None:
            found = self._members[klass.key] = {}
            for node in klass.node.body:
                if isinstance(node, Member):
                    for name in _names(node):
                        found.setdefault(name, node)
        return found

    def _base(self, node: ast.expr, module: PythonModule) -> Any:
        if isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Name):
            return self.global_value(module, node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = self.global_value(module, node.value.id)
            return self.inside(f"{owner.name}.{node.attr}") if isinstance(owner, Dotted) else UNKNOWN
        return UNKNOWN

    def _found(self, found: tuple[PythonModule, str] | str | None) -> Any:
        if found is None:
            return UNKNOWN
        if isinstance(found, str):
            return self.inside(found) if found.rpartition(".")[0] else Dotted(found)
        module, name = found
        return self._value(module, name)

    def _value(self, module: PythonModule, name: str) -> Any:
        one = written(module, name)
        if one is not None:
            return Klass(module, one) if one.piece.kind == "class" else Func(module, one)
        node = module.definition(name)
        if isinstance(node, ast.ClassDef):
            return self._klass(module, node)
        if node is not None:
            return self._func(module, node)
        value = module.assigned(name)
        return self.rebound_value(module, name) if value is None else self.constant(value, module)

    def _klass(self, module: PythonModule, node: ast.ClassDef) -> Klass:
        return Klass(module, node)

    def _func(self, module: PythonModule, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Func:
        return Func(module, node)


def _names(node: Member) -> Iterable[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [one.id for one in targets if isinstance(one, ast.Name)]
