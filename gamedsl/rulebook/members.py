"""Describes zones, fields and formulas: the rows of a block, and their exact steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gamedsl.graph.analysis.number_words import number_in_words
from gamedsl.rulebook.box.tokens import WRITTEN
from gamedsl.rulebook.model import (
    Block,
    Key,
    Paragraph,
    Section,
    Steps,
    Table,
    bracket,
    capital,
    mark_name,
    mark_word,
    own_sentence,
    readable,
    sentence_of_doc,
)
from gamedsl.rulebook.sentences.english import article, is_noun, is_plural, plural, statement, with_article
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.outlines import Outline, value_outline
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.syntax.tree import fields, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve


def member_row(say: Formulas, member: fields.Field | fields.Define) -> tuple[str, str]:
    """Describes a zone, a field or a formula as a row: its name and its description."""
    own = sentence_of_doc(member.doc)
    said = field_text(say, member) if isinstance(member, fields.Field) else formula_text(say, member)
    return mark_name(member.name.text), f"{own} {said}".strip()


def members_section(
    say: Formulas,
    title: str,
    members: Sequence[fields.Field | fields.Define],
    block: str,
    place: str = "",
    doc: str = "",
    more: tuple[tuple[str, str], ...] = (),
    more_exact: tuple[tuple[str, str], ...] = (),
) -> Section:
    """Makes a table of a block, such as `each player` or `shared`: its zones, its members with a sentence, and `more` rows. The other members are described
    step by step, with `more_exact` rows."""
    members = sorted(members, key=lambda one: member_sort(one) != "zone")
    keys = {member_key(member, block, place): member for member in members}
    blocks = (*own_sentence(doc), *member_blocks(say, members, more))
    told = tuple(key for key, member in keys.items() if body_text(say, member))
    return Section(title, blocks, tells=told, exactly=exact_members(say, title, keys, more_exact))


def member_blocks(
    say: Formulas, members: Iterable[fields.Field | fields.Define], more: tuple[tuple[str, str], ...] = ()
) -> Iterator[Block]:
    """Makes a table of the members that are not only told step by step; `more` are further rows."""
    rows = [(mark_name(member.name.text), text) for member in members if (text := body_text(say, member))]
    if rows or more:
        yield Table(("name", "what it is"), (*rows, *more))


def body_text(say: Formulas, member: fields.Field | fields.Define) -> str:
    """Returns the text about a member for players: its sentence, or what lies in a zone. Empty if it has only exact steps."""
    own = sentence_of_doc(member.doc)
    match member:
        case fields.Define() if member.name.text in say.names.backstage:
            return ""
        case fields.Define(value=formulas.Number()) if own:
            return f"{own} {formula_text(say, member)}".strip()
        case fields.Define():
            return own
        case fields.Field(type=fields.RangeType(high=high), doc=None, is_shown=True) if _is_counted(say, member):
            return COUNTED if high >= _GUARD else f"{COUNTED.removesuffix('.')}, {high} at most."
        case fields.Field() if not member.is_shown or member.name.text in say.names.backstage:
            return ""
        case fields.Field(start=formulas.FlagLiteral()):
            return ""
        case fields.Field() if member_sort(member) == "zone" and own:
            hidden = (one for one in map(_hiding_text, member.attributes) if one and one not in own.casefold())
            return " ".join((own, *(f"{capital(one)}." for one in hidden)))
        case fields.Field():
            return f"{own} {_reset_text(say, member)}".strip() if own else field_text(say, member)


COUNTED = "As many as the player has."
"""How a printed book describes what each player has a number of: it belongs into a list of all that a player has."""


def _is_counted(say: Formulas, field: fields.Field) -> bool:
    """Whether a number without a sentence says how many things each player has, such as coins."""
    name = field.name.text
    is_own = name in say.names.amounts & say.names.of_players and name not in WRITTEN and not field.indices
    return say.names.is_printed and is_own and is_plural(name) and is_noun(name)


def _reset_text(say: Formulas, field: fields.Field) -> str:
    """Says which value a field gets again at the start of each round, unless its sentence mentions rounds."""
    period = next((one.period.text for one in field.attributes if isinstance(one, fields.ResetEach)), "")
    if (
        not period
        or field.start is None
        or re.search(rf"\b{re.escape(readable(period))}s?\b", sentence_of_doc(field.doc))
    ):
        return ""
    again = "there is none" if field.start == formulas.NoneLiteral() else f"it is {_start_text(say, field)} again"
    return f"At the start of each {mark_word(period)} {again}."


def is_heavy(say: Formulas, formula: fields.Define) -> bool:
    """Whether a formula is too long for the place of its sentence."""
    return bool(
        formula.params
        or isinstance(formula.value, formulas.MatchExpr)
        or _outline(say, formula).steps
        or len(formula_text(say, formula)) > (_BESIDE if sentence_of_doc(formula.doc) else _ALONE)
    )


_BESIDE, _ALONE = 40, 120
"""The most characters of a formula beside its sentence, and of one without a sentence."""


def exact_members(
    say: Formulas,
    title: str,
    members: Mapping[Key, fields.Field | fields.Define],
    more: tuple[tuple[str, str], ...] = (),
) -> Section | None:
    """Makes the section with the exact steps of members, with `more` rows; None if it would be empty."""
    apart = {key: one for key, one in members.items() if body_text(say, one) != member_row(say, one)[1]}
    if not apart and not more:
        return None
    return Section(title, tuple(_exact_blocks(say, tuple(apart.values()), more)), tells=tuple(apart))


def _exact_blocks(
    say: Formulas, members: Sequence[fields.Field | fields.Define], more: tuple[tuple[str, str], ...]
) -> Iterator[Block]:
    """Makes a table of members and `more` rows, and below it the formulas that need a list or a table. Sentences that stand elsewhere are not repeated."""
    own = [evolve(one, doc=None) if body_text(say, one) else one for one in members]
    lets = [one for one in own if isinstance(one, fields.Define)]
    long = [one for one in lets if isinstance(one.value, formulas.MatchExpr) or _outline(say, one).steps]
    short = [one for one in own if one not in long]
    if short or more:
        yield Table(("name", "what it is"), (*(member_row(say, member) for member in short), *more))
    for member in long:
        yield from own_sentence(member.doc)
        if isinstance(member.value, formulas.MatchExpr):
            yield Paragraph(f"{capital(mark_name(member.name.text))}:")
            yield from formula_blocks(say, member)
        else:
            yield from formula_sentence(say, member, f"{mark_name(member.name.text)}: ")


def member_key(member: fields.Field | fields.Define, block: str, place: str = "") -> Key:
    """Returns the key of a member of a block."""
    inside = ", ".join(part for part in (block, place) if part)
    return Key(member_sort(member), member.name.text, inside)


def member_sort(member: fields.Field | fields.Define) -> str:
    """Returns the noun for a member of a block."""
    if isinstance(member, fields.Define):
        return "formula"
    return "zone" if isinstance(member.type, fields.ZoneType | fields.ValueBagType) else "field"


def field_text(say: Formulas, field: fields.Field) -> str:
    """Describes a field or a zone: its type, its start value and who sees it."""
    is_none = isinstance(field.start, formulas.NoneLiteral) and isinstance(field.type, fields.OptionalType)
    kind = field.type.of if is_none and isinstance(field.type, fields.OptionalType) else field.type
    said = _start_type(say, field.start) if kind is None else type_text(say, kind)
    if places := _numbered_places(say, field):
        said = places
    elif field.indices:
        each = [re.sub(r"^an? ", "", type_text(say, index)) for index in field.indices]
        said += f", one for each {join_items(each)}"
    said = capital(said)
    high = field.type.high if isinstance(field.type, fields.RangeType) else 0
    if high >= _GUARD and isinstance(field.type, fields.RangeType):
        said = said.replace(
            f"A number from {field.type.low} to {high}",
            "A number" if field.type.low == 0 else f"A number from {field.type.low} on",
        )
    if field.start is not None:
        when = next((one.period.text for one in field.attributes if isinstance(one, fields.ResetEach)), "")
        said += f"; {_start_text(say, field)} at the start{f' of each {mark_word(when)}' if when else ''}"
    apart = fields.NotShown | fields.ShownAs
    told = [
        _attribute(one)
        for one in field.attributes
        if not isinstance(one, apart) and not (isinstance(one, fields.ResetEach) and field.start is not None)
    ]
    if _is_open(say, field):
        told.append("seen by everybody")
    told += [f"written {_number_text(one, field.start)}" for one in field.attributes if isinstance(one, fields.ShownAs)]
    return "; ".join((said, *told)) + "."


def _numbered_places(say: Formulas, field: fields.Field) -> str:
    """Describes a row of places for one piece each, as of a market, if they are numbered from 1: `4 places for one tile each, numbered from 1`."""
    match field:
        case fields.Field(type=fields.ZoneType("slot", (piece,)), indices=(fields.RangeType(1, high),)):
            return f"{high} places for one {say.names.single(piece.text)} each, numbered from 1"
        case _:
            return ""


def _is_open(say: Formulas, field: fields.Field) -> bool:
    """Whether everybody sees all pieces in a bag or pile for all, which a printed book has to say of cards."""
    is_zone = isinstance(field.type, fields.ZoneType) and field.type.form != "slot"
    is_for_all = say.names.is_printed and field.name.text in say.names.shared - say.names.of_players
    return (
        is_zone and is_for_all and not any(isinstance(one, fields.SeenBy | fields.TopSeen) for one in field.attributes)
    )


def _start_text(say: Formulas, field: fields.Field) -> str:
    """Describes the value of a field at the start: `0`, `nobody`, `all of the symbols`."""
    if isinstance(field.start, formulas.NoneLiteral):
        kind = field.type.of if isinstance(field.type, fields.OptionalType) else None
        return "nobody" if kind == fields.TypeName(Ident("player")) else "none"
    is_all = isinstance(field.start, formulas.Name) and field.start.id in say.names.values
    return "" if field.start is None else f"{'all of ' if is_all else ''}{say.impersonal().value(field.start)}"


def _number_text(words: fields.ShownAs, start: formulas.Expr | None) -> str:
    """Returns a number in the words that a field is shown with: the start value if it is constant, else any plural number."""
    number = start.value if isinstance(start, formulas.Number) else 2
    return number_in_words(words.text, words.several or words.text, number)


_GUARD = 99
"""From here on, the upper end of a range is no rule for players: no match reaches it."""


def _start_type(say: Formulas, start: formulas.Expr | None) -> str:
    match start:
        case formulas.FlagLiteral():
            return "yes or no"
        case formulas.Number():
            return "a number"
        case formulas.Name(id):
            own = next((name for name, values in say.names.values.items() if id in values), "")
            return f"{article(own)} {mark_word(own)}" if own else "a value"
        case _:
            return "a value"


def _hiding_text(attribute: fields.FieldAttribute) -> str:
    """Says from whom a zone is hidden; empty if it is not."""
    return _attribute(attribute) if isinstance(attribute, fields.SeenBy) and attribute.who.text != "everyone" else ""


def _attribute(attribute: fields.FieldAttribute) -> str:
    match attribute:
        case fields.SeenBy(who):
            known = {
                "nobody": "face down",
                "everyone": "seen by everybody",
                "owner": "hidden from the others",
                "others": "seen by everybody but its owner",
            }
            return known.get(who.text, f"seen by {mark_word(who.text)}")
        case fields.TopSeen():
            return "everybody sees what lies on top"
        case fields.CountHidden():
            return "nobody else sees how many there are"
        case fields.ResetEach(period):
            return f"again so at the start of each {mark_word(period.text)}"
        case fields.Capacity(number):
            return f"with room for {number}"
        case fields.Refilled(source):
            # A past participle such as “used” is no noun: the zone `used` is called “what is used”.
            is_noun = not source.text.endswith("ed")
            refill = with_article(source.text) if is_noun else f"what is {readable(source.text)}"
            verb = "are" if is_noun and is_plural(source.text) else "is"
            return f"when it is empty, {refill} {verb} shuffled to refill it"
        case fields.NotShown() | fields.ShownAs():
            return "not shown"


def type_text(say: Formulas, node: fields.TypeExpr) -> str:
    """Describes a type: `a number from 0 to 40`, `a pile of cards`."""
    match node:
        case fields.TypeName(name):
            known = {
                "players": "a list of players",
                "int": "a number",
                "flag": "yes or no",
                "player": "a player",
                "direction": "a direction",
            }
            return known.get(name.text, f"{article(name.text)} {mark_word(name.text)}")
        case fields.RangeType(low, high):
            return f"a number from {low} to {high}"
        case fields.SetType(of):
            return f"a set of {plural(of.text)}"
        case fields.UnionType(names):
            return f"{article(names[0].text)} {join_items([mark_word(name.text) for name in names], 'or')}"
        case fields.OptionalType(of):
            return f"{type_text(say, of)} or {'nobody' if of == fields.TypeName(Ident('player')) else 'none'}"
        case fields.ZoneType(form, classes):
            several = join_items(
                [mark_word(c.text) if form == "slot" else say.names.several(c.text) for c in classes], "or"
            )
            return f"{'a pile of ' if form == 'pile' else 'room for one ' if form == 'slot' else ''}{several}"
        case fields.ValueBagType(form, low, high):
            return f"a {form} of numbers from {low} to {high}"


# ---------------------------------------------------------------- formulas


def amount_row(say: Formulas, name: str, kinds: Sequence[tuple[str, fields.Define]], zone: str) -> tuple[str, str]:
    """Describes an amount that pieces add up to, as a row: its name, and the share of each kind of piece."""
    where = f"your {mark_word(zone)}" if zone in say.names.of_players else with_article(zone)
    by_share: dict[str, list[str]] = {}
    for kind, part in kinds:
        by_share.setdefault(say.binding("it").value(part.value), []).append(mark_word(kind))
    parts = [f"each {join_items(those, 'or')} adds {share}" for share, those in by_share.items()]
    return mark_name(name), f"In {where}, {'; '.join(parts)}; without any it is 0."


def amount_blocks(say: Formulas, formula: fields.Define, zones: Sequence[str]) -> Iterator[Block]:
    """Says what a piece adds to an amount: `Adds 1 to your discount.`"""
    found = _outline(say, formula)
    name = mark_name(formula.name.text)
    if found.steps or not zones or found.text.startswith("whether "):
        yield from formula_sentence(say, formula, f"{capital(name)}: ")
        return
    whose = "your" if any(zone in say.names.of_players for zone in zones) else "the"
    yield Paragraph(f"Adds {bracket(found.text) if ', ' in found.text else found.text} to {whose} {name}.")


def formula_blocks(say: Formulas, decl: fields.Define) -> Iterator[Block]:
    """Describes a formula; one with cases becomes a table."""
    if isinstance(decl.value, formulas.MatchExpr):
        inner = say.binding(*(param.name.text for param in decl.params))
        yield from result_blocks(
            inner, f"{parameters_text(say, decl.params)}it is" if decl.params else "It is", decl.value, ""
        )
    else:
        yield from formula_sentence(say, decl)


def result_blocks(say: Formulas, head: str, value: formulas.Expr, end: str) -> Iterator[Block]:
    """Describes a value after a head; one with cases becomes a table."""
    match value:
        case formulas.Name(id) if id in say.names.amounts & say.names.of_players and not is_noun(id):
            yield Paragraph(f"{head} as many points as {mark_name(id)} says.{end}")
            return
        case _:
            pass
    if not isinstance(value, formulas.MatchExpr):
        found = value_outline(say, value)
        if found.steps:
            yield Paragraph(f"{f'{head} {found.text}'.strip()}:")
            yield Steps(found.steps)
            yield from (Paragraph(one) for one in (end.strip(),) if one)
        else:
            yield Paragraph(f"{head} {found.text}.{end}")
        return
    yield Paragraph(f"{head} what this table says.{end}")
    rows = [(join_items([say.value(v) for v in values], "or"), say.value(result)) for values, result in value.arms]
    rows += [] if value.otherwise is None else [("anything else", say.value(value.otherwise))]
    yield Table((say.value(value.subject), "result"), tuple(rows))


def formula_sentence(say: Formulas, decl: fields.Define, head: str = "") -> Iterator[Block]:
    """Describes a formula, after a head."""
    found = _outline(say, decl)
    said = f"{capital(head)}{capital(f'{parameters_text(say, decl.params)}{found.text}')}".strip()
    with_list = said if said.endswith((".", "?", "!")) else f"{said.removesuffix(':')}:"
    yield Paragraph(with_list if found.steps else f"{said}.")
    if found.steps:
        yield Steps(found.steps)


def formula_text(say: Formulas, decl: fields.Define) -> str:
    """Describes a formula in one sentence."""
    said = _outline(say, decl).text
    match decl.params:
        case (fields.Param(name, fields.TypeName(of)),) if said.startswith("whether "):
            holds = statement(f"{article(of.text)} {mark_word(of.text)} {mark_name(name.text)}", decl.name.text, 0)
            if holds:
                return capital(f"{holds} if {said.removeprefix('whether ')}.")
        case _:
            pass
    return capital(f"{parameters_text(say, decl.params)}{said}.")


def _outline(say: Formulas, decl: fields.Define) -> Outline:
    return value_outline(say.binding(*(param.name.text for param in decl.params)), decl.value)


def parameters_text(say: Formulas, params: tuple[fields.Param, ...]) -> str:
    """Names the parameters of a declaration, for the beginning of a sentence; empty if it has none."""
    words = [
        mark_name(p.name.text) + ("" if p.type is None else f" {bracket(_parameter_type(say, p.type))}") for p in params
    ]
    return f"Given {join_items(words)}: " if words else ""


def _parameter_type(say: Formulas, node: fields.TypeExpr) -> str:
    """Describes the type of a parameter. Zones cannot be arguments, but the pieces in them can."""
    if isinstance(node, fields.ZoneType):
        return f"some {join_items([say.names.several(c.text) for c in node.classes], 'or')}"
    return type_text(say, node)
