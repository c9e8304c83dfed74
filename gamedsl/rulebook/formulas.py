"""Formulas in plain English: `value` says what a formula gives, `test` when it holds."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.rulebook import selections
from gamedsl.rulebook.builtins import FUNCTIONS, TESTS, VALUES
from gamedsl.rulebook.model import named
from gamedsl.rulebook.names import Names
from gamedsl.syntax import tree
from gamedsl.values import frozen

_COMPARED = {
    "is": ("is", "is not"),
    "is not": ("is not", "is"),
    "in": ("is in", "is not in"),
    "not in": ("is not in", "is in"),
    "<": ("is less than", "is at least"),
    "<=": ("is at most", "is more than"),
    ">": ("is more than", "is at most"),
    ">=": ("is at least", "is less than"),
}
_NUMBERED = {
    "is": ("exactly", "not exactly"),
    "is not": ("not exactly", "exactly"),
    "<": ("fewer than", "at least"),
    "<=": ("at most", "more than"),
    ">": ("more than", "at most"),
    ">=": ("at least", "fewer than"),
}
"""The same of how many there are."""
_ORDERED = 3
"""The most words of a type whose order is written out, without the first."""
_SIGNS = {"+": "+", "-": "−", "*": "×"}


@frozen
class Formulas:
    """`mine` is put before what each player has: `your`, or nothing where the name belongs to somebody else. `bound` are names that are bound here.
    `inside` are the attributes of the piece or place that is spoken of."""

    names: Names
    mine: str = "your "
    bound: frozenset[str] = frozenset()
    inside: frozenset[str] = frozenset()

    # ------------------------------------------------------------ values

    def value(self, node: tree.Arg) -> str:
        """What a formula gives, as a noun."""
        match node:
            case tree.Name(id):
                return self._name(id)
            case tree.Number(value):
                return str(value) if value >= 0 else f"−{-value}"
            case tree.FlagLiteral(value):
                return "yes" if value else "no"
            case tree.NoneLiteral():
                return "nothing"
            case tree.Me():
                return "you"
            case tree.It():
                return "it"
            case tree.Placed(of, zone):
                return f"{self.value(of)} from {self.value(zone)}"
            case tree.SomeOf(number, name):
                return f"{number} {named(name.text)}"
            case tree.ListLiteral(items):
                is_nested = len(items) > 1
                return ", ".join(map(self.part if is_nested else self.value, items)) if items else "nothing"
            case tree.Named(name, value):
                return f"{named(name.text)}: {self.value(value)}"
            case tree.Comprehension():
                return self._loop(node, is_test=False)
            case tree.Attribute(of, name):
                return self._attribute(of, name.text)
            case tree.Index(of, args):
                return self._entry(of, args)
            case tree.Apply():
                return self._call(node)
            case _:
                return self._composed(node)

    def _composed(self, node: tree.Expr) -> str:
        match node:
            case tree.Filter():
                return selections.selected(self, node)
            case tree.Leading(source, condition, name):
                inner = self._within(name)
                return f"{self.part(source)}{_called(name)}, from the first one on, as long as {inner.test(condition)}"
            case tree.Sort(source, keys, name):
                return f"{self.part(source)}{_called(name)}, sorted by {self._within(name).keys(keys)}"
            case tree.Ternary(yes=yes) if self.value(yes).startswith("whether "):
                return f"whether {self.test(node)}"
            case tree.Ternary(condition, yes, no):
                return f"{self.part(yes)} if {self.test(condition)}, otherwise {self.value(no)}"
            case tree.MatchExpr():
                return self._match(node)
            case tree.Divide(left, tree.Number(2), rounding):
                return f"half of {self.part(left)}, rounded {rounding}"
            case tree.Divide(left, right, rounding):
                return f"{self.part(left)} ÷ {self.part(right)}, rounded {rounding}"
            case tree.Unary("-", operand):
                return f"−{self.part(operand)}"
            case tree.Binary("..", left, right):
                return f"{self.part(left)} to {self.part(right)}"
            case tree.Binary("+") if all(map(self.is_zone, _terms(node))):
                return f"{listed(list(map(self.value, _terms(node))))} together"
            case tree.Binary("-", left, right) if self._are_pieces(left):
                return f"{self.value(left)} without {self.part(right)}"
            case tree.Binary("+", left, tree.ListLiteral(items)) if items:
                return f"{self.value(left)} and {listed(list(map(self.value, items)))}"
            case tree.Binary(op, left, right) if op in _SIGNS:
                return f"{self._term(left, op)} {_SIGNS[op]} {self._term(right, op, is_right=True)}"
            case _:
                return f"whether {self.test(node)}"

    def part(self, node: tree.Arg) -> str:
        """The same as a part of a larger formula: in brackets where it would be misread."""
        said = self.value(node)
        return f"({said})" if _is_long(node) else said

    def keys(self, keys: Sequence[tree.Key]) -> str:
        """`highest value, then lowest cost`."""
        return ", then ".join(
            f"{key.direction} {self.part(key.value).removeprefix('the ')}{self._order(key)}" for key in keys
        )

    def _order(self, key: tree.Key) -> str:
        """Which of the words of a type is higher."""
        column = ""
        match key.value:
            case tree.Attribute(name=name):
                column = name.text
            case tree.Name(id) if id not in self.bound:
                column = id
            case _:
                pass
        values = self.names.values.get(self.names.attributes.get(column, ""), ())
        if len(values) < 2:
            return ""
        first, *others = map(named, values if key.direction == "lowest" else reversed(values))
        return f" ({first} before {' before '.join(others) if len(others) <= _ORDERED else f'all others, {others[-1]} last'})"

    def binding(self, *names: str) -> Formulas:
        """The formulas of a place where these names are bound."""
        return Formulas(self.names, self.mine, self.bound | set(names), self.inside)

    def impersonal(self) -> Formulas:
        """The formulas of a place where what each player has is not said to be yours."""
        return Formulas(self.names, "", self.bound, self.inside)

    def among_things(self) -> Formulas:
        """The formulas of a place where a piece or a place is spoken of."""
        return Formulas(self.names, self.mine, self.bound, frozenset(self.names.attributes))

    def bracketed(self, node: tree.Expr) -> str:
        """A condition in brackets."""
        return f"({self.test(node)})"

    def _within(self, name: tree.Ident | None) -> Formulas:
        return self.impersonal() if name is None else self.binding(name.text)

    def _term(self, node: tree.Expr, op: str, is_right: bool = False) -> str:
        """A part of a sum or product: brackets only where they change the result."""
        if isinstance(node, tree.Binary) and node.op in _SIGNS:
            tight = node.op == "*" or (op == "+") or (op == "-" and not is_right)
            return self.value(node) if tight else f"({self.value(node)})"
        return self.part(node)

    def _name(self, id: str) -> str:
        if id in self.bound:
            return named(id)
        if id in VALUES and id not in self.names.of_players:
            return VALUES[id]
        is_mine = id in self.names.of_players and id not in self.inside
        return f"{self.mine if is_mine else ''}{named(id)}"

    def _attribute(self, of: tree.Expr, name: str) -> str:
        if isinstance(of, tree.Me) and self.mine:
            return f"{self.mine}{named(name)}"
        if isinstance(of, tree.Name) and of.id not in self.bound:
            if of.id in self.names.kinds and name[:1].isupper():
                return named(f"{of.id} {name}")
            if of.id in self.names.people:
                return f"{named(of.id)}’s {named(name)}"
        if isinstance(of, tree.SomeOf) and name[:1].isupper():
            return f"{of.number} {named(f'{of.name.text} {name}')}"
        return f"its {named(name)}" if isinstance(of, tree.It) else f"{named(name)} of {self.part(of)}"

    def _entry(self, of: tree.Expr, args: Sequence[tree.Arg]) -> str:
        """A place of a board, an entry of a table."""
        words = [f"({self.value(arg)})" if self._is_called(arg) else self.part(arg) for arg in args]
        known = of.id if isinstance(of, tree.Name) and of.id not in self.bound else ""
        if known == "players" and len(words) == 1:
            return f"player {words[0]}"
        if known in self.names.components | self.names.records | self.names.row_tables and _are_values(args):
            return named(" ".join(arg.id for arg in args if isinstance(arg, tree.Name)))
        if known in self.names.components and len(words) == 1:
            return f"{named(known)} {words[0]}"
        if known in self.names.row_tables:
            return f"the row of {named(known)} for {listed(words)}"
        if known in self.names.tables or (isinstance(of, tree.Name) and of.id in self.bound):
            return f"the entry of {self.part(of)} for {listed(words)}"
        return f"{self.part(of)} for {words[0]}" if len(words) == 1 else f"{self.part(of)} ({', '.join(words)})"

    def _loop(self, node: tree.Comprehension, is_test: bool, every: str = "each") -> str:
        names = [node.var.text, *([node.second.text] if node.second else [])]
        inner = self.binding(*names)
        if isinstance(node.body, tree.Comprehension):
            body = inner._loop(node.body, is_test, every)
        else:
            body = inner.test(node.body) if is_test else inner.part(node.body)
        if node.choose is None and node.second is None and self._is_plainly_named(node.source):
            if isinstance(node.body, tree.Attribute) and not is_test and node.body.of == tree.Name(names[0]):
                return f"{named(node.body.name.text)} of {every} {selections.one(self, node.source)}"
            return f"{body} for {every} {selections.one(self, node.source, names[0])}"
        many = f"{self.part(node.choose)} of " if node.choose is not None else ""
        return f"{body} for {every} {' and '.join(map(named, names))} in {many}{self.part(node.source)}"

    def _is_plainly_named(self, source: tree.Expr) -> bool:
        """Whether the elements have a noun of their own."""
        inner = source.source if isinstance(source, tree.Filter) and source.name is None else source
        return selections.noun_of(self, inner).one != "one"

    def _call(self, node: tree.Apply) -> str:
        name = function_name(node)
        if (name, len(node.args)) in TESTS or name in ("all", "any", "connected"):
            return f"whether {self.test(node)}"
        template = FUNCTIONS.get((name, len(node.args)))
        plain = [arg for arg in node.args if not isinstance(arg, tree.Named)]
        rest = [self.value(arg) for arg in node.args if isinstance(arg, tree.Named)]
        template = template or FUNCTIONS.get((name, len(plain)))
        if name == "count" and isinstance(node.args[0], tree.Comprehension):
            return f"for how many this is so: {self._loop(node.args[0], is_test=True)}"
        if name == "count" and isinstance(node.args[0], tree.Filter | tree.Name | tree.Attribute):
            noun = selections.many(self, node.args[0])
            return f"the number of {noun.removeprefix('those of ') if isinstance(node.args[0], tree.Name) else noun}"
        if name in ("left", "right") and isinstance(node.args[0], tree.Me):
            return f"your {name} neighbour"
        if name == "turn" and len(node.args) == 2 and (turned := self._turned(*node.args)):
            return turned
        if name == "sum" and isinstance(node.args[0], tree.Comprehension):
            return self._total(node.args[0])
        if name in ("max", "min") and len(node.args) > 1:
            return self._limited(name, node.args)
        if name in ("first", "leaders") and len(node.args) == 1 and isinstance(node.args[0], tree.Sort):
            return self._best(name, node.args[0])
        if template is not None and name not in self.names.parameters:
            said = template.format(*map(self._argument, plain))
            return f"{said} ({', '.join(rest)})" if rest else said
        return (
            f"{self.value(node.of)} for {listed([self.part(arg) for arg in node.args])}"
            if node.args
            else self.value(node.of)
        )

    def _is_called(self, node: tree.Arg) -> bool:
        """Whether it is a formula of the game with something given to it, such as `room(isle)`."""
        return isinstance(node, tree.Apply) and function_name(node) in self.names.parameters

    def _turned(self, start: tree.Arg, eighths: tree.Arg) -> str:
        """A direction seen from another one, if the angle is a number."""
        match eighths:
            case tree.Number(value) | tree.Unary("-", tree.Number(value)):
                is_back = isinstance(eighths, tree.Unary) != (value < 0)
                angle = "an eighth" if abs(value) == 1 else f"{abs(value)} eighths"
                return f"the direction {angle} of a circle {'anti' if is_back else ''}clockwise from {self.part(start)}"
            case _:
                return ""

    def _total(self, node: tree.Comprehension) -> str:
        """A sum over a loop: the parts are told last."""
        if isinstance(node.body, tree.Comprehension) or node.second is not None or node.choose is not None:
            return f"the sum of {self._loop(node, is_test=False)}"
        match node.body:
            case tree.Attribute(tree.Name(id), name) if id == node.var.text:
                return f"the sum of {named(name.text)} of each {selections.one(self, node.source)}"
            case _:
                pass
        each = selections.one(self, node.source, node.var.text)
        each = f"{named(node.var.text)} of {self.part(node.source)}" if each.startswith("one ") else each
        return f"the sum, over each {each}, of {self.binding(node.var.text).value(node.body)}"

    def _limited(self, name: str, args: Sequence[tree.Arg]) -> str:
        """The larger or smaller of several values; a fixed one is a limit."""
        if len(args) == 2:
            limit, other = args if self._is_fixed(args[0]) else reversed(args)
            if self._is_fixed(limit):
                return f"{self._inner(other)}, but at {'least' if name == 'max' else 'most'} {self.value(limit)}"
        word = (
            ("larger" if len(args) == 2 else "largest")
            if name == "max"
            else ("smaller" if len(args) == 2 else "smallest")
        )
        return f"the {word} of {listed([self.part(arg) for arg in args])}"

    def _inner(self, node: tree.Arg) -> str:
        return self.value(node) if isinstance(node, tree.Binary) else self.part(node)

    def _is_fixed(self, node: tree.Arg) -> bool:
        return isinstance(node, tree.Number) or (
            isinstance(node, tree.Name) and node.id in self.names.numbers and node.id not in self.bound
        )

    def _best(self, name: str, node: tree.Sort) -> str:
        """Who comes first in an order."""
        keys = self._within(node.name).keys(node.keys)
        return f"{'the one' if name == 'first' else 'those'} of {self.part(node.source)}{_called(node.name)} with the {keys}"

    def _are_pieces(self, node: tree.Expr) -> bool:
        """Whether it is a zone, or one from which something is left out."""
        return self.is_zone(node) or (isinstance(node, tree.Binary) and node.op == "-" and self._are_pieces(node.left))

    def is_zone(self, node: tree.Arg) -> bool:
        """Whether a formula names a zone: what is in it are pieces."""
        match node:
            case tree.Name(id):
                return id in self.names.zones and id not in self.bound
            case tree.Attribute(name=name):
                return name.text in self.names.zones
            case _:
                return False

    def _argument(self, node: tree.Arg) -> str:
        """An argument of a built-in function, with brackets only where its end could be taken for another."""
        return self.value(node) if isinstance(node, tree.Comprehension) else self.part(node)

    def whole(self, node: tree.Arg) -> str:
        """A formula as the object of a sentence: a selection needs no brackets there."""
        return self.value(node) if isinstance(node, tree.Filter) else self.part(node)

    def _match(self, node: tree.MatchExpr) -> str:
        arms = [
            f"{listed([self.value(v) for v in values], 'or')}: {self.value(result)}" for values, result in node.arms
        ]
        arms += [] if node.otherwise is None else [f"else: {self.value(node.otherwise)}"]
        return f"depending on {self.part(node.subject)} ({'; '.join(arms)})"

    # ------------------------------------------------------------ tests

    def test(self, node: tree.Arg) -> str:
        """When a formula holds, as a clause."""
        return self._tested(node, 0)

    def negated(self, node: tree.Arg) -> str:
        """When it does not hold."""
        return self._tested(node, 1)

    def _tested(self, node: tree.Arg, no: int) -> str:
        match node:
            case tree.Unary("not", operand):
                return self._tested(operand, 1 - no)
            case tree.FlagLiteral(value):
                return "always" if value != bool(no) else "never"
            case tree.Binary("and" | "or", left, right):
                word = node.op if not no else {"and": "or", "or": "and"}[node.op]
                return f"{self._joined(left, word, no)} {word} {self._joined(right, word, no)}"
            case tree.Binary(op, left, right) if op in _COMPARED:
                return self._compared(op, left, right, no)
            case tree.Apply():
                return self._called_test(node, no)
            case tree.Ternary(condition, yes, other):
                then = self._tested(yes, no)
                return f"(if {self.test(condition)}, {then}; otherwise {self._tested(other, no)})"
            case _:
                return f"{self.part(node)} is {'no' if no else 'yes'}"

    def _called_test(self, node: tree.Apply, no: int) -> str:
        match function_name(node), node.args:
            case ("all" | "any") as name, (argument,):
                return self._quantified(name, argument, no)
            case ("some" | "no") as name, (argument,):
                return self._existing(argument, (name == "some") != bool(no))
            case name, args if (name, len(args)) in TESTS:
                return TESTS[name, len(args)][no].format(*map(self.part, args))
            case "connected", args:
                extra = ", ".join(self.value(arg) for arg in args[3:])
                return f"{TESTS['connected', 3][no].format(*map(self.part, args[:3]))} ({extra})"
            case _:
                return f"{self.part(node)} {'does not hold' if no else 'holds'}"

    def _joined(self, node: tree.Expr, word: str, no: int) -> str:
        inner = node
        flip = no
        while isinstance(inner, tree.Unary) and inner.op == "not":
            inner, flip = inner.operand, 1 - flip
        said = self._tested(node, no)
        if isinstance(inner, tree.Binary) and inner.op in ("and", "or"):
            own = inner.op if not flip else {"and": "or", "or": "and"}[inner.op]
            return said if own == word else f"({said})"
        return f"({said})" if _is_loop(inner) else said

    def _compared(self, op: str, left: tree.Expr, right: tree.Expr, no: int) -> str:
        match left, right:
            case tree.Apply(tree.Name("count"), (what,)), _ if counted := self._numbered(what, op, right, no):
                return counted
            case tree.Apply(tree.Name("times"), (history,)), tree.Number(value) if op in _NUMBERED:
                if (value == 0 and op in ("is", "is not", ">")) or (value == 1 and op in ("<", ">=")):
                    is_new = (op in ("is", "<")) != bool(no)
                    return f"the present position is {'not ' if is_new else ''}noted in {self.part(history)}"
                return f"the present position is noted {_NUMBERED[op][no]} {value} times in {self.part(history)}"
            case tree.Name("humans"), tree.Number(1):
                return f"there is {_NUMBERED[op][no]} 1 person"
            case tree.Name("humans"), tree.Number() if op in _NUMBERED:
                return f"there are {_NUMBERED[op][no]} {self.value(right)} people"
            case tree.Name("round"), tree.Number() if op in ("is", "is not") and "round" not in self.bound:
                return f"this is {'' if (op == 'is') != bool(no) else 'not '}round {self.value(right)}"
            case tree.Apply(tree.Name("leaders"), (tree.Sort(source, keys, name),)), _ if (
                op == "is" and source == right
            ):
                equal = ", ".join(self._within(name).part(key.value) for key in keys)
                return f"{'not ' if no else ''}all of {self.part(source)} are equal in {equal}"
            case _:
                pass
        said = self.comparison(op, right, no)
        if isinstance(left, tree.Me):
            said = said.replace("is", "are", 1)
        return f"{self._side(left)} {said}"

    def is_comparison(self, op: str) -> bool:
        """Whether an operator compares."""
        return op in _COMPARED

    def comparison(self, op: str, right: tree.Expr, no: int = 0) -> str:
        """What is said of the left side: `is at least 3`, `is not Horse or Boat`."""
        is_in = (op == "in") != bool(no)
        match right:
            case tree.ListLiteral(items) if items and op in ("in", "not in"):
                return f"is {'' if is_in else 'not '}{listed([self.part(item) for item in items], 'or')}"
            case tree.Binary("..") if op in ("in", "not in"):
                return f"is {'' if is_in else 'not '}from {self.value(right)}"
            case _:
                return f"{_COMPARED[op][no]} {self._side(right)}"

    def _numbered(self, what: tree.Arg, op: str, right: tree.Expr, no: int) -> str | None:
        """How many there are; None where a sentence would be too long."""
        if op not in _NUMBERED or isinstance(what, tree.Comprehension | tree.Named) or _is_long(right):
            return None
        if isinstance(right, tree.Apply | tree.Ternary | tree.Attribute):
            return None
        noun = selections.noun_of(self, what.source if isinstance(what, tree.Filter) else what)
        if noun.one == "one" and isinstance(what, tree.Filter):
            return None
        is_one = right == tree.Number(1)
        is_none = right == tree.Number(0)
        if noun.one == "one":
            phrase = f"in {self.part(what)}"
            return (
                f"there is {'more than ' if no else ''}nothing {phrase}"
                if is_none and op == "is" and not no
                else (f"there {'is' if is_one else 'are'} {_NUMBERED[op][no]} {self.value(right)} {phrase}")
            )
        if is_none and op == "is" and not no:
            return f"there is no {selections.one(self, what)}"
        said = selections.one(self, what) if is_one else selections.many(self, what)
        return f"there {'is' if is_one else 'are'} {_NUMBERED[op][no]} {self.value(right)} {said}"

    def _side(self, node: tree.Expr) -> str:
        """A side of a comparison: sums need no brackets there."""
        is_clear = (isinstance(node, tree.Binary) and node.op in _SIGNS) or isinstance(node, tree.ListLiteral)
        is_clear = is_clear or (isinstance(node, tree.Apply) and function_name(node) == "mod")
        return self.value(node) if is_clear else self.part(node)

    def _existing(self, what: tree.Arg, is_some: bool) -> str:
        match what:
            case tree.Filter():
                return f"there is {'at least one' if is_some else 'no'} {selections.one(self, what)}".replace(
                    "no one of", "none of"
                ).replace("at least one one of", "at least one of")
            case tree.Leading() | tree.Comprehension():
                return f"there is {'at least one' if is_some else 'none'} of {self.value(what)}"
            case tree.Name(id) | tree.Attribute(name=tree.Ident(id)) if id in self.names.slots and id not in self.bound:
                said = self.impersonal().value(what) if isinstance(what, tree.Name) else self.value(what)
                return f"there is {'a' if is_some else 'no'} {said}"
            case _:
                return f"{self.part(what)} is {'not ' if is_some else ''}empty"

    def existence(self, node: tree.Apply) -> str:
        """`some` or `no` if this is what is called, or nothing."""
        name = function_name(node)
        return name if name in ("some", "no") and len(node.args) == 1 else ""

    def _quantified(self, name: str, argument: tree.Arg, no: int) -> str:
        if not isinstance(argument, tree.Comprehension):
            every = "all" if name == "all" else "at least one"
            return f"{'not ' if no else ''}{every} of {self.part(argument)} is yes"
        words = {("all", 0): "every", ("all", 1): "not every", ("any", 0): "at least one", ("any", 1): "no"}
        return self._loop(argument, is_test=True, every=words[name, no])


# ---------------------------------------------------------------- small parts


def listed(items: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}" if items else "nothing"


def function_name(node: tree.Apply) -> str:
    """The name of what is called. `no` is read as the opposite of `yes`."""
    match node.of:
        case tree.Name(id):
            return id
        case tree.FlagLiteral(value=False):
            return "no"
        case _:
            return ""


def _terms(node: tree.Expr) -> list[tree.Expr]:
    """The terms of a sum."""
    match node:
        case tree.Binary("+", left, right):
            return [*_terms(left), *_terms(right)]
        case _:
            return [node]


def _are_values(args: Sequence[tree.Arg]) -> bool:
    """Whether all of these are values by their names, such as `Ace, Hearts`."""
    return all(isinstance(arg, tree.Name) and arg.id[:1].isupper() for arg in args)


def _called(name: tree.Ident | None) -> str:
    return "" if name is None else f" (each called {named(name.text)})"


def _is_long(node: tree.Arg) -> bool:
    """Whether brackets keep the end of a formula apart from what follows it."""
    match node:
        case (
            tree.Filter()
            | tree.Leading()
            | tree.Sort()
            | tree.Ternary()
            | tree.MatchExpr()
            | tree.Divide()
            | tree.Comprehension()
        ):
            return True
        case tree.Binary(op):
            return op != ".."
        case tree.Apply(args=args):
            return len(args) > 1 or isinstance(args[0] if args else None, tree.Filter | tree.Comprehension)
        case tree.Unary("not"):
            return True
        case tree.ListLiteral(items):
            return len(items) > 1
        case _:
            return False


def _is_loop(node: tree.Arg) -> bool:
    """Whether it is said of each of several, so that its end must be seen."""
    if not isinstance(node, tree.Apply):
        return False
    return function_name(node) in ("all", "any", "some", "no") and any(_is_long(arg) for arg in node.args)
