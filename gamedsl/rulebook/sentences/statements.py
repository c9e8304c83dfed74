"""Describes statements in plain English: each as a step, with the steps below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from gamedsl.rulebook.model import Step, capital, clean, mark_name, mark_word, small
from gamedsl.rulebook.sentences.assignments import as_limit, assign_text, things_had, yes_or_no
from gamedsl.rulebook.sentences.choices import (
    call_text,
    demand,
    is_answer,
    lone_selection,
    quote,
    rule_text,
    selection,
)
from gamedsl.rulebook.sentences.clauses import clause_text, limit_text, until_text
from gamedsl.rulebook.sentences.english import is_noun
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.moves import EVERYBODY, draw_text, is_dealt, move_text, text_of_draw
from gamedsl.rulebook.sentences.outlines import argument_outline, cases_of, value_outline
from gamedsl.rulebook.sentences.selections import one
from gamedsl.rulebook.sentences.shapes import about_it, join_items
from gamedsl.syntax.tree import formulas, statements
from gamedsl.syntax.tree.walk import only_says, tells_a_choice
from gamedsl.values import evolve

_Lines = Sequence[statements.Selection | statements.LetStmt | statements.RequireStmt]


def suite_steps(say: Formulas, suite: statements.Suite, is_choice: bool = False) -> tuple[Step, ...]:
    """Describes a block as steps, without its own sentence; sentences of inner blocks come first in their steps. `is_choice`: whoever comes here has chosen
    the block itself, as an action."""
    return _without_repeats(_steps(say, suite.body, is_all=True, is_choice=is_choice))


def _inner(say: Formulas, suite: statements.Suite) -> tuple[Step, ...]:
    own = () if suite.doc is None else (Step(clean(suite.doc)),)
    return own + _without_repeats(_steps(say, suite.body, is_all=False))


def _without_repeats(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Returns steps with the same rule several times in a row told once: `Do restock twice.`"""
    found: list[Step] = []
    for step, same in groupby(steps):
        number = len(list(same))
        if number == 1 or step.steps or not step.text.startswith("Do "):
            found += [step] * number
        else:
            times = "twice" if number == 2 else f"{number} times"
            comma = "," if " with " in step.text else ""
            found.append(Step(f"{step.text.removesuffix('.')}{comma} {times}."))
    return tuple(found)


def _steps(say: Formulas, body: Sequence[statements.Stmt], is_all: bool, is_choice: bool = False) -> Iterator[Step]:
    """Yields the steps of statements; `is_all`: nothing else of the rule follows; `is_choice`: they belong to an action."""
    for number, statement in enumerate(body, 1):
        is_last = is_all and number == len(body)
        if isinstance(statement, statements.Choose):
            yield from _choose(say, statement, is_last)
        elif tells_a_choice(body, number - 1, is_choice) or (len(body) > 1 and _names_the_actor(statement)):
            pass  # a sentence that only logs the choice
        elif say.names.is_printed and only_says(statement) and not all(map(only_says, body)):
            pass  # players who read the rules need no announcements of what they do
        else:
            yield from _statement(say, statement)
        say = say.binding(*_list_names(statement))
        match statement:
            case statements.Choose(lines=(statements.Selection() as line,), menu=None) if is_answer(line):
                say = say.answering(line.name.text)
            case _:
                pass


def _names_the_actor(node: statements.Stmt) -> bool:
    """Whether a statement only logs a deed of the actor: “Ann plays alone.”"""
    return isinstance(node, statements.Say) and node.texts[0] == "" and node.values == (formulas.Me(),)


def verdict_text(say: Formulas, verdict: statements.Verdict) -> str:
    """Says who has won: "all players lose", "these players win: …"."""
    other = "lose" if verdict.word == "win" else "win"
    if verdict.which is None:
        return f"all players {verdict.word}"
    if isinstance(verdict.which, formulas.Binary) and (people := _people(say, verdict.which)):
        is_one = len(people) == 1
        return f"{join_items(people)} {verdict.word}{'s' if is_one else ''}, while the others {other}"
    who = say.value(formulas.Filter(formulas.Name("players"), verdict.which))
    return f"{who} {verdict.word}, while the others {other}"


def _people(say: Formulas, which: formulas.Binary) -> list[str]:
    """Returns the people whom a condition names, such as those of an example."""
    match which:
        case formulas.Binary("is", formulas.It(), formulas.Name(id) as one):
            named_ones: tuple[formulas.Arg, ...] = (one,) if id in say.names.people else ()
        case formulas.Binary("in", formulas.It(), formulas.ListLiteral(items)):
            named_ones = items
        case _:
            named_ones = ()
    is_known = all(isinstance(one, formulas.Name) and one.id in say.names.people for one in named_ones)
    return list(map(say.value, named_ones)) if is_known else []


