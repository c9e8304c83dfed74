"""Describes options and scripted seats in a printed book: only what people need, in sentences of the rules, each with the part of the rules that it affects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.rulebook.changes import change_line, declaration_sections, when_place
from gamedsl.rulebook.contents import Contents
from gamedsl.rulebook.declarations import doc_of, key_of, section
from gamedsl.rulebook.members import body_text, members_section
from gamedsl.rulebook.model import (
    Block,
    Key,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    capital,
    mark_name,
    own_sentence,
    readable,
    sentence_of_doc,
    small,
)
from gamedsl.rulebook.printed.material import pieces_line, pieces_section
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.semantics.model.merged import literal_text
from gamedsl.syntax.tree import data, declarations, fields, formulas
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve


def seats_section(say: Formulas, told: Contents) -> Section:
    """Makes the chapter on scripted seats, with their names."""
    made = [_seat(say, seat) for seat in told.seats]
    return made[0] if len(made) == 1 else Section(join_items([one.title for one in made]), parts=tuple(made))


def _seat(say: Formulas, seat: declarations.Seat) -> Section:
    name = f"seat {seat.name.text}"
    key = Key("seat", seat.name.text, "")
    members = [one for one in seat.members if isinstance(one, fields.Field | fields.Define)]
    own = members_section(say, "", members, name) if members else Section("")
    changes = [one for one in seat.members if not isinstance(one, fields.Field | fields.Define | declarations.Answer)]
    rows, lines, parts = _tell_changes(say, changes, name)
    answers = () if seat.doc else tuple(_answers(say, seat))
    blocks = (
        *own_sentence(seat.doc),
        *answers,
        *((Steps(tuple(lines)),) if lines else ()),
        *own.blocks,
        *((Paragraph(f"{capital(readable(seat.name.text))} does these differently:"), _table(rows)) if rows else ()),
    )
    return Section(capital(readable(seat.name.text)), blocks, tuple(parts), (key, *own.tells))


def _answers(say: Formulas, seat: declarations.Seat) -> Iterator[Block]:
    """Describes the choices that the rules make for a seat, unless a sentence of the seat describes them."""
    lines = tuple(
        Step(f"{mark_name(one.name.text)}: {_POLICIES.get(one.policy, one.policy)}{_by(say, one)}.")
        for one in seat.members
        if isinstance(one, declarations.Answer)
    )
    if lines:
        yield Paragraph("Nobody sits there. Where a player would choose, this holds:")
        yield Steps(lines)


def _by(say: Formulas, answer: declarations.Answer) -> str:
    return "" if answer.key is None else f" {say.impersonal().value(answer.key)}"


_POLICIES = {
    "none": "never",
    "random": "by lot",
    "first": "the first possible",
    "last": "the last possible",
    "lowest": "the lowest",
    "highest": "the highest",
}


def options_section(say: Formulas, told: Contents) -> Section:
    """Makes the chapter on options: for each option its meaning, then the rules that differ with it."""
    options = [decl for decl in told.decls if isinstance(decl, declarations.Option)]
    whens = list(told.whens)
    parts: list[Section] = []
    for option in options:
        own = [when for when in whens if _is_about(when, option.name.text)]
        made = _option(say, option)
        whens = [when for when in whens if when not in own]
        if len({when_place(say, one) for one in own}) == 1:
            changes = tuple(change for one in own for change in one.changes)
            more = _when(say, evolve(own[0], changes=changes))
            parts.append(
                evolve(made, blocks=(*made.blocks, *more.blocks), parts=more.parts, tells=(*made.tells, *more.tells))
            )
        else:
            parts.append(evolve(made, parts=tuple(_when(say, one) for one in own)))
    others = [_when(say, when) for when in whens]
    if not options and (lines := [step for one in others for step in _in_one_line(one)]) and len(lines) == len(others):
        return Section("What differs", (Steps(tuple(lines)),), tells=tuple(key for one in others for key in one.tells))
    parts += others
    return Section("Options" if options else "What differs", parts=tuple(parts))


def _in_one_line(when: Section) -> Iterator[Step]:
    """Yields the rules under a condition as one line, if they are only one line."""
    match when.blocks:
        case (Steps((Step(text, ()),)),) if not when.parts:
            yield Step(f"{when.title}: {small(text)}")
        case _:
            pass


def _option(say: Formulas, option: declarations.Option) -> Section:
    """Describes an option; an option with the values yes and no is "played with" or not."""
    made = section(say, option)
    first = literal_text(option.values[0])
    if {literal_text(one) for one in option.values} != {"yes", "no"}:
        return made
    usual = "Play with this only if all agree." if first == "no" else "Play with this unless all agree to leave it out."
    return evolve(made, blocks=(*own_sentence(option.doc), Paragraph(usual)))


def _is_about(when: declarations.When, option: str) -> bool:
    return any(node == formulas.Name(option) for node in walk(when.condition))


def _when(say: Formulas, when: declarations.When) -> Section:
    """Describes the rules that hold under a condition."""
    place = when_place(say, when)
    rows, lines, parts = _tell_changes(say, when.changes, place)
    blocks = (
        *own_sentence(when.doc),
        *((Steps(tuple(lines)),) if lines else ()),
        *((_table(rows),) if rows else ()),
    )
    return Section(f"When {place}", blocks, tuple(parts), (Key("when", "", place),))


_Differences = tuple[list[tuple[str, str]], list[Step], list[Section]]


def _tell_changes(say: Formulas, changes: Sequence[declarations.Change], place: str) -> _Differences:
    """Returns the description of changes: rows with the sentences of rules, lines, and sections for changes that need more than a sentence. Helper formulas
    without a sentence are left out, and so are changes that only set a value if a sentence tells the value."""
    rows: list[tuple[str, str]] = []
    lines: list[Step] = []
    parts: list[Section] = []
    for change in changes:
        match change:
            case declarations.Add(fields.Define()) | declarations.Replace(fields.Define()) | declarations.SetValue():
                pass
            case declarations.Add(decl) | declarations.Replace(decl) if isinstance(decl, _WITH_SENTENCE):
                if said := sentence_of_doc(doc_of(decl)):
                    rows.append((mark_name(key_of(decl).name or key_of(decl).sort), said))
                elif isinstance(change, declarations.Add):
                    parts += declaration_sections(say, decl, place)
            case declarations.Replace(decl) if not sentence_of_doc(doc_of(decl)) and not isinstance(
                decl, fields.Fields
            ):
                pass  # the sentence of the condition tells it
            case declarations.Add(data.Component() as decl) | declarations.Replace(data.Component() as decl):
                lines.append(pieces_line(say, decl))
                parts += (one for one in (pieces_section(say, decl),) if one.blocks)
            case declarations.Add(fields.Fields(members=members)) | declarations.Replace(
                fields.Fields(members=members)
            ):
                rows += (
                    (mark_name(one.name.text), said)
                    for one in members
                    if sentence_of_doc(one.doc) and (said := body_text(say, one))
                )
            case declarations.Add(decl) | declarations.Replace(decl):
                parts += (evolve(one, exactly=None) for one in declaration_sections(say, decl, place) if one.blocks)
            case declarations.Seat():
                more, _, others = _tell_changes(
                    say, [one for one in change.members if not isinstance(one, _OWN)], place
                )
                who = mark_name(change.name.text)
                rows += [(f"{name}, {who}", said) for name, said in more]
                parts += others
            case _:
                lines.append(change_line(say, change))
    return rows, lines, parts


_WITH_SENTENCE = (declarations.WithBody, declarations.PickDecl, declarations.Score)
_OWN = (fields.Field, fields.Define, declarations.Answer)


def _table(rows: Sequence[tuple[str, str]]) -> Table:
    return Table(("part", "what is different, or new"), tuple((capital(name), said) for name, said in rows))
