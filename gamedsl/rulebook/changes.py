"""Describes options, scripted seats and variants: their differences from the rules before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.reports.titles import game_title
from gamedsl.rulebook.declarations import doc_of, key_of, section, sentences_of, sort_of
from gamedsl.rulebook.members import members_section
from gamedsl.rulebook.model import (
    INSTEAD,
    Block,
    Key,
    Paragraph,
    Section,
    Step,
    Steps,
    bracket,
    capital,
    clean,
    mark_name,
    own_sentence,
    readable,
    sentence_of_doc,
)
from gamedsl.rulebook.sentences.choices import call_text, demand, quote
from gamedsl.rulebook.sentences.clauses import limit_text
from gamedsl.rulebook.sentences.english import is_plural, with_article
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.rulebook.sentences.statements import suite_steps
from gamedsl.syntax.tree import declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.walk import name_of_place
from gamedsl.values import evolve


def when_section(say: Formulas, when: declarations.When) -> Section:
    """Describes the changes under a condition."""
    condition = when_place(say, when)
    return _changes_section(
        say, f"When {condition}", own_sentence(when.doc), when.changes, condition, (Key("when", "", condition),)
    )


def when_place(say: Formulas, when: declarations.When) -> str:
    """Returns the condition of a block in words, which is the place of its declarations."""
    return say.impersonal().test(when.condition)


def variant_section(
    say: Formulas,
    variant: declarations.Variant,
    elsewhere: frozenset[declarations.SetValue | declarations.SetCopies],
    examples: frozenset[str],
) -> Section:
    """Describes the changes of a variant: names declarations that are new or replaced, because earlier chapters describe them. `elsewhere` are lines that
    the tables of the book do not show. `examples` are left out of the book; no sentence mentions them."""
    title = readable(variant.name.text)
    bases = join_items([game_title(base.text, ()) for base in variant.bases])
    is_shown = elsewhere.isdisjoint(
        change for change in variant.changes if isinstance(change, declarations.SetValue | declarations.SetCopies)
    )
    before = "The chapters before tell the rules with these changes." if is_shown else _NOT_IN_TABLES
    opening = (*own_sentence(variant.doc), Paragraph(f"It changes {bases}. {before}"))
    changes = [
        change
        for change in variant.changes
        if not (isinstance(change, declarations.Remove) and change.name.text in examples)
    ]
    apart = [
        change
        for change in changes
        if not isinstance(change, declarations.Add | declarations.Replace) or _is_conditional(change.decl)
    ]
    made = _changes_section(say, capital(title), opening, apart, "", (Key("variant", variant.name.text),))
    named_ones = tuple(
        Step(line)
        for change in changes
        if isinstance(change, declarations.Add | declarations.Replace)
        for line in _names_in_change(change)
    )
    return evolve(made, blocks=_with_lines(made.blocks, named_ones)) if named_ones else made


def sentences_before(say: Formulas, decls: Sequence[declarations.Decl]) -> Section:
    """Lists the sentences of the game before the variant that the other chapters leave out: the numbers in them may have changed."""
    lines = tuple(
        Step(f"{mark_name(key_of(decl).name)}: {' '.join(gone)}")
        for decl in decls
        for gone in sentences_of(say, decl)[1:]
        if gone
    )
    opening = Paragraph("These sentences are those of the game before. Their numbers may be others now.", is_aside=True)
    return Section("What was said before the changes", (opening, Steps(lines)) if lines else ())


def _with_lines(blocks: tuple[Block, ...], lines: tuple[Step, ...]) -> tuple[Block, ...]:
    """Adds lines to the list at the end, or a list."""
    *others, last = blocks
    return (*others, Steps((*last.steps, *lines))) if isinstance(last, Steps) else (*blocks, Steps(lines))


def _is_conditional(decl: declarations.Decl) -> bool:
    """Whether a declaration has a section of its own among the changes: it depends on an option, or is a scripted seat."""
    return isinstance(decl, declarations.When | declarations.Seat)


def _names_in_change(change: declarations.Add | declarations.Replace) -> Iterator[str]:
    """Yields the names of new and replaced declarations; nothing for examples and promises, because they are not rules."""
    decl = change.decl
    if _is_conditional(decl) or isinstance(
        decl, example_lines.Example | declarations.Invariant | declarations.Possible | example_lines.StartPosition
    ):
        return
    told = sentence_of_doc(doc_of(decl))
    if told and key_of(decl).name:
        yield f"{mark_name(key_of(decl).name)}{' is new' if isinstance(change, declarations.Add) else ''}: {told}"
        return
    names = (
        [mark_name(member.name.text) for member in decl.members]
        if isinstance(decl, fields.Fields)
        else [mark_name(name)]
        if (name := key_of(decl).name)
        else [f"the {sort_of(decl)}"]
    )
    is_one = len(names) == 1
    verb = (
        ("is new" if is_one else "are new")
        if isinstance(change, declarations.Add)
        else "differs"
        if is_one
        else "differ"
    )
    yield f"{capital(join_items(names))} {verb}."


_NOT_IN_TABLES = "Where a table before says otherwise, this holds."


def seat_section(say: Formulas, seat: declarations.Seat, place: str = "") -> Section:
    """Describes a scripted seat."""
    opening: list[Block] = [*own_sentence(seat.doc)]
    if not place:
        there = "" if seat.condition is None else f"This seat plays if {say.impersonal().test(seat.condition)}. "
        opening.append(Paragraph(f"{there}Nobody sits there; the rules decide."))
    answers = tuple(Step(_answer(say, member)) for member in seat.members if isinstance(member, declarations.Answer))
    if answers:
        opening += [Paragraph("Where a player would choose, the rules choose:"), Steps(answers)]
    name = f"seat {seat.name.text}"
    members = [m for m in seat.members if isinstance(m, fields.Field | fields.Define)]
    parts = [members_section(say, "Of its own", members, name, place)] if members else []
    changes = [m for m in seat.members if not isinstance(m, fields.Field | fields.Define | declarations.Answer)]
    inside = ", ".join(part for part in (name, place) if part)
    key = Key("seat", seat.name.text, place)
    made = _changes_section(say, readable(seat.name.text), tuple(opening), changes, inside, (key,))
    return Section(made.title, made.blocks, (*parts, *made.parts), made.tells)


def _answer(say: Formulas, answer: declarations.Answer) -> str:
    policies = {
        "none": "it never takes this",
        "random": "by chance",
        "first": "the first possible",
        "last": "the last possible",
        "lowest": "the lowest",
        "highest": "the highest",
    }
    policy = policies.get(answer.policy, answer.policy if answer.key is not None else f"{answer.policy}")
    by = "" if answer.key is None else f" {say.impersonal().value(answer.key)}"
    return f"{mark_name(answer.name.text)}: {policy}{by}."


def _changes_section(
    say: Formulas,
    title: str,
    opening: tuple[Block, ...],
    changes: Sequence[declarations.Change],
    place: str,
    tells: tuple[Key, ...],
) -> Section:
    """Makes a section of changes: small ones are lines of the section, declarations are parts of it."""
    lines: list[Step] = []
    parts: list[Section] = []
    for change in changes:
        match change:
            case declarations.Add(decl) | declarations.Replace(decl):
                parts += declaration_sections(say, decl, place, "" if isinstance(change, declarations.Add) else INSTEAD)
            case declarations.Seat():
                parts.append(seat_section(say, change, place))
            case declarations.ChangeEnd(sentence, new) if new is not None:
                lines.append(Step(f"This end is replaced by the one below: “{clean(sentence.text)}”"))
                parts += declaration_sections(say, new, place, INSTEAD)
            case _:
                lines.append(change_line(say, change))
    between = (Paragraph("This differs:"),) if lines and opening else ()
    blocks = (*opening, *between, Steps(tuple(lines))) if lines else opening
    return Section(title, blocks, tuple(parts), tells)


def declaration_sections(say: Formulas, decl: declarations.Decl, place: str, before: str = "") -> Iterator[Section]:
    """Yields the sections of a declaration inside a change."""
    match decl:
        case fields.Fields(members=members, doc=doc):
            name = block_name(decl)
            yield _add_to_title(before, members_section(say, block_title(name), members, name, place, doc or ""))
        case declarations.Seat():
            yield _add_to_title(before, seat_section(say, decl, place))
        case declarations.When():
            yield _add_to_title(before, when_section(say, decl))
        case _:
            yield _add_to_title(before, section(say, decl, place))


def _add_to_title(before: str, made: Section) -> Section:
    return evolve(made, title=f"{before}{made.title}")


def block_name(decl: fields.Fields) -> str:
    """Returns the name of a block: `shared`, `each player`."""
    return "shared" if decl.owner is None else f"each {decl.owner.text}"


def block_title(name: str) -> str:
    """Returns the heading for a block of fields."""
    return "In the middle, for all" if name == "shared" else f"Each {readable(name.removeprefix('each '))} has"


_PARTS = {"setup": "the set-up", "rounds": "each round", "end": "the end of the match"}
"""The words for the parts of a match that have no name."""


def change_line(say: Formulas, change: declarations.Change) -> Step:
    """Tells a small change in a line."""
    own = say.impersonal()
    match change:
        case declarations.SetValue(place, value):
            verb = "are" if is_plural(name_of_place(place)) else "is"
            return Step(f"{capital(own.value(place))} {verb} {own.value(value)}.")
        case declarations.SetCopies(of, zone, value):
            where = (
                ""
                if zone is None
                else f" in {with_article(zone.id) if isinstance(zone, formulas.Name) else own.value(zone)}"
            )
            number = "no" if value == formulas.Number(0) else own.value(value)
            if isinstance(of, formulas.Attribute) and of.name.text in say.names.people:
                kind = of.of.id if isinstance(of.of, formulas.Name) else ""
                what = say.names.several(kind) if kind in say.names.components else own.value(of.of)
                return Step(f"{mark_name(of.name.text)} starts with {number} {what}{where}.")
            if isinstance(of, formulas.Name) and of.id in say.names.components:
                return Step(f"There are {number} of each {own.value(of)}{where}.")
            return Step(f"{own.value(of)}: {number}{where}.")
        case declarations.SetPlayers(fewest, most):
            return Step(f"For {fewest} to {most} players." if fewest != most else f"For {fewest} players.")
        case declarations.SetTotal(total, component):
            return Step(f"There are {total} {mark_name(component.text)}.")
        case declarations.SetLimit(part, limit):
            return Step(
                f"{mark_name(part.text)}: {limit_text(own, limit) or f'at most {own.part(limit.number)} times'}."
            )
        case declarations.Insert(call, side, anchor, part):
            where = _PARTS.get(part.text, mark_name(part.text))
            return Step(f"In {where}, {side} {mark_name(anchor.text)}, comes {call_text(say, call)}.")
        case declarations.Remove(name):
            return Step(f"Without {mark_name(name.text)}.")
        case declarations.RemoveBroken(name):
            return Step(f"The examples that no longer hold for {mark_name(name.text)} are left out.")
        case declarations.ReplaceRequirement(new, part):
            needed = demand(say, new)
            return Step(f"In {mark_name(part.text)} this is now needed: {needed.text}", needed.steps)
        case declarations.RemoveRequirement(_, name, part):
            return Step(f"In {mark_name(part.text)} this is no longer needed: {_requirement(say, name.text)}.")
        case declarations.ChangeMatch():
            return _match(say, change)
        case declarations.ChangeEnd(sentence):
            return Step(f"This end is left out: “{clean(sentence.text)}”")
        case declarations.Reword(old, new):
            return Step(f"Instead of “{clean(old.text)}” the sentences say “{clean(new)}”.")
        case declarations.RemoveWhen(condition):
            return Step(f"What differs if {own.test(condition)} is left out.")
        case _:
            raise AssertionError(f"{type(change).__name__} has a section of its own")


def _requirement(say: Formulas, name: str) -> str:
    """Returns the sentence of a requirement with its name."""
    why = say.names.requirements.get(name)
    return mark_name(name) if why is None else f"{quote(why)} {bracket(mark_name(name))}"


def _match(say: Formulas, change: declarations.ChangeMatch) -> Step:
    case = join_items([say.value(value) for value in change.values], "or") if change.values else "anything else"
    head = f"In {mark_name(change.part.text)}, for {case}"
    match change.to:
        case None:
            return Step(f"{head}: nothing any more.")
        case statements.Suite():
            return Step(f"{head}:", suite_steps(say, change.to))
        case _:
            return Step(f"{head}: {say.value(change.to)}.")
