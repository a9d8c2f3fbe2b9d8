"""cmake_language(): calls, code in strings and deferred calls. It alone gets its arguments before they are expanded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from kernaudit.build.cmake.argument import compile_argument, compile_arguments
from kernaudit.build.cmake.errors import ScriptExit
from kernaudit.build.cmake.expand import expand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.build.cmake.argument import Piece, Slots
    from kernaudit.build.cmake.flow import Node, Signal
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.program import Command

__all__ = ["compile_language", "run_deferred", "run_language"]

_CONTROL: Final = frozenset(
    {"if", "elseif", "else", "endif", "while", "endwhile", "foreach", "endforeach"}
    | {"function", "endfunction", "macro", "endmacro", "block", "endblock"}
)


def compile_language(command: Command, slots: Slots) -> Node:
    """Compile a cmake_language command."""
    arguments = [compile_argument(arg, slots) for arg in command.args]
    pieces = compile_arguments(command.args, slots)

    def run(interp: Interpreter) -> Signal | None:
        interp.site = command
        words = expand(interp, arguments[0]) if arguments else []
        if words[:1] in (["CALL"], ["DEFER"]):
            return _call(interp, command, arguments)
        return run_language(interp, expand(interp, pieces))

    return run


def run_language(interp: Interpreter, args: list[str]) -> Signal | None:
    """Run cmake_language with expanded arguments."""
    mode = args[0] if args else ""
    if mode == "EVAL":
        _evaluate(interp, args)
    elif mode == "CALL" and len(args) > 1:
        return _checked_call(interp, args[1], args[2:])
    elif mode == "GET_MESSAGE_LOG_LEVEL" and len(args) == 2:
        interp.set(args[1], interp.get("CMAKE_MESSAGE_LOG_LEVEL") or "STATUS")
    elif mode == "EXIT":
        _exit(interp, args)
    elif mode not in ("TRACE", "SET_DEPENDENCY_PROVIDER", "PRINT_TARGETS", "PRINT_VARIABLES", "PRINT_PROPERTIES"):
        interp.fail("cmake_language called with unknown meta-operation")
    return None


def _exit(interp: Interpreter, args: list[str]) -> NoReturn:
    if not interp.script:
        interp.fail("cmake_language EXIT can only be used in script mode")
    if len(args) != 2 or not args[1].isdigit():
        interp.fail("cmake_language EXIT requires one argument")
    stop = ScriptExit(f"cmake_language(EXIT {args[1]})", interp.here)
    stop.code = int(args[1][:9])
    raise stop


def _checked_call(interp: Interpreter, name: str, args: Sequence[str]) -> Signal | None:
    if name.lower() in _CONTROL:
        interp.fail(f"cmake_language invalid command specified: {name}")
    return interp.call(name, args)


def _evaluate(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("cmake_language called with incorrect number of arguments")
    if args[1] != "CODE":
        where = (
            "with unsupported arguments between EVAL and CODE arguments" if "CODE" in args else "without CODE argument"
        )
        interp.fail(f"cmake_language called {where}")
    path = interp.get("CMAKE_CURRENT_LIST_FILE") or ""
    site, code = interp.site, " ".join(args[2:])
    interp.execute(lambda: interp.programs.snippet(site, path, code))


# -- CALL and DEFER --------------------------------------------------------------------------------------------------


class _Words:
    """The expanded words of a command, one argument after the other, so that the rest can stay as written."""

    def __init__(self, interp: Interpreter, arguments: Sequence[list[Piece]]) -> None:
        self.interp = interp
        self.arguments = arguments
        self.at = 0
        self.words: list[str] = []

    def next(self) -> str | None:
        """The next word, or None at the end."""
        while not self.words:
            if self.at >= len(self.arguments):
                return None
            self.words = expand(self.interp, self.arguments[self.at])
            self.at += 1
        return self.words.pop(0)

    def need(self, message: str) -> str:
        """The next word; without one the command fails."""
        word = self.next()
        if word is None:
            self.interp.fail(f"cmake_language {message}")
        return word


def _call(interp: Interpreter, command: Command, arguments: Sequence[list[Piece]]) -> Signal | None:
    words = _Words(interp, arguments)
    mode = words.next()
    options: dict[str, str] | None = None
    if mode == "DEFER":
        options = _options(interp, words)
        if options is None:
            return None
    name = words.need("CALL missing command name")
    if words.words:
        interp.fail("cmake_language CALL command's arguments must be literal")
    rest = [piece for pieces in arguments[words.at :] for piece in pieces]
    if options is None:
        return _checked_call(interp, name, expand(interp, rest))
    if name.lower() in _CONTROL or name.lower() == "return":
        interp.fail(f"cmake_language invalid command specified: {name}")
    _defer(interp, command, options, name, rest)
    return None


def _options(interp: Interpreter, words: _Words) -> dict[str, str] | None:
    """Read what stands between DEFER and CALL; None if it was a question about deferred calls, now answered."""
    if interp.script:
        interp.fail("cmake_language DEFER CALL may not be scheduled in a script")
    options: dict[str, str] = {}
    word = words.need("DEFER requires at least one argument")
    while word != "CALL":
        if word in ("CANCEL_CALL", "GET_CALL_IDS", "GET_CALL"):
            if "ID" in options or "ID_VAR" in options:
                interp.fail(f"cmake_language DEFER {word} does not accept ID or ID_VAR.")
            rest = []
            while (more := words.next()) is not None:
                rest.append(more)
            _ask(interp, _directory(interp, options), word, rest)
            return None
        if word not in ("DIRECTORY", "ID", "ID_VAR"):
            interp.fail(f"cmake_language DEFER unknown option:\n  {word}")
        if word in options:
            interp.fail(f"cmake_language DEFER given multiple {word} arguments")
        options[word] = words.need(f"DEFER {word} missing value")
        if not options[word]:
            interp.fail(f"cmake_language DEFER {word} may not be empty")
        word = words.need("DEFER must be followed by a CALL argument")
    if options.get("ID", "_")[0].isupper():
        interp.fail("cmake_language DEFER ID may not start in A-Z.")
    return options


def _directory(interp: Interpreter, options: dict[str, str]) -> str:
    here = interp.get("CMAKE_CURRENT_SOURCE_DIR") or ""
    asked = options.get("DIRECTORY", here)
    return (asked if asked.startswith("/") else f"{here}/{asked}").rstrip("/")


def _defer(interp: Interpreter, command: Command, options: dict[str, str], name: str, rest: list[Piece]) -> None:
    directory = _directory(interp, options)
    calls = interp.deferred.setdefault(directory, [])
    identity = options.get("ID") or f"__{sum(map(len, interp.deferred.values()))}"
    if "ID_VAR" in options:
        interp.set(options["ID_VAR"], identity)

    def run(interp: Interpreter) -> Signal | None:
        interp.site = command
        return interp.call(name, expand(interp, rest))

    calls.append((identity, command, run))


def _ask(interp: Interpreter, directory: str, question: str, args: list[str]) -> None:
    calls = interp.deferred.setdefault(directory, [])
    if question == "CANCEL_CALL":
        calls[:] = [call for call in calls if call[0] not in args]
    elif question == "GET_CALL_IDS" and len(args) == 1:
        interp.set(args[0], ";".join(dict.fromkeys(call[0] for call in calls)))
    elif question == "GET_CALL" and len(args) == 2:
        found = next((command for identity, command, _ in calls if identity == args[0]), None)
        interp.set(args[1], _shown_call(found) if found is not None else "")
    else:
        interp.fail(f"cmake_language DEFER {question} given wrong arguments")


def _shown_call(command: Command) -> str:
    texts = [arg.text for arg in command.args]
    return ";".join(texts[texts.index("CALL") + 1 :]) if "CALL" in texts else ""


def run_deferred(interp: Interpreter, directory: str) -> None:
    """Run the deferred calls of a directory, at its end; calls may add further ones."""
    calls = interp.deferred.get(directory, [])
    while calls:
        _, _, node = calls.pop(0)
        interp.run((node,))
