"""Tells what happens in the boxes of a drawing: the effects, the draws and the choices of a graph, as steps of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import assert_never

from gamedsl.graph.analysis import walk
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model import statements as effects
from gamedsl.graph.model.game import FieldSpec
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.text.names import Words, name_at, rule_name
from gamedsl.graph.text.rule_text import Event
from gamedsl.rulebook.drawn.formulas import Written, is_word, plans_of
from gamedsl.rulebook.model import Step, capital, plain, readable
from gamedsl.rulebook.sentences.choices import demand, lone_selection, picks_text, quote
from gamedsl.rulebook.sentences.english import is_plural
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.selections import one
from gamedsl.rulebook.sentences.shapes import about_it, join_items
from gamedsl.rulebook.sentences.statements import each_text, repeat_text, suite_steps, with_head
from gamedsl.semantics.data.components import OTHER_SIDES
from gamedsl.syntax.tree import formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve

_WON = "won"
"""The field in which the compiler keeps who has won."""
_DICE = ("die", "dice")


class Happenings:
    """Steps for the contents of the nodes of one game. `called` tells a rule that is carried out, by its name: its sentence, or nothing."""

    def __init__(self, words: Words, say: Formulas, called: Callable[[str], str]) -> None:
        self._words = words
        self._game = words.game
        self.written = Written(words)
        # `out` needs no declaration, and is described like declared flags of players.
        say = evolve(say, names=evolve(say.names, of_players=say.names.of_players | {"out"}))
        known = say.names.of_players | say.names.shared
        self.say = say.binding(
            *(spec.name for spec in self._game.locals if is_word(spec.name) and spec.name not in known)
        )
        for plan in (plan for node in self._game.nodes for plan in plans_of(node)):
            for part in plan.parts:
                if isinstance(part, effects.YesNo) and part.ask is not None:
                    self.say = self.say.answering(part.name)
        self._called = called

    # ------------------------------------------------------------ effects

    def steps(self, body: Iterable[Stmt]) -> Iterator[Step]:
        """Yields the steps of effects. Effects that only the compiler or the log needs have no step."""
        for effect in body:
            yield from self._step(effect)

    def _step(self, effect: Stmt) -> Iterator[Step]:
        match effect:
            case effects.If(condition, (effects.For(_, source) as only,), ()) if self._is_some(condition, source):
                yield from self._step(only)
            case effects.If():
                yield from self._cases(effect, "If")
            case effects.For((local,), _, (effects.SetField(field, _, value),)) if (
                self._game.fields[field].hidden and self._game.fields[field].name == _WON
            ):
                yield self._verdict(local, value)
            case effects.For((local,), expressions.Filter(zone) as source, (effects.If(condition, then, ()),)) if (
                self._is_still_in(condition, local, zone)
            ):
                yield from self._below(self._each((local,), self.written.formula(source)), then)
            case effects.For(locals, source, body):
                yield from self._below(self._each(locals, self.written.formula(source)), body)
            case effects.Repeat(limit, number, until, body, _, cut_off):
                most = statements.Limit(limit, self.written.formula(number), cut_off)
                ends = None if until is None else self.written.formula(until)
                yield from self._below(repeat_text(self.say, ends, most), body)
            case effects.CallRule(rule, _, args):
                yield from self._call(rule, args)
            case effects.SwapPieces(first, second) if self._is_other_side(second):
                yield from self._tell(statements.Flip(self.written.formula(first)))
            case effects.ResetFields(fields, _):
                yield from self._begun([field for field in fields if self._is_seen(field)])
            case effects.SetField(field) if field == self._game.builtins.round:
                yield Step("The next round begins.")
            case _:
                if (told := self._statement(effect)) is not None:
                    yield from self._tell(told)

    def _is_some(self, condition: expressions.Expr, source: expressions.Expr) -> bool:
        """Whether a condition only asks if there is anything to go through, which the loop below it says, too."""
        return self.written.formula(condition) == formulas.Apply(formulas.Name("some"), (self.written.formula(source),))

    def _is_still_in(self, condition: expressions.Expr, local: types.LocalId, zone: expressions.Expr) -> bool:
        """Whether a condition only asks if the piece of a loop still lies where the loop has found it."""
        piece = formulas.Name(self.written.local(local))
        return self.written.formula(condition) == formulas.Binary("in", piece, self.written.formula(zone))

    def _begun(self, fields: Sequence[types.FieldId]) -> Iterator[Step]:
        """Yields steps for fields that get their start values again: numbers and things that return to their first value, and states of players that end."""
        specs = [self._game.fields[field] for field in fields]
        values: dict[str, list[str]] = {}
        for spec in specs:
            if not isinstance(spec.type, types.Flag):
                values.setdefault(_first_value(spec), []).append(readable(spec.name))
        for value, told in values.items():
            names = list(dict.fromkeys(told))
            verb = "are" if len(names) > 1 or is_plural(names[0]) else "is"
            yield Step(f"{capital(join_items([f'the {name}' for name in names]))} {verb} {value} again.")
        flags = [spec for spec in specs if isinstance(spec.type, types.Flag) and spec.owned and not any(spec.start)]
        if flags:
            yield Step(f"Nobody is {' or '.join(dict.fromkeys(readable(spec.name) for spec in flags))} any more.")

    def _each(self, locals: Sequence[types.LocalId], source: formulas.Expr) -> str:
        """Returns the head of a loop. An element whose name is only a letter is called by its type."""
        names = [self.written.local(local) for local in locals]
        if names == ["me"]:
            return "Each player"
        if len(names) == 1 and names[0].startswith("this "):
            return f"For each {one(self.say, about_it(source, names[0]))}".replace("For each one ", "For each ")
        return each_text(self.say, names, source)

    def _cases(self, effect: effects.If, word: str) -> Iterator[Step]:
        """Yields a step for each case. An `if` inside the last case adds its cases to the same list; a case without steps is left out."""
        then, otherwise = tuple(self.steps(effect.then)), effect.otherwise
        test = self.written.formula(effect.condition)
        if not then and otherwise:
            if others := tuple(self.steps(otherwise)):
                yield with_head(f"{word} {self.say.negate(test)}", others)
            return
        if not then:
            return
        yield with_head(f"{word} {self.say.test(test)}", then)
        if len(otherwise) == 1 and isinstance(otherwise[0], effects.If):
            yield from self._cases(otherwise[0], "Otherwise, if")
        elif others := tuple(self.steps(otherwise)):
            yield with_head("Otherwise", others)

    def _below(self, head: str, body: Iterable[Stmt]) -> Iterator[Step]:
        if inside := tuple(self.steps(body)):
            yield with_head(head, inside)

    def _call(self, rule: types.RuleId, args: tuple[expressions.Expr, ...]) -> Iterator[Step]:
        """Yields a step for a rule that is carried out: its sentence; without one, its name and arguments, with the rule's own steps below."""
        name = rule_name(self._words, rule)
        given = [self.say.part(self.written.formula(arg)) for arg in args if not isinstance(arg, expressions.Const)]
        head = f"{quote(capital(readable(name)))}{f' for {join_items(given)}' if given else ''}"
        if told := self._called(name):
            yield Step(f"{head}: {told}")
            return
        body = next((one.body for one in self._game.routines if one.rule == rule), ())
        yield from self._below(head, body)

    def _tell(self, node: statements.Stmt) -> tuple[Step, ...]:
        """Returns the steps of a statement. A flag that no sentence describes is told by its name."""
        match node:
            case statements.Assign("=", target, formulas.FlagLiteral(value)):
                only = suite_steps(self.say, statements.Suite(None, (node,)))
                if only and only[0].text.startswith("Set "):
                    name = self.say.value(target).removeprefix("the ").removeprefix("your ")
                    return (Step(_flag_text(plain(name), value)),)
                return only
            case _:
                return suite_steps(self.say, statements.Suite(None, (node,)))

    def _is_other_side(self, expr: expressions.Expr) -> bool:
        """Whether pieces come from the zone for the sides of pieces that do not show."""
        return any(
            isinstance(one, expressions.ZoneAt) and self._game.zones[one.zone].name == OTHER_SIDES
            for one in walk.expressions(expr)
        )

    def _is_seen(self, field: types.FieldId) -> bool:
        """Whether players know of a field: the rules declare it, and do not hide it."""
        spec = self._game.fields[field]
        return self._is_declared(spec.name) and not spec.hidden and field not in self._game.about.unshown_fields

    def _is_declared(self, name: str) -> bool:
        """Whether the rules declare a field. The compiler adds others, such as the number of the round."""
        names = self.say.names
        return name != "round" and any(name in those for those in (names.of_players, names.shared, names.attributes))

    def _verdict(self, local: types.LocalId, value: expressions.Expr) -> Step:
        """Returns who has won when the rules end the match."""
        match self.written.formula(value):
            case formulas.FlagLiteral(is_won):
                return Step(f"All players {'win' if is_won else 'lose'}.")
            case which:
                winners = about_it(formulas.Filter(formulas.Name("players"), which), self.written.local(local))
                told = self.say.impersonal().value(winners)
                return Step(f"These win: {told}.")

    def _statement(self, effect: Stmt) -> statements.Stmt | None:
        """Returns an effect as a statement of the rules; None if players need not read it."""
        formula = self.written.formula
        match effect:
            case effects.SetField(field, index, value):
                return self._assign(field, index, value)
            case effects.Move(expressions.TakeFrom(wanted, place), to, under):
                return statements.Move(formula(wanted), formula(place), "under" if under else "to", formula(to))
            case effects.Move(what, to, under, from_bottom):
                source = formulas.Name("bottom") if from_bottom else None
                return statements.Move(formula(what), source, "under" if under else "to", formula(to))
            case effects.SwapZones(first, second) | effects.SwapPieces(first, second):
                return statements.Swap(formula(first), formula(second))
            case effects.Rotate(zone, side):
                return statements.Rotate(formulas.Name(name_at(self._words.zones, zone, "zone")), side)
            case effects.Shuffle(zone, what, into, under):
                return self._describe_shuffle(zone, what, into, under)
            case effects.Peek(what, _, unseen):
                return statements.Peek(formula(what), unseen)
            case effects.Eliminate(player):
                return statements.Eliminate(formula(player))
            case effects.Award(field, prizes, ranking, rounding, _, share):
                name = formulas.Name(name_at(self._words.fields, field, "field"))
                return statements.Award(name, formula(prizes), formula(ranking), rounding, share)
            case effects.Ensure(name, condition, why):
                return statements.EnsureStmt(Ident(name), formula(condition), why)
            case _:
                return None

    def _describe_shuffle(
        self, zone: expressions.Expr | None, what: expressions.Expr | None, into: expressions.Expr | None, under: bool
    ) -> statements.Stmt | None:
        formula = self.written.formula
        moved = what if what is not None else zone
        if moved is None:
            return None
        if into is None:
            return statements.Shuffle(formula(moved), None, None)
        return statements.Shuffle(formula(moved), "under" if under else "to", formula(into))

    def _assign(
        self, field: types.FieldId, index: tuple[expressions.Expr, ...], value: expressions.Expr
    ) -> statements.Stmt | None:
        """Returns an assignment, as `f += v` where a rule would say so; None for a field of the compiler's."""
        spec = self._game.fields[field]
        if spec.hidden or field == self._game.builtins.reason or not self._is_declared(spec.name):
            return None
        target = self.written.formula(expressions.FieldAt(field, index, value.type, types.SiteId(-1)))
        inner = value.operand if isinstance(value, expressions.Within) else value
        if self.written.formula(value) == target:
            return None  # a drawn value is called by the name of its field
        match inner:
            case expressions.Arithmetic("+" | "-" as sign, expressions.FieldAt() as old, right) if (
                old.field,
                old.index,
            ) == (field, index):
                return statements.Assign("+=" if sign == "+" else "-=", target, self.written.formula(right))
            case _:
                return statements.Assign("=", target, self.written.formula(value))

    # ------------------------------------------------------------ what the log says

    def announce(self, body: Iterable[Stmt]) -> Iterator[Step]:
        """Yields the sentences for the log among effects, with their blanks filled: for a box that has no other steps."""
        for effect in walk.statements(tuple(body)):
            if isinstance(effect, effects.Say):
                filled = zip_longest(effect.texts, map(self._fill_in, effect.values), fillvalue="")
                yield Step(capital("".join(part for pair in filled for part in pair)))

    def _fill_in(self, value: expressions.Expr) -> str:
        return "the player" if self.written.is_me(value) else self.say.value(self.written.formula(value))

    # ------------------------------------------------------------ chance

    def event(self, event: Event) -> Iterator[Step]:
        """Yields what chance decides. It skips that the order of a pile becomes known: `tell_order` tells that in boxes that have no other steps."""
        formula = self.written.formula
        match event:
            case effects.Roll(name, local, quantity, number, source):
                kept = self.written.kept.get(local)
                if kept is not None and kept in self.say.names.of_players:
                    pick = self._pick(quantity, number, None, source)
                    yield Step(f"Draw by lot your {readable(kept)}: {picks_text(self.say, (pick,), None)}.")
                    return
                yield from self._roll(kept or name, quantity, number, source)
            case effects.Draw(number, up_to, source, _, condition, to, under, _, from_bottom):
                drawn = formula(source)
                drawn = drawn if condition is None else formulas.Filter(drawn, formula(condition))
                yield from self._tell(
                    statements.Draw(
                        up_to,
                        formula(number),
                        drawn,
                        None,
                        "under" if under else "to",
                        formula(to),
                        is_below=from_bottom,
                    )
                )
            case effects.Resolve():
                return
            case _:
                assert_never(event)

    def tell_order(self, event: Event) -> Iterator[Step]:
        """Yields that the order of a pile is decided, for a box that has no other steps."""
        if isinstance(event, effects.Resolve):
            yield Step(f"Chance decides what comes next in {self.say.value(self.written.formula(event.zone))}.")

    def _roll(
        self, name: str, quantity: str, number: expressions.Expr | None, source: expressions.Expr
    ) -> Iterator[Step]:
        values = self.written.formula(source)
        is_die = readable(name).rpartition(" ")[2] in _DICE
        match values:
            case formulas.Binary("..", formulas.Number(1), formulas.Number()) | formulas.Name() if is_die:
                several = "" if number is None else f"{self.say.value(self.written.formula(number))} "
                if several or quantity == "one":
                    yield Step(f"Roll {several or 'the '}{readable(name)}: {self.say.value(values)}.")
                    return
            case _:
                pass
        pick = self._pick(quantity, number, None, source)
        if not is_word(name):
            yield Step(f"Draw by lot {picks_text(self.say, (pick,), None)}.")
            return
        yield from self._tell(statements.Roll((statements.Selection(Ident(name), (pick,), None),)))

    # ------------------------------------------------------------ choices

    def ask(self, plan: Plan) -> Iterator[Step]:
        """Yields what a decision asks before its actions: the question of the rules, or the things to choose from."""
        for part in plan.parts:
            yield from self._part(part)

    def detail(self, plan: Plan) -> Iterator[Step]:
        """Yields all details of a decision. Unlike `ask`, this includes the things to choose from after a question, and the demands after a sentence."""
        for part in plan.parts:
            yield from self._in_detail(part)
        for line in plan.menu or ():
            yield from self.detail(line)

    def _part(self, part: effects.Part) -> Iterator[Step]:
        match part:
            case effects.Bind():
                pass
            case effects.Requirement(why=str(why)):
                yield Step(why)
            case effects.Select(ask=str(ask)) | effects.YesNo(ask=str(ask)):
                yield Step(ask)
            case _:
                yield from self._in_detail(part)

    def _in_detail(self, part: effects.Part) -> Iterator[Step]:
        formula = self.written.formula
        match part:
            case effects.Bind():
                pass
            case effects.Select(name, _, quantity, number, sources, _, distinct, _, least, secret, _, ask):
                same = distinct if distinct is None else formula(distinct)
                apart = (
                    same.id
                    if isinstance(same, formulas.Name)
                    else same.name.text
                    if isinstance(same, formulas.Attribute)
                    else None
                )
                picks = tuple(self._pick(quantity, number, least, source) for source in sources)
                line = statements.Selection(
                    Ident(name),
                    picks,
                    None if apart is None else Ident(apart),
                    "owner" if secret else "everyone",
                    None,
                    ask,
                )
                yield Step(lone_selection(self.say, line, "Choose", ""))
            case effects.YesNo(name, _, condition, _, _, ask):
                only = statements.PickYesNo(None if condition is None else formula(condition))
                yield Step(
                    lone_selection(self.say, statements.Selection(Ident(name), (only,), None, ask=ask), "Choose", "")
                )
            case effects.Requirement(name, condition, why):
                yield demand(self.say, statements.RequireStmt(Ident(name), formula(condition), why))
            case _:
                assert_never(part)

    def _pick(
        self, quantity: str, number: expressions.Expr | None, least: expressions.Expr | None, source: expressions.Expr
    ) -> statements.Pick:
        bound = None if number is None else self.written.formula(number)
        low = None if least is None else self.written.formula(least)
        match quantity:
            case "up_to" if low is not None:
                of = statements.Quantity("between", low, bound)
            case "up_to":
                of = statements.Quantity("up_to", bound)
            case "exactly":
                of = statements.Quantity("exactly", bound)
            case "any":
                of = statements.Quantity("any" if low is None else "some")
            case _:
                of = statements.Quantity("one")
        return statements.PickOf(of, self.written.formula(source))

    # ------------------------------------------------------------ tests

    def condition(self, expr: expressions.Expr) -> str:
        """Returns a condition as a clause."""
        return self.say.test(self.written.formula(expr))

    def opposite(self, expr: expressions.Expr) -> str:
        """Returns the opposite of a condition as a clause."""
        return self.say.negate(self.written.formula(expr))


def _first_value(spec: FieldSpec) -> str:
    """Returns the start value of a field, if all its instances begin with the same number or with none."""
    match tuple(dict.fromkeys(spec.start)):
        case (int(number),):
            return str(number)
        case (None,):
            return "open"
        case _:
            return "as at first"


def _flag_text(name: str, value: bool) -> str:
    """Says that a flag is now set, or no longer set, by its name: `No longer rolling.`"""
    return f"{capital(name)} from now on." if value else f"No longer {name}."


def texts_of(steps: Sequence[Step], depth: int = 0) -> Iterator[str]:
    """Yields steps as lines, those below others indented."""
    for step in steps:
        yield f"{'  ' * depth}{step.text}"
        yield from texts_of(step.steps, depth + 1)
