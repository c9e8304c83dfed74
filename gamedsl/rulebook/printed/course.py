"""Tells the course of a match in a printed book: a round in short, by the names of its parts, then each part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gamedsl.rulebook.contents import Contents
from gamedsl.rulebook.course import actors_text, phase_entry, rounds_text, turns_text
from gamedsl.rulebook.declarations import NUMBER_WORDS, name_that_leads_to, section
from gamedsl.rulebook.glance import choice_lines, name_of_call
from gamedsl.rulebook.layout.flow import begins_steps
from gamedsl.rulebook.model import (
    Block,
    Paragraph,
    Section,
    Step,
    Steps,
    capital,
    mark_name,
    mark_word,
    plain,
    quiet,
    sentence_of_doc,
    small,
    spans,
    split_sentences,
)
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve, frozen


def course_section(say: Formulas, told: Contents, below: Mapping[str, Sequence[declarations.Decl]]) -> Section:
    """Makes the chapter on the course of a match. A game whose rounds have one part has no heading for it."""
    rounds = next((decl for decl in told.decls if isinstance(decl, declarations.Rounds)), None)
    entries = () if rounds is None else rounds.phases
    order = [entry.name.text for entry in entries]
    phases = [decl for decl in told.decls if isinstance(decl, declarations.Phase)]
    phases.sort(key=lambda phase: order.index(phase.name.text) if phase.name.text in order else len(order))
    made = [_phase(say, phase, below.get(phase.name.text, ())) for phase in phases]
    if rounds is None:
        return Section(_ROUND, parts=tuple(made))
    if rounds.limit is not None and rounds.limit.cut_off:
        rounds = evolve(rounds, limit=None)
    own = section(say, rounds)
    if len(phases) == 1 and len(entries) == 1 and entries[0].until is None:
        return _single(say, rounds, phases[0], own, made[0], is_of_two=told.game.most == 2)
    if len(phases) == 1:
        return evolve(own, title=_ROUND, parts=tuple(made))
    first = sentence_of_doc(rounds.doc) or _opening(say, rounds)
    blocks = (Paragraph(first, is_own=True),) if first else ()
    return Section(_ROUND, blocks, tuple(made), own.tells, exactly=own.exactly)


_ROUND = "The round"


def _opening(say: Formulas, rounds: declarations.Rounds) -> str:
    """Says how many rounds there are; nothing if there are as many as it takes."""
    said = re.sub(r" ?In turn means [^.]*\. ?", " ", rounds_text(say, rounds.limit)).strip()
    said = re.sub(r"( Each round has|, with)$", "", said).removesuffix(".")
    return "" if f"{said}." == _MANY else f"{said}."


_MANY = "The match is played in rounds."


def round_in_short(say: Formulas, told: Contents) -> tuple[Block, ...]:
    """Names the parts of a round, and what players can do in each part. If a round is a single turn, names what players can do in it. Empty if that is only
    one thing."""
    rounds = next((decl for decl in told.decls if isinstance(decl, declarations.Rounds)), None)
    if rounds is None or not rounds.phases:
        return ()
    first, *others = rounds.phases
    if others:
        parts = tuple(_shorten_repeats([_entry(say, told, entry) for entry in rounds.phases]))
        return (Paragraph("", lead="A round in short:"), Steps(parts, is_ordered=True))
    stages = _stages_of(told, first)
    if len(stages) > 1:
        return (Paragraph("", lead="A turn in short:"), Steps(tuple(_steps(stages)), is_ordered=True))
    deeds = [step for stage in stages for step in stage.deeds]
    if len(deeds) > _PAIR:
        return (Paragraph("", lead=f"A turn in short, {stages[0].how}:"), Steps(tuple(deeds)))
    both = join_items([small(step.text) for step in deeds], "or")
    return (Paragraph(f"{both}.", lead="A turn in short:"),) if len(deeds) == _PAIR else ()


_PAIR = 2
"""The deeds that one line can name."""


def _single(
    say: Formulas,
    rounds: declarations.Rounds,
    phase: declarations.Phase,
    own: Section,
    made: Section,
    *,
    is_of_two: bool,
) -> Section:
    """Joins the chapter with its only part. That players take turns is said once."""
    said = turns_text(say, rounds.limit, phase) if not sentence_of_doc(rounds.doc) else ""
    said = said.replace(f": {mark_name(phase.name.text)}", "")
    said = said.replace(", clockwise, until", " until").replace(", clockwise", "") if is_of_two else said
    blocks = list(made.blocks)
    match made.blocks:
        case (Paragraph(text) as first, *others) if said and (found := _TAKE_TURNS.match(text)):
            said = _with_beginner(said, found[1])
            rest = text[found.end() :]
            blocks = [*([evolve(first, text=rest)] if rest else []), *others]
        case _:
            pass
    if not said and not sentence_of_doc(rounds.doc):
        said = _opening(say, rounds)
    opening: list[Block] = [Paragraph(said)] if said else [*own.blocks] if sentence_of_doc(rounds.doc) else []
    blocks = [*opening, *blocks]
    return Section(made.title, tuple(blocks), made.parts, (*own.tells, *made.tells), made.called, made.exactly)


def _phase(say: Formulas, phase: declarations.Phase, below: Sequence[declarations.Decl]) -> Section:
    """Makes the section of a phase, without saying twice that it is somebody's turn."""
    made = section(say, phase)
    who = "" if phase.each is None else actors_text(say, phase.each, sentence_of_doc(phase.body.doc))
    blocks = tuple(
        evolve(block, text=block.text.removeprefix(who).strip())
        if isinstance(block, Paragraph) and who == _IN_TURN and _HAS_TURN.match(plain(block.text))
        else block
        for block in made.blocks
    )
    return _fold(evolve(made, blocks=blocks), [phase, *below], [section(say, decl) for decl in below])


