"""Builds the rulebook of a game, in the order in which people learn a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from gamedsl.graph.compiled import Setup
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.setups import default_setup
from gamedsl.reports.titles import game_title
from gamedsl.rulebook.box.data import mixed_zones, start_steps
from gamedsl.rulebook.box.players import players_table
from gamedsl.rulebook.box.tokens import first_amounts, has_first_marker, needed_section
from gamedsl.rulebook.box.totals import totals
from gamedsl.rulebook.changed_tables import SetLine, old_numbers, with_changed_cells
from gamedsl.rulebook.changes import block_name, block_title, said_before, seat_section, variant_section, when_section
from gamedsl.rulebook.course import beginner_text
from gamedsl.rulebook.declarations import (
    amount_row,
    detail,
    facts_section,
    key_of,
    players_text,
    section,
)
from gamedsl.rulebook.ending import end_section, join_sections, joined_sentences
from gamedsl.rulebook.glance import ends_in_short, glance_blocks, in_short, refusals_section
from gamedsl.rulebook.labels import with_words
from gamedsl.rulebook.layout.appendix import PIECES, steps_in_place, with_appendix, with_content
from gamedsl.rulebook.layout.brackets import in_one_text, without_marks
from gamedsl.rulebook.layout.details import with_details
from gamedsl.rulebook.layout.flow import laid_out
from gamedsl.rulebook.learned import learned_section
from gamedsl.rulebook.members import body_text, exact_members, member_blocks, member_key, members_section
from gamedsl.rulebook.model import (
    Block,
    Book,
    Key,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    named,
    own_sentence,
    plain,
    readable,
    split_sentences,
    told_doc,
    worded,
)
from gamedsl.rulebook.names import names_of, offers_of
from gamedsl.rulebook.notes import KEEPERS, with_notes
from gamedsl.rulebook.order import Told, backstage, rules_below
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import listed
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
from gamedsl.semantics.model.merged import Merged
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas
from gamedsl.values import evolve, frozen
from gamedsl.variants.merge import Chain, merge

_BOX = (data.Component, data.Shapes, data.Shape)
_BOARDS = (data.Grid, data.GrowingGrid, data.Ring, data.RingAround, data.Track, data.Graph)
_TABLES = (data.ListTable, data.RowTable, data.CsvTable)


@frozen
class Contents:
    """The rules that a book describes: those that always hold, and the changes to them."""

    parsed: Parsed
    game: declarations.Game
    decls: tuple[declarations.Decl, ...]
    seats: tuple[declarations.Seat, ...]
    whens: tuple[declarations.When, ...]
    variants: tuple[declarations.Variant, ...]
    elsewhere: frozenset[SetLine]
    """The `set` lines that no table of the book can show."""


def contents(parsed: Parsed) -> Contents:
    """Sorts the declarations of a file without mistakes for a book."""
    setup = default_setup(parsed)
    if setup is None:
        raise ValueError("rules with mistakes have no rulebook")
    every = [decl for _, file in parsed.chain.files for decl in file.decls]
    merged = _without_conditions(parsed.chain, setup)
    decls, elsewhere = with_changed_cells(names_of(every), merged.written, merged.sets)
    return Contents(
        parsed,
        merged.game,
        decls,
        tuple(decl for decl in every if isinstance(decl, declarations.Seat)),
        tuple(decl for decl in every if isinstance(decl, declarations.When)),
        tuple(decl for decl in every if isinstance(decl, declarations.Variant)),
        elsewhere,
    )


def _without_conditions(chain: Chain, setup: Setup) -> Merged:
    """Merges the declarations that hold in every setup."""
    files = tuple(
        (
            name,
            evolve(
                file,
                decls=tuple(decl for decl in file.decls if not isinstance(decl, declarations.When | declarations.Seat)),
            ),
        )
        for name, file in chain.files
    )
    merged, _ = merge(evolve(chain, files=files), setup)
    if merged is None:
        raise ValueError("rules with mistakes have no rulebook")
    return merged


Form = Literal["printed", "exact", "beside"]


def rulebook(parsed: Parsed, form: Form = "exact") -> Book:
    """Makes the rulebook of rules without mistakes. What says a sentence of the rules step by step stands nowhere in a `printed` book, in an appendix of an
    `exact` one, and below the sentence `beside` the table. What only those need who change the rules is told in the exact book only. Raises ValueError for
    other rules."""
    told = contents(parsed)
    names = names_of([decl for _, file in parsed.chain.files for decl in file.decls])
    say = Formulas(
        evolve(
            names,
            offers=offers_of(told.decls),
            deeds=deeds_of(told.decls),
            changed=_changed(told),
            old_numbers=old_numbers([decl for _, file in parsed.chain.files for decl in file.decls], told.decls),
            backstage=backstage(told.decls),
            circle=circle_of(told.decls) if parsed.has_examples else (),
        )
    )
    title = game_title(told.variants[-1].name.text if told.variants else told.game.name.text, ())
    opening = (
        *own_sentence(told.game.doc),
        *_based_on(told),
        Paragraph(f"{named(title)} is for {players_text(told.game.fewest, told.game.most)}."),
        *ends_in_short(say, told.decls),
        *glance_blocks(say, told.decls),
    )
    made = [
        Section(
            "The game",
            opening,
            tells=(Key("game", told.game.name.text),),
            called=title if not told.variants else game_title(told.game.name.text, ()),
        ),
        *_chapters(say, told, MOST if form == "printed" else None),
    ]
    refused = refusals_section(say, told.decls)
    match form:
        case "printed":
            chapters = with_details(made, (evolve(in_short(refused), is_exact=True),))
        case "exact":
            chapters = with_appendix(made, (evolve(refused, is_exact=True), _for_keepers(say, told)))
        case "beside":
            chapters = with_content(map(steps_in_place, [*made, refused]))
    words = {readable(name): one for name, (one, _) in names.called.items()}
    book = without_marks(Book(title, chapters))
    return with_words(with_notes(laid_out(book) if form == "printed" else book, has_appendix=form == "exact"), words)


def _changed(told: Contents) -> dict[str, bool]:
    """Returns the names of declarations in which a variant changes something, each with whether it is more than numbers."""
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


def _based_on(told: Contents) -> Iterator[Paragraph]:
    """Says of a variant which game it changes."""
    if told.variants:
        title, game = (game_title(one.name.text, ()) for one in (told.variants[-1], told.game))
        yield Paragraph(f"{title} is a variant of {game}; this book tells the rules with all changes.")


def ends_of(parsed: Parsed) -> tuple[Paragraph, ...]:
    """Returns the sentences about the ends of a match; `is_own` marks those of the rules."""
    told = contents(parsed)
    names = names_of([decl for _, file in parsed.chain.files for decl in file.decls])
    say = Formulas(evolve(names, offers=offers_of(told.decls)))
    blocks = (
        section(say, decl).blocks for decl in told.decls if isinstance(decl, declarations.Ends) and decl.condition
    )
    ends = (one for found in blocks for one in found[:1] if isinstance(one, Paragraph))
    return tuple(evolve(one, text=in_one_text(one.text)) for one in ends)


def _chapters(say: Formulas, told: Contents, most: int | None) -> Iterator[Section]:
    def of(*kinds: type, where: Callable[[declarations.Decl], bool] = lambda decl: True) -> tuple[Section, ...]:
        return tuple(section(say, decl) for decl in told.decls if isinstance(decl, kinds) and where(decl))

    yield Section("What is in the box", parts=(*of(*_BOX), *of(*_BOARDS), needed_section(say, told.decls)))
    yield _words(say, told, of(data.RecordType))
    yield from _table(say, told)
    below = rules_below(told.decls)
    nested = {decl.name.text for found in below.values() for decl in found}
    yield _set_up(say, told, below.get("setup", ()))
    yield _rounds(say, told, below)

    def is_elsewhere(decl: declarations.Decl, is_action: bool) -> bool:
        own = isinstance(decl, declarations.Rule) and decl.is_action
        return own == is_action and not (
            isinstance(decl, declarations.Rule | declarations.PickDecl) and decl.name.text in nested
        )

    actions = of(declarations.Rule, where=lambda d: is_elsewhere(d, True))
    yield Section("Actions", parts=actions)
    rules = of(declarations.Rule, declarations.PickDecl, where=lambda d: is_elsewhere(d, False))
    yield Section("Rules that several parts use", parts=(*rules, *of(declarations.Whenever)))
    yield Section(PIECES, parts=of(declarations.KindBlock))
    yield _formulas_section(say, told, of(*_TABLES, fields.Define, declarations.History, where=_is_long))
    yield end_section(say, told.decls)
    options = of(declarations.Option)
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
        parts=(*variants, said_before(say, told.decls)),
    )
    if told.parsed.has_examples:
        behind = _without_lesson(say, told)
        shown = [one for one in _examples(told) if one not in behind]
        worked = tuple(section(say, one) for one in (shown if most is None else instructive(shown, most)))
        yield Section("Worked examples", _only(say.names.circle) if worked else (), worked)
    yield Section("Positions to start from", parts=of(example_lines.StartPosition))


def _only(circle: Sequence[str]) -> tuple[Block, ...]:
    """Says how to read the examples."""
    sit = (
        f" {listed([worded(name) for name in circle])} sit round the table clockwise, in this order." if circle else ""
    )
    return (Paragraph(f"The examples name only what matters.{sit}"),)


def _examples(told: Contents) -> list[example_lines.Example]:
    """Returns the examples that are more than checks of data."""
    if not told.parsed.has_examples:
        return []
    return [decl for decl in told.decls if isinstance(decl, example_lines.Example) and not is_about_data(decl)]


def _without_lesson(say: Formulas, told: Contents) -> list[example_lines.Example]:
    """Returns the examples that stand behind everything else: those that teach nothing, and, where enough examples have a sentence, those without one."""
    every = _examples(told)
    teaches = {example.name.text for example in every if told_doc(example.doc) or is_told(example)}
    has_enough = len(teaches) >= _ENOUGH
    return [one for one in every if is_for_authors(say, one) or (has_enough and one.name.text not in teaches)]


_ENOUGH = 5
"""The examples with a sentence from which on a reader needs no others."""


def _for_keepers(say: Formulas, told: Contents) -> Section:
    """Describes what nobody needs for playing: promises of the rules, and examples that teach nothing else, for those who change them."""
    behind = _without_lesson(say, told)
    refused = list(more_refusals(say.impersonal(), [one for one in _examples(told) if not is_for_authors(say, one)]))
    keys = tuple(key_of(example) for example, _ in refused)
    always = [decl for decl in told.decls if isinstance(decl, declarations.Invariant)]
    sometimes = [decl for decl in told.decls if isinstance(decl, declarations.Possible)]
    parts = (
        facts_section(say, "What is always true", always),
        facts_section(say, "What can happen", sometimes),
        learned_section(told.parsed),
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


def _table(say: Formulas, told: Contents) -> Iterator[Section]:
    """Describes zones and fields, block by block. How players' things are counted stands in a chapter of its own."""
    blocks: dict[str, list[fields.Field | fields.Define]] = {}
    docs: dict[str, str] = {}
    for decl in told.decls:
        if isinstance(decl, fields.Fields):
            name = block_name(decl)
            docs[name] = f"{docs.get(name, '')} {decl.doc or ''}".strip()
            blocks.setdefault(name, []).extend(decl.members)
    bare, exact = (_amounts(say, told, is_told) for is_told in (False, True))
    counted = set(_counted(told).values())
    parts = [
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
    ]
    yield Section("On the table", parts=tuple(parts))


