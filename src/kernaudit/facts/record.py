"""What a walk through code has found so far, and how calls and alternatives add to it."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from kernaudit.facts.arithmetic import joined
from kernaudit.facts.effects import CertainCode, Effects, FinalCode, Outcome, PossibleCode, Site
from kernaudit.facts.places import Places
from kernaudit.facts.target_tests import TargetTests
from kernaudit.facts.values import DEPENDENT, RUNTIME

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.frame import Frame
    from kernaudit.facts.remembering import Learnt
    from kernaudit.facts.scope import UnitScope
    from kernaudit.facts.shared_outcomes import SharedOutcomes
    from kernaudit.facts.values import LambdaValue, Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Recorder", "Stop", "Trapped", "Undecided", "join_stops"]

Stop = str | None
"""How a statement ends: None (goes on), "return", "trap", "break", "continue"."""


class Undecided(Exception):  # noqa: N818 - a value, not an error
    """A constexpr function branches on something that is not known: so is its value."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = DEPENDENT if value is DEPENDENT else RUNTIME


class Trapped(Exception):  # noqa: N818 - control flow of the walked program
    """The walked program cannot go on past this expression."""


class Recorder(Places):
    """The record of a walk; one per unit, results of calls are kept.

    Attributes:
        follows_implied: calls that nobody writes are followed: of constructors, destructors, operators, conversions.
        outcomes: by call, what walking into it did.
        final: the first effect that can be reached settles the walk.
        open_depth: how many alternatives around are open (the compiler takes one, this reader cannot tell which).
        constant_depth: how many constexpr functions around are being evaluated.
        tests: tells conditions that ask something outside of the tree for the target.
        settled: the function being walked is the one that is meant, with all its template arguments known.
        shared: where walkers of other texts tell what calls did; None for a walker that notes more than outcomes.
        returning: the function whose `return` is met next, and its frame.
        unfollowed: some call could not be followed, so that what was not entered may still be reached.
    """

    follows_implied = True

    def __init__(self, scope: UnitScope, builtins: Builtins) -> None:
        super().__init__(scope)
        self.builtins = builtins
        self.tests = TargetTests(scope, builtins)
        self.effects = Effects()
        self.outcomes: dict[object, tuple[Outcome, Learnt]] = {}
        self.shared: SharedOutcomes | None = None
        self.active: list[object] = []
        self.path = ""
        self.returns: list[Value] = []
        self.final = False
        self.open_depth = 0
        self.constant_depth = 0
        self.unfollowed = False
        self.settled = False
        self.returning: tuple[Function, Frame] | None = None

    @abstractmethod
    def block(self, statements: Sequence[Tuple], frame: Frame) -> Stop:
        """Walk statements until one of them leaves; the walker does it."""

    # -- calls -------------------------------------------------------------------------------------------------

    def isolated(self, path: str, walk: Callable[[], Stop]) -> Outcome:
        """Walk something on its own record, and return what it did."""
        kept, self.effects = self.effects, Effects()
        kept_path, self.path = self.path, path
        kept_returns, self.returns = self.returns, []
        certain, stop = False, None
        try:
            stop = walk()
        except CertainCode:
            certain = True
        except PossibleCode:
            stop = None
        except Undecided as undecided:
            self.returns = [undecided.value]
        found, self.effects = self.effects, kept
        returns, self.returns, self.path = self.returns, kept_returns, kept_path
        return Outcome(
            certain=certain,
            code=found.code or certain,
            prints=tuple(found.prints),
            traps=tuple(found.traps),
            unread=found.unread,
            doubt=found.trap_doubt,
            stop="trap" if stop == "trap" else None,
            value=joined(returns),
            failed=tuple(found.failed),
            unknown_calls=found.unknown_calls,
            hidden=found.hidden,
        )

    def apply(self, outcome: Outcome) -> Stop:
        """Take over what a call did."""
        self.effects.prints.extend(outcome.prints)
        self.effects.traps.extend(outcome.traps)
        self.effects.failed.extend(outcome.failed)
        self.effects.unknown_calls |= outcome.unknown_calls
        self.effects.unread |= outcome.unread
        self.effects.hidden |= outcome.hidden
        if outcome.certain:
            self.effect()
        elif outcome.code:
            self.possible_effect()
        if outcome.doubt:
            self.effects.doubt = self.effects.trap_doubt = True
        return outcome.stop

    def stopped_call(self, stop: Stop) -> None:
        """A call that was walked has come back, or ends in a trap on every path."""
        if stop == "trap":
            raise Trapped

    # -- alternatives ------------------------------------------------------------------------------------------

    def fork(self, branches: Sequence[Callable[[], Stop]], *, open_: bool) -> Stop:
        """Walk alternatives. `open_`: the compiler takes one of them, and this reader cannot tell which."""
        if not open_:
            return join_stops([branch() for branch in branches])
        effects, before = self.effects, self.effects.doubt
        stops: list[Stop] = []
        doubts, certain = before, 0
        self.open_depth += 1
        try:
            for branch in branches:
                effects.doubt = before
                try:
                    stops.append(branch())
                except CertainCode:
                    certain += 1
                    stops.append(None)
                except PossibleCode:
                    stops.append(None)
                doubts |= effects.doubt
        finally:
            self.open_depth -= 1
        effects.doubt = doubts
        effects.code |= certain > 0
        if certain == len(branches):
            raise CertainCode
        stop = join_stops(stops)
        if stop is None and any(stops):
            effects.doubt = True
            effects.trap_doubt |= "trap" in stops
        return stop

    # -- findings ----------------------------------------------------------------------------------------------

    def effect(self) -> None:
        """An effect is reached here."""
        self.effects.code = True
        if self.constant_depth:
            return
        if self.final:
            raise FinalCode
        raise PossibleCode if self.effects.doubt else CertainCode

    def possible_effect(self) -> None:
        """A call is reached that may have an effect."""
        self.effects.code = True
        if self.final and not self.constant_depth:
            raise FinalCode

    def unknown_call(self) -> None:
        """A call is reached whose code is not in the tree: an effect, unless what is known says that this is a stub."""
        self.effects.unknown_calls = True

    def trapped(self, line: int, text: str) -> None:
        """A trap is reached: what follows runs on no path."""
        self.effects.traps.append(Site(self.path, line, text))
        raise Trapped

    def printed(self, line: int, text: str) -> None:
        """A print is reached."""
        self.effects.prints.append(Site(self.path, line, text))

    # -- for readers that want more than effects ---------------------------------------------------------------

    def on_asm(self, text: str, line: int) -> None:
        """An asm statement is reached."""

    def on_name(self, name: str, line: int) -> None:
        """A function that is not in the tree is called."""

    def refuse(self, line: int) -> None:
        """A static_assert that fails is reached; on an open branch, or in a template that is a guess, it may not be."""
        if not self.open_depth and self.settled:
            self.effects.failed.append(Site(self.path, line, "static_assert"))
        else:
            self.undecided()

    def undecided(self) -> None:
        """A static_assert hangs on what is not known."""

    def visited(self, function: Function) -> None:
        """A function was walked through."""

    def callback(self, value: LambdaValue | Value, frame: Frame) -> None:
        """A value is handed to a function that cannot be read."""


def join_stops(stops: Sequence[Stop]) -> Stop:
    """Return how alternatives end together: None as soon as one of them goes on."""
    if not stops or any(stop is None for stop in stops):
        return None
    kinds = set(stops)
    return kinds.pop() if len(kinds) == 1 else "return" if "return" in kinds else None
