"""Rulebooks leave nothing out: each declaration of each shipped game has its place, and all its words stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeGuard

import pytest

from gamedsl.graph.model.about import place_names
from gamedsl.pipeline import Parsed
from gamedsl.rulebook.changes import block_name, when_place
from gamedsl.rulebook.contents import contents
from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.members import member_key
from gamedsl.rulebook.model import Key, Table, plain, readable, sections_in_order, sentence_of_doc, texts
from gamedsl.rulebook.names import names_of
from gamedsl.rulebook.sentences.board_lines import lines_of
from gamedsl.rulebook.sentences.english import begins_with_verb, plural
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.stories.examples import is_about_data
from gamedsl.semantics.data.cells import cell_text
from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES, TYPE_NAMES
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import tells_a_choice, walk, walk_in_order
from gamedsl.values import evolve
from share import few
from unit.rulebook.books import GAMES, VARIANTS, book_of, book_of_text, said_in

OF_THE_LANGUAGE = frozenset(
    [
        *BUILTIN_NAMES,
        *SIGNATURES,
        *TYPE_NAMES,
        *(
            "player",
            "owner",
            "others",
            "nobody",
            "everyone",
            "declined",
            "count",
            "yes",
            "no",
            "human",
            "setup",
            "rounds",
            "end",
        ),
    ]
)
"""Names that the book says in words of its own."""

Declared = tuple[Key, object]


def _declared(say: Formulas, decl: declarations.Decl, place: str = "") -> Iterator[Declared]:
    """A declaration, or those inside it, with what finds it in the book."""
    match decl:
        case fields.Fields(members=members):
            yield from ((member_key(member, block_name(decl), place), member) for member in members)
        case declarations.Seat(name=name, members=members):
            own = [m for m in members if isinstance(m, fields.Field | fields.Define)]
            changes = tuple(m for m in members if not isinstance(m, fields.Field | fields.Define | declarations.Answer))
            inside = ", ".join(part for part in (f"seat {name.text}", place) if part)
            yield Key("seat", name.text, place), tuple(m for m in members if isinstance(m, declarations.Answer))
            yield from ((member_key(member, f"seat {name.text}", place), member) for member in own)
            yield from _changed(say, changes, inside, Key("seat", name.text, place))
        case declarations.When(changes=changes):
            condition = when_place(say, decl)
            yield from _changed(say, changes, condition, Key("when", "", condition))
        case _:
            yield key_of(decl, place), decl


def _changed(say: Formulas, changes: tuple[declarations.Change, ...], place: str, key: Key) -> Iterator[Declared]:
    """What changes declare; the rest is told where the changes themselves are told."""
    for change in changes:
        match change:
            case declarations.Add(decl) | declarations.Replace(decl):
                yield from _declared(say, decl, place)
            case declarations.Seat():
                yield from _declared(say, change, place)
            case declarations.ChangeEnd() | declarations.RemoveWhen():
                pass  # their conditions are sentences
            case _:
                yield key, change


def _all_declared(parsed: Parsed) -> Iterator[Declared]:
    """All that the files declare, but for what variants have replaced or removed."""
    say = Formulas(names_of([decl for _, file in parsed.chain.files for decl in file.decls]))
    files = [file for _, file in parsed.chain.files]
    changed = _with_other_cells(parsed)
    for at, file in enumerate(files):
        gone = _gone(say, files[at:])
        for decl in file.decls:
            match decl:
                case declarations.When():
                    yield from _declared(say, decl)
                case declarations.Variant(name=name, changes=changes):
                    later = _gone(say, files[at + 1 :])
                    told = _changed(say, _rules_of(parsed, changes), "", Key("variant", name.text))
                    yield from (pair for pair in told if pair[0].name not in later)
                case example_lines.Example() if is_about_data(decl):
                    pass  # a check for authors
                case declarations.Aimed():
                    yield from _declared(
                        say, evolve(decl, judged=None)
                    )  # how the computer judges is nothing that players do
                case _:
                    yield from (pair for pair in _declared(say, decl) if pair[0].name not in gone | changed)


def _rules_of(parsed: Parsed, changes: tuple[declarations.Change, ...]) -> tuple[declarations.Change, ...]:
    """Changes without those of examples and promises, which no reader misses."""
    of_authors = {
        decl.name.text
        for _, file in parsed.chain.files
        for decl in file.decls
        if isinstance(decl, example_lines.Example | declarations.Invariant | declarations.Possible)
    }
    return tuple(one for one in changes if not (isinstance(one, declarations.Remove) and one.name.text in of_authors))


def _with_other_cells(parsed: Parsed) -> set[str]:
    """The tables and components in whose cells variants set other values."""
    written = [decl for _, file in parsed.chain.files for decl in file.decls]
    told = [
        decl for decl in contents(parsed).decls if isinstance(decl, data.ListTable | data.RowTable | data.Component)
    ]
    return {decl.name.text for decl in told if decl not in written}


def _gone(say: Formulas, files: Sequence[declarations.File]) -> set[str]:
    """What variants have taken away; of what has no name, all counts as changed."""
    found: set[str] = set()
    for file in files:
        for variant in (decl for decl in file.decls if isinstance(decl, declarations.Variant)):
            for node in walk(variant.changes):
                match node:
                    case declarations.Replace(decl):
                        found |= {key.name for key, _ in _declared(say, decl)}
                    case declarations.Remove(name):
                        found.add(name.text)
                    case declarations.SetPlayers() | declarations.ChangeEnd() | declarations.Insert():
                        found.add("")
                    case declarations.ReplaceRequirement(part=part) | declarations.RemoveRequirement(part=part):
                        found.add(part.text)
                    case declarations.SetLimit(part=part) | declarations.SetTotal(component=part):
                        found.add(part.text)
                    case declarations.ChangeMatch(part=part):
                        found.add(part.text)
                    case _:
                        pass
    return found


def _words(node: object, places: Mapping[tuple[str, int, int], str]) -> Iterator[str]:
    """All that a declaration names and says, but for guards of loops, which no match reaches, and names that a shorter sentence does without. `places`: what
    players call the places of boards, by row and column."""
    left_out = {id(one) for part in walk(node) for one in _left_out(part)}
    called = {id(part): name for part in walk(node) if (name := _place_name(part, places)) is not None}
    left_out |= {id(one) for part in walk(node) if id(part) in called for one in walk(part)}
    for part in walk(node):
        match part:
            case _ if id(part) in called:
                yield called[id(part)]
            case _ if id(part) in left_out:
                pass
            case Ident(text) if text not in OF_THE_LANGUAGE:
                yield readable(text)
            case formulas.Name(text) if text not in OF_THE_LANGUAGE:
                yield readable(text)
            case formulas.Number(value) if value > 1:
                yield str(value)
            case data.CellName() | data.CellNumber():
                yield readable(cell_text(part))
            case (
                statements.RequireStmt(why=str(why))
                | statements.EnsureStmt(why=str(why))
                | statements.EndGame(why=str(why))
            ):
                yield why
            case statements.Selection(ask=str(ask)):
                yield ask
            case (
                statements.Suite(doc=str(doc))
                | fields.Field(doc=str(doc))
                | fields.Define(doc=str(doc))
                | data.Rows(doc=str(doc))
            ):
                yield plain(sentence_of_doc(doc))
            case _:
                pass


def _place_name(part: object, places: Mapping[tuple[str, int, int], str]) -> str | None:
    match part:
        case formulas.Index(formulas.Name(board), (formulas.Number(row), formulas.Number(column))):
            return places.get((board, row, column))
        case _:
            return None


def _called_places(parsed: Parsed) -> dict[tuple[str, int, int], str]:
    """What players call the places of all boards, in the words of the first declaration of each board."""
    found: dict[tuple[str, int, int], str] = {}
    for _, file in parsed.chain.files:
        for grid in (node for decl in file.decls for node in walk_in_order(decl) if isinstance(node, data.Grid)):
            for at, name in enumerate(place_names(*lines_of(grid))):
                found.setdefault((grid.name.text, at // grid.columns + 1, at % grid.columns + 1), name)
    return found


def _left_out(part: object) -> Iterator[object]:
    match part:
        case statements.Limit(kind="at_most", cut_off=False):
            yield from walk(part.number)
        case formulas.Comprehension(body=formulas.Attribute(formulas.Name(name) as own), var=var) if name == var.text:
            yield from (own, var)  # "the value of each piece"
        case formulas.Comprehension(body=formulas.Name(name) as own, var=var) if name == var.text:
            yield from (own, var)  # "the numbers from 1 to 4"
        case formulas.Index(formulas.Name() as table, args) if all(isinstance(arg, formulas.Name) for arg in args):
            yield table  # "Ace Spades", not "card Ace Spades"
        case formulas.Divide(right=formulas.Number(2) as half) | formulas.Apply(
            formulas.Name("mod"), (_, formulas.Number(2) as half)
        ):
            yield half
        case statements.RequireStmt(name=name, why=str()) | statements.EnsureStmt(name=name, why=str()):
            yield name  # The sentence stands for the requirement.
        case example_lines.GivenValue(formulas.Attribute(_, Ident("spot") as name), formulas.Index()) | formulas.Binary(
            "is", formulas.Attribute(_, Ident("spot") as name), formulas.Index()
        ):
            yield name  # "Ann is on c5"
        case example_lines.ExamplePlayers(names=names):
            yield from names  # The chapter says who plays in the examples, and each of them how many.
        case example_lines.ExampleRun(call=call):
            yield call.of if isinstance(call, formulas.Apply) else call  # The story begins with what happens in it.
        case example_lines.ExamplePlays(moves=moves) | example_lines.ExampleCannot(moves=moves):
            yield from _as_a_log_tells(moves)
            yield getattr(part, "because", None)
        case example_lines.ExampleOptions(selection=name) | example_lines.ExampleDeclines(name=name):
            yield name  # The question stands for it.
        case formulas.Apply(formulas.Name("any" | "all"), (formulas.Comprehension(var=var) as loop,)):
            yield var  # "there is a player who", "of every player"
            yield from (node for node in walk(loop) if node == formulas.Name(var.text))
        case formulas.Apply(args=(formulas.Named(name=name),)):
            yield name  # "plays lay card: Two of Clubs"
        case data.Component(
            rows=data.Rows(rows=(_, data.Row(cells=(data.CellEach(), data.CellEach(), *count)))) as rows
        ):
            yield from (*count, *rows.rows[0].cells[2:])  # "one of each rank in each suit"
        case data.Component(rows=data.Rows(rows=(head, data.Row(cells=(data.CellEach(), data.CellNumber()))))):
            yield from head.cells  # "for each gem: 5 tokens"
        case declarations.Rule(is_action=is_action, body=statements.Suite(body=body)):
            for at, statement in enumerate(body):
                if tells_a_choice(body, at, is_action):
                    yield from walk(statement)  # What a log says of a choice is not part of how to choose.
        case statements.Suite(body=body):
            for name in (
                line.name
                for one in body
                if isinstance(one, statements.Choose)
                for line in one.lines[:1]
                if _is_answer(line)
            ):
                yield name  # “you say yes”
                yield from (node for node in walk(part) if node == formulas.Name(name.text))
            for at, statement in enumerate(body):
                if tells_a_choice(body, at):
                    yield from walk(statement)
        case _:
            pass


def _is_answer(line: object) -> TypeGuard[statements.Selection]:
    return isinstance(line, statements.Selection) and isinstance(line.picks[0], statements.PickYesNo)


def _as_a_log_tells(moves: Sequence[formulas.Expr | example_lines.Decline]) -> Iterator[object]:
    """Yields the names of moves, for which the sentence of the log stands, and what is nothing in them."""
    for move in moves:
        match move:
            case example_lines.Decline(name):
                yield name
            case formulas.Apply(of, args):
                yield of
                yield from (arg.name for arg in args if isinstance(arg, formulas.Named))
            case _:
                yield move


def _forms(word: str) -> Iterator[str]:
    """Yields a name as sentences may write it: in the plural, as an infinitive, or without a verb that the sentence has already."""
    yield from (word, plural(word), word.removesuffix("s"), word.removesuffix("es"), f"{word.removesuffix('ies')}y")
    what, _, state = word.rpartition(" ")
    yield from (f"{what} {verb} {state}" for verb in ("is", "are", "is not", "are not"))
    if begins_with_verb(word):
        yield word.partition(" ")[2]


def _is_told(word: str, text: str) -> bool:
    """Whether a text says a word. A drawing says the name of a place with the headings of its column and row."""
    if re.fullmatch(r"[a-zA-Z]\d+", word) and all(part in text.split() for part in (word[0].casefold(), word[1:])):
        return True
    # A die has six sides, and what it shows is told without the names of the throws.
    if (word == "6" or re.fullmatch(r"[a-z]", word)) and re.search(r"\b(die|dice)\b", text):
        return True
    return any(form in text for form in _forms(word.casefold()))


@pytest.mark.parametrize("path", few(GAMES, 3), ids=lambda path: path.stem)
def test_each_declaration_is_told_with_all_its_words(path: Path) -> None:
    _check(path)


@pytest.mark.parametrize("path", few(VARIANTS, 1), ids=lambda path: path.stem)
def test_variants_are_told(path: Path) -> None:
    _check(path)


def _check(path: Path) -> None:
    parsed, book = book_of(path)
    told: dict[Key, str] = {}
    for at in sections_in_order(book.sections):
        for key in at.section.tells:
            told[key] = f"{told.get(key, '')} {said_in(at.section)}"
    places = _called_places(parsed)
    names = names_of([decl for _, file in parsed.chain.files for decl in file.decls])
    meant = {readable(name) for name in (*names.tests, *names.positions)}
    states = {readable(name): state for name, state in names.states.items() if state}
    for key, decl in _all_declared(parsed):
        if key not in told:  # what a variant puts in the place of a member of a block is told with the block
            key = next((one for one in told if (one.sort, one.name) == (key.sort, key.name)), key)
        assert key in told, f"{path.name}: nothing tells {key}"
        words = set(_words(decl, places)) - (
            meant - {readable(key.name)}
        )  # what a short condition is called, it stands for
        lacking = {
            word
            for word in words
            if not _is_told(word, told[key]) and states.get(word, word).casefold() not in told[key]
        }
        assert not lacking, f"{path.name}: {key} is told without {sorted(lacking)}: {told[key][:600]}"


@pytest.mark.parametrize("path", few([*GAMES, *VARIANTS], 3, 2), ids=lambda path: path.stem)
def test_no_sentence_has_brackets_inside_brackets(path: Path) -> None:
    _, book = book_of(path)
    for place in sections_in_order(book.sections):
        for text in texts(place.section):
            assert re.search(r"\([^()]*\(", text) is None, f"{place.label}: {plain(text)}"
            assert not re.search("[\x04\x05]", text)


BY_PLAYERS = """game crews:
    players 2 to 4