def _counted(told: Contents) -> dict[Key, fields.Define]:
    """Returns the formulas that are told with how things are counted: those of the game, and those of players and places that have a sentence."""
    own = {key_of(decl): decl for decl in told.decls if isinstance(decl, fields.Define) and not _is_long(decl)}
    return own | {
        member_key(member, block_name(decl)): member
        for decl in told.decls
        if isinstance(decl, fields.Fields)
        for member in decl.members
        if isinstance(member, fields.Define) and member.doc
    }


def _amounts(say: Formulas, told: Contents, is_told: bool) -> dict[str, tuple[tuple[str, str], ...]]:
    """Returns rows for the amounts that pieces add up to, by the block of their owner: those of pieces that all have a sentence about it, or the others."""
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
    """Describes short lists of values in one table; those without a sentence stand step by step."""
    own = [decl for decl in told.decls if isinstance(decl, data.EnumType)]

    def table(decls: Sequence[data.EnumType]) -> tuple[tuple[Block, ...], tuple[Key, ...]]:
        rows = tuple((named(decl.name.text), joined_sentences(decl.doc, detail(say, decl))) for decl in decls)
        return ((Table(("word", "what it is"), rows),) if rows else ()), tuple(map(key_of, decls))

    title = "Words of the game"
    blocks, tells = table([decl for decl in own if decl.doc])
    exact, others = table([decl for decl in own if not decl.doc])
    return Section(title, blocks, parts, tells, exactly=Section(title, exact, tells=others) if exact else None)


