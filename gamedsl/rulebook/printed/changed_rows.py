"""Shows each change of a variant as a row with three cells: the changed thing, its old text, and its new text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from gamedsl.rulebook.changes import when_place
from gamedsl.rulebook.course import ranking_text
from gamedsl.rulebook.declarations import doc_of, key_of, section
from gamedsl.rulebook.members import body_text, formula_text
from gamedsl.rulebook.model import (
    LEFT,
    Paragraph,
    Step,
    capital,
    clean,
    mark_name,
    plain,
    readable,
    sentence_of_doc,
    split_sentences,
    without_notes,
)
from gamedsl.rulebook.sentences.choices import call_text, demand
from gamedsl.rulebook.sentences.clauses import limit_text
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.rulebook.sentences.statements import suite_steps
from gamedsl.semantics.data.set_lines import argument_text
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.walk import walk

Row: TypeAlias = tuple[str, str, str]
Before: TypeAlias = Mapping[str, declarations.Decl | fields.Field | fields.Define]
"""The declarations and the members of blocks before a variant, by their names; those without a name by their sorts."""

NOTHING = "–"
_ANEW = "changed: its steps stand in its section"
_PARTS = {"setup": "set-up", "rounds": "each round", "end": "end of the match"}
"""The words for the parts of a match that have no name."""


def rows_of_change(say: Formulas, change: declarations.Change, before: Before) -> Iterator[Row]:
    """Yields the rows of a change. Changed cells that a table shows are left out, and so are examples, promises and words of sentences, because they change
    no rule."""
    own = say.impersonal()
    match change:
        case declarations.SetLimit(part, limit):
            yield from _limit(own, part.text, limit, change.is_entry, before)
        case declarations.SetTotal(total, component):
            old = before.get(component.text)
            number = old.total if isinstance(old, data.Component) else None
            yield say.names.several(component.text), NOTHING if number is None else str(number), str(total)
        case declarations.SetValue(place=formulas.Name(name), value=value):
            yield mark_name(name), _value_before(own, before.get(name)), capital(own.value(value))
        case declarations.Insert(call, side, anchor, part):
            where = _PARTS.get(part.text, mark_name(part.text))
            yield where, NOTHING, f"{capital(side)} {mark_name(anchor.text)} comes {call_text(say, call)}."
        case declarations.ReplaceRequirement(new, part):
            yield mark_name(part.text), _requirement(say, new.name.text, before.get(part.text)), _line(demand(say, new))
        case declarations.RemoveRequirement(_, name, part):
            yield mark_name(part.text), _requirement(say, name.text, before.get(part.text)), "this is not needed"
        case declarations.ChangeMatch():
            case = join_items([own.value(value) for value in change.values], "or") if change.values else "anything else"
            yield f"{mark_name(change.part.text)}: {case}", _arm(own, change, before), _content(own, change.to)
        case declarations.ChangeEnd(sentence, new):
            now = "this is no end" if new is None else _end(say, new)
            yield "end of the match", _words(sentence.text), now
        case declarations.RemoveWhen(condition):
            yield f"if {own.test(condition)}", "some rules differ", "the rules are the same"
        case declarations.Seat() | declarations.Add(declarations.Seat()) | declarations.Replace(declarations.Seat()):
            seat = change if isinstance(change, declarations.Seat) else change.decl
            if isinstance(seat, declarations.Seat):
                yield from _seat(seat, is_new=isinstance(change, declarations.Add))
        case declarations.Add(declarations.When() as when) | declarations.Replace(declarations.When() as when):
            was = NOTHING if isinstance(change, declarations.Add) else "other rules differ"
            yield f"if {when_place(say, when)}", was, _words(when.doc) or "some rules differ"
        case declarations.Add(decl) if not isinstance(decl, _NO_RULES):
            yield from _tell_added(say, decl)
        case declarations.Replace(decl) if not isinstance(decl, _NO_RULES):
            yield from _tell_replaced(say, decl, before)
        case declarations.Remove(name) if (old := before.get(name.text)) and not isinstance(old, _NO_RULES):
            yield (
                mark_name(name.text),
                _words(old.doc if isinstance(old, _MEMBERS) else doc_of(old)) or "there is one",
                "there is none",
            )
        case _:
            pass


_MEMBERS = (fields.Field, fields.Define)
_NO_RULES = (
    example_lines.Example,
    declarations.Invariant,
    declarations.Possible,
    example_lines.StartPosition,
    declarations.Aimed,
)


def _words(doc: str | None) -> str:
    return without_notes(sentence_of_doc(doc))


def _line(step: Step) -> str:
    """Returns a step and its substeps as one text."""
    return " ".join((step.text, *map(_line, step.steps)))


def name_of(decl: declarations.Decl) -> str:
    """Returns the name of the changed declaration; a score is named by the moment at which it counts."""
    key = key_of(decl)
    if isinstance(decl, declarations.Score):
        return "at the end of the match"
    if isinstance(decl, declarations.Ends):
        return "end of the match"
    return mark_name(key.name) if key.name else _PARTS.get(key.sort, key.sort)


# ---------------------------------------------------------------- lines


def _limit(own: Formulas, part: str, limit: statements.Limit, is_entry: bool, before: Before) -> Iterator[Row]:
    """Yields how often something happens at most; nothing for a guard, which no match reaches."""
    old = before.get("rounds" if is_entry else part)
    if limit.kind != "up_to" and not limit.cut_off:
        return
    if isinstance(old, declarations.Rounds) and not is_entry:
        former = None if old.limit is None or old.limit.kind != "up_to" else old.limit
        yield mark_name(part), NOTHING if former is None else own.part(former.number), own.part(limit.number)
        return
    entries = old.phases if isinstance(old, declarations.Rounds) else ()
    limits = (
        [one.limit for one in entries if one.name.text == part]
        if is_entry
        else [node for node in (() if old is None else walk(old)) if isinstance(node, statements.Limit)]
    )
    was = limit_text(own, limits[0]) if len(limits) == 1 and limits[0] is not None else ""
    yield mark_name(part), was or NOTHING, limit_text(own, limit)


def _value_before(own: Formulas, old: declarations.Decl | fields.Field | fields.Define | None) -> str:
    match old:
        case fields.Define(value=value):
            return capital(own.value(value))
        case fields.Field(start=value) if value is not None:
            return capital(own.value(value))
        case declarations.Option(values=values):
            return argument_text(values[0])
        case _:
            return NOTHING


def _requirement(say: Formulas, name: str, old: object) -> str:
    """Returns a requirement as it was before."""
    for node in walk(old):
        if isinstance(node, statements.RequireStmt | statements.EnsureStmt) and node.name.text == name:
            return _line(demand(say, node))
    return mark_name(name)


def _arm(own: Formulas, change: declarations.ChangeMatch, before: Before) -> str:
    """Returns what a `match` said for a case before the change."""
    if change.deed == "add":
        return NOTHING
    for node in walk(before.get(change.part.text)):
        match node:
            case statements.Match():
                suites = [arm.body for arm in node.arms if set(change.values) & set(arm.values)]
                suites += [node.otherwise] if not change.values and node.otherwise is not None else []
                if suites:
                    return _content(own, suites[0])
            case formulas.MatchExpr():
                results = [result for values, result in node.arms if set(change.values) & set(values)]
                results += [node.otherwise] if not change.values and node.otherwise is not None else []
                if results:
                    return _content(own, results[0])
            case _:
                pass
    return NOTHING


def _content(own: Formulas, to: statements.Suite | formulas.Expr | None) -> str:
    match to:
        case None:
            return "nothing"
        case statements.Suite():
            return " ".join(_line(step) for step in suite_steps(own, to))
        case _:
            return capital(own.value(to))


def _end(say: Formulas, end: declarations.Ends) -> str:
    """Returns an end of the match in words: its sentence, or its condition."""
    told = section(say, end).blocks[:1]
    return _words(end.doc) or next((clean(one.text) for one in told if isinstance(one, Paragraph)), "another end")


def _seat(seat: declarations.Seat, *, is_new: bool) -> Iterator[Row]:
    was = NOTHING if is_new or seat.condition is not None else "plays by the rules of its section"
    first = (*split_sentences(_words(seat.doc)), "")[0]
    yield (
        mark_name(seat.name.text),
        was,
        first or ("a seat that the rules play" if is_new else "plays otherwise: see its section"),
    )


# ---------------------------------------------------------------- declarations


def _tell_added(say: Formulas, decl: declarations.Decl) -> Iterator[Row]:
    match decl:
        case fields.Fields(members=members):
            for member in members:
                if said := _words(member.doc) or body_text(say, member):
                    yield mark_name(member.name.text), NOTHING, said
        case declarations.Ends():
            yield name_of(decl), NOTHING, _end(say, decl)
        case fields.Define(doc=None):
            return  # only a helper formula
        case _:
            yield name_of(decl), NOTHING, _words(doc_of(decl)) or _short(say, decl) or "this is new"


def _tell_replaced(say: Formulas, decl: declarations.Decl, before: Before) -> Iterator[Row]:
    if isinstance(decl, fields.Fields):
        for member in decl.members:
            yield from _tell_replaced_member(say, member, before.get(member.name.text))
        return
    if isinstance(decl, fields.Define):
        yield from _tell_replaced_member(say, decl, before.get(decl.name.text))
        return
    key = key_of(decl)
    old = before.get(key.name or key.sort)
    if old is None or isinstance(old, _MEMBERS):
        return
    was, now = _words(doc_of(old)), _words(doc_of(decl))
    short = (_short(say, old), _short(say, decl))
    if now and now != was:
        yield name_of(decl), _not_in(was, now) or NOTHING, _not_in(now, was) or now
    elif short[1] and short[0] != short[1]:
        yield name_of(decl), short[0] or NOTHING, short[1]
    elif isinstance(decl, data.ListTable | data.RowTable | data.RecordType | data.Component):
        return  # its cells have rows of their own
    elif now:
        yield name_of(decl), (*split_sentences(was), "")[0], "the same, with another detail: see its section"
    else:
        first, *more = split_sentences(was) or [NOTHING]
        yield name_of(decl), f"{first} …" if more else first, _ANEW


def _tell_replaced_member(
    say: Formulas, new: fields.Field | fields.Define, old: declarations.Decl | fields.Field | fields.Define | None
) -> Iterator[Row]:
    """Yields the old and the new text of a field or a formula: its sentence, or what it computes."""
    former = old if isinstance(old, _MEMBERS) else None
    was, now = ("" if former is None else _words(former.doc)), _words(new.doc)
    if not now or now == was:
        was, now = ("" if former is None else _member_text(say, former)), _member_text(say, new)
    if isinstance(new, fields.Define) and not (_is_plain(was) and _is_plain(now)):
        way = "decided" if now.startswith("Whether ") else "counted"
        was, now = "", f"this is {way} in another way"
    yield mark_name(new.name.text), was or NOTHING, now or "another than before"


def _is_plain(said: str) -> bool:
    """Whether people read a formula in a table: it is short, and needs no brackets."""
    return len(plain(said)) <= _LONG and not _BRACKETS.intersection(said)


_BRACKETS = frozenset(("(", LEFT))
_LONG = 150
"""The letters of a formula from which on nobody reads it in a table."""


def _member_text(say: Formulas, member: fields.Field | fields.Define) -> str:
    return formula_text(say, member) if isinstance(member, fields.Define) else body_text(say, member)


def _short(say: Formulas, decl: declarations.Decl) -> str:
    """Describes a declaration without a sentence in a few words; empty for other declarations."""
    match decl:
        case data.EnumType(values=values):
            return join_items([readable(one.text) for one in values])
        case data.Grid(rows=rows, columns=columns):
            return f"{rows} by {columns}"
        case data.Ring(size=size) | data.Track(size=size):
            return f"{size} places"
        case data.Component(rows=None, numbers=numbers, total=total):
            number = str(total) if total is not None else "" if numbers is None else say.part(numbers)
            return f"{number} {say.names.several(decl.name.text)}".strip()
        case declarations.Rounds(phases=phases):
            return capital(join_items([mark_name(one.name.text) for one in phases]))
        case declarations.Ranking():
            return ranking_text(say, decl)
        case declarations.Score(value=value):
            return capital(say.impersonal().value(value))
        case declarations.Ends():
            return _end(say, decl)
        case declarations.Option(values=values):
            return join_items([argument_text(one) for one in values], "or")
        case _:
            return ""


def _not_in(said: str, other: str) -> str:
    """Returns the sentences of a text that another text does not have."""
    every = split_sentences(other)
    return " ".join(one for one in split_sentences(said) if one not in every)
