"""Builds the rulebook of a game, in the order in which people learn a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal

from gamedsl.pipeline.reading import Parsed
from gamedsl.reports.titles import game_title
from gamedsl.rulebook.box.data import rows_table
from gamedsl.rulebook.box.tokens import section_of_needs
from gamedsl.rulebook.changed_tables import old_numbers
from gamedsl.rulebook.changes import (
    block_name,
    block_title,
    seat_section,
    sentences_before,
    variant_section,
    when_section,
)
from gamedsl.rulebook.contents import Contents, add_additions, contents, has_all_sentences, sentences_in
from gamedsl.rulebook.declarations import (
    detail,
    doc_of,
    facts_section,
    key_of,
    players_text,
    section,
)
from gamedsl.rulebook.ending import end_section, join_sections, join_sentences
from gamedsl.rulebook.glance import ends_in_short, glance_blocks, refusals_section
from gamedsl.rulebook.labels import with_words
from gamedsl.rulebook.layout.appendix import PIECES, steps_in_place, with_appendix, with_content
from gamedsl.rulebook.layout.brackets import in_one_text, without_marks
from gamedsl.rulebook.layout.details import with_details
from gamedsl.rulebook.layout.flow import lay_out
from gamedsl.rulebook.learned import make_learned_section
from gamedsl.rulebook.members import amount_row, body_text, exact_members, member_blocks, member_key, members_section
from gamedsl.rulebook.model import (
    Block,
    Book,
    Key,
    Paragraph,
    Section,
    Steps,
    Table,
    mark_name,
    mark_word,
    own_sentence,
    plain,
    readable,
    sections_in_order,
    sentence_of_doc,
    texts,
)
from gamedsl.rulebook.names import names_of, offers_of
from gamedsl.rulebook.notes import KEEPERS, with_notes
from gamedsl.rulebook.order import backstage, rules_below, rules_in_order
from gamedsl.rulebook.printed.arranged import arrange
from gamedsl.rulebook.printed.cases import with_cases
from gamedsl.rulebook.printed.course import course_section
from gamedsl.rulebook.printed.first_page import first_page
from gamedsl.rulebook.printed.material import BOX, box_section
from gamedsl.rulebook.printed.others import options_section, seats_section
from gamedsl.rulebook.printed.places import places_section
from gamedsl.rulebook.printed.readings import with_readings
from gamedsl.rulebook.printed.variants import changes_blocks
from gamedsl.rulebook.printed.ways import with_ways
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.rulebook.set_up import set_up_section
from gamedsl.rulebook.stories.deeds import deeds_of
from gamedsl.rulebook.stories.examples import (
    MOST,
    circle_of,
    instructive,
    is_about_data,
    is_for_authors,
    is_told,
    more_refusals,
)
from gamedsl.rulebook.untold.effects import is_covered, told_alone
from gamedsl.rulebook.untold.every import facts
from gamedsl.rulebook.untold.fact import with_facts
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas
from gamedsl.values import evolve

_BOX = (data.Component, data.Shapes, data.Shape)
_BOARDS = (data.Grid, data.GrowingGrid, data.Ring, data.RingAround, data.Track, data.Graph)
_TABLES = (data.ListTable, data.RowTable, data.CsvTable)


Form = Literal["printed", "exact", "asked", "beside"]
EXAMPLES = "Worked examples"
STARTS = "Positions to start from"


def rulebook(parsed: Parsed, form: Form = "exact", without: Collection[str] = ()) -> Book:
    """Makes the rulebook of rules without mistakes. Where a rule has a sentence, its step-by-step description is left out of a `printed` book, moved to an
    appendix of an `exact` one, and placed below the sentence in a book `beside` the table. Only the exact book tells what matters to people who change
    the rules. An `asked` book equals the exact one without that part and takes half the time: it answers questions about single rules. The examples named
    in `without` are left out. Raises ValueError for rules with mistakes."""
    told = contents(parsed, without)
    say = formulas_of(told, form)
    title = game_title(told.variants[-1].name.text if told.variants else told.game.name.text, ())
    is_printed = form == "printed"
    opening = (
        first_page(say, told, changes_blocks(say, told))
        if is_printed
        else (
            *own_sentence(told.game.doc),
            *_base_sentence(told),
            Paragraph(f"{mark_name(title)} is for {players_text(told.game.fewest, told.game.most)}."),
            *ends_in_short(say, told.decls),
            *glance_blocks(say, told.decls),
        )
    )
    made = [
        Section(
            "The game",
            opening,
            tells=(Key("game", told.game.name.text),),
            called=title if not told.variants else game_title(told.game.name.text, ()),
        ),
        *_chapters(say, told, is_printed=is_printed),
    ]
    words = {readable(name): one for name, (one, _) in say.names.called.items()}
    if is_printed:
        found = with_facts(arrange(made, told.decls), facts(say, told), EXAMPLES)
        chapters = with_cases(with_details(found, say.names, told.decls), say, told.decls, EXAMPLES)
        book = with_words(with_readings(lay_out(without_marks(Book(title, chapters)))), words)
        return evolve(book, has_index=_words_in(book) >= _LONG, told_alone=tuple(told_alone(made, told.decls)))
    refused = refusals_section(say, told.decls)
    if form == "beside":
        chapters = with_content(map(steps_in_place, [*made, refused]))
    else:
        behind = (_for_keepers(say, told),) if form == "exact" else ()
        chapters = with_appendix(made, (evolve(refused, is_exact=True), *behind))
    return with_words(with_notes(without_marks(Book(title, chapters)), has_appendix=form == "exact"), words)


def formulas_of(told: Contents, form: Form) -> Formulas:
    """Returns the context in which the formulas of rules are described in a book of this form."""
    every = [decl for _, file in told.parsed.chain.files for decl in file.decls]
    behind = backstage(told.decls)
    return Formulas(
        evolve(
            names_of(every),
            offers=offers_of(told.decls),
            deeds=deeds_of(told.decls),
            changed=_changes_by_name(told),
            old_numbers=old_numbers(every, told.decls),
            backstage=behind,
            helpers={
                decl.name.text: decl
                for decl in told.decls
                if isinstance(decl, declarations.Rule) and decl.name.text in behind
            },
            silenced=_find_silenced(told),
            reworded=frozenset(
                one.new for two in told.variants for one in two.changes if isinstance(one, declarations.Reword)
            ),
            circle=circle_of(told.decls) if told.parsed.has_examples else (),
            fewest_players=told.game.fewest,
            most_players=told.game.most,
            is_printed=form == "printed",
            is_told=has_all_sentences(told.decls),
            sentences=" ".join(sentences_in(told.decls)).casefold() if form == "printed" else "",
            has_program=form in ("exact", "asked"),
        )
    )


_LONG = 2000
"""The words of a book from which on it has an index."""


def _words_in(book: Book) -> int:
    return sum(len(plain(text).split()) for one in sections_in_order(book.sections) for text in texts(one.section))


def _changes_by_name(told: Contents) -> dict[str, bool]:
    """Returns the names of the declarations that a variant changes. The value tells whether it changes more than numbers."""
    found: dict[str, bool] = {}
    for change in (change for variant in told.variants for change in variant.changes):
        match change:
            case declarations.SetLimit(part=part) | declarations.SetTotal(component=part):
                found.setdefault(part.text, False)
            case (
                declarations.Insert(part=part)
                | declarations.ReplaceRequirement(part=part)
                | declarations.RemoveRequirement(part=part)
                | declarations.ChangeMatch(part=part)
            ):
                found[part.text] = True
            case _:
                pass
    written = {id(decl) for _, file in told.parsed.chain.files for decl in file.decls}
    cells = (decl for decl in told.decls if isinstance(decl, (*_TABLES, data.Component, data.RecordType)))
    return {decl.name.text: False for decl in cells if told.variants and id(decl) not in written} | found


def _find_silenced(told: Contents) -> frozenset[str]:
    """Returns the names of the rules without a sentence that had one before a variant replaced them."""
    before = [decl for _, file in told.parsed.chain.files for decl in file.decls]
    before += [one.decl for two in told.variants for one in two.changes if isinstance(one, declarations.Replace)]
    rules = (declarations.Rule, declarations.PickDecl)
    spoken = {one.name.text for one in before if isinstance(one, rules) and sentence_of_doc(doc_of(one))}
    silent = {one.name.text for one in told.decls if isinstance(one, rules) and not sentence_of_doc(doc_of(one))}
    return frozenset(spoken & silent)


def _base_sentence(told: Contents) -> Iterator[Paragraph]:
    """Says of a variant which game it changes."""
    if told.variants:
        title, game = (game_title(one.name.text, ()) for one in (told.variants[-1], told.game))
        yield Paragraph(f"{title} is a variant of {game}; this book tells the rules with all changes.")


def ends_of(parsed: Parsed) -> tuple[Paragraph, ...]:
    """Returns the sentences about the ends of a match; `is_own` marks sentences that the rules contain."""
    told = contents(parsed)
    names = names_of([decl for _, file in parsed.chain.files for decl in file.decls])
    say = Formulas(evolve(names, offers=offers_of(told.decls)))
    blocks = (
        section(say, decl).blocks for decl in told.decls if isinstance(decl, declarations.Ends) and decl.condition
    )
    ends = (one for found in blocks for one in found[:1] if isinstance(one, Paragraph))
    return tuple(evolve(one, text=in_one_text(one.text)) for one in ends)


def _chapters(say: Formulas, told: Contents, *, is_printed: bool) -> Iterator[Section]:
    def of(*kinds: type, where: Callable[[declarations.Decl], bool] = lambda decl: True) -> tuple[Section, ...]:
        return tuple(section(say, decl) for decl in told.decls if isinstance(decl, kinds) and where(decl))

    if is_printed:
        yield box_section(say, told)
    else:
        yield Section(BOX, parts=(*of(*_BOX), *of(*_BOARDS), section_of_needs(say, told.decls)))

    def is_read(decl: declarations.Decl) -> bool:
        return not is_printed or _is_read(told, decl)

    yield _words(say, told, of(data.RecordType, where=is_read))
    parts = _table(say, told)
    yield places_section(parts) if is_printed else Section("On the table", parts=parts)
    below = rules_in_order(told.decls) if is_printed else rules_below(told.decls)
    nested = {key_of(decl) for found in below.values() for decl in found}
    yield set_up_section(say, told, below.get("setup", ()), is_printed=is_printed)
    yield (course_section if is_printed else _rounds)(say, told, below)

    def is_elsewhere(decl: declarations.Decl, is_action: bool) -> bool:
        own = isinstance(decl, declarations.Rule) and decl.is_action
        return own == is_action and key_of(decl) not in nested

    actions = of(declarations.Rule, where=lambda d: is_elsewhere(d, True))
    yield Section("Actions", parts=actions)
    rules = of(declarations.Rule, declarations.PickDecl, where=lambda d: is_elsewhere(d, False))
    is_silent = is_printed and say.names.is_told
    reactions = of(
        declarations.Whenever,
        where=lambda d: key_of(d) not in nested and not (is_silent and is_covered(say.names, d, told.decls)),
    )
    yield Section("Rules that several parts use", parts=(*rules, *reactions))
    yield Section(PIECES, parts=of(declarations.KindBlock))
    unread = of(*_TABLES, where=lambda d: _is_long(d) and not is_read(d) and not _has_directions(d))
    long = of(*_TABLES, fields.Define, declarations.History, where=lambda d: _is_long(d) and is_read(d))
    long = with_ways(say, long, told.decls) if is_printed else long
    yield _formulas_section(say, told, (*long, *(Section(one.title, tells=one.tells, exactly=one) for one in unread)))
    yield end_section(say, [one for one in told.decls if not (is_printed and isinstance(one, declarations.Aimed))])
    if is_printed:
        every = add_additions(told)
        yield seats_section(say, every)
        yield options_section(say, every)
    else:
        yield from _differences(say, told, of(declarations.Option))
    if told.parsed.has_examples:
        behind = _without_lesson(say, told)
        shown = [one for one in _examples(told) if one not in behind]
        worked = tuple(
            section(say, one) for one in (instructive(shown, _own_examples(told), MOST) if is_printed else shown)
        )
        yield Section(EXAMPLES, _only(say.names.circle) if worked else (), worked)
    yield Section(STARTS, parts=of(example_lines.StartPosition, where=is_read))


def _differences(say: Formulas, told: Contents, options: tuple[Section, ...]) -> Iterator[Section]:
    """Yields the chapters on options, scripted seats and variants with all that they change."""
    whens = tuple(when_section(say, when) for when in told.whens)
    yield Section("Options" if options else "What differs", parts=(*options, *whens))
    yield Section("Seats that the rules play", parts=tuple(seat_section(say, seat) for seat in told.seats))
    examples = frozenset(
        decl.name.text
        for _, file in told.parsed.chain.files
        for decl in file.decls
        if isinstance(decl, example_lines.Example | declarations.Invariant | declarations.Possible)
    )
    variants = (variant_section(say, variant, told.elsewhere, examples) for variant in told.variants)
    yield Section(
        "What the variant changes" if len(told.variants) == 1 else "What the variants change",
        parts=(*variants, sentences_before(say, told.decls)),
    )


def _own_examples(told: Contents) -> frozenset[str]:
    """Returns the names of the examples that the files of variants have."""
    files = (file.decls for _, file in told.parsed.chain.files)
    return frozenset(
        decl.name.text
        for decls in files
        if any(isinstance(decl, declarations.Variant) for decl in decls)
        for decl in decls
        if isinstance(decl, example_lines.Example)
    )


def _is_read(told: Contents, decl: declarations.Decl) -> bool:
    """Whether players need a table: it has a sentence, or another sentence mentions it. A table of start positions must be mentioned. Other tables serve
    only the rules, and tests."""
    if _has_directions(decl):
        return False
    if isinstance(decl, fields.Define) or (doc_of(decl) and not isinstance(decl, example_lines.StartPosition)):
        return True
    name = "" if isinstance(decl, declarations.History) else readable(key_of(decl).name)
    return bool(name) and any(
        re.search(rf"\b{re.escape(name)}", said, re.IGNORECASE) for said in sentences_in(told.decls)
    )


def _has_directions(decl: declarations.Decl) -> bool:
    return isinstance(decl, data.RecordType | data.RowTable) and any(
        map(_are_directions, rows_table(decl.rows).columns)
    )


def _are_directions(cells: Sequence[str]) -> bool:
    """Whether a column has directions: people see which way they go, and only the rules need their names."""
    return bool(cells) and {*cells} <= _DIRECTIONS


_DIRECTIONS = frozenset(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))


def _only(circle: Sequence[str]) -> tuple[Block, ...]:
    """Says who plays in the examples, and how they sit."""
    people = join_items([mark_word(name) for name in circle])
    sit = "play" if len(circle) == _PAIR else "sit clockwise in this order"
    return (Paragraph(f"{people} {sit}."),) if circle else ()


_PAIR = 2
"""The players of a game in which nobody asks how they sit."""


def _examples(told: Contents) -> list[example_lines.Example]:
    """Returns the examples that are more than checks of data."""
    if not told.parsed.has_examples:
        return []
    return [decl for decl in told.decls if isinstance(decl, example_lines.Example) and not is_about_data(decl)]


def _without_lesson(say: Formulas, told: Contents) -> list[example_lines.Example]:
    """Returns the examples that come last in the book: examples that teach nothing, and, if enough examples have a sentence, also those without a sentence."""
    every = _examples(told)
    teaches = {example.name.text for example in every if sentence_of_doc(example.doc) or is_told(example)}
    has_enough = len(teaches) >= _ENOUGH
    return [one for one in every if is_for_authors(say, one) or (has_enough and one.name.text not in teaches)]


_ENOUGH = 5
"""The examples with a sentence from which on a reader needs no others."""


def _for_keepers(say: Formulas, told: Contents) -> Section:
    """Describes what nobody needs for playing: promises of the rules, and examples that teach nothing. People who change the rules need them."""
    behind = _without_lesson(say, told)
    refused = list(more_refusals(say.impersonal(), [one for one in _examples(told) if not is_for_authors(say, one)]))
    keys = tuple(key_of(example) for example, _ in refused)
    always = [decl for decl in told.decls if isinstance(decl, declarations.Invariant)]
    sometimes = [decl for decl in told.decls if isinstance(decl, declarations.Possible)]
    parts = (
        facts_section(say, "What is always true", always),
        facts_section(say, "What can happen", sometimes),
        make_learned_section(told.parsed),
        Section(
            "What may not be done either", (Steps(tuple(step for _, step in refused)),) if refused else (), tells=keys
        ),
        *(section(say, one) for one in behind),
    )
    found = tuple(evolve(part, is_exact=True) for part in parts if part.blocks)
    return Section(KEEPERS, _KEEPERS if found else (), found, is_exact=True)


_KEEPERS: tuple[Block, ...] = (
    Paragraph(
        "Nobody needs this for playing. Whoever writes a variant can see here what the rules promise.", is_aside=True
    ),
)


def _table(say: Formulas, told: Contents) -> tuple[Section, ...]:
    """Describes zones and fields, block by block. A chapter of its own tells how players' things are counted."""
    blocks: dict[str, list[fields.Field | fields.Define]] = {}
    docs: dict[str, str] = {}
    for decl in told.decls:
        if isinstance(decl, fields.Fields):
            name = block_name(decl)
            docs[name] = f"{docs.get(name, '')} {decl.doc or ''}".strip()
            blocks.setdefault(name, []).extend(decl.members)
    bare, exact = (_amounts(say, told, is_told) for is_told in (False, True))
    counted = set(_formulas_of_counting(told).values())
    return tuple(
        members_section(
            say,
            block_title(name),
            [one for one in own if one not in counted],
            name,
            doc=docs[name],
            more=bare.get(name, ()),
            more_exact=exact.get(name, ()),
        )
        for name, own in blocks.items()
    )


