"""What the build files say before anything runs: which sources they name, under which condition, through which call.

It is the same for every request, so that a family keeps its name whatever is built of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.conditions import asked_names, compared_literals
from kernaudit.build.cmake.files.globbing import has_wildcard
from kernaudit.build.cmake.files.layout import EXTERNAL_ROOT, in_tree, join
from kernaudit.build.cmake.literals import expand_places, holder_of, named_files, open_parent
from kernaudit.build.cmake.program import Quoting, commands_of
from kernaudit.build.cmake.project.evidence import names_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.build.cmake.program import Command
    from kernaudit.build.cmake.programs import ProgramCache
    from kernaudit.model.evidence import Location

__all__ = ["Mention", "Survey", "is_arch_name", "survey"]

_ARCH_NAME: Final = re.compile(r"(?:ARCH(?:S|ES|ITECTURES?|_LIST)?|GENCODES?|_CC|SM_?LIST)$", re.IGNORECASE)
_REFERENCE: Final = re.compile(r"\$\{([A-Za-z0-9_.+-]+)\}")
_VALUES: Final = frozenset({"set", "list", "string", "unset", "option", "math", "separate_arguments"})
_SILENT: Final = _VALUES | {"message", "if", "elseif", "else", "foreach", "while", "function", "macro", "return"}
_ASKING: Final = frozenset({"message", "if", "elseif", "else", "while", "return", "include", "add_subdirectory"})
_OPTION_PROPERTIES: Final = frozenset({"COMPILE_OPTIONS", "COMPILE_FLAGS"})
_CUDA_CHOICES: Final = frozenset({"cuda", "gpu", "nvidia"})
_MAX_FILES: Final = 2000


@dataclass(frozen=True, slots=True)
class Mention:
    """A CUDA source (or pattern) as a command names it: into which variable, and under which condition."""

    path: str
    command: Command
    condition: Command | None
    holder: str | None


@dataclass(slots=True)
class Survey:
    """The build files of one root.

    Attributes:
        root: the absolute directory of the root.
        mentions: by absolute path, in the order of the text.
        assigned: names that some command may write: all bare words outside conditions and messages.
        cached: names that get a default (`option`, `set(... CACHE ...)`).
        writes: `set` commands by name.
        makers: commands that make arch lists, by the variable.
        gates: calls that give architectures to sources, in the order of the text.
        users: variables that a call which is neither a gate nor a value command takes (source lists of targets).
        open_parents: directories whose subdirectories are added by names that only running tells.
        options: where each `option()` stands.
        asked: variables that conditions ask about.
        choices: variables that are compared with the name of CUDA, and how it is spelled there.
        torch: some file looks for torch's package.
        native: the word `native` stands somewhere: a list may be the machine's own.
    """

    root: str
    mentions: dict[str, list[Mention]] = field(default_factory=dict)
    assigned: set[str] = field(default_factory=set)
    cached: set[str] = field(default_factory=set)
    writes: dict[str, list[Command]] = field(default_factory=dict)
    makers: dict[str, list[Command]] = field(default_factory=dict)
    gates: list[Command] = field(default_factory=list)
    users: set[str] = field(default_factory=set)
    fetched: set[str] = field(default_factory=set)
    options: dict[str, Location] = field(default_factory=dict)
    open_parents: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    choices: dict[str, str] = field(default_factory=dict)
    torch: bool = False
    native: bool = False
    _sources: list[Mention] | None = None
    _seen: set[str] = field(default_factory=set)
    _calls: list[tuple[Command, bool]] = field(default_factory=list)
    _bodies: dict[str, list[Command]] = field(default_factory=dict)
    _gate_keys: set[str] = field(default_factory=set)

    def named_sources(self, view: TreeView) -> list[Mention]:
        """Return the first mention of each CUDA source that can be there: in the tree, fetched, or generated."""
        if self._sources is None:
            paths = (path for path in sorted(self.mentions) if _can_be_there(view, path))
            self._sources = [self.mentions[path][0] for path in paths]
        return self._sources

    def watched(self) -> frozenset[str]:
        """Return the variables that conditions on sources name."""
        found: set[str] = set()
        for mentions in self.mentions.values():
            for mention in mentions:
                if mention.condition is not None:
                    found.update(condition_names(mention.condition))
        return frozenset(found)

    def may_add(self, directory: str) -> bool:
        """Tell whether some file adds the subdirectories of this one's parent by a name that only running tells."""
        return directory.rpartition("/")[0] in self.open_parents

    def option_at(self, name: str) -> Location | None:
        """Return the line that defines a switch, or first sets it."""
        writes = self.writes.get(name)
        return self.options.get(name) or (writes[0].location if writes else None)

    def has_read(self, path: str) -> bool:
        """Tell whether a build file is part of this survey."""
        return path in self._seen

    # -- reading ---------------------------------------------------------------------------------------------------

    def read(self, view: TreeView, programs: ProgramCache, path: str, source: str) -> None:
        """Take in a build file and those it names; `source` is the source directory it is run for."""
        pending = [(path, source)]
        while pending and len(self._seen) < _MAX_FILES:
            path, source = pending.pop(0)
            if path in self._seen:
                continue
            self._seen.add(path)
            text = view.read_text(path)
            if text is None:
                continue
            for command, inside in commands_of(programs.program(path, text).body):
                self._take(command, inside, source)
                if command.key == "add_subdirectory" and command.args and "${" in command.args[0].text:
                    self.open_parents.add(open_parent(command.args[0].text, source, self.root))
                pending += named_files(view, command, path, source, self.root)

    def finish(self) -> None:
        """Decide, once all files are in, which calls are gates."""
        self._gate_keys = self._gate_functions()
        calls = (command for command, inside in self._calls if not inside and self.is_gate(command))
        self.gates = [command for command in calls if _speaks_of_archs(command)]
        self.users = {
            name
            for command, inside in self._calls
            if not inside and command.key not in _SILENT and not self.is_gate(command)
            for name in names_in(command)
        }

    def is_gate(self, command: Command) -> bool:
        """Tell whether a command gives compile options to single sources."""
        return command.key in self._gate_keys or _sets_options(command)

    def _gate_functions(self) -> set[str]:
        found: set[str] = set()
        growing = True
        while growing:
            more = {
                name
                for name, body in self._bodies.items()
                if name not in found and any(_sets_options(c) or c.key in found for c in body)
            }
            found |= more
            growing = bool(more)
        return found

    def _take(self, command: Command, inside: tuple[Command, ...], source: str) -> None:
        definition = next((around for around in reversed(inside) if around.key in ("function", "macro")), None)
        if definition is not None and definition.args:
            self._bodies.setdefault(definition.args[0].text.lower(), []).append(command)
        self._calls.append((command, definition is not None))
        if command.args:
            self._take_name(command)
        if command.key in ("if", "elseif"):
            self._take_condition(command)
        elif command.key == "find_package" and command.args and command.args[0].text == "Torch":
            self.torch = True
        condition = next((around for around in reversed(inside) if around.key in ("if", "elseif", "else")), None)
        holder = holder_of(command)
        for argument in command.args:
            if "native" in argument.text or argument.text == "Auto":
                self.native = True
            if ".cu" in argument.text:
                for text in re.split(r"[;\s]+", argument.text):
                    path = self._resolve(text, source)
                    if path is not None:
                        self.mentions.setdefault(path, []).append(Mention(path, command, condition, holder))

    def _take_condition(self, command: Command) -> None:
        self.asked.update(asked_names(command))
        for name, literal in compared_literals(command):
            if literal.lower() in _CUDA_CHOICES:
                self.choices.setdefault(name, literal)

    def _take_name(self, command: Command) -> None:
        first = command.args[0].text
        if command.key in ("fetchcontent_declare", "fetchcontent_populate", "externalproject_add"):
            self.fetched.add(first.lower())
        if command.key not in _ASKING:
            self.assigned.update(
                arg.text for arg in command.args if arg.quoting is Quoting.BARE and "$" not in arg.text
            )
        if is_arch_name(first) and (command.key == "set" or command.key not in _SILENT):
            self.makers.setdefault(first, []).append(command)
        if command.key == "set":
            self.writes.setdefault(first, []).append(command)
        if command.key == "option":
            self.options.setdefault(first, command.location)
        if command.key == "option" or (command.key == "set" and any(arg.text == "CACHE" for arg in command.args)):
            self.cached.add(first)

    def _resolve(self, text: str, source: str) -> str | None:
        """Return the absolute path of a literal that names a `.cu` file or a pattern of them."""
        if not text.endswith(".cu") or "$<" in text:
            return None
        text = expand_places(text, source, self.root, source)
        head = _REFERENCE.match(text)
        if head is not None and head[1].endswith("_SOURCE_DIR"):
            name = head[1].removesuffix("_SOURCE_DIR").lower()
            if name in self.fetched:
                text = f"{EXTERNAL_ROOT}/{name}-src{text[head.end() :]}"
        if "${" in text or "@" in text:
            return None
        path = join(source, text)
        known = in_tree(path) is not None or path.startswith(EXTERNAL_ROOT)
        return path if known and path.rpartition("/")[2] != ".cu" else None