component 9 coin in bank

shared:
    bank: bag of coin

seat Robot when humans is 2:
    "It plays for nobody."
    spare: bag of coin

each player:
    purse: bag of coin

setup:
    SENTENCE
    if count(players) < 4: move 1 coin from bank to players[1].purse

rounds up to 1: turns

phase turns, each player: move 1 coin from bank to purse

ranking by highest count(purse)
"""


def _by_players(sentence: str) -> dict[str, tuple[str, ...]]:
    text = BY_PLAYERS.replace("    SENTENCE\n", f'    "{sentence}"\n' if sentence else "")
    chapter = next(part for part in book_of_text(text).sections if part.title == "Set-up")
    tables = [block for block in chapter.blocks if isinstance(block, Table)]
    return {plain(row[0]): row[1:] for table in tables for row in (table.head, *table.rows)}


def test_the_number_of_players_has_a_table() -> None:
    _, book = book_of(next(path for path in GAMES if path.stem == "gem_guild"))
    setup, changes = (
        next(part for part in book.sections if part.title == title) for title in ("Set-up", "What differs")
    )
    assert not any(isinstance(block, Table) for block in setup.blocks), "headings name the numbers of players"
    assert [said_in(part) for part in changes.parts] == [
        "when there are exactly 2 players there are 5 of each token.",
        "when there are exactly 3 players there are 7 of each token.",
    ]
    rows = _by_players("")
    assert rows["players"] == ("2", "3", "4")
    assert rows["Robot plays"] == ("yes", "no", "no")
    assert [row for name, row in rows.items() if name.startswith("move 1 coin")] == [("yes", "yes", "no")]
    told = _by_players("With fewer than four people one coin goes to the first of them.")
    assert not any(name.startswith("move") for name in told), "a sentence says it"


def test_the_appendix_says_what_is_learned_of_hidden_things() -> None:
    def learned(game: str) -> list[tuple[str, ...]]:
        _, book = book_of(Path(__file__).parents[3] / f"games/{game}.gdl")
        sections = [at.section for at in sections_in_order(book.sections)]
        those = [one for one in sections if one.title == "What is learned of hidden things"]
        tables = [block for section in those for block in section.blocks if isinstance(block, Table)]
        return [tuple(map(plain, row)) for table in tables for row in table.rows]

    assert learned("classics/kuhn_poker") == [("showdown", "everybody", "hand", "the pieces move")]
    assert learned("classics/tic_tac_toe") == []
    assert ("guess", "everybody", "hand", "what comes of it is seen") in learned("modern/love_letter")


def test_who_gets_what_and_who_becomes_what_is_told_as_people_say_it() -> None:
    book = book_of_text(
        """\
game getting:
    players 2

shared:
    dealer: player = first(players)
    deal_number: 0..9 = 0
    deck: bag of card

each player:
    coins: 0..99 = 5
    safe = no
    hand: bag of card

component card in deck:
    name  count
    Ace   2
    King  2

setup:
    deal_number += 1
    each player: draw 2 from deck to hand
    for rival in players:
        rival.coins += 2
        rival.coins -= 1
    dealer = left(dealer)

phase turns, each player:
    choose number: one of 1..3, ask "How many?"
    coins += 1
    safe = no
    if some(hand where it is Ace) and no(hand where it is King): coins += 2
    coins += number
    dealer = me

rounds up to 2:
    turns

ranking by highest coins, ties shared
"""
    )
    told = "\n".join(said_in(at.section) for at in sections_in_order(book.sections))
    for sentence in (
        "Add 1 to the deal number.",
        "Give 2 coins to the rival.",
        "Take 1 coin from the rival.",
        "The left neighbour of the dealer becomes the dealer.",
        "You get 1 coin.",
        "Add the number to your coins.",
        "You are now the dealer.",
        "You are no longer safe.",
        "If Ace is in your hand and King is not in your hand: you get 2 coins.",
    ):
        assert sentence.lower() in told, sentence