def _fold(phase: Section, decls: Sequence[declarations.Decl], parts: Sequence[Section]) -> Section:
    """Joins a phase with its parts. A rule of one or two sentences that nobody chooses gets no heading: it joins the part that calls it."""
    kept: list[Section] = [phase]
    own: list[declarations.Decl] = [decls[0]]
    for decl, part in zip(decls[1:], parts, strict=True):
        before = [one for one in decls if name_that_leads_to(decl) in _names_in(one)]
        if not _is_short(decl, part) or len(before) != 1 or before[0] not in own:
            kept.append(part)
            own.append(decl)
            continue
        at = own.index(before[0])
        kept[at] = evolve(kept[at], blocks=(*kept[at].blocks, *part.blocks), tells=(*kept[at].tells, *part.tells))
    first, *others = kept
    return evolve(first, parts=tuple(others))


def _is_short(decl: declarations.Decl, part: Section) -> bool:
    is_chosen = isinstance(decl, declarations.Rule) and decl.is_action
    is_chosen = is_chosen or any(isinstance(node, statements.Choose) for node in walk(decl))
    words = sum(len(plain(one.text).split()) for one in part.blocks if isinstance(one, Paragraph) and one.is_own)
    return not is_chosen and len(part.blocks) == 1 and 0 < words <= _SHORT


_SHORT = 45
"""The most words of a rule without a heading."""


def _names_in(decl: declarations.Decl) -> set[str]:
    return {node.id for node in walk(decl) if isinstance(node, formulas.Name)}


def _with_beginner(said: str, who: str) -> str:
    """Puts `, beginning with the dealer` into a sentence on turns."""
    before, until, rest = said.partition(" until")
    return (
        (f"{before.removesuffix(',')}{who},{until}{rest}" if until else f"{said.removesuffix('.')}{who}.")
        if who
        else said
    )


_TAKE_TURNS = re.compile(r"The players take turns([^.]*)\. ?")
_IN_TURN = "The players take turns."
_HAS_TURN = re.compile(r"The players take turns\. [^.:]*\b([Tt]urns?|[Cc]lockwise)\b")


# ---------------------------------------------------------------- a round in short


def _shorten_repeats(parts: Sequence[Step]) -> Iterator[Step]:
    """Yields the parts of a round; choices that appear in several parts are listed in the first one only."""
    known: dict[tuple[Step, ...], str] = {}
    for part in parts:
        first = known.setdefault(part.steps, part.text) if part.steps else part.text
        yield part if first == part.text else Step(f"{part.text}, as in {small(first)}")


@frozen
class _Stage:
    """The choices at one point of a turn, and how many of them a player takes: `up to five of these, in any order`. `name` is the name of the rule with a
    sentence that offers the choices (empty: no such rule)."""

    deeds: tuple[Step, ...]
    how: str
    name: str = ""