def survey(view: TreeView, programs: ProgramCache, root: str, extra: Iterable[str] = ()) -> Survey:
    """Read the build files of a root; `extra` are directories that an evaluation found by names nobody can read off."""
    found = Survey(root)
    found.read(view, programs, f"{root}/CMakeLists.txt", root)
    for directory in extra:
        found.read(view, programs, f"{directory}/CMakeLists.txt", directory)
    found.finish()
    return found


def is_arch_name(name: str) -> bool:
    """Tell whether a variable is called like an arch list."""
    return _ARCH_NAME.search(name) is not None


def condition_names(command: Command) -> Iterator[str]:
    """Yield the words of a condition that may be variables: `${X}` and bare names."""
    yield from names_in(command)
    for argument in command.args:
        if "$" not in argument.text and is_arch_name(argument.text):
            yield argument.text


def _can_be_there(view: TreeView, path: str) -> bool:
    """Tell whether a named source is a file, or a pattern of files that only a generator makes."""
    if has_wildcard(path):
        return not any(view.glob(path, recurse=False, directories=False))
    return view.is_file(path) or view.is_external(path)


def _speaks_of_archs(command: Command) -> bool:
    return any(is_arch_name(name) for name in names_in(command)) or any(
        word in argument.text for argument in command.args for word in ("gencode", "arch=", "compute_")
    )


def _sets_options(command: Command) -> bool:
    texts = {argument.text for argument in command.args}
    if command.key == "set_property":
        return "SOURCE" in texts and not _OPTION_PROPERTIES.isdisjoint(texts)
    return command.key == "set_source_files_properties" and not _OPTION_PROPERTIES.isdisjoint(texts)