def _formulas_section(say: Formulas, told: Contents, parts: tuple[Section, ...]) -> Section:
    """Describes formulas in one table, except for those with cases."""
    own = _counted(told)
    title = "How things are counted"
    tells = tuple(key for key, decl in own.items() if body_text(say, decl))
    blocks = tuple(member_blocks(say, own.values()))
    return Section(title, blocks, parts, tells, exactly=exact_members(say, title, own))


def _is_long(decl: declarations.Decl) -> bool:
    return not isinstance(decl, fields.Define) or isinstance(decl.value, formulas.MatchExpr)


def _set_up(say: Formulas, told: Contents, below: tuple[Told, ...]) -> Section:
    parts = [section(say, decl) for decl in told.decls if isinstance(decl, declarations.Setup)]
    numbers = range(told.game.fewest, told.game.most + 1)
    table = players_table(say, told.decls, told.seats, told.whens, numbers)
    own = "\n".join(block.text for part in parts for block in part.blocks if isinstance(block, Paragraph))
    mixed = mixed_zones(told.decls)
    blocks = _in_one_list(
        [
            *(
                step
                for decl in told.decls
                if isinstance(decl, data.Component) and not _says_where(say, decl, plain(own))
                for step in start_steps(say.names, decl, mixed)
            ),
            *first_amounts(say, told.decls, plain(own)),
        ],
        [block for part in parts for block in part.blocks],
    )
    if told.game.most > 1 and not has_first_marker(told.decls):
        blocks = _with_last_step(blocks, beginner_text(told.decls))
    if not blocks:
        has_pieces = any(isinstance(decl, data.Component) for decl in told.decls)
        blocks.append(Paragraph(_AS_LISTED if has_pieces else "Nothing has to be prepared."))
    if table is not None:
        blocks += [Paragraph("What the number of players decides:"), table]
    more = tuple(section(say, decl) for decl in below)
    return evolve(join_sections("Set-up", parts), blocks=tuple(blocks), parts=more)


