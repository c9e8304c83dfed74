"""Makes a section of the book for each declaration: the file's own sentence, then the details."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.graph.analysis.number_words import WORDS
from gamedsl.rulebook.box.data import data_blocks, row_of_kind
from gamedsl.rulebook.course import (
    AIMS,
    ENDS,
    actors_text,
    end_sentence,
    equal_text,
    loss_of,
    phase_entry,
    ranking_text,
    rounds_text,
    tells_who_wins,
    turns_text,
)
from gamedsl.rulebook.layout.appendix import COUNTS_IN
from gamedsl.rulebook.members import (
    amount_blocks,
    field_text,
    formula_blocks,
    is_heavy,
    parameters_text,
    result_blocks,
)
from gamedsl.rulebook.model import (
    Block,
    Key,
    Paragraph,
    Section,
    Step,
    Steps,
    capital,
    mark_name,
    mark_word,
    plain,
    quiet,
    readable,
    sentence_of_doc,
    split_sentences,
    without_asides,
)
from gamedsl.rulebook.names import story_name
from gamedsl.rulebook.sentences.choices import picks_text
from gamedsl.rulebook.sentences.clauses import clause_text
from gamedsl.rulebook.sentences.english import plural, with_article
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.outlines import condition_outline
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.rulebook.sentences.statements import suite_steps, verdict_text
from gamedsl.rulebook.stories.examples import blocks_of, example_blocks, is_told, start_blocks
from gamedsl.rulebook.untold.effects import leaves_out_effects, left_out_of_set_up
from gamedsl.rulebook.untold.steps import left_out_steps
from gamedsl.semantics.model.merged import literal_text
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve


def section(say: Formulas, decl: declarations.Decl, place: str = "") -> Section:
    """Makes the section of one declaration."""
    key = key_of(decl, place)
    called = story_name(say.names, key.name) if isinstance(decl, _STORIES) else ""
    title = called or (readable(key.name) if key.name else key.sort)
    title = plural(key.name) if isinstance(decl, data.RecordType) else title
    said = " ".join(sentences_of(say, decl)[0])
    match decl:
        case declarations.Ends():
            said = end_sentence(decl) or said
        case declarations.Phase(each=each) if said and each is not None and not leaves_out_effects(say.names, decl):
            said = f"{actors_text(say, each, said)} {said}".strip()
        case declarations.Ranking() if said:
            is_whole = re.search(r"\b(wins|loses)\b", said) is not None
            said = said if is_whole else f"{ranking_text(say, evolve(decl, ties_shared=False, decider=None))} {said}"
            if _RANKS.search(said) and not _TELLS_EQUAL.search(said):
                said = f"{said} {equal_text(say, decl)}".strip()
        case example_lines.Example() if said.removesuffix(".").casefold() == title.casefold():
            said = ""
        case _:
            pass
    own: tuple[Block, ...] = (Paragraph(said, is_own=True),) if said else ()
    is_outdated = say.names.changed.get(key.name, False) or key.name in say.names.silenced
    is_split = not is_outdated and (
        bool(own)
        or isinstance(decl, fields.Define | example_lines.Example)
        or key.name in say.names.backstage
        or _is_part_of_others(decl)
    )
    if isinstance(decl, declarations.Rounds) and decl.limit is not None and decl.limit.cut_off and not own:
        blocks, exact = tuple(detail(say, evolve(decl, limit=None))), tuple(detail(say, decl))
    else:
        blocks, exact = _split_told(say, decl) if is_split else (tuple(detail(say, decl)), ())
    exactly = Section(capital(title), exact, tells=(key,), called=called) if exact else None
    return Section(capital(title), (*own, *blocks), tells=(key,), called=called, exactly=exactly)


_RANKS = re.compile(r"\b(most|highest|fewest|lowest|least|best)\b")
"""Words of a sentence on who wins that compares players."""
_TELLS_EQUAL = re.compile(r"\b(equal(?! it)|ties?|tied|draws?|drawn|share[sd]?|nobody|both|before)\b", re.IGNORECASE)
"""Words of a sentence on who wins that says what comes of equal players."""


def sentences_of(say: Formulas, decl: declarations.Decl) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns two groups of a declaration's sentences: the sentences that hold in this book, and sentences of the game that a variant may have made wrong.
    If the variant changes only numbers, the sentences with a number may be wrong. If it changes more, all may be wrong, so they are shown only with the
    game that they describe. Sentences that the variant has reworded hold."""
    doc = sentence_of_doc(doc_of(decl))
    is_more = say.names.changed.get(key_of(decl).name)
    if is_more is None or not doc or any(words in doc for words in say.names.reworded):
        return ((doc,) if doc else ()), ()
    doc = without_asides(doc)
    if is_more:
        return (f"{BEFORE}{doc}",), ()
    every = split_sentences(doc)
    old = say.names.old_numbers.get(key_of(decl).name)
    gone = tuple(one for one in every if (_tells_number(one) if old is None else not old.isdisjoint(_numbers_in(one))))
    return tuple(one for one in every if one not in gone), gone


