"""Where an evaluation is, and what it tells: messages, assumptions, findings, errors, unknown values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from kernaudit.build.cmake.bounds import Bounds
from kernaudit.build.cmake.errors import ConfigureError
from kernaudit.build.cmake.program import Command
from kernaudit.build.cmake.unknown import UnknownRegistry
from kernaudit.model.evidence import Assumption, AssumptionKind, Finding, Location

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.build.cmake.frame import Frame
    from kernaudit.build.cmake.limits import Limits

__all__ = ["Journal"]

_START: Final = Command("", 0, "", "", ())


class Journal(Bounds):
    """The place of the running command, and a record of what it says.

    Attributes:
        site: the command that is running.
        frames: the calls of user functions and macros, outermost first.
        conditions: the `if` (or `elseif`, `else`) commands whose branches are being run, outermost first.
        errors: what `message(SEND_ERROR)` reported: the configuration goes on, but does not finish.
        out: messages in order, each with its mode.
    """

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self.site: Command = _START
        self.frames: list[Frame] = []
        self.conditions: list[Command] = []
        self.unknowns = UnknownRegistry()
        self.assumptions: dict[Assumption, None] = {}
        self.findings: list[Finding] = []
        self.errors: list[ConfigureError] = []
        self.out: list[tuple[str, str]] = []

    # -- where we are ----------------------------------------------------------------------------------------------

    @property
    def here(self) -> Location:
        """The command that is running."""
        return self.site.location

    @property
    def user_site(self) -> Command:
        """The command at directory level that led here: the outermost call of a user's function, else the command."""
        return self.frames[0].site if self.frames else self.site

    @property
    def user_calls(self) -> tuple[Location, ...]:
        """The calls of user functions and macros that led here, outermost first."""
        return tuple(frame.site.location for frame in self.frames)

    def condition(self, depth: int = 0) -> Command | None:
        """Return the innermost `if` (or `elseif`, `else`) around the call of `frames[depth]`, or around the command."""
        count = self.frames[depth].conditions if depth < len(self.frames) else len(self.conditions)
        return self.conditions[count - 1] if count else None

    # -- outcomes --------------------------------------------------------------------------------------------------

    def fail(self, message: str) -> NoReturn:
        """Stop the configuration with an error of the running command."""
        raise self.error(message)

    def error(self, message: str, *, fatal: bool = False) -> ConfigureError:
        """The error that stops here; unknown parts of the message are described."""
        condition = self.conditions[-1].location if self.conditions else None
        return ConfigureError(self.unknowns.describe(message), self.here, condition=condition, fatal=fatal)

    def say(self, mode: str, text: str) -> None:
        """Record a message; `mode` is one of those of `message()`."""
        self.out.append((mode, self.unknowns.describe(text)))

    def assume(self, kind: AssumptionKind, text: str, origin: str | None = None) -> None:
        """Record a decision taken without knowing, once per place and text."""
        self.assumptions[Assumption(kind, self.unknowns.describe(text), self.here, origin)] = None

    def unknown(self, origin: str) -> str:
        """Return the marker of a new unknown value that came from `origin`."""
        return self.unknowns.new(origin, self.here)

    def derived(self, texts: Iterable[str]) -> str:
        """Return a new unknown value with the origin of the first one in the texts."""
        found = self.unknowns.first(texts)
        return self.unknown("a value that is not known") if found is None else self.unknowns.again(found)
