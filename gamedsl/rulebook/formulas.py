"""Formulas in plain English: `value` says what a formula gives, `test` when it holds."""

from __future__ import annotations

from collections.abc import Sequence

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
_SIGNS = {"+": "+", "-": "−", "*": "×"}


@frozen
class Formulas:
    """`mine` is put before what each player has: `your`, or nothing where the name belongs to somebody else. `bound` are names that are bound here."""

    names: Names
    mine: str = "your "
    bound: frozenset[str] = frozenset()

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
                return f"[{', '.join(map(self.value, items))}]" if items else "nothing"
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
            case tree.Filter(source, condition, name):
                return f"{self.part(source)}{_called(name)} where {self._within(name).test(condition)}"
            case tree.Leading(source, condition, name):
                inner = self._within(name)
                return f"{self.part(source)}{_called(name)} as long as {inner.test(condition)}"
            case tree.Sort(source, keys, name):
                return f"{self.part(source)}{_called(name)} by {self._within(name).keys(keys)}"
            case tree.Ternary(condition, yes, no):
                return f"{self.part(yes)} if {self.test(condition)}, otherwise {self.value(no)}"
            case tree.MatchExpr():
                return self._match(node)
            case tree.Divide(left, right, rounding):
                return f"{self.part(left)} ÷ {self.part(right)}, rounded {rounding}"
            case tree.Unary("-", operand):
                return f"−{self.part(operand)}"
            case tree.Binary("..", left, right):
                return f"{self.part(left)} to {self.part(right)}"
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
        return ", then ".join(f"{key.direction} {self.part(key.value)}" for key in keys)

    def binding(self, *names: str) -> Formulas:
        """The formulas of a place where these names are bound."""
        return Formulas(self.names, self.mine, self.bound | set(names))

    def impersonal(self) -> Formulas:
        """The formulas of a place where what each player has is not said to be yours."""
        return Formulas(self.names, "", self.bound)

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
        return f"{self.mine if id in self.names.of_players else ''}{named(id)}"

    def _attribute(self, of: tree.Expr, name: str) -> str:
        if isinstance(of, tree.Me) and self.mine:
            return f"{self.mine}{named(name)}"
        if isinstance(of, tree.Name) and of.id not in self.bound:
            if of.id in self.names.kinds and name[:1].isupper():
                return named(f"{of.id} {name}")
            if of.id in self.names.people:
                return f"{named(of.id)}’s {named(name)}"
        return f"{named(name)} of {self.part(of)}"

    def _entry(self, of: tree.Expr, args: Sequence[tree.Arg]) -> str:
        """A place of a board, an entry of a table."""
        words = [self.part(arg) for arg in args]
        if len(words) == 1:
            return f"{self.part(of)} for {words[0]}"
        return f"{self.part(of)} ({', '.join(words)})"

    def _loop(self, node: tree.Comprehension, is_test: bool, every: str = "each") -> str:
        names = [node.var.text, *([node.second.text] if node.second else [])]
        inner = self.binding(*names)
        if isinstance(node.body, tree.Comprehension):
            body = inner._loop(node.body, is_test, every)
        else:
            body = inner.test(node.body) if is_test else inner.part(node.body)
        many = f"{self.part(node.choose)} of " if node.choose is not None else ""
        return f"{body} for {every} {' and '.join(map(named, names))} in {many}{self.part(node.source)}"

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
        if name == "count" and isinstance(node.args[0], tree.Name) and node.args[0].id == "players":
            return "the number of players"
        if name == "count" and self._is_zone(node.args[0]):
            return f"the number of pieces in {self.part(node.args[0])}"
        if name in ("max", "min") and len(node.args) > 1:
            word = "largest" if name == "max" else "smallest"
            return f"the {word} of {listed([self.part(arg) for arg in node.args])}"
        if template is not None and name not in self.names.parameters:
            said = template.format(*map(self._argument, plain))
            return f"{said} ({', '.join(rest)})" if rest else said
        return (
            f"{self.value(node.of)} for {listed([self.part(arg) for arg in node.args])}"
            if node.args
            else self.value(node.of)
        )

    def _is_zone(self, node: tree.Arg) -> bool:
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
        said = _COMPARED[op][no]
        if op in ("in", "not in"):
            match right:
                case tree.ListLiteral(items) if items:
                    is_in = (op == "in") != bool(no)
                    choices = listed([self.part(item) for item in items], "or")
                    return f"{self.part(left)} is {'' if is_in else 'not '}{choices}"
                case tree.Binary(".."):
                    return f"{self.part(left)} is {'' if (op == 'in') != bool(no) else 'not '}from {self.value(right)}"
                case _:
                    pass
        if isinstance(left, tree.Me) and self.mine:
            said = said.replace("is", "are", 1)
        return f"{self._side(left)} {said} {self._side(right)}"

    def _side(self, node: tree.Expr) -> str:
        """A side of a comparison: sums need no brackets there."""
        is_sum = isinstance(node, tree.Binary) and node.op in _SIGNS
        return self.value(node) if is_sum else self.part(node)

    def _existing(self, what: tree.Arg, is_some: bool) -> str:
        match what:
            case tree.Filter() | tree.Leading() | tree.Comprehension():
                return f"there is {'at least one' if is_some else 'none'} of {self.value(what)}"
            case tree.Name(id) | tree.Attribute(name=tree.Ident(id)) if id in self.names.slots and id not in self.bound:
                said = self.impersonal().value(what) if isinstance(what, tree.Name) else self.value(what)
                return f"there is {'a' if is_some else 'no'} {said}"
            case _:
                return f"{self.part(what)} is {'not ' if is_some else ''}empty"

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
            return len(args) > 1
        case tree.Unary("not"):
            return True
        case _:
            return False


def _is_loop(node: tree.Arg) -> bool:
    """Whether it is said of each of several, so that its end must be seen."""
    if not isinstance(node, tree.Apply):
        return False
    return function_name(node) in ("all", "any", "some", "no") and any(_is_long(arg) for arg in node.args)
