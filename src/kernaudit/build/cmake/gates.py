"""Families and gates: what the project itself calls the group of a source, and which line decided its arch list."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.lists import expand_list
from kernaudit.build.cmake.modules.cuda_legacy import NVCC_FLAGS
from kernaudit.build.cmake.project.evidence import Reference, names_in
from kernaudit.build.cmake.request import ARCH_VARIABLE
from kernaudit.build.cmake.survey import condition_names, is_arch_name
from kernaudit.build.cmake.truth import is_false
from kernaudit.model.build import Gate
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from kernaudit.build.cmake.program import Command
    from kernaudit.build.cmake.project.evidence import Site
    from kernaudit.build.cmake.project.generate import CompiledSource
    from kernaudit.build.cmake.project.model import Target
    from kernaudit.build.cmake.run import Run
from kernaudit.build.cmake.survey import Mention, Survey

__all__ = ["Families", "GateMaker"]

_VARIABLE: Final = re.compile(r"[A-Za-z_]\w*")
_OPERATORS: Final = frozenset({"NOT", "AND", "OR", "DEFINED", "TARGET", "EXISTS"})
_SOURCE_STEM: Final = re.compile(r"_?(?:SRCS?|SOURCES?|SOURCE_FILES|FILES|KERNELS?_SRCS?)$", re.IGNORECASE)
_ARCH_STEM: Final = re.compile(r"_?(?:CUDA_)?(?:ARCH(?:S|ES|ITECTURES?|_LIST)?|GENCODES?)$", re.IGNORECASE)
_ARCH_ITEM: Final = re.compile(
    r"[0-9]{1,2}\.[0-9][af]?(?:\+PTX)?|[0-9]{2,3}[af]?(?:-real|-virtual)?|native|all(?:-major)?|OFF"
)
_ARCH_FLAG: Final = re.compile(r"-gencode|--generate-code|-arch[= ]|--gpu-architecture|compute_[0-9]")
_GENERIC: Final = frozenset({"", "CUDA", "GPU", "CU", "TARGET", "KERNEL", "KERNELS", "ALL", "SRC", "LIB"})


@dataclass(slots=True)
class Families:
    """Names groups of sources, from the build files alone: the same for every request."""

    survey: Survey
    _uses: dict[str, int] = field(default_factory=dict)
    _takers: dict[str, list[Command]] = field(default_factory=dict)
    _names: dict[str, str | None] = field(default_factory=dict)
    _splits: dict[str, tuple[list[Command], list[Command]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for command in self.survey.gates:
            for name in names_in(command):
                self._takers.setdefault(name, []).append(command)
                if is_arch_name(name):
                    self._uses[name] = self._uses.get(name, 0) + 1

    def name(self, path: str) -> str | None:
        """Return the family of a source: by the gates that name it closely, by the arch variable of the condition
        around it, by the call on its target's whole list; None if nothing of that speaks of it.
        """
        if path not in self._names:
            close, wide = self._split(path)
            names = list(dict.fromkeys(name for gate in close if (name := self.gate_name(gate))))
            if not names:
                names = [name for name in (self._condition_name(path),) if name]
            if not names:
                names = list(dict.fromkeys(name for gate in wide if (name := self.gate_name(gate))))
            self._names[path] = "+".join(names) or None
        return self._names[path]

    def _condition_name(self, path: str) -> str | None:
        """Return the stem of the arch variable that the condition around a source asks about."""
        for mention in self.survey.mentions.get(path, ()):
            for name in condition_names(mention.condition) if mention.condition is not None else ():
                if is_arch_name(name) and (stem := _stem(name, _ARCH_STEM)):
                    return stem
        return None

    def gates(self, path: str) -> list[Command]:
        """Return the calls that give architectures to a source; the close ones if there are any."""
        close, wide = self._split(path)
        return close or wide

    def _split(self, path: str) -> tuple[list[Command], list[Command]]:
        """Return the gates that name a source more closely than its target's list does, and the others."""
        found = self._splits.get(path)
        if found is None:
            found = self._splits[path] = self._make_split(path)
        return found

    def _make_split(self, path: str) -> tuple[list[Command], list[Command]]:
        close: list[Command] = []
        wide: list[Command] = []
        for mention in self.survey.mentions.get(path, ()):
            (wide if self._is_target_list(mention.holder) else close).extend(self._gates_of(mention))
        return _in_order(close), _in_order(wide)

    def _is_target_list(self, holder: str | None) -> bool:
        """Tell whether a variable is the list of a target: a call takes it, and it is not set anew for other uses."""
        return holder is not None and holder in self.survey.users and len(self.survey.writes.get(holder, ())) < 2

    def _gates_of(self, mention: Mention) -> list[Command]:
        """Return the gates that take a mention: those below it, up to where its variable is set anew."""
        if mention.holder is None:
            return [mention.command] if mention.command in self.survey.gates else []
        takers = self._takers.get(mention.holder, [])
        here = mention.command
        resets = [
            w.line for w in self.survey.writes.get(mention.holder, ()) if w.file == here.file and w.line > here.line
        ]
        end = min(resets, default=None)
        local = [g for g in takers if g.file == here.file and g.line >= here.line and (end is None or g.line < end)]
        return local or ([] if resets else [gate for gate in takers if gate.file != here.file])

    def gate_name(self, gate: Command) -> str | None:
        """Return the project's own name for a gate: its arch variable if only it uses it, else its source list; a
        variable that several gates use is told apart by the first architecture it was made of.
        """
        names = names_in(gate)
        archs = [name for name in names if is_arch_name(name)]
        for name in archs:
            if self._uses.get(name, 0) == 1 and (stem := _stem(name, _ARCH_STEM)):
                return stem
        for name in names:
            if name not in archs and (stem := _stem(name, _SOURCE_STEM)):
                return stem
        for name in archs:
            if stem := _stem(name, _ARCH_STEM):
                first = self._first_listed(name, gate)
                return f"{stem}:{first}" if first else stem
        return None

    def _first_listed(self, name: str, gate: Command) -> str | None:
        """Return the first architecture in the nearest command above a gate that makes its list."""
        above = [c for c in self.survey.makers.get(name, ()) if c.file == gate.file and c.line < gate.line]
        texts = (argument.text for argument in above[-1].args[1:]) if above else ()
        return next((item for text in texts for item in expand_list(text) if _ARCH_ITEM.fullmatch(item)), None)


