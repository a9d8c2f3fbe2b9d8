"""What of a body its static shared memory can depend on; the rest is cut away, so that it is never evaluated.

Left are declarations of `__shared__` variables and calls of functions that have some; the conditions around them, and
ways out before them; what the names in all of that are declared with and assigned from. What follows the last of them
is gone, and so are loops and branches that neither hold nor decide any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.api import ASSERTION
from kernaudit.facts.shared_memory.nodes import children, names_in, root_name
from kernaudit.facts.shared_memory.slicing import Part
from kernaudit.facts.shared_memory.traits import traits_of, ways_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.shared_memory.skeleton import Skeletons
    from kernaudit.facts.shared_memory.traits import Traits
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

    _Needed = Callable[[str], frozenset[int] | None]

__all__ = ["Pruning"]

_EMPTY: Final = ("empty",)
_NOTHING: Final = ("block", ())
_CONSTANT: Final = frozenset({"const", "constexpr"})
_NO_NUMBER: Final = frozenset({"void", "float", "double", "half", "half2", "__half", "__half2", "float2", "float4"})
"""Types whose values are never known: what is returned or written of them decides nothing."""


class Pruning:
    """Prunes one body.

    Args:
        function: whose.
        body: its statements.
        skeletons: shared by all units.
        declaring: names of functions that declare shared memory, directly or through others.
        needed: name of such a function -> positions of the arguments that matter, or None for all.
    """

    def __init__(
        self,
        function: Function,
        body: tuple[Tuple, ...],
        skeletons: Skeletons,
        declaring: frozenset[str],
        needed: _Needed,
    ) -> None:
        self._function, self._body = function, body
        self._skeletons, self._needed = skeletons, needed
        self._traits: dict[int, Traits] = {}
        self._changing = {parameter[0] for parameter in function.parameters}
        self._lambdas: set[str] = set()
        self._declaring = declaring
        self._gives = not function.kernel and bool(function.returns[1]) and _last(function.returns) not in _NO_NUMBER
        self._names: set[str] = set()
        self._classes = False
        self._survey()

    def result(self) -> Part:
        """Return what is left: statements bring in names, and names other statements, until there are no more."""
        ends = self._function.kernel or not (self._gives or self._names)
        kept: tuple[Tuple, ...] = ()
        before = -1
        while len(self._names) != before:
            before = len(self._names)
            kept = self._block(self._body, ends=ends)
        return Part(kept, None, frozenset(self._names), None if self._classes else self._words(kept))

    def _words(self, kept: Sequence[Tuple]) -> frozenset[str]:
        words = frozenset[str]().union(*map(self._skeletons.words, kept))
        for name, made, _, default, _ in self._function.parameters:
            if name in words:
                words |= self._skeletons.words(made) | self._skeletons.words(default)
        return words

    # -- the body as a whole -----------------------------------------------------------------------------------

    def _survey(self) -> None:
        """Note the variables that may change, lambdas with shared memory, and what is written for the caller."""
        inside = {p[0] for p in self._function.parameters if not p[2] and not p[1][2] and not p[1][3]}
        lent = {p[0] for p in self._function.parameters if p[2] == "&" or p[1][3]}
        written: set[str] = set()  # of arrays behind pointers no element is known
        pending = list(self._body)
        while pending:
            node = pending.pop()
            if node[0] == "decl":
                names = {part.strip() for part in node[3].split(",")}
                inside |= names
                if _CONSTANT.isdisjoint(node[1]) or node[4]:
                    self._changing |= names
                if self._stands_for_function(node):
                    self._lambdas |= names
            elif node[0] == "assign" and (node[2][0] != "index" or root_name(node[2]) in lent):
                written.add(root_name(node[2]) or "this")
            pending.extend(children(node))
        if not self._function.kernel:
            numberless = {p[0] for p in self._function.parameters if _last(p[1]) in _NO_NUMBER}
            self._names |= written - inside - numberless

    def _stands_for_function(self, node: Tuple) -> bool:
        """Whether what a declaration declares can be called, and has shared memory then."""
        facts = self._skeletons.facts(node)
        if facts.shared or not (facts.launches or self._declaring & facts.words):
            return False
        traits = self._traits_of(node)
        return traits.lambdas or not (self._declaring & facts.words) <= traits.called

    # -- which statements --------------------------------------------------------------------------------------

    def _holds(self, node: Tuple) -> bool:
        """Whether a node declares shared memory, or calls what does."""
        facts = self._skeletons.facts(node)
        return facts.launches or not (self._declaring.isdisjoint(facts.words) and self._lambdas.isdisjoint(facts.words))

    def _changes(self, node: Tuple) -> bool:
        """Whether a node may give a name that matters another value, or abort where one is not as it should be."""
        facts = self._skeletons.facts(node)
        if not self._names.isdisjoint(facts.written):
            return True
        if self._names.isdisjoint(facts.words):
            return False
        traits = self._traits_of(node)
        if any(map(ASSERTION.search, traits.called)):
            return True
        return any(name in self._names and name in self._changing for name in traits.handed)

    def _traits_of(self, node: Tuple) -> Traits:
        known = self._traits.get(id(node))  # the body keeps its nodes
        if known is None:
            known = self._traits[id(node)] = traits_of(node, self._skeletons)
        return known

    def _matters(self, statement: Tuple) -> bool:
        return self._holds(statement) or bool(ways_out(statement)) or self._changes(statement)

    def _block(self, statements: Sequence[Tuple], *, ends: bool) -> tuple[Tuple, ...]:
        """What is left of statements; where they end the walk, nothing is that follows the last with shared memory."""
        last = -1
        if ends:
            last = max((index for index, one in enumerate(statements) if self._holds(one)), default=-1)
            if self._function.kernel or not any(map(self._may_abort, statements[last + 1 :])):
                statements = statements[: last + 1]
            else:
                last = -1
        found = [self._kept(one, ends=index == last) for index, one in enumerate(statements)]
        return tuple(one for one in found if one is not None)

    def _may_abort(self, statement: Tuple) -> bool:
        return "abort" in ways_out(statement) or any(map(ASSERTION.search, self._traits_of(statement).called))

    def _kept(self, statement: Tuple, *, ends: bool) -> Tuple | None:
        """What is left of a statement, None for nothing."""
        handler = _HANDLERS.get(statement[0])
        return None if handler is None else handler(self, statement, ends)

    def _inner(self, statement: Tuple, *, ends: bool) -> Tuple:
        if statement[0] == "block":
            return ("block", self._block(statement[1], ends=ends))
        found = self._block((statement,), ends=ends)
        return found[0] if found else _NOTHING

    # -- statements --------------------------------------------------------------------------------------------

    def _declared(self, statement: Tuple, ends: bool) -> Tuple | None:
        del ends
        facts = self._skeletons.facts(statement)
        names = {part.strip() for part in statement[3].split(",")}
        if facts.shared or not self._names.isdisjoint(names):
            self._names |= facts.words
            return statement
        if self._leads_to_name(statement):
            self._names |= names | facts.words
            return statement
        if not self._holds(statement):
            return None
        self._calls(statement)
        return statement

    def _leads_to_name(self, statement: Tuple) -> bool:
        """Whether a declaration makes a reference or pointer to a variable that matters, or hands one on."""
        init = statement[5]
        if init is None:
            return False
        handed = self._skeletons.words(init) if statement[4] == "&" else self._traits_of(init).handed
        return any(name in self._names and name in self._changing for name in handed)

    def _expression(self, statement: Tuple, ends: bool) -> Tuple | None:
        del ends
        if self._changes(statement):
            self._names |= self._skeletons.words(statement)
            return statement
        if not self._holds(statement):
            return None
        self._calls(statement)
        return statement

    def _calls(self, node: Tuple) -> None:
        """Note what the calls inside a node that reach shared memory depend on."""
        words = self._skeletons.words
        pending = [node]
        while pending:
            part = pending.pop()
            if part[0] == "call" and part[1][0] in ("path", "member"):
                called = [name for name in names_in(part[1]) if name in self._declaring]
                if called or not self._lambdas.isdisjoint(names_in(part[1])):
                    needed = self._needed(called[-1]) if called else None
                    self._names |= words(part[1])
                    chosen = (a for index, a in enumerate(part[2]) if needed is None or index in needed)
                    self._names.update(*map(words, chosen))
            elif part[0] == "lambda" and self._holds(part):
                self._names |= words(part)
            pending.extend(children(part))

    def _using(self, statement: Tuple, ends: bool) -> Tuple | None:
        del ends
        if statement[1] not in self._names:
            return None
        self._names |= self._skeletons.words(statement)
        return statement

    def _class(self, statement: Tuple, ends: bool) -> Tuple:
        del ends
        self._classes = True
        return statement

    def _left(self, statement: Tuple, ends: bool) -> Tuple:
        del ends
        return statement

    def _returned(self, statement: Tuple, ends: bool) -> Tuple:
        del ends
        if statement[1] is None:
            return statement
        if self._gives:
            self._names |= self._skeletons.words(statement)
        elif self._holds(statement):
            self._calls(statement)
        else:
            return ("return", None)
        return statement

    def _nested(self, statement: Tuple, ends: bool) -> Tuple | None:
        return self._inner(statement, ends=ends) if self._matters(statement) else None

    def _if(self, statement: Tuple, ends: bool) -> Tuple | None:
        if not self._matters(statement):
            return None
        _, constant, init, condition, yes, no, line = statement
        self._tests(condition)
        first = self._kept(init, ends=False) or _EMPTY
        return ("if", constant, first, condition, self._inner(yes, ends=ends), self._inner(no, ends=ends), line)

    def _tests(self, *conditions: Tuple) -> None:
        self._names.update(*map(self._skeletons.words, conditions))

    def _for(self, statement: Tuple, ends: bool) -> Tuple | None:
        if not self._matters(statement):
            return None
        _, init, condition, step, body = statement
        self._tests(condition)
        return ("for", self._kept(init, ends=False) or _EMPTY, condition, step, self._inner(body, ends=ends))

    def _each(self, statement: Tuple, ends: bool) -> Tuple | None:
        if not self._matters(statement):
            return None
        self._tests(statement[2])
        return (*statement[:3], self._inner(statement[3], ends=ends))

    def _while(self, statement: Tuple, ends: bool) -> Tuple | None:
        if not self._matters(statement):
            return None
        self._tests(statement[1])
        return (*statement[:2], self._inner(statement[2], ends=ends))

    def _do(self, statement: Tuple, ends: bool) -> Tuple | None:
        """Its body may be walked twice, so that nothing in it is the last."""
        del ends
        if not self._matters(statement):
            return None
        self._tests(statement[2])
        return ("do", self._inner(statement[1], ends=False), statement[2])

    def _switch(self, statement: Tuple, ends: bool) -> Tuple | None:
        """One case may go on into the next."""
        del ends
        if not self._matters(statement):
            return None
        _, condition, cases = statement
        self._tests(condition, *(label for label, _ in cases if label is not None))
        return ("switch", condition, tuple((label, self._block(inside, ends=False)) for label, inside in cases))


def _last(made: Tuple) -> str:
    """The name of a type without what it is qualified with, of a pointer that of what it points to."""
    return made[1][-1][0] if made[1] else ""


_HANDLERS: Final[dict[str, Callable[[Pruning, Tuple, bool], Tuple | None]]] = {
    "decl": Pruning._declared,
    "expr": Pruning._expression,
    "using": Pruning._using,
    "class": Pruning._class,
    "return": Pruning._returned,
    "break": Pruning._left,
    "continue": Pruning._left,
    "abort": Pruning._left,
    "block": Pruning._nested,
    "if": Pruning._if,
    "for": Pruning._for,
    "each": Pruning._each,
    "while": Pruning._while,
    "do": Pruning._do,
    "switch": Pruning._switch,
}