def _list_names(statement: statements.Stmt) -> Iterator[str]:
    """Yields the names that a statement binds for those after it."""
    match statement:
        case statements.LetStmt(name):
            yield name.text
        case statements.Choose(lines=lines) | statements.Roll(lines):
            yield from (line.name.text for line in lines if not isinstance(line, statements.RequireStmt))
        case _:
            pass


def _statement(say: Formulas, node: statements.Stmt) -> Iterator[Step]:
    match node:
        case statements.If():
            yield from _if(say, node)
        case _ if (cases := cases_of(node)) is not None:
            yield from _if(say, cases)
        case statements.RequireStmt() | statements.EnsureStmt():
            yield demand(say, node)
        case statements.Assign():
            yield _assign_by_cases(say, node)
        case statements.Match(subject, arms, otherwise):
            yield Step(f"It depends on {say.value(subject)}:", tuple(_arms(say, arms, otherwise)))
        case statements.For(names, source, body):
            words = [name.text for name in names]
            if len(words) == 1 and (said := _on_each(say, words[0], source, body)):
                yield Step(said)
                return
            yield with_head(each_text(say, words, source), _inner(say.binding(*words), body))
        case statements.Each(clause, statements.Suite(body=(statements.Draw() as draw,), doc=None)) if (
            clause == EVERYBODY and draw.keep is None and is_dealt(say, draw)
        ):
            yield Step(f"Deal {text_of_draw(say, draw)} to each player’s {evolve(say, mine='').value(draw.target)}.")
        case statements.Each(clause, statements.Suite(body=(statements.Assign() as start,), doc=None)) if (
            clause == EVERYBODY and (things := things_had(say, start))
        ):
            yield Step(f"Each player begins with {things}." if say.is_set_up else f"Each player now has {things}.")
        case statements.Each(clause, body):
            yield with_head(capital(clause_text(say, clause)), _inner(say, body))
        case statements.Repeat(limit, until, body):
            yield with_head(repeat_text(say, until, limit), _inner(say, body))
        case statements.As(who, body):
            yield with_head(
                f"{capital(say.value(who))} {'do' if isinstance(who, formulas.Me) else 'does'} this", _inner(say, body)
            )
        case statements.Roll(lines):
            yield from _roll(say, lines)
        case statements.CallStmt(formulas.Apply(args=(*first, last)) as call) if (
            not isinstance(last, formulas.Named | formulas.Comprehension)
            and (found := argument_outline(say, last)).steps
        ):
            others = rule_text(say, evolve(call, args=tuple(first)))
            joined = " and" if first else " with"
            yield Step(f"Do {others}{joined} {found.text or 'one of these'}:", found.steps)
        case _:
            yield Step(_sentence(say, node))


def _on_each(say: Formulas, name: str, source: formulas.Expr, body: statements.Suite) -> str:
    """Tells a draw or a move at each place of a board in one sentence: `Draw 1 card from the deck to the shoal of each island.`; empty for other loops."""
    if not isinstance(source, formulas.Name) or source.id not in say.names.boards:
        return ""
    match body.body:
        case (statements.Draw(keep=None) | statements.Move() as only,):
            said = _sentence(say.binding(name), only)
            of = f" of {mark_name(name)}"
            return (
                said.replace(of, f" of each {mark_word(source.id)}")
                if said.count(of) == said.count(mark_name(name)) == 1
                else ""
            )
        case _:
            return ""


def each_text(say: Formulas, words: Sequence[str], source: formulas.Expr) -> str:
    """Describes a loop's head: `For each place s of board`, `For each pair a and b of …`."""
    if len(words) == 1:
        return f"For each {one(say, about_it(source, words[0]), words[0])}".replace("For each one ", "For each ")
    match source:
        case formulas.Apply(formulas.Name("outside_in"), (what,)):
            pairs = f"Pair {say.whole(what)}: the first with the last, the second with the second last and so on; a middle one stays alone"
            return f"{pairs}. For each pair, called {join_items([mark_name(word) for word in words])}"
        case formulas.Apply(formulas.Name("numbered"), (what,)):
            number, each = map(mark_name, words)
            return f"Number these from 1: {say.whole(what)}. For each {each} with the number {number}"
        case _:
            pass
    return f"For each {join_items([mark_name(word) for word in words])} in {say.part(source)}"


def repeat_text(say: Formulas, until: formulas.Expr | None, limit: statements.Limit | None) -> str:
    times = "" if limit is None else limit_text(say, limit)
    if isinstance(until, formulas.Name) and until.id == "declined" and times:
        return f"Repeat {times}, or until you decline"
    return f"Repeat{until_text(say, until, limit)}"