def _tells_number(sentence: str) -> bool:
    return _NUMBERS.search(plain(sentence)) is not None


def _numbers_in(sentence: str) -> set[int]:
    """Returns the numbers that a sentence names, in digits or in words."""
    words = re.findall(r"\w+", plain(sentence).casefold())
    return {
        int(word) if word.isdecimal() else NUMBER_WORDS.index(word)
        for word in words
        if word.isdecimal() or word in NUMBER_WORDS
    }


NUMBER_WORDS = ("no", *WORDS[1:])

BEFORE = "Before the changes: "
_NUMBERS = re.compile(
    r"\d|\b(no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|once|twice|half|double)\b",
    re.IGNORECASE,
)


def _is_part_of_others(decl: declarations.Decl) -> bool:
    """Whether a rule is only a part of others: it takes something from them, and has no sentence for players."""
    return (
        isinstance(decl, declarations.Rule | declarations.PickDecl)
        and bool(decl.params)
        and not (isinstance(decl, declarations.Rule) and decl.is_action)
    )


def _split_told(say: Formulas, decl: declarations.Decl) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """Returns the blocks that stand with the sentence of a declaration, and the blocks that repeat the sentence step by step."""
    match decl:
        case declarations.Rule(body=body) if not sentence_of_doc(body.doc) and decl.name.text in say.names.backstage:
            return (), (*_rule(say, decl), *_offers(say, decl))
        case declarations.Rule() | declarations.Phase() if leaves_out_effects(say.names, decl):
            return tuple(detail(say, decl)), ()
        case declarations.Rule():
            notes = (*_rule_notes(decl), *_menu_notes(decl), *_offers(say, decl))
            return (*notes, *_left_out(say, decl)), tuple(_rule_steps(say, decl))
        case declarations.KindBlock():
            return tuple(_kind_notes(say, decl)), tuple(_kind_members(say, decl))
        case fields.Define() if not is_heavy(say, decl):
            return tuple(detail(say, decl)), ()
        case declarations.Phase():
            return (*_left_out(say, decl), *_offers(say, decl)), tuple(detail(say, decl))
        case declarations.Ends(verdict=verdict):
            result = "" if verdict is None or tells_who_wins(decl) else verdict_text(say.impersonal(), verdict)
            return ((Paragraph(f"Then {result}."),) if result else ()), tuple(detail(say, decl))
        case declarations.Setup(body) if say.names.is_printed:
            left = left_out_steps(say.names, decl) if say.names.is_told else left_out_of_set_up(say.names, body)
            return tuple(steps(say, left)), tuple(steps(say, body))
        case declarations.Rounds() | declarations.Setup() | declarations.End() | declarations.Ranking():
            return (), tuple(detail(say, decl))
        case declarations.PickDecl() | declarations.Whenever() | fields.Define() | declarations.Score():
            return (), tuple(detail(say, decl))
        case example_lines.Example() if is_told(decl):
            return tuple(blocks_of(say.impersonal(), decl)), tuple(detail(say, decl))
        case _:
            return tuple(detail(say, decl)), ()


def _left_out(say: Formulas, decl: declarations.Rule | declarations.Phase) -> Iterator[Block]:
    """Tells the steps that the sentence of a rule or phase certainly leaves out."""
    params = decl.params if isinstance(decl, declarations.Rule) else ()
    yield from steps(say.binding(*(one.name.text for one in params)), left_out_steps(say.names, decl))


_STORIES = (example_lines.Example, example_lines.StartPosition)