def _says_where(say: Formulas, decl: data.Component, told: str) -> bool:
    """Whether the sentence of the set-up names all places in which the pieces of a component begin."""
    zones = [readable(zone) for zone in totals(say.names, decl)] if decl.start is None else [readable(decl.start.text)]
    return bool(zones) and all(f" {zone}" in f" {told.casefold()}" for zone in zones)


def _in_one_list(first: list[Step], blocks: list[Block]) -> list[Block]:
    """Makes one list of the steps of the set-up: the first ones, the sentences of the rules, and those that these leave out."""
    steps, others = list(first), list[Block]()
    for block in blocks:
        match block:
            case Steps(more):
                steps += more
            case Paragraph(text, is_own=True):
                steps += map(Step, _as_steps(text))
            case _:
                others.append(block)
    return [*((Steps(tuple(steps), is_ordered=len(steps) > 1),) if steps else ()), *others]


def _as_steps(text: str) -> Iterator[str]:
    """Yields what is done in each sentence of a set-up, with the sentences that only add something to it."""
    said = ""
    for one in split_sentences(text):
        if said and not _ADDS.match(plain(one)):
            yield said
            said = ""
        said = f"{said} {one}".strip()
    if said:
        yield said


_ADDS = re.compile(r"(They|It|This|That|These|Those|He|She|Its|Their|Otherwise|Nobody)\b(?! is the first)")
"""How a sentence begins that only adds something to the one before it."""


def _with_last_step(blocks: list[Block], last: str) -> list[Block]:
    """Adds a step at the end of a set-up."""
    if not last:
        return blocks
    match blocks:
        case [Steps(steps), *others]:
            return [Steps((*steps, Step(last)), is_ordered=True), *others]
        case _:
            return [Steps((Step(last),)), *blocks]


def _rounds(say: Formulas, told: Contents, below: Mapping[str, tuple[Told, ...]]) -> Section:
    rounds = [section(say, decl) for decl in told.decls if isinstance(decl, declarations.Rounds)]
    order = [entry.name.text for decl in told.decls if isinstance(decl, declarations.Rounds) for entry in decl.phases]
    phases = [decl for decl in told.decls if isinstance(decl, declarations.Phase)]
    phases.sort(key=lambda phase: order.index(phase.name.text) if phase.name.text in order else len(order))
    made = tuple(
        evolve(section(say, phase), parts=tuple(section(say, decl) for decl in below.get(phase.name.text, ())))
        for phase in phases
    )
    return evolve(join_sections("The round", rounds), parts=made)


_AS_LISTED = "Put everything where the list of pieces says."