def _sentence(say: Formulas, node: statements.Stmt) -> str:
    match node:
        case statements.LetStmt(name, value):
            return f"{capital(_let(say, name.text, value))}."
        case statements.CallStmt(call):
            return f"Do {rule_text(say, call)}."
        case statements.EndGame(verdict, why):
            result = "" if verdict is None else f", and {verdict_text(say, verdict)}"
            return f"The match ends at once{result}." + ("" if why is None else f" {quote(why)}")
        case statements.Move():
            return move_text(say, node)
        case statements.Draw():
            return draw_text(say, node)
        case statements.Swap(first, second):
            return f"Exchange {say.part(first)} and {say.part(second)}."
        case statements.Rotate(zone, side):
            return f"Everybody passes {evolve(say, mine='their ').value(zone)} on to the {side}."
        case statements.Shuffle(what, side, target):
            into = "" if target is None else f" and put it {'under' if side == 'under' else 'on'} {say.part(target)}"
            into = into if side != "to" or target is None else f" into {say.part(target)}"
            return f"Shuffle {say.part(what)}{into}."
        case statements.Peek(zone, unseen):
            return f"Look at {say.part(zone)}{' without the others noticing' if unseen else ''}."
        case statements.Reveal(zone):
            return f"Show {say.part(zone)} to everybody."
        case statements.Flip(piece):
            return f"Turn {say.part(piece)} over."
        case _:
            return _record_sentence(say, node)


def _record_sentence(say: Formulas, node: statements.Stmt) -> str:
    match node:
        case statements.Say(texts, values):
            filled = "".join(
                text + (_announce(say, values[at]) if at < len(values) else "")
                for at, text in enumerate(map(_clean_part, texts))
            )
            return f"Announce: “{filled.strip()}”"
        case statements.Record(history):
            return f"Note the present position in {mark_name(history.text)}."
        case statements.Forget(history):
            return f"Forget all that is noted in {mark_name(history.text)}."
        case statements.Eliminate(who):
            if isinstance(who, formulas.Me):
                return "You are out of the game: all your pieces go to the box, and you have no more turns."
            return f"{capital(say.value(who))} is out of the game: all pieces of this player go to the box."
        case statements.Award(field, prizes, to, rounding, share):
            shared = (
                "share the prizes of all places that they fill" if share == "all" else "share the prize of the first"
            )
            ranked = f"Rank {say.whole(to)}."
            if isinstance(to, formulas.Sort):
                keys = (say.impersonal() if to.name is None else say.binding(to.name.text)).keys(to.keys)
                ranked = f"Rank {say.whole(to.source)} by {keys}."
            prize = f"The prizes by place are those of {say.part(prizes)}; they are added to {say.impersonal().value(field)}."
            return f"{ranked} {prize} Those who are tied {shared}, rounded {rounding}."
        case _:
            raise AssertionError(f"no words for {type(node).__name__}")


def _let(say: Formulas, name: str, value: formulas.Expr) -> str:
    return f"let {mark_name(name)} be {yes_or_no(say.value(value))}"


def _announce(say: Formulas, value: formulas.Expr) -> str:
    return "(your name)" if isinstance(value, formulas.Me) else say.value(value).removeprefix("the ")


def _clean_part(text: str) -> str:
    """Cleans a part of an announcement, keeping the spaces at its ends."""
    lead = " " if text[:1].isspace() else ""
    end = " " if len(text) > 1 and text[-1:].isspace() else ""
    return f"{lead}{clean(text)}{end}" if clean(text) else lead


def _assign_by_cases(say: Formulas, node: statements.Assign) -> Step:
    """Describes a value with cases below the field that gets it."""
    node = as_limit(node)
    found = value_outline(say, node.value)
    if not found.steps:
        return Step(assign_text(say, node))
    place = say.value(node.target)
    if node.op == "=" and found.text.startswith("the "):
        return Step(f"Set {place} to {found.text}:", found.steps)
    verb = {"=": "Set", "+=": "Add to", "-=": "Take off"}[node.op]
    return Step(f"{verb} {place}{f', {found.text}' if found.text else ''}:", found.steps)


# ---------------------------------------------------------------- conditions and loops


def _if(say: Formulas, node: statements.If) -> Iterator[Step]:
    for number, (condition, body) in enumerate(node.arms):
        head = f"{'Otherwise, if' if number else 'If'} {say.test(condition)}"
        yield with_head(head, _inner(say, body))
    if node.otherwise is not None:
        yield with_head("Otherwise", _inner(say, node.otherwise))


def with_head(head: str, steps: tuple[Step, ...]) -> Step:
    """Puts a single short step on the same line as its condition."""
    if len(steps) == 1 and not steps[0].steps and len(head) + len(steps[0].text) < 160:
        return Step(f"{head}: {small(steps[0].text)}")
    return Step(f"{head}:", steps)