def _formulas_of_counting(told: Contents) -> dict[Key, fields.Define]:
    """Returns the formulas for the chapter on counting: the formulas of the game, and the formulas of players and places that have a sentence."""
    own = {key_of(decl): decl for decl in told.decls if isinstance(decl, fields.Define) and not _is_long(decl)}
    return own | {
        member_key(member, block_name(decl)): member
        for decl in told.decls
        if isinstance(decl, fields.Fields)
        for member in decl.members
        if isinstance(member, fields.Define) and member.doc
    }


def _amounts(say: Formulas, told: Contents, is_told: bool) -> dict[str, tuple[tuple[str, str], ...]]:
    """Returns rows for the amounts that pieces add up to, by the block of their owner. If `is_told`, only blocks of pieces that all have a sentence about
    the amount; otherwise the other blocks."""
    owners = {
        member.name.text: block_name(decl)
        for decl in told.decls
        if isinstance(decl, fields.Fields)
        for member in decl.members
    }
    kinds: dict[tuple[str, str], list[tuple[str, fields.Define]]] = {}
    for block in told.decls:
        if isinstance(block, declarations.KindBlock) and block.zones:
            for member in block.members:
                if isinstance(member, fields.Define):
                    kinds.setdefault((member.name.text, block.zones[0].text), []).append((block.name.text, member))
    with_sentence = {decl.name.text for decl in told.decls if isinstance(decl, declarations.KindBlock) and decl.doc}
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for (name, zone), those in kinds.items():
        if all(kind in with_sentence for kind, _ in those) != is_told:
            continue
        owner = owners.get(zone, "shared")
        found[owner] = (*found.get(owner, ()), amount_row(say, name, those, zone))
    return found