def sort_of(decl: declarations.Decl) -> str:
    """Returns the noun for a declaration."""
    match decl:
        case declarations.Rule(is_action=is_action):
            return "action" if is_action else "rule"
        case fields.Define():
            return "formula"
        case declarations.PickDecl():
            return "pick"
        case declarations.Ends():
            return "end of the game"
        case declarations.End():
            return "last part"
        case example_lines.StartPosition():
            return "start"
        case data.EnumType() | data.RecordType():
            return "type"
        case data.ListTable() | data.RowTable() | data.CsvTable():
            return "table"
        case data.Grid() | data.GrowingGrid() | data.Ring() | data.RingAround() | data.Track() | data.Graph():
            return "board"
        case declarations.Setup():
            return "set-up"
        case declarations.Aimed():
            return "what players play for"
        case _:
            return type(decl).__name__.lower()


def key_of(decl: declarations.Decl, place: str = "") -> Key:
    """Returns the key of a declaration."""
    match decl:
        case (
            declarations.Ends()
            | declarations.Setup()
            | declarations.End()
            | declarations.Rounds()
            | declarations.Ranking()
            | declarations.Aimed()
            | fields.Fields()
            | declarations.When()
        ):
            return Key(sort_of(decl), "", place)
        case declarations.Whenever(of=of, name=name):
            return Key(sort_of(decl), (name or of).text, place)
        case _:
            return Key(sort_of(decl), decl.name.text, place)


def name_that_leads_to(decl: declarations.Decl) -> str:
    """Returns the name by which rules reach a declaration: its own, or, for a reaction, that of the rule after which it happens."""
    return decl.of.text if isinstance(decl, declarations.Whenever) else key_of(decl).name


def doc_of(decl: declarations.Decl) -> str | None:
    """Returns the sentence of a declaration."""
    match decl:
        case data.RecordType(rows=rows) | data.RowTable(rows=rows) | data.RingAround(rows=rows) | data.Shape(rows=rows):
            return rows.doc
        case data.Component(doc=doc, rows=rows):
            return doc or (None if rows is None else rows.doc)
        case data.CsvTable() | declarations.Aimed():
            return None
        case declarations.Setup(body) | declarations.End(body):
            return body.doc
        case declarations.Phase(body=body) | declarations.Rule(body=body) | declarations.Whenever(body=body):
            return body.doc
        case _:
            return decl.doc


def detail(say: Formulas, decl: declarations.Decl) -> Iterator[Block]:
    """Describes the details of a declaration, without its sentence."""
    match decl:
        case declarations.Game(fewest=fewest, most=most):
            yield Paragraph(f"For {players_text(fewest, most)}.")
        case declarations.Option(values=values):
            words = [quiet(mark_name(literal_text(value))) for value in values]
            is_switch = {*words} == {quiet(mark_name("yes")), quiet(mark_name("no"))}
            words = words if is_switch else [f"“{word}”" for word in words]
            said = capital(f"{'' if is_switch else 'agree on '}{join_items(words, 'or')}. Without an agreement")
            choice = f"{said} it is {words[0]}." if is_switch else f"{said}, {words[0]} holds."
            yield Paragraph(choice if len(words) > 1 else f"Here it is always {words[0]}.")
        case fields.Define():
            yield from formula_blocks(say, decl)
        case declarations.PickDecl(params=params, picks=picks, distinct=distinct):
            inner = say.binding(*(param.name.text for param in params))
            yield Paragraph(f"{parameters_text(say, params)}Choose {picks_text(inner, picks, distinct)}.")
        case declarations.History(parts=parts, most=most):
            told = say.impersonal()
            words = ["whose turn it is" if isinstance(part, formulas.Me) else told.value(part) for part in parts]
            limit = "" if most is None else f" At most {most.value} positions are remembered."
            yield Paragraph(f"Two positions are the same if these are the same: {join_items(words)}.{limit}")
        case declarations.Ends(after=after, condition=condition, verdict=verdict):
            result = "" if verdict is None else verdict_text(say.impersonal(), verdict)
            if condition is None:
                yield Paragraph(f"If the match ends in any other way, {result}.")
            else:
                found = condition_outline(say.impersonal(), condition)
                said = f"{ENDS[after].format(found.text)}{' Then ' if result else ''}{result}{'.' if result else ''}"
                yield Paragraph(f"{said.removesuffix('.')}:" if found.steps else said)
                if found.steps:
                    yield Steps(found.steps)
        case fields.Fields():
            raise AssertionError("the members of a block are told one by one")
        case (
            data.EnumType()
            | data.RecordType()
            | data.Shapes()
            | data.Shape()
            | data.Component()
            | data.ListTable()
            | data.RowTable()
            | data.CsvTable()
        ):
            yield from data_blocks(say, decl)
        case data.Grid() | data.GrowingGrid() | data.Ring() | data.RingAround() | data.Track() | data.Graph():
            yield from data_blocks(say, decl)
        case _:
            yield from _events(say, decl)


