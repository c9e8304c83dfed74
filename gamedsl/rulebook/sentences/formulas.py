"""Describes formulas in plain English: `value` as a noun, `test` as a condition."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model.about import place_names
from gamedsl.rulebook.model import bracket, mark_name, mark_word, readable
from gamedsl.rulebook.names import Names
from gamedsl.rulebook.sentences import calls, comparisons, conditions, selections
from gamedsl.rulebook.sentences.board_lines import lines_of
from gamedsl.rulebook.sentences.builtins import VALUES
from gamedsl.rulebook.sentences.english import (
    is_deed_done,
    is_noun,
    mark_whole,
    plural,
    with_article,
)
from gamedsl.rulebook.sentences.shapes import (
    about_it,
    are_places,
    are_values,
    function_name,
    is_long,
    join_items,
    terms,
)
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import name_of_place
from gamedsl.values import evolve, frozen

_ORDERED = 3
"""The most values, besides the first, whose order is written out."""
_FEW = 2
"""The most terms of a sum with a sign."""
_DEEDS = frozenset(
    {
        "brings",
        "buys",
        "demands",
        "feeds",
        "gives",
        "grows",
        "makes",
        "needs",
        "offers",
        "pays",
        "produces",
        "sells",
        "wants",
        "yields",
    }
)
"""Columns that say what a place or a piece does: `what the harbour makes`."""
_SIGNS = {"+": "+", "-": "−", "*": "×"}


@frozen
class Formulas:
    """A context in which formulas are described. `mine` is the word before names of each player's own things: `your `, or empty if they are somebody else's.
    `bound` are the locals in scope. `inside` are the attributes of the piece or place that the sentence is about."""

    names: Names
    mine: str = "your "
    bound: frozenset[str] = frozenset()
    inside: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()
    """Choices of yes or no, told as what somebody says."""
    is_set_up: bool = False
    """Whether it is about the set-up, in which players begin with what they have."""

    # ------------------------------------------------------------ values

    def value(self, node: formulas.Arg) -> str:
        """Describes the value of a formula as a noun."""
        match node:
            case formulas.Name(id):
                return self._name(id)
            case formulas.Number(value):
                return str(value) if value >= 0 else f"−{-value}"
            case formulas.FlagLiteral(value):
                return "yes" if value else "no"
            case formulas.NoneLiteral():
                return "nothing"
            case formulas.Me():
                return "you"
            case formulas.It():
                return "it"
            case formulas.Placed(of, zone):
                return f"{self.value(of)} from {self.value(zone)}"
            case formulas.SomeOf(number, name):
                return f"{number} {mark_word(name.text) if number == 1 else self._several(name.text)}"
            case formulas.ListLiteral(items):
                is_nested = len(items) > 1
                return ", ".join(map(self.part if is_nested else self.value, items)) if items else "nothing"
            case formulas.Named(name, value):
                return f"{mark_word(name.text)}: {self.value(value)}"
            case formulas.Comprehension():
                return self.loop(node, is_test=False)
            case formulas.Attribute(of, name):
                return self._attribute(of, name.text)
            case formulas.Index(of, args):
                return self._entry(of, args)
            case formulas.Apply():
                return calls.call_value(self, node)
            case _:
                return self._compose(node)

    def _several(self, name: str) -> str:
        """Returns the plural for pieces of a component or of a kind: `cards`, `Daisies`."""
        if name in self.names.components:
            return self.names.several(name)
        said = plural(name)
        own = readable(name)
        return f"{mark_word(name)}{said.removeprefix(own)}" if said.startswith(own) else mark_word(said)

    def _compose(self, node: formulas.Expr) -> str:
        match node:
            case formulas.Filter():
                return selections.selection_text(self, node)
            case formulas.Leading(source, condition, name):
                inner = self.within(name)
                return f"{self.part(source)}{calls.name_note(name)}, from the first one on, as long as {inner.test(condition)}"
            case formulas.Sort(source, keys) if any(selections.is_condition(key.value) for key in keys):
                return f"{self.part(source)}, {selections.order_text(self, node)}"
            case formulas.Sort(source, keys, name):
                return f"{self.part(source)}{calls.name_note(name)}, sorted by {self.within(name).keys(keys)}"
            case formulas.Ternary(yes=yes) if self.value(yes).startswith("whether "):
                return f"whether {self.test(node)}"
            case formulas.Ternary(condition, yes, no):
                return f"{self.part(yes)} if {self.test(condition)}, otherwise {self.value(no)}"
            case formulas.MatchExpr():
                return self._match(node)
            case formulas.Divide(left, formulas.Number(2), rounding):
                return f"half of {self.part(left)}, rounded {rounding}"
            case formulas.Divide(left, right, rounding):
                return f"{self.part(left)} ÷ {self.part(right)}, rounded {rounding}"
            case formulas.Unary("-", operand):
                return f"−{self.part(operand)}"
            case formulas.Binary("..", left, right):
                return f"{self.part(left)} to {self.part(right)}"
            case formulas.Binary("+") if any(self._are_pieces(term) or are_places(term) for term in terms(node)):
                return f"{join_items(list(map(self.value, terms(node))))} together"
            case formulas.Binary("-", left, right) if self._are_pieces(left) or any(
                are_places(side) or isinstance(side, formulas.ListLiteral) for side in (left, right)
            ):
                return f"{self.value(left)} without {self.part(right)}"
            case formulas.Binary("+", left, formulas.ListLiteral(items)) if items:
                return f"{self.value(left)} and {join_items(list(map(self.value, items)))}"
            case formulas.Binary("+") if len(terms(node)) > _FEW and not any(map(_is_composed, terms(node))):
                return f"the total of {join_items(list(map(self.part, terms(node))))}"
            case formulas.Binary(op, left, right) if op in _SIGNS:
                return f"{self._term(left, op)} {_SIGNS[op]} {self._term(right, op, is_right=True)}"
            case _:
                return f"whether {self.test(node)}"

    def part(self, node: formulas.Arg) -> str:
        """Describes a value as part of a larger formula: in brackets if it could be misread."""
        said = self.value(node)
        return bracket(said) if is_long(node) else said

    def keys(self, keys: Sequence[formulas.Key]) -> str:
        """Describes sort keys: `highest value, then lowest cost`."""
        return ", then ".join(map(self.key_text, keys))

    def key_text(self, key: formulas.Key) -> str:
        """Describes a sort key: `highest value`."""
        if self.is_flag(key.value):
            return (
                f"{self._key(key.value)} {bracket('yes before no' if key.direction == 'highest' else 'no before yes')}"
            )
        return f"{key.direction} {self._key(key.value)}{self._order(key)}"

    def is_flag(self, node: formulas.Expr) -> bool:
        """Whether a formula is a flag of the game."""
        match node:
            case formulas.Name(id) | formulas.Attribute(name=Ident(id)) | formulas.Apply(of=formulas.Name(id)):
                return id in self.names.flags and id not in self.bound
            case _:
                return False

    def _key(self, node: formulas.Expr) -> str:
        said = self.value(node) if isinstance(node, formulas.Apply) else self.part(node)
        return said.removeprefix("the ")

    def _order(self, key: formulas.Key) -> str:
        """Describes the order of a type's values."""
        column = ""
        match key.value:
            case formulas.Attribute(name=name):
                column = name.text
            case formulas.Name(id) if id not in self.bound:
                column = id
            case _:
                pass
        values = self.names.values.get(self.names.attributes.get(column, ""), ())
        if len(values) < 2:
            return ""
        first, *others = map(mark_name, values if key.direction == "lowest" else reversed(values))
        order = (
            f"{first} before {' before '.join(others)}"
            if len(others) <= _ORDERED
            else f"{first} first, {others[-1]} last"
        )
        return f" {bracket(order)}"

    def binding(self, *names: str) -> Formulas:
        """Returns the context in which these names are locals too."""
        return evolve(self, bound=self.bound | set(names), answers=self.answers - set(names))

    def answering(self, name: str) -> Formulas:
        """Returns the context after the yes-or-no question of this name."""
        return evolve(self, answers=self.answers | {name})

    def impersonal(self) -> Formulas:
        """Returns the context in which players' own things are not called yours."""
        return evolve(self, mine="")

    def among_things(self, of: str = "") -> Formulas:
        """Returns the context of a sentence about a piece or a place, of the component or board `of` if that is known: in it, `number` means the number of
        the piece or place if it has one, not the number of the player."""
        own = frozenset(self.names.attributes) - {"number"}
        has_number = of in self.names.numbered or (of == "piece" and self.names.numbered & self.names.components)
        return evolve(self, inside=own | {"number"} if has_number else own)

    def within(self, name: Ident | None) -> Formulas:
        """Returns the context of a formula about each element, which has this name (None: no name)."""
        return self.impersonal() if name is None else self.binding(name.text)

    def _term(self, node: formulas.Expr, op: str, is_right: bool = False) -> str:
        """Describes a term of a sum or product, with brackets only where they change the result."""
        if isinstance(node, formulas.Binary) and node.op in _SIGNS:
            tight = node.op == "*" or (op == "+") or (op == "-" and not is_right)
            return self.value(node) if tight else bracket(self.value(node))
        if op == "+" and isinstance(node, formulas.Ternary) and node.no == formulas.Number(0):
            return bracket(f"{self.part(node.yes)} if {self.test(node.condition)}")
        return self.part(node)

    def _name(self, id: str) -> str:
        if id in self.answers:
            return "your answer"
        if id in self.bound:
            return with_article(id)
        if id in VALUES and id not in self.names.of_players | self.names.shared:
            return f"the {id}" if id in self.inside else VALUES[id]
        if (meant := self.names.sums.get(id)) is not None and id in self.names.of_players and self._is_yours:
            return f"{self._addend(meant.left)} {_SIGNS[meant.op]} {self._addend(meant.right)}"
        if id in self.names.of_players and id not in self.inside:
            return f"{self.mine}{self.word_of(id)}" if self.mine else self.word_of(id)
        if id in self.inside or id[:1].isupper() or id in self.names.people:
            return self.word_of(id) if self.is_told_with_pieces(id) else mark_word(id)
        if id in self.names.done:
            return f"the {self.word_of_table(id)}"
        is_declared = any(
            id in those for those in (self.names.shared, self.names.tables, self.names.boards, self.names.parameters)
        )
        return with_article(id) if is_declared else mark_name(id)

    @property
    def _is_yours(self) -> bool:
        """Whether a book for players speaks of what the acting player has."""
        return bool(self.mine) and self.names.is_printed

    def is_told_with_pieces(self, id: str) -> bool:
        """Whether a zone of the acting player or of a place is told with its pieces, because its name only says what was done with them: `your won cards`."""
        is_told = self._is_yours or (self.names.is_printed and id not in self.names.of_players)
        return is_told and id in self.names.zones and is_deed_done(id) and id in self.names.pieces

    def word_of_table(self, id: str) -> str:
        """Returns the word for a field of the table. One that says what was done with something is told with what it is: `led suit`."""
        kind = self.names.done.get(id)
        return mark_word(id) if kind is None else mark_whole(f"{id} {self.names.single(kind)}")

    def _addend(self, node: formulas.Expr) -> str:
        """Describes a term of a formula in place of its name: what pieces add is told by where they lie."""
        zone = self.names.adding.get(node.id) if isinstance(node, formulas.Name) else None
        piece = None if zone is None else self.names.pieces.get(zone)
        return self.part(node) if piece is None else f"what {self.mine}{self.names.several(piece)} add"

    def word_of(self, id: str) -> str:
        """Returns the word for what each player has. A zone that says what was done with its pieces is told with them: `won cards`. A name for where a player
        is that is no noun, such as `at`, is told by the word for a place."""
        if self.is_told_with_pieces(id) and (piece := self.names.pieces.get(id)) is not None:
            return (
                f"{mark_word(id)} {self.names.single(piece) if id in self.names.slots else self.names.several(piece)}"
            )
        board = self.names.positions.get(id)
        if id in self.names.amounts and not is_noun(id):
            return mark_name(id)
        return (
            mark_word(id) if board is None or is_noun(id) else mark_word(board if board in self.names.maps else "place")
        )

    def _attribute(self, of: formulas.Expr, name: str) -> str:
        if name in _DEEDS and name in self.names.attributes:
            return f"what {self.part(of)} {mark_word(name)}"
        if isinstance(of, formulas.Me):
            return f"your {self.word_of(name)}"
        match of:
            case formulas.Index(formulas.Name(table), args) if table in self.names.row_tables - self.bound:
                if not are_values(args):
                    words = join_items(list(map(self.part, args)))
                    return f"{with_article(name)} that {mark_name(table)} gives for {words}"
            case _:
                pass
        if isinstance(of, formulas.Name) and of.id not in self.bound:
            if of.id in self.names.kinds and name[:1].isupper():
                return mark_word(f"{of.id} {name}")
            if of.id in self.names.people:
                return f"{mark_word(of.id)}’s {mark_word(name)}"
        if isinstance(of, formulas.SomeOf) and name[:1].isupper():
            return f"{of.number} {mark_word(f'{of.name.text} {name}')}"
        if isinstance(of, formulas.It):
            return f"its {mark_word(name)}"
        if (piece := self.names.pieces.get(self.slot_of_row(of))) is not None:
            return f"{with_article(name)} of the {self.names.single(piece)} in {self.part(of)}"
        if isinstance(of, formulas.Name) and of.id not in self.bound and of.id not in self.inside:
            if of.id == "players":
                return f"every player’s {mark_word(name)}"
            if of.id in self.names.persons and is_noun(of.id):
                return f"{with_article(of.id)}’s {self.word_of(name)}"
        is_odd = (name in self.names.positions or name in self.names.zones) and not is_noun(name)
        if is_odd or self.is_told_with_pieces(name):
            return f"the {self.word_of(name)} of {selections.holder(self, of)}"
        return f"{with_article(name)} of {selections.holder(self, of)}"

    def _entry(self, of: formulas.Expr, args: Sequence[formulas.Arg]) -> str:
        """Describes a place of a board or an entry of a table."""
        words = [bracket(self.value(arg)) if self._is_called(arg) else self.part(arg) for arg in args]
        if isinstance(of, formulas.Attribute) and args == (formulas.Me(),) and is_noun(of.name.text):
            return f"your {mark_word(of.name.text)} at {self.part(of.of)}"
        known = of.id if isinstance(of, formulas.Name) and of.id not in self.bound else ""
        if known == "players" and len(words) == 1:
            return f"player {words[0]}"
        if known in self.names.components | self.names.records | self.names.row_tables and are_values(args):
            joined = " of " if known in self.names.decks else " "
            return mark_word(joined.join(arg.id for arg in args if isinstance(arg, formulas.Name)))
        if known in self.names.components and len(words) == 1:
            return f"{mark_word(known)} {words[0]}"
        if known in self.names.row_tables:
            return f"the row of {mark_word(known)} for {join_items(words)}"
        if known in self.names.tables:
            return f"{self.part(of)}{calls.of_or_for(self, of, args)}{join_items(words)}"
        if self.is_row_of_slots(of):
            return f"place {words[0]} of {self.part(of)}"
        if (
            isinstance(of, formulas.Name)
            and of.id in self.bound
            and len(args) == 1
            and isinstance(args[0], formulas.Name)
        ):
            return f"{words[0]} of {self.part(of)}"
        if isinstance(of, formulas.Name) and of.id in self.bound:
            return f"the entry of {self.part(of)} for {join_items(words)}"
        if known in self.names.boards and all(map(_is_number, args)):
            if (called := self._place_name(known, args)) is not None:
                return called
            return f"{mark_word(known)} {'·'.join(words)}"
        if known in self.names.grids and len(words) == 2:
            return f"{self.part(of)} in row {words[0]} and column {words[1]}"
        if len(words) > 1:
            return f"{self.part(of)} {bracket(', '.join(words))}"
        return f"{self.part(of)}{calls.of_or_for(self, of, args)}{words[0]}"

    def _place_name(self, board: str, args: Sequence[formulas.Arg]) -> str | None:
        """Returns the players' name for a place, if the rules give it one."""
        across, down = lines_of(self.names.grids.get(board))
        match args:
            case [formulas.Number(row), formulas.Number(column)] if 0 < column <= len(across) and 0 < row <= len(down):
                return place_names(across, down)[(row - 1) * len(across) + column - 1]
            case _:
                return None

    def loop(self, node: formulas.Comprehension, is_test: bool, every: str = "each") -> str:
        """Describes a value, or a test, for each of several elements."""
        names = [node.var.text, *([node.second.text] if node.second else [])]
        inner = self.binding(*names)
        if isinstance(node.body, formulas.Comprehension):
            body = inner.loop(node.body, is_test, every)
        else:
            body = inner.test(node.body) if is_test else inner.part(node.body)
        source = about_it(node.source, names[0]) if node.second is None else node.source
        if node.choose is None and node.second is None and not is_test:
            if node.body == formulas.Name(names[0]):
                return self.part(source)
            if isinstance(node.body, formulas.Attribute) and node.body.of == formulas.Name(names[0]):
                return f"{with_article(node.body.name.text)} of {every} {selections.one(self, source)}"
        if node.choose is None and node.second is None and self.is_plainly_named(node.source):
            return f"{body} for {every} {selections.one(self, source, names[0])}"
        many = f"{self.part(node.choose)} of " if node.choose is not None else ""
        return f"{body} for {every} {' and '.join(map(mark_name, names))} in {many}{self.part(source)}"

    def is_plainly_named(self, source: formulas.Expr) -> bool:
        """Whether the elements have a noun of their own."""
        inner = source.source if isinstance(source, formulas.Filter) and source.name is None else source
        return selections.noun_of(self, inner).one != "one"

    def _is_called(self, node: formulas.Arg) -> bool:
        """Whether the formula calls a function of the game, such as `room(isle)`."""
        return isinstance(node, formulas.Apply) and function_name(node) in self.names.parameters

    def _are_pieces(self, node: formulas.Expr) -> bool:
        """Whether the formula is a zone, or a zone minus some pieces."""
        return self.is_zone(node) or (
            isinstance(node, formulas.Binary) and node.op == "-" and self._are_pieces(node.left)
        )

    def is_filled_by_its_piece(self, name: str) -> bool:
        """Whether a place for one piece is called by the piece, so that people say that something has the piece: `a space without a pirate`, `a lot with a
        built tile`, but `a street whose spot is empty`."""
        is_called_so = self.names.pieces.get(name, name) == name or (
            is_deed_done(name) and name not in self.names.of_players and self.is_told_with_pieces(name)
        )
        return name in self.names.slots and is_called_so

    def is_row_of_slots(self, node: formulas.Expr) -> bool:
        """Whether a formula names places for one piece each that are numbered, such as those of a market."""
        name = node.id if isinstance(node, formulas.Name) else name_of_place(node)
        is_local = isinstance(node, formulas.Name) and name in self.bound
        return name in self.names.slots and self.names.sorts.get(name) == () and not is_local

    def slot_of_row(self, node: formulas.Arg) -> str:
        """Returns the name of a numbered place for one piece that a formula names; empty for other formulas."""
        match node:
            case formulas.Index(of, (_,)) if self.is_row_of_slots(of):
                return name_of_place(of)
            case _:
                return ""

    def is_zone(self, node: formulas.Arg) -> bool:
        """Whether a formula names a zone, whose elements are pieces."""
        match node:
            case formulas.Name(id):
                return id in self.names.zones and id not in self.bound
            case formulas.Attribute(name=name):
                return name.text in self.names.zones
            case _:
                return False

    def argument(self, node: formulas.Arg) -> str:
        """Describes an argument of a built-in function, with brackets only if its end would be unclear."""
        return self.value(node) if isinstance(node, formulas.Comprehension) else self.part(node)

    def whole(self, node: formulas.Arg) -> str:
        """Describes a formula as the object of a sentence; a selection needs no brackets there."""
        return self.value(node) if isinstance(node, formulas.Filter) else self.part(node)

    def _match(self, node: formulas.MatchExpr) -> str:
        arms = [
            f"{join_items([self.value(v) for v in values], 'or')}: {self.value(result)}" for values, result in node.arms
        ]
        arms += [] if node.otherwise is None else [f"else: {self.value(node.otherwise)}"]
        return f"depending on {self.part(node.subject)} {bracket('; '.join(arms))}"

    # ------------------------------------------------------------ tests

    def test(self, node: formulas.Arg) -> str:
        """Describes a condition as a clause."""
        return conditions.condition_text(self, node, 0)

    def negate(self, node: formulas.Arg) -> str:
        """Describes the opposite of a condition as a clause."""
        return conditions.condition_text(self, node, 1)

    def is_comparison(self, op: str) -> bool:
        """Whether an operator compares."""
        return comparisons.is_comparison(op)

    def comparison(self, op: str, right: formulas.Expr, no: int) -> str:
        """Describes a comparison without its left side: `is at least 3`."""
        return comparisons.comparison(self, op, right, no)

    def describe_number(self, op: str, no: int) -> str:
        """Returns the words of a comparison before a number of things: `at least`."""
        return comparisons.number_phrase(op, no)

    def existence(self, node: formulas.Apply) -> str:
        """Returns `some` or `no` if the formula calls one of them, else an empty text."""
        name = function_name(node)
        return name if name in ("some", "no") and len(node.args) == 1 else ""

    def predicate(self, node: formulas.Apply, no: int) -> str:
        """Describes a test with the words of its name: `it fits`, `c can arrive`; returns an empty text if the name gives no sentence."""
        return conditions.predicate(self, node, no)

    def meaning(self, id: str, no: int = 0) -> str:
        """Describes the meaning of a name without a sentence of its own, if the description is short; otherwise empty."""
        return conditions.meaning(self, id, no)


def _is_composed(node: formulas.Expr) -> bool:
    return isinstance(node, formulas.Binary | formulas.Ternary | formulas.MatchExpr | formulas.Unary | formulas.Number)


def _is_number(node: formulas.Arg) -> bool:
    return isinstance(node, formulas.Number) or (
        isinstance(node, formulas.Unary) and isinstance(node.operand, formulas.Number)
    )