def _stem(name: str, ending: re.Pattern[str]) -> str | None:
    """Return a variable's name without what it is a list of, None if nothing of its own is left."""
    stem = ending.sub("", name).strip("_")
    return None if stem.upper() in _GENERIC else stem


@dataclass(slots=True)
class GateMaker:
    """Makes the gates of one evaluation."""

    run: Run
    families: Families
    asked: tuple[str, ...]
    _by_site: dict[tuple[int, str], Gate] = field(default_factory=dict)

    def of_source(self, compiled: CompiledSource) -> Gate:
        """Return the gate of a source that is built: a call on the source, else the target's list."""
        static = self.families.gates(compiled.source.path)
        name = self.families.name(compiled.source.path)
        sites = compiled.sites
        site = next((s for s in reversed(sites) if s.command in static), sites[-1] if sites else None)
        if site is None:
            return self._of_target(compiled.target, name or compiled.target.name)
        name = name or self.families.gate_name(site.command) or compiled.target.name
        key = (id(site), name)
        gate = self._by_site.get(key)
        if gate is None:
            gate = self._by_site[key] = self._of_site(site, name)
        return gate

    def _of_site(self, site: Site, name: str) -> Gate:
        condition = None if site.condition is None else site.condition.location
        reference = next((r for r in site.references if is_arch_name(r.name) and _archs(r.value)), None)
        if reference is None or reference.write is None:
            return self._of_flags(site.command, name, _archs(reference.value) if reference else (), condition)
        command = reference.write
        before = self._before(command, reference.name, site.references)
        return Gate(name, command.location, command.text, before, _archs(reference.value), condition)

    def _of_flags(self, command: Command, name: str, after: tuple[str, ...], condition: Location | None) -> Gate:
        """Return the gate of a call that spells the flags itself: no list goes into it, the flags' own line is it."""
        flags = next((arg for arg in command.args if _ARCH_FLAG.search(arg.text)), None)
        if flags is None:
            return Gate(name, command.location, command.text, self.asked, after, condition)
        return Gate(name, Location(command.file, flags.line), command.text, (), after, condition)

    def _before(self, command: Command, written: str, known: tuple[Reference, ...]) -> tuple[str, ...]:
        """Return the list that went into a call: the value of the arch variable among its arguments."""
        values = {reference.name: reference.value for reference in known}
        names = names_in(command)
        for name in reversed(names if written not in names else ()):
            value = values.get(name) or self.run.interp.variables.get(name)
            if value is not None and _archs(value):
                return _archs(value)
        return self.asked

    def _of_target(self, target: Target, name: str) -> Gate:
        key = NVCC_FLAGS if NVCC_FLAGS in target.properties else "CUDA_ARCHITECTURES"
        value = target.properties.get(key, "")
        command = target.writes.get(key)
        if command is None or is_false(value):
            command = self._default_write(target) or command
        after = tuple(expand_list(self.run.interp.unknowns.describe(value)))
        if command is None:
            return Gate(name, target.site.location, target.site.command.text, self.asked, after)
        return Gate(name, command.location, command.text, self.asked, after)

    def _default_write(self, target: Target) -> Command | None:
        """Return where the list of a target that names none was written last: the variable, or nvcc's own flags."""
        off = is_false(target.properties.get("CUDA_ARCHITECTURES", ""))
        for name in ("CMAKE_CUDA_FLAGS", ARCH_VARIABLE) if off else (ARCH_VARIABLE, "CMAKE_CUDA_FLAGS"):
            command = target.directory.writes.get(name)
            if command is not None:
                return command
            cached = [c for c in self.families.survey.writes.get(name, ()) if any(a.text == "CACHE" for a in c.args)]
            if cached:
                return cached[0]
        return None

    def of_mention(self, mention: Mention) -> Gate | None:
        """Return the gate that kept a source out: what the arch variable of its condition was there."""
        name = self.families.name(mention.path) or _holder_name(mention)
        condition = mention.condition
        if condition is None:
            return Gate(name, mention.command.location, mention.command.text, self.asked) if name else None
        for variable in filter(is_arch_name, condition_names(condition)):
            reference = self._value_at(variable, condition)
            if reference is not None and reference.write is not None:
                before = self._before(reference.write, variable, ())
                after = _archs(reference.value)
                return Gate(name, reference.write.location, reference.write.text, before, after, condition.location)
        return Gate(name, condition.location, condition.text, self.asked, (), condition.location)

    def _value_at(self, variable: str, condition: Command) -> Reference | None:
        """Return the last write of a variable above a condition in the same file."""
        found: Reference | None = None
        for reference in self.run.state.history.get(variable, ()):
            command = reference.write
            if command is not None and command.file == condition.file and command.line < condition.line:
                found = reference
        return found


def _holder_name(mention: Mention) -> str:
    """The list that holds a source, without what it is a list of; else a variable that its condition asks for."""
    stem = _SOURCE_STEM.sub("", mention.holder) if mention.holder else ""
    words = (argument.text for argument in mention.condition.args) if mention.condition is not None else ()
    asked = (word for word in words if _VARIABLE.fullmatch(word) and word not in _OPERATORS)
    return stem or next(asked, "") or mention.holder or ""


def _in_order(commands: list[Command]) -> list[Command]:
    return sorted(dict.fromkeys(commands), key=lambda command: (command.file, command.line))


def _archs(value: str) -> tuple[str, ...]:
    """Return the items of an arch list, nothing if the value is no such list."""
    items = tuple(expand_list(value))
    return items if items and all(_ARCH_ITEM.fullmatch(item) for item in items) else ()
