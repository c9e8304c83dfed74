"""Converts declarations of the program to things: fields, formulas, rules, phases, scores, examples and the others without tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.differences.source_text import SourceText
from gamedsl.differences.statement_lines import formula_lines, suite_lines
from gamedsl.differences.things import Aspect, Line, Sort, Thing
from gamedsl.semantics.data.cells import cell_text
from gamedsl.semantics.model.merged import Merged, ScriptedSeat, literal_text
from gamedsl.syntax.tree import declarations, example_lines, fields, formulas, statements
from gamedsl.values import evolve

Things = Iterator[Thing]


def program_things(text: SourceText, merged: Merged) -> Things:
    """Yields everything that a setup declares, except its data."""
    followers: dict[str, int] = {}
    for decl in merged.written:
        if isinstance(decl, declarations.Whenever):
            number = followers[decl.of.text] = followers.get(decl.of.text, 0) + 1
            yield evolve(_whenever(text, decl, number), source=text.block(decl))
        else:
            yield from declaration(text, decl)
    for seat in merged.seats:
        yield from _seat(text, seat)


def declaration(text: SourceText, decl: declarations.Decl, owner: str = "") -> Things:
    """Yields a declaration; for a block, the declarations in it. `owner` is the scripted seat that it belongs to; else empty."""
    if isinstance(decl, fields.Fields):
        block = "shared" if decl.owner is None else f"each {decl.owner.text}"
        for member in decl.members:
            yield evolve(_member(text, member, block), source=text.block(member))
    else:
        for thing in _convert(text, decl, owner):
            yield evolve(thing, source=text.block(decl))


def _convert(text: SourceText, decl: declarations.Decl, owner: str) -> Things:
    match decl:
        case declarations.Game():
            yield Thing(Sort.GAME, decl.name.text, owner, decl.doc or "", (_players(decl),))
        case declarations.Option():
            yield Thing(Sort.OPTION, decl.name.text, owner, decl.doc or "", _option(decl))
        case declarations.Ends():
            yield _game_end(text, decl)
        case fields.Define():
            yield _formula(text, decl, owner)
        case declarations.PickDecl():
            yield _pick(text, decl, owner)
        case declarations.History():
            yield _history(text, decl)
        case declarations.Setup(body):
            yield _part(text, Sort.SETUP, "setup", body, owner)
        case declarations.End(body):
            yield _part(text, Sort.LAST_PART, "end", body, owner)
        case declarations.Rounds():
            lines = tuple(Line(0, entry, text.entry(entry)) for entry in decl.phases)
            aspects = _maybe(text, "limit", decl.limit)
            yield Thing(Sort.ROUNDS, "rounds", owner, decl.doc or "", aspects, lines=lines)
        case declarations.Phase():
            aspects = () if decl.each is None else (Aspect("turns", decl.each, text.clause(decl.each)),)
            lines = tuple(suite_lines(text, decl.body))
            yield Thing(Sort.PHASE, decl.name.text, owner, decl.body.doc or "", aspects, lines=lines)
        case declarations.Rule():
            yield _rule(text, decl, owner)
        case declarations.KindBlock():
            yield _kind_block(text, decl)
        case declarations.Score():
            aspects = () if decl.after is None else (Aspect("after", decl.after, decl.after.text),)
            lines = tuple(formula_lines(text, decl.value))
            yield Thing(Sort.SCORE, decl.name.text, owner, decl.doc or "", aspects, lines=lines)
        case declarations.Ranking():
            yield _ranking(text, decl)
        case declarations.Aimed():
            lines = () if decl.judged is None else tuple(formula_lines(text, decl.judged.value))
            moment = () if decl.judged is None else (Aspect("judged", decl.judged, text.moment(decl.judged)),)
            yield Thing(Sort.AIM, "players aim", "", "", (Aspect("at", decl.aim, decl.aim.text), *moment), lines=lines)
        case declarations.Invariant():
            lines = tuple(formula_lines(text, decl.condition))
            yield Thing(Sort.INVARIANT, decl.name.text, owner, decl.doc or "", lines=lines)
        case declarations.Possible():
            lines = tuple(formula_lines(text, decl.condition))
            yield Thing(Sort.POSSIBLE, decl.name.text, owner, decl.doc or "", lines=lines)
        case example_lines.StartPosition():
            lines = tuple(write_start(text, decl))
            yield Thing(Sort.START, decl.name.text, owner, decl.doc or "", lines=lines)
        case example_lines.Example():
            aspects = () if decl.of is None else (Aspect("of", decl.of, decl.of.text),)
            lines = tuple(write_example(text, decl))
            yield Thing(Sort.EXAMPLE, decl.name.text, owner, decl.doc or "", aspects, lines=lines)
        case _:
            pass  # data, and declarations that merging has already applied


# ---------------------------------------------------------------- game, options, seats


def _players(game: declarations.Game) -> Aspect:
    number = f"{game.fewest}" if game.fewest == game.most else f"{game.fewest} to {game.most}"
    return Aspect("players", (game.fewest, game.most), number)


def _option(option: declarations.Option) -> tuple[Aspect, ...]:
    """Returns the values of an option. Their order has no meaning, except that the first one is the default."""
    values = [literal_text(value) for value in option.values]
    default = Aspect("default", values[0], values[0])
    return Aspect("values", frozenset(values), ", ".join(values)), default


def _seat(text: SourceText, seat: ScriptedSeat) -> Things:
    answers = sorted(seat.answers, key=lambda answer: answer.name.text)
    lines = tuple(Line(0, answer, text.of(answer)) for answer in answers)
    yield Thing(Sort.SEAT, seat.name, lines=lines)
    owner = f"seat {seat.name}"
    for member in seat.members:
        yield _member(text, member, owner)
    for decl in seat.replaced:
        yield from declaration(text, decl, owner)


# ---------------------------------------------------------------- fields


def _member(text: SourceText, member: fields.Field | fields.Define, block: str) -> Thing:
    if isinstance(member, fields.Define):
        return _formula(text, member, block)
    sort = Sort.ZONE if isinstance(member.type, fields.ZoneType | fields.ValueBagType) else Sort.FIELD
    indices = tuple(text.of(index) for index in member.indices)
    aspects = [*([Aspect("for each", member.indices, ", ".join(indices))] if indices else ())]
    aspects += _maybe(text, "type", member.type)
    aspects += _maybe(text, "start", member.start)
    aspects += map(_attribute, sorted(member.attributes, key=repr))
    return Thing(sort, member.name.text, block, member.doc or "", tuple(aspects))


def _attribute(attribute: fields.FieldAttribute) -> Aspect:
    match attribute:
        case fields.SeenBy(who):
            return Aspect("seen by", who, who.text)
        case fields.TopSeen():
            return Aspect("top seen", True, "yes")
        case fields.CountHidden():
            return Aspect("count hidden", True, "yes")
        case fields.ResetEach(period):
            return Aspect("back to its start each", period, period.text)
        case fields.Capacity(number):
            return Aspect("up to", number, str(number))
        case fields.Refilled(source):
            return Aspect("refilled from", source, source.text)
        case fields.NotShown():
            return Aspect("not shown", True, "yes")
        case fields.ShownAs(text, several):
            return Aspect("shown as", (text, several), text if several is None else f"{text}, {several}")


def _formula(text: SourceText, decl: fields.Define, owner: str) -> Thing:
    lines = tuple(formula_lines(text, decl.value))
    return Thing(Sort.FORMULA, decl.name.text, owner, decl.doc or "", _params(text, decl.params), lines=lines)


def _pick(text: SourceText, decl: declarations.PickDecl, owner: str) -> Thing:
    aspects = [*_params(text, decl.params)]
    aspects += [] if decl.distinct is None else [Aspect("distinct", decl.distinct, decl.distinct.text)]
    lines = tuple(Line(0, pick, text.of(pick)) for pick in decl.picks)
    return Thing(Sort.PICK, decl.name.text, owner, decl.doc or "", tuple(aspects), lines=lines)


def _history(text: SourceText, decl: declarations.History) -> Thing:
    lines = tuple(Line(0, part, text.of(part)) for part in decl.parts)
    return Thing(Sort.HISTORY, decl.name.text, "", decl.doc or "", _maybe(text, "at most", decl.most), lines=lines)


# ---------------------------------------------------------------- rules and phases


def _part(text: SourceText, sort: Sort, name: str, body: statements.Suite, owner: str) -> Thing:
    return Thing(sort, name, owner, body.doc or "", lines=tuple(suite_lines(text, body)))


def _rule(text: SourceText, rule: declarations.Rule, owner: str) -> Thing:
    aspects = [*_params(text, rule.params)]
    aspects += [] if rule.into is None else [Aspect("in", rule.into, rule.into.text)]
    aspects += _limits(rule)
    sort = Sort.ACTION if rule.is_action else Sort.RULE
    lines = tuple(suite_lines(text, rule.body))
    return Thing(sort, rule.name.text, owner, rule.body.doc or "", tuple(aspects), lines=lines)


def _limits(decl: declarations.Rule | declarations.Whenever) -> list[Aspect]:
    """Converts `, once each turn` and `, once for each c`."""
    once = [] if decl.once is None else [Aspect("once each", decl.once, decl.once.text)]
    return once if decl.chain is None else [Aspect("once for each", decl.chain, decl.chain.text)]


def _kind_block(text: SourceText, decl: declarations.KindBlock) -> Thing:
    """Converts the rules in the block of a kind. The row of the kind is not part of this: it is compared with the other rows of the component."""
    zones = ", ".join(zone.text for zone in decl.zones)
    aspects = (Aspect("in", decl.zones, zones),) if zones else ()
    lines = tuple(line for member in decl.members for line in _member_lines(text, member))
    return Thing(Sort.KIND, decl.name.text, "", decl.doc or "", aspects, lines=lines)


def _member_lines(
    text: SourceText, member: fields.Field | fields.Define | declarations.Whenever | declarations.Rule
) -> Iterator[Line]:
    match member:
        case fields.Define(name, params, value):
            yield Line(0, ("let", name, params), f"let {name.text} =")
            yield from formula_lines(text, value, 1)
        case fields.Field():
            yield Line(0, member, text.of(member))
        case declarations.Whenever() | declarations.Rule():
            thing = _rule(text, member, "") if isinstance(member, declarations.Rule) else _whenever(text, member, 1)
            key = (thing.sort, thing.name, thing.aspects)
            yield Line(0, key, _head(text, member))
            yield from suite_lines(text, member.body, 1)


def _head(text: SourceText, decl: declarations.Whenever | declarations.Rule) -> str:
    """Returns the first line of a reaction or action of a kind."""
    if isinstance(decl, declarations.Whenever):
        said = f"whenever {decl.of.text}"
        said += f"({', '.join(name.text for name in decl.taken)})" if decl.taken else ""
        said += "" if decl.other is None else f" by {decl.other.text}"
        said += "" if decl.name is None else f" as {decl.name.text}"
    else:
        said = f"{'action' if decl.is_action else 'rule'} {decl.name.text}"
        said += "" if decl.into is None else f" to {decl.into.text}"
    said += "" if decl.once is None else f", once each {decl.once.text}"
    return said + ("" if decl.chain is None else f", once for each {decl.chain.text}") + ":"


def _whenever(text: SourceText, decl: declarations.Whenever, number: int) -> Thing:
    """Converts a `whenever`. Its key is its own name, or the name of the rule that it follows and its number among the `whenever`s of that rule."""
    own = decl.name.text if decl.name is not None else decl.of.text
    name = own if decl.name is not None or number == 1 else f"{own} ({number})"
    aspects = [Aspect("follows", decl.of, decl.of.text)]
    taken = ", ".join(taken.text for taken in decl.taken)
    aspects += [Aspect("takes over", decl.taken, taken)] if taken else []
    aspects += [] if decl.other is None else [Aspect("by another player", decl.other, decl.other.text)]
    aspects += _limits(decl)
    lines = tuple(suite_lines(text, decl.body))
    return Thing(Sort.WHENEVER, name, "", decl.body.doc or "", tuple(aspects), lines=lines)


_TESTED: dict[declarations.EndsAfter | None, str] = {
    None: "at once",
    "round": "after each round",
    "one more round": "at once; the match ends after one more round",
    "one more turn each": "at once; the match ends after one more turn each",
    "one more turn of the others": "at once; the match ends after one more turn of the others",
}


def _game_end(text: SourceText, decl: declarations.Ends) -> Thing:
    """Converts an end of the game. Its key is its sentence, or its condition if it has none."""
    verdict = decl.verdict
    result = Aspect("result", verdict, "the ranking decides" if verdict is None else text.of(verdict))
    if decl.condition is None:
        return Thing(Sort.END, decl.doc or "otherwise", doc=decl.doc or "", aspects=(result,))
    condition = text.of(decl.condition)
    tested = Aspect("tested", decl.after, _TESTED[decl.after])
    aspects = (tested,) if verdict is None else (tested, result)
    lines = (Line(0, decl.condition, f"when {condition}"),)
    return Thing(Sort.END, decl.doc or condition, doc=decl.doc or "", aspects=aspects, lines=lines)


def _ranking(text: SourceText, decl: declarations.Ranking) -> Thing:
    ties = "shared" if decl.ties_shared else "not shared"
    if decl.decider is not None:
        ties = f"decided by {text.of(decl.decider)}"
    aspects = [] if decl.of is None else [Aspect("of", decl.of, decl.of.text)]
    aspects.append(Aspect("ties", (decl.ties_shared, decl.decider), ties))
    lines = tuple(Line(0, key, text.of(key)) for key in decl.keys)
    return Thing(Sort.RANKING, "ranking", "", decl.doc or "", tuple(aspects), lines=lines)


# ---------------------------------------------------------------- small parts


def _params(text: SourceText, params: Sequence[fields.Param]) -> tuple[Aspect, ...]:
    """Returns the parameters of a declaration."""
    return (Aspect("given", tuple(params), ", ".join(text.of(p) for p in params)),) if params else ()


def _maybe(
    text: SourceText, name: str, node: formulas.Expr | fields.TypeExpr | statements.Limit | None
) -> tuple[Aspect, ...]:
    """Returns a part that may be missing."""
    return () if node is None else (Aspect(name, node, text.of(node)),)


# ---------------------------------------------------------------- example lines


def write_example(text: SourceText, example: example_lines.Example) -> Iterator[Line]:
    """Yields the lines of an example; the givens have a line for each value and each row of a picture."""
    for line in example.lines:
        if isinstance(line, example_lines.ExampleGiven):
            yield Line(0, ("given",), "given:")
            for given in line.lines:
                yield from _lines_of_given(text, given, 1)
        else:
            yield Line(0, line, text.of(line))


def write_start(text: SourceText, start: example_lines.StartPosition) -> Iterator[Line]:
    """Yields the lines of a start."""
    for line in start.lines:
        match line:
            case example_lines.GivenPicture() | example_lines.GivenZone() | example_lines.GivenValue():
                yield from _lines_of_given(text, line, 0)
            case _:
                yield Line(0, line, text.of(line))


def _lines_of_given(text: SourceText, given: example_lines.Given, depth: int) -> Iterator[Line]:
    if not isinstance(given, example_lines.GivenPicture):
        yield Line(depth, given, text.of(given))
        return
    yield Line(depth, ("picture", given.layer), f"{text.of(given.layer)}:")
    for row in given.rows.rows:
        yield Line(depth + 1, row, " ".join(cell_text(cell) for cell in row.cells))