def _words(say: Formulas, told: Contents, parts: tuple[Section, ...]) -> Section:
    """Describes short lists of values in one table. Lists without a sentence go to the steps."""
    own = [decl for decl in told.decls if isinstance(decl, data.EnumType)]

    def table(decls: Sequence[data.EnumType]) -> tuple[tuple[Block, ...], tuple[Key, ...]]:
        rows = tuple((mark_name(decl.name.text), join_sentences(decl.doc, detail(say, decl))) for decl in decls)
        return ((Table(("word", "what it is"), rows),) if rows else ()), tuple(map(key_of, decls))

    title = "Words of the game"
    blocks, tells = table([decl for decl in own if decl.doc])
    exact, others = table([decl for decl in own if not decl.doc])
    return Section(title, blocks, parts, tells, exactly=Section(title, exact, tells=others) if exact else None)


def _formulas_section(say: Formulas, told: Contents, parts: tuple[Section, ...]) -> Section:
    """Describes formulas in one table, except for those with cases."""
    own = _formulas_of_counting(told)
    title = "How things are counted"
    tells = tuple(key for key, decl in own.items() if body_text(say, decl))
    blocks = tuple(member_blocks(say, own.values()))
    return Section(title, blocks, parts, tells, exactly=exact_members(say, title, own))


def _is_long(decl: declarations.Decl) -> bool:
    return not isinstance(decl, fields.Define) or isinstance(decl.value, formulas.MatchExpr)


def _rounds(say: Formulas, told: Contents, below: Mapping[str, Sequence[declarations.Decl]]) -> Section:
    rounds = [section(say, decl) for decl in told.decls if isinstance(decl, declarations.Rounds)]
    order = [entry.name.text for decl in told.decls if isinstance(decl, declarations.Rounds) for entry in decl.phases]
    phases = [decl for decl in told.decls if isinstance(decl, declarations.Phase)]
    phases.sort(key=lambda phase: order.index(phase.name.text) if phase.name.text in order else len(order))
    made = tuple(
        evolve(section(say, phase), parts=tuple(section(say, decl) for decl in below.get(phase.name.text, ())))
        for phase in phases
    )
    return evolve(join_sections("The round", rounds), parts=made)