def _events(say: Formulas, decl: declarations.Decl) -> Iterator[Block]:
    match decl:
        case declarations.Setup(body) | declarations.End(body):
            yield from steps(say, body)
        case declarations.Rounds(limit=limit, phases=phases):
            own = say.names.phases.get(phases[0].name.text) if len(phases) == 1 and phases[0].until is None else None
            if own is not None and (said := turns_text(say, limit, own)):
                yield Paragraph(said)
                return
            entries = [phase_entry(say, phase) for phase in phases]
            head = f"{rounds_text(say, limit)} {'one phase' if len(phases) == 1 else 'these phases, in this order'}:"
            if any(phase.until is not None or phase.limit is not None for phase in phases):
                yield Paragraph(head)
                yield Steps(tuple(map(Step, entries)), is_ordered=len(phases) > 1)
            else:
                yield Paragraph(f"{head} {join_items(entries)}.")
        case declarations.Phase(each=each, body=body):
            if each is not None:
                said = clause_text(say, each)
                yield Paragraph(f"{capital(said)}:")
            yield from steps(say, body)
            yield from _offers(say, decl)
        case declarations.Rule():
            yield from _rule(say, decl)
            yield from _offers(say, decl)
        case declarations.Whenever():
            yield from _reaction(say, decl)
        case declarations.KindBlock():
            yield from _kind_block(say, decl)
        case declarations.Score(value=value, after=after):
            when = "" if after is None else f" It is added up after each {mark_word(after.text)}."
            lost = loss_of(value)
            yield from result_blocks(say, "You score" if lost is None else "You lose", lost or value, when)
        case declarations.Ranking():
            yield Paragraph(ranking_text(say, decl))
        case declarations.Aimed():
            yield Paragraph(AIMS[decl.aim.text])
        case example_lines.StartPosition():
            yield from start_blocks(say.impersonal(), decl)
        case example_lines.Example():
            yield from example_blocks(say.impersonal(), decl)
        case _:
            raise AssertionError(f"{sort_of(decl)} is told elsewhere")


def facts_section(
    say: Formulas, title: str, decls: Sequence[declarations.Invariant | declarations.Possible]
) -> Section:
    """Makes a list of facts that always or sometimes hold, each after its name and its sentence."""
    steps: list[Step] = []
    for decl in decls:
        found = condition_outline(say.impersonal(), decl.condition)
        lead = f"{mark_name(capital(decl.name.text))}: {sentence_of_doc(decl.doc)}".strip()
        steps.append(Step(f"{lead} {capital(found.text)}{':' if found.steps else '.'}", found.steps))
    return Section(title, (Steps(tuple(steps)),) if steps else (), tells=tuple(map(key_of, decls)))


def steps(say: Formulas, body: statements.Suite, is_choice: bool = False) -> Iterator[Block]:
    """Describes the steps of a body; `is_choice`: of an action."""
    if found := suite_steps(say, body, is_choice):
        yield Steps(found, is_ordered=len(found) > 1)


def _chain(value: Ident) -> Paragraph:
    """Says when a rule that leads back to itself runs again."""
    return Paragraph(
        f"Each {mark_name(value.text)} to which this leads has its turn when this one is done, and at most one turn in the same chain."
    )


def _rule(say: Formulas, rule: declarations.Rule) -> Iterator[Block]:
    """Describes a rule: when it is open, then its parameters and its steps."""
    yield from _rule_notes(rule)
    yield from _rule_steps(say, rule)


def _rule_notes(rule: declarations.Rule) -> Iterator[Block]:
    notes = "" if rule.into is None else f"It is one more action of {mark_name(rule.into.text)}. "
    notes += "" if rule.once is None else f"At most once each {mark_word(rule.once.text)}."
    if notes:
        yield Paragraph(notes.strip())