def _arms(say: Formulas, arms: Sequence[statements.MatchArm], otherwise: statements.Suite | None) -> Iterator[Step]:
    for arm in arms:
        yield with_head(capital(join_items([say.value(value) for value in arm.values], "or")), _inner(say, arm.body))
    if otherwise is not None:
        yield with_head("Anything else", _inner(say, otherwise))


# ---------------------------------------------------------------- choices


def _choose(say: Formulas, node: statements.Choose, is_last: bool) -> Iterator[Step]:
    """Describes a choice. Declining it, or having nothing to choose, skips the rest of the rule."""
    head = "You may choose" if node.may else "Choose"
    if node.condition is not None:
        head = f"If {say.test(node.condition)}, you may choose"
    skipped = not (is_last and node.menu is not None)
    notes = [
        *(["or skip the rest"] if node.may and skipped else []),
        *(["if you can, else skip the rest" if skipped else "if you can"] if node.if_able else []),
        *(["without the others noticing"] if node.unseen else []),
    ]
    note = f", {', '.join(notes)}" if notes else ""
    if len(node.lines) == 1 and node.menu is None and isinstance(node.lines[0], statements.Selection):
        yield Step(lone_selection(say, node.lines[0], head, note))
    elif node.lines:
        yield Step(f"{head}{note}:", tuple(_choice_steps(say, node)))
    elif node.menu is not None:
        entries = tuple(_menu(say, node.menu))
        if node.may and len(entries) == 1:
            yield Step(f"{head.removesuffix(' choose')} do {entries[0].text}{note}.")
        else:
            yield Step(f"{head} one of these actions{note}:", entries)
    if node.otherwise is not None:
        yield with_head("If nothing can be chosen, skip the rest and do this", _inner(say, node.otherwise))


def _choice_steps(say: Formulas, node: statements.Choose) -> Iterator[Step]:
    for line in node.lines:
        yield _line(say, line)
        if not isinstance(line, statements.RequireStmt):
            say = say.binding(line.name.text)
    if node.menu is not None:
        yield Step("then one of these actions:", tuple(_menu(say, node.menu)))


def _line(say: Formulas, line: statements.Selection | statements.LetStmt | statements.RequireStmt) -> Step:
    match line:
        case statements.Selection():
            return Step(selection(say, line))
        case statements.LetStmt(name, value):
            return Step(f"{_let(say, name.text, value)}.")
        case statements.RequireStmt():
            return demand(say, line)


def _roll(say: Formulas, lines: _Lines) -> Iterator[Step]:
    if len(lines) == 1:
        match lines[0]:
            case statements.Selection(name, picks=(statements.PickOf(quantity, formulas.Name("players")),)) if (
                quantity.kind == "one" and is_noun(name.text)
            ):
                yield Step(f"Draw by lot who is the {mark_name(name.text)}.")
                return
            case statements.Selection(name, picks=(statements.PickOf(quantity, formulas.Name(of)),)) if (
                quantity.kind == "one" and of in say.names.maps | frozenset(say.names.values)
            ):
                yield Step(f"Draw one {mark_word(of)} by lot: {mark_name(name.text)}.")
                return
            case statements.Selection(
                name, picks=(statements.PickOf(quantity, formulas.Binary("..", low, high)),), ask=ask
            ) if (
                low == formulas.Number(1) and quantity.kind in ("one", "exactly") and isinstance(high, formulas.Number)
            ):
                asked = "" if ask is None else f" {quote(ask)}"
                yield Step(f"Roll {_dice(say, quantity, high.value)}: {mark_name(name.text)}.{asked}")
                return
            case _:
                only = _line(say, lines[0])
        yield Step(f"Draw by lot {only.text}", only.steps)
        return
    steps: list[Step] = []
    for line in lines:
        steps.append(_line(say, line))
        if not isinstance(line, statements.RequireStmt):
            say = say.binding(line.name.text)
    yield Step("Draw by lot:", tuple(steps))


def _dice(say: Formulas, quantity: statements.Quantity, sides: int) -> str:
    many = "" if quantity.kind == "one" or quantity.number is None else say.part(quantity.number)
    of_sides = "" if sides == _USUAL_SIDES else f" with {sides} sides"
    return f"{many} dice{of_sides}{' each' if of_sides else ''}" if many not in ("", "1") else f"a die{of_sides}"


_USUAL_SIDES = 6


def _menu(say: Formulas, menu: statements.Menu) -> Iterator[Step]:
    for line in menu.lines:
        only = "" if line.condition is None else f", only if {say.test(line.condition)}"
        yield Step(call_text(say, line.call) + only)