_ONE, _ONE_AT_MOST, _ANY = "one of these", "one of these if you like", "any of these, in any order"


def _entry(say: Formulas, told: Contents, entry: declarations.RoundEntry) -> Step:
    """Names a phase, and what players do or choose in it, unless the sentences of the phase list that themselves."""
    stages = _stages_of(told, entry)
    steps = tuple(_steps(stages)) if len(stages) > 1 else tuple(step for one in stages for step in one.deeds)
    name = capital(quiet(phase_entry(say, entry)))
    if len(steps) < _PAIR:
        return Step(name)
    is_plain = len(stages) > 1 or stages[0].how in (_ONE, _ONE_AT_MOST)
    return Step(name if is_plain else f"{name}, {stages[0].how}", steps)


def _steps(stages: Sequence[_Stage]) -> Iterator[Step]:
    """Yields the deeds at each point of a turn, in the order of the points."""
    for at, stage in enumerate(stages):
        if not stage.name and len(stage.deeds) == 1:
            yield Step(f"{stage.deeds[0].text}{' if you like' if stage.how == _ONE_AT_MOST else ''}")
        else:
            yield Step(stage.name or capital(f"{'then ' if at else ''}{stage.how}"), stage.deeds)


def _stages_of(told: Contents, entry: declarations.RoundEntry) -> list[_Stage]:
    """Returns the points of a phase at which players choose a deed; empty if the sentences of the phase list the deeds themselves."""
    found: list[_Stage] = []
    seen: set[str] = set()
    rules = {decl.name.text: decl for decl in told.decls if isinstance(decl, declarations.Rule)}
    for phase in told.decls:
        if not isinstance(phase, declarations.Phase) or phase.name.text != entry.name.text:
            continue
        if any(map(begins_steps, split_sentences(sentence_of_doc(phase.body.doc)))):
            continue
        for stage in _stages(rules, phase.body):
            deeds = tuple(one for one in stage.deeds if one.text not in seen)
            seen.update(one.text for one in deeds)
            found += [evolve(stage, deeds=deeds)] if deeds else []
    return found


def _stages(rules: dict[str, declarations.Rule], body: statements.Suite) -> Iterator[_Stage]:
    for statement in body.body:
        rule = rules.get(name_of_call(statement.call)) if isinstance(statement, statements.CallStmt) else None
        if rule is not None and not rule.is_action:
            own = list(_stages(rules, rule.body))
            if not own:
                yield from _questions(rule)
            elif sentence_of_doc(rule.body.doc):
                deeds = tuple(step for one in own for step in one.deeds)
                yield _Stage(deeds, own[0].how, capital(mark_word(rule.name.text)))
            else:
                yield from own
            continue
        names = [next(spans(line.text)) for line in choice_lines(rules, statement)]
        deeds = tuple(Step(capital(mark_word(name.text))) for name in names if name.is_name)
        if deeds:
            yield _Stage(deeds, _how_many(statement))


def _questions(rule: declarations.Rule) -> Iterator[_Stage]:
    """Yields, as one thing to do, a rule with a sentence in which somebody only answers a question."""
    asked = [one for one in walk(rule.body) if isinstance(one, statements.Choose)]
    if asked and sentence_of_doc(rule.body.doc) and all(one.menu is None for one in asked):
        name = capital(mark_word(rule.name.text))
        how = _ONE_AT_MOST if all(one.may for one in asked) else _ONE
        yield _Stage((Step(name),), how)


def _how_many(statement: statements.Stmt) -> str:
    """Says how many of the actions that a statement offers are done."""
    match statement:
        case statements.Choose(may=True):
            return _ONE_AT_MOST
        case statements.Repeat(limit, until, body) if any(_is_menu(one) for one in body.body):
            if limit is None or limit.kind != "up_to":
                return _ANY
            if not isinstance(limit.number, formulas.Number):
                return f"several of these{_ANY_ORDER}"
            most = NUMBER_WORDS[limit.number.value] if limit.number.value < len(NUMBER_WORDS) else limit.number.value
            return f"{'' if until is None else 'up to '}{most} of these{_ANY_ORDER}"
        case _:
            return _ONE


_ANY_ORDER = ", in any order"


def _is_menu(statement: statements.Stmt) -> bool:
    return isinstance(statement, statements.Choose) and statement.menu is not None