def _menu_notes(rule: declarations.Rule) -> Iterator[Block]:
    """Lists the actions that a rule lets players choose from, if these are many. If the position decides which of them are open, the sentence of the rule
    has to say so."""
    menus = [node.menu for node in walk(rule.body) if isinstance(node, statements.Choose) and not node.may]
    for menu in (one for one in menus if one is not None and len(one.lines) >= _MANY):
        if any(line.condition is not None for line in menu.lines):
            continue
        calls = [line.call.of if isinstance(line.call, formulas.Apply) else line.call for line in menu.lines]
        names = [mark_name(call.id) for call in calls if isinstance(call, formulas.Name)]
        if names:
            yield Paragraph(f"Choose one of these: {join_items(names, 'or')}.")


_MANY = 3
"""The actions from which on a list of them helps."""


def _rule_steps(say: Formulas, rule: declarations.Rule) -> Iterator[Block]:
    inner = say.binding(*(param.name.text for param in rule.params))
    notes = parameters_text(say, rule.params)
    made = list(steps(inner, rule.body, rule.is_action))
    if not made and not rule.params and rule.body.doc:
        return
    if not made:
        notes = f"{notes.strip().removesuffix(':')}. What it brings stands with those who react to it.".removeprefix(
            ". "
        )
    if notes:
        yield Paragraph(notes.strip())
    yield from made
    if rule.chain is not None:
        yield _chain(rule.chain)


def _offers(say: Formulas, decl: declarations.Rule | declarations.Phase) -> Iterator[Block]:
    """Names the actions that kinds of pieces add to a menu: one of them instead of another, or, in a menu that is chosen from again and again, in addition
    to others."""
    kinds = list(dict.fromkeys(mark_name(kind) for _, kind in say.names.offers.get(decl.name.text, ())))
    if kinds:
        is_repeated = any(isinstance(node, statements.Repeat) for node in walk(decl))
        yield Paragraph(f"Whoever has {join_items(kinds, 'or')} may use it here{'' if is_repeated else ' instead'}.")


def _reaction(
    say: Formulas, decl: declarations.Whenever, block: declarations.KindBlock | None = None
) -> Iterator[Block]:
    """Describes a reaction. Inside a kind's `block`, it is a reaction of that kind."""
    names = [name.text for name in decl.taken]
    other = () if decl.other is None else (decl.other.text,)
    said = f"Each time after {mark_name(decl.of.text)}"
    said += "" if decl.other is None else f" of another player, {mark_name(decl.other.text)}"
    is_for_kind = block is not None and not block.zones and bool(names)
    if names and not (is_for_kind and len(names) == 1):
        said += f", with its {join_items([mark_name(name) for name in names])}"
    said += "" if decl.once is None else f" (once each {mark_word(decl.once.text)})"
    if block is not None and is_for_kind:
        said += f" with {mark_name(block.name.text)} as its {mark_name(names[0])}"
    yield Paragraph(f"{said}:")
    yield from steps(say.binding(*names, *other, *(() if block is None else ("it",))), decl.body)
    if decl.chain is not None:
        yield _chain(decl.chain)


def _kind_block(say: Formulas, block: declarations.KindBlock) -> Iterator[Block]:
    """Describes the rules of a kind."""
    yield from _kind_notes(say, block)
    yield from _kind_members(say, block)


def _kind_notes(say: Formulas, block: declarations.KindBlock) -> Iterator[Block]:
    yield from row_of_kind(block)
    if block.zones and block.members:
        own = say.names.of_players
        every = [zone.text for zone in block.zones]
        zones = [f"your {mark_word(zone)}" if zone in own else with_article(zone) for zone in every]
        yield Paragraph(f"{COUNTS_IN}{join_items(zones, 'or')}.")


def _kind_members(say: Formulas, block: declarations.KindBlock) -> Iterator[Block]:
    for member in block.members:
        match member:
            case fields.Define():
                yield from amount_blocks(say, member, [zone.text for zone in block.zones])
            case declarations.Whenever():
                yield from _reaction(say, member, block)
            case declarations.Rule(name=name):
                yield Paragraph(f"You may choose {mark_name(name.text)}.")
                yield from _rule(say, member)
            case fields.Field():
                yield Paragraph(field_text(say, member))


def players_text(fewest: int, most: int) -> str:
    """Describes a number of players: `2 to 4 players`."""
    return f"{fewest} player{'s' if fewest != 1 else ''}" if fewest == most else f"{fewest} to {most} players"
