"""Rulebooks leave nothing out: each declaration of each shipped game has its place, and all its words stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from gamedsl.bases import Bases, shipped, shown
from gamedsl.cli.printing.made_files import is_marked_pdf, mark_pdf
from gamedsl.graph.model.about import place_names
from gamedsl.pipeline import Parsed, parse_files
from gamedsl.rulebook import LabelError, html, labelled, labels_of, markdown, pdf, rulebook
from gamedsl.rulebook.book import contents
from gamedsl.rulebook.changes import block_name, when_place
from gamedsl.rulebook.declarations import key_of, member_key, told_doc
from gamedsl.rulebook.model import Book, Key, Section, Table, index, placed, plain, readable, texts
from gamedsl.rulebook.names import names_of
from gamedsl.rulebook.sentences.english import begins_with_verb, plural
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.worked_examples import is_about_data
from gamedsl.semantics.data.cells import cell_text
from gamedsl.semantics.data.place_names import names_of_lines
from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES, TYPE_NAMES
from gamedsl.semantics.problems.data import BadData
from gamedsl.source import Source
from gamedsl.syntax import tree
from gamedsl.syntax.tree_walk import tells_a_choice, walk, walk_in_order

GAMES = [path for path in shipped() if path.parent.name != "variants"]
VARIANTS = [path for path in shipped() if path.parent.name == "variants"]

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


def _parsed(source: Source, folder: Path) -> Parsed:
    bases = Bases(folder, (), lambda path: Path(path).read_text("utf-8"), shown)
    return parse_files(source, bases.find, bases)


@cache
def _book(path: Path) -> tuple[Parsed, Book]:
    parsed = _parsed(Source(path.name, path.read_text("utf-8")), path.parent)
    return parsed, rulebook(parsed)


def _of_text(text: str) -> Book:
    return rulebook(_parsed(Source("made.gdl", text), Path.cwd()))


# ---------------------------------------------------------------- nothing is left out


def _declared(say: Formulas, decl: tree.Decl, place: str = "") -> Iterator[Declared]:
    """A declaration, or those inside it, with what finds it in the book."""
    match decl:
        case tree.Fields(members=members):
            yield from ((member_key(member, block_name(decl), place), member) for member in members)
        case tree.Seat(name=name, members=members):
            own = [m for m in members if isinstance(m, tree.Field | tree.Define)]
            changes = tuple(m for m in members if not isinstance(m, tree.Field | tree.Define | tree.Answer))
            inside = ", ".join(part for part in (f"seat {name.text}", place) if part)
            yield Key("seat", name.text, place), tuple(m for m in members if isinstance(m, tree.Answer))
            yield from ((member_key(member, f"seat {name.text}", place), member) for member in own)
            yield from _changed(say, changes, inside, Key("seat", name.text, place))
        case tree.When(changes=changes):
            condition = when_place(say, decl)
            yield from _changed(say, changes, condition, Key("when", "", condition))
        case _:
            yield key_of(decl, place), decl


def _changed(say: Formulas, changes: tuple[tree.Change, ...], place: str, key: Key) -> Iterator[Declared]:
    """What changes declare; the rest is told where the changes themselves are told."""
    for change in changes:
        match change:
            case tree.Add(decl) | tree.Replace(decl):
                yield from _declared(say, decl, place)
            case tree.Seat():
                yield from _declared(say, change, place)
            case tree.ChangeEnd() | tree.RemoveWhen():
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
                case tree.When():
                    yield from _declared(say, decl)
                case tree.Variant(name=name, changes=changes):
                    later = _gone(say, files[at + 1 :])
                    told = _changed(say, _rules_of(parsed, changes), "", Key("variant", name.text))
                    yield from (pair for pair in told if pair[0].name not in later)
                case tree.Example() if is_about_data(decl):
                    pass  # a check for authors
                case _:
                    yield from (pair for pair in _declared(say, decl) if pair[0].name not in gone | changed)


def _rules_of(parsed: Parsed, changes: tuple[tree.Change, ...]) -> tuple[tree.Change, ...]:
    """Changes without those of examples and promises, which no reader misses."""
    of_authors = {
        decl.name.text
        for _, file in parsed.chain.files
        for decl in file.decls
        if isinstance(decl, tree.Example | tree.Invariant | tree.Possible)
    }
    return tuple(one for one in changes if not (isinstance(one, tree.Remove) and one.name.text in of_authors))


def _with_other_cells(parsed: Parsed) -> set[str]:
    """The tables and components in whose cells variants set other values."""
    written = [decl for _, file in parsed.chain.files for decl in file.decls]
    told = [
        decl for decl in contents(parsed).decls if isinstance(decl, tree.ListTable | tree.RowTable | tree.Component)
    ]
    return {decl.name.text for decl in told if decl not in written}


def _gone(say: Formulas, files: Sequence[tree.File]) -> set[str]:
    """What variants have taken away; of what has no name, all counts as changed."""
    found: set[str] = set()
    for file in files:
        for variant in (decl for decl in file.decls if isinstance(decl, tree.Variant)):
            for node in walk(variant.changes):
                match node:
                    case tree.Replace(decl):
                        found |= {key.name for key, _ in _declared(say, decl)}
                    case tree.Remove(name):
                        found.add(name.text)
                    case tree.SetPlayers() | tree.SetLimit() | tree.ChangeEnd() | tree.Insert():
                        found.add("")
                    case tree.ReplaceRequirement(part=part) | tree.RemoveRequirement(part=part):
                        found.add(part.text)
                    case tree.ChangeMatch(part=part):
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
            case tree.Ident(text) if text not in OF_THE_LANGUAGE:
                yield readable(text)
            case tree.Name(text) if text not in OF_THE_LANGUAGE:
                yield readable(text)
            case tree.Number(value) if value > 1:
                yield str(value)
            case tree.CellName() | tree.CellNumber():
                yield readable(cell_text(part))
            case tree.RequireStmt(why=str(why)) | tree.EnsureStmt(why=str(why)) | tree.EndGame(why=str(why)):
                yield why
            case tree.Selection(ask=str(ask)):
                yield ask
            case (
                tree.Suite(doc=str(doc))
                | tree.Field(doc=str(doc))
                | tree.Define(doc=str(doc))
                | tree.Rows(doc=str(doc))
            ):
                yield told_doc(doc)
            case _:
                pass


def _place_name(part: object, places: Mapping[tuple[str, int, int], str]) -> str | None:
    match part:
        case tree.Index(tree.Name(board), (tree.Number(row), tree.Number(column))):
            return places.get((board, row, column))
        case _:
            return None


def _called_places(parsed: Parsed) -> dict[tuple[str, int, int], str]:
    """What players call the places of all boards, in the words of the first declaration of each board."""
    found: dict[tuple[str, int, int], str] = {}
    for _, file in parsed.chain.files:
        for grid in (node for decl in file.decls for node in walk_in_order(decl) if isinstance(node, tree.Grid)):
            called = names_of_lines(grid)
            assert not isinstance(called, BadData)
            for at, name in enumerate(place_names(*called)):
                found.setdefault((grid.name.text, at // grid.columns + 1, at % grid.columns + 1), name)
    return found


def _left_out(part: object) -> Iterator[object]:
    match part:
        case tree.Limit(kind="at_most", cut_off=False):
            yield from walk(part.number)
        case tree.Comprehension(body=tree.Attribute(tree.Name(name) as own), var=var) if name == var.text:
            yield from (own, var)  # "the value of each piece"
        case tree.Comprehension(body=tree.Name(name) as own, var=var) if name == var.text:
            yield from (own, var)  # "the numbers from 1 to 4"
        case tree.Index(tree.Name() as table, args) if all(isinstance(arg, tree.Name) for arg in args):
            yield table  # "Ace Spades", not "card Ace Spades"
        case tree.Divide(right=tree.Number(2) as half) | tree.Apply(tree.Name("mod"), (_, tree.Number(2) as half)):
            yield half
        case tree.RequireStmt(name=name, why=str()) | tree.EnsureStmt(name=name, why=str()):
            yield name  # The sentence stands for the requirement.
        case tree.ExampleCannot(because=because):
            yield because
        case tree.Apply(tree.Name("any" | "all"), (tree.Comprehension(var=var) as loop,)):
            yield var  # "there is a player who", "of every player"
            yield from (node for node in walk(loop) if node == tree.Name(var.text))
        case tree.Apply(args=(tree.Named(name=name),)):
            yield name  # "plays lay card: Two of Clubs"
        case tree.Component(
            rows=tree.Rows(rows=(_, tree.Row(cells=(tree.CellEach(), tree.CellEach(), *count)))) as rows
        ):
            yield from (*count, *rows.rows[0].cells[2:])  # "one of each rank in each suit"
        case tree.Component(rows=tree.Rows(rows=(head, tree.Row(cells=(tree.CellEach(), tree.CellNumber()))))):
            yield from head.cells  # "for each gem: 5 tokens"
        case tree.Rule(is_action=is_action, body=tree.Suite(body=body)):
            for at, statement in enumerate(body):
                if tells_a_choice(body, at, is_action):
                    yield from walk(statement)  # What a log says of a choice is not part of how to choose.
        case tree.Suite(body=body):
            for at, statement in enumerate(body):
                if tells_a_choice(body, at):
                    yield from walk(statement)
        case _:
            pass


def _forms(word: str) -> Iterator[str]:
    """Yields a name as sentences may write it: in the plural, as an infinitive, or without a verb that the sentence has already."""
    yield from (word, plural(word), word.removesuffix("s"), word.removesuffix("es"))
    if begins_with_verb(word):
        yield word.partition(" ")[2]


def _is_told(word: str, text: str) -> bool:
    """Whether a text says a word. A drawing says the name of a place with the headings of its column and row."""
    if re.fullmatch(r"[a-zA-Z]\d+", word) and all(part in text.split() for part in (word[0].casefold(), word[1:])):
        return True
    return any(form in text for form in _forms(word.casefold()))


def _said(section: Section) -> str:
    return " ".join(" ".join(map(plain, texts(section))).split()).casefold()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_each_declaration_is_told_with_all_its_words(path: Path) -> None:
    _check(path)


def test_variants_are_told() -> None:
    for path in VARIANTS:
        _check(path)


def _check(path: Path) -> None:
    parsed, book = _book(path)
    told: dict[Key, str] = {}
    for at in placed(book.sections):
        for key in at.section.tells:
            told[key] = f"{told.get(key, '')} {_said(at.section)}"
    places = _called_places(parsed)
    for key, decl in _all_declared(parsed):
        if key not in told:  # what a variant puts in the place of a member of a block is told with the block
            key = next((one for one in told if (one.sort, one.name) == (key.sort, key.name)), key)
        assert key in told, f"{path.name}: nothing tells {key}"
        lacking = {word for word in _words(decl, places) if not _is_told(word, told[key])}
        assert not lacking, f"{path.name}: {key} is told without {sorted(lacking)}: {told[key][:600]}"


@pytest.mark.parametrize("path", [*GAMES, *VARIANTS], ids=lambda path: path.stem)
def test_no_sentence_has_brackets_inside_brackets(path: Path) -> None:
    _, book = _book(path)
    for place in placed(book.sections):
        for text in texts(place.section):
            assert re.search(r"\([^()]*\(", text) is None, f"{place.label}: {plain(text)}"
            assert not re.search("[\x04\x05]", text)


# ---------------------------------------------------------------- what sentences say


def test_hearts_can_be_taught() -> None:
    """Cases are lists, and rules stand below the phase that leads to them."""
    _, book = _book(next(path for path in GAMES if path.stem == "hearts"))
    under = {place.section.title: place for place in placed(book.sections)}
    for title, told in (
        ("The game", "“which three cards do you pass on?”"),
        ("Card", "a standard deck of cards: one of each rank (two to ace) in each suit"),
        ("Set-up", "put the 52 cards in deck."),
        ("Passing", "otherwise, if this is round 2, 6, 10 and so on: move gift to hand of your right neighbour."),
        ("Tricks", "set leader to the player with two of clubs in hand."),
        ("Play card", "“the two of clubs opens.” if two of clubs is in your hand: only if play is two of clubs."),
        ("Play card", "suit of every card in your hand is hearts."),
        ("Why a choice may be refused", "“hearts are not broken.” play card hearts unbroken"),
        ("Scores", "you lose your points."),
    ):
        assert told in _said(under[title].section), _said(under[title].section)
    assert under["Play card"].number[:-1] == under["Tricks"].number


MILLS = """game mills:
    players 2

grid spot without edge for 4 card

component 4 card in deck:
    name  count
    Mill  2
    Oven  2

shared:
    deck: bag of card

each spot:
    lying: slot of card

each player:
    built: bag of card
    grain: 0..9 = 1

each Mill in built:
    "Grind a grain."
    action grind to turns, once each turn:
        require grain_left: grain > 0 "You have no grain."
        grain -= 1

rounds up to 2:
    turns

phase turns, each player:
    choose one:
        build

action build:
    choose plan: one of deck "It is not there."
    move plan to built

ranking by highest grain, ties shared
"""


def test_rules_of_a_kind_refuse_too() -> None:
    """What an action of a card requires is listed like all refusals, and a board of cards says what it is made of."""
    said = markdown(_of_text(MILLS)).replace("*", "")
    assert "| “You have no grain.” | grind | – |" in said, said
    assert "grows as cards are laid, up to 4 of them" in said, said


SKIPPING = """game skipping:
    players 2

each player:
    points = 0

rounds up to 1:
    turns

phase turns, each player:
    lucky
    may choose one:
        win

rule lucky:
    may choose bet: one of 1..3, ask "How much?"
    points += bet
    say "{me} bets {bet}."
    choose if able more: one of 1..3
    if not (bet is 2 and points > 3) or no(players where points is 9): eliminate me

action win:
    points -= 1

score scored: points
ranking by highest total, ties shared
"""


def test_sentences_say_what_the_rules_mean() -> None:
    said = markdown(_of_text(SKIPPING)).replace("*", "")
    for sentence in (
        "You may choose bet: a number from 1 to 3, or skip the rest. “How much?”",
        "Add bet to your points.",
        "Choose more: a number from 1 to 3, if you can, else skip the rest.",
        "Announce: “(your name) bets bet.”",
        "If bet is not 2 or your points are at most 3 or (there is no player with exactly 9 points):",
        "You are out of the game: all your pieces go to the box, and you have no more turns.",
        "You may do win.",
        "Take 1 off your points.",
        "Whoever is out of the game comes last.",
    ):
        assert sentence in said, said


PLAIN = """game plain:
    players 2 to 3

type ink: White, Black
type tone: Low, High
let main = [Low, High]
let most = 9

component 10 card:
    tone       ink    @hand_in  @pile
    each main  Black  1         2
    High       White  4         .

component chip each player in chips: 3

table worth from 0: 0 2 5

shared:
    hand_in: bag of card
    pile:    pile of card, seen by nobody
    row:     bag of card

each player:
    hand:  bag of card
    chips: bag of chip
    paid: 0..9 = 0
    done = no, each round

rounds at most 5:
    play_out

game ends after round when no(players where not done and count(hand) < 2)

phase play_out, each player where not done until no(pile), at most 20:
    draw up to 2 from pile to hand
    move main from hand_in to row
    move row where ink is White and tone is High to hand
    paid = min(most, max(0, paid - 3))
    let best = players by highest count(hand)
    if count(players) > 2 and leaders(best by highest paid) is best: done = yes
    let order = hand by highest ink
    if round is 2 and count(order) >= 1: paid = worth[count(hand where ink is Black)]

score good: sum(worth[count(hand)] for p in players)
score bad: -paid
ranking by highest total, ties shared

example nobody_may_stop:
    players Ann, Bob
    as Ann: play_out
    then Ann.paid is 0 and no(Bob.hand)
    then Ann.done is no, as before
"""


def test_selections_numbers_and_limits_are_told_in_plain_words() -> None:
    said = markdown(_of_text(PLAIN)).replace("*", "")
    for sentence in (
        "10 cards: 6 in hand in and 4 in pile.",
        "Each player has 3 chips, all alike; they start in chips.",
        "| worth | 0 | 2 | 5 |",
        "The match is played in rounds. In turn means clockwise, unless another order is named. Each round has one phase:",
        "Each player who is not done, in turn, again and again until pile is empty:",
        "Draw 2 cards from pile to your hand, or all if there are fewer.",
        "Move one piece for each of main from hand in to row.",
        "Move all cards in row whose ink is White and whose tone is High to your hand.",
        "Set your paid to (your paid − 3, but at least 0), but at most most.",
        "If there are more than 2 players and all of best are equal in paid: set your done to yes.",
        "sorted by highest ink (Black before White).",
        "If this is round 2 and",
        "set your paid to worth for (the number of cards in your hand whose ink is Black).",
        "The match ends after a round if there is no player with fewer than 2 cards in hand who is not done.",
        "You lose your paid.",
        "Then Ann’s paid is 0; Bob’s hand is empty.",
        "As before: Ann is not done.",
    ):
        assert sentence in said, f"{sentence}\n{said}"


LOOK = """title = "*Plain*"
[value.High]
label = "High | tone"
[zone.hand_in]
label = "Cards given in"
[field.done]
hide = true
"""


KINDS = """
game street:
    players 2

component card in deck:
    name   cost  count
    Oven   1     4
    Inn    1     4

shared:
    deck: bag of card

each player:
    built: bag of card
    grain: 0..99 = 0

each Oven in built:
    "A grain more."
    let yield_more = 1
    action bake to turns, once each turn: grain += 1

each Inn in built:
    "A guest a turn."
    let rooms = 2
    let yield_more = 1
    action host to guests: grain += 2

setup: each player: draw 2 from deck to built

rounds up to 2: turns

phase turns, each player:
    choose one:
        harvest
    guests

rule guests:
    may choose one:
        wait

action harvest: grain += 1 + yield_more

action wait: grain += rooms

ranking by highest grain, ties shared
"""


GROWING = """game moor:
    players 2

component 4 peat each player in hand:
    name  count
    Sod   3
    Turf  1

grid bog without edge for 8 pieces hex

grid dry 3 by 3

shapes spade by hold with turns:
    Long: X X X
    Bent: X X / X .

each bog:
    here: slot of peat

each player:
    hand: bag of peat, seen by everyone

let near(b: bog) = reach(neighbours(x) for x in margin(bog), b, 2)
let far(b: bog) = reach(neighbours(x) for x in laid(bog), b)

rounds up to 2: turns

phase turns, each player:
    choose spot: one of margin(bog)
    move 1 Sod from hand to spot.here
    soak(spot)
    draw up to 1 from under heap to hand

rule soak(b: bog), once for each b:
    for n in near(b) where some(here): soak(n)

shared:
    heap: pile of peat

ranking by highest count(hand), ties shared
"""


def test_boards_that_grow_shapes_and_chains_are_told() -> None:
    said = markdown(_of_text(GROWING)).replace("*", "")
    for sentence in (
        "A board of hexagons that grows as pieces are laid, up to 8 of them. It has no edge.",
        "Each spade covers some squares of a grid, and may be turned in steps of a quarter of a circle.",
        "| Bent | X X / X . |",
        "what can be reached from b in at most 2 steps, each leading to the neighbours of x for each x in all of bog beside what lies there.",
        "what can be reached from b, each step leading to the neighbours of x for each x in all of bog where something lies.",
        "spot: one of all of bog beside what lies there.",
        "Draw 1 peat from the bottom of heap to your hand, if there is one.",
        "Each b to which this leads has its turn when this one is done, and at most one turn in the same chain.",
    ):
        assert sentence in said, f"{sentence}\n{said}"


def test_what_a_log_says_of_a_choice_is_left_out() -> None:
    said = _of_text(
        """game heap:
    players 2

shared:
    heap: 0..9 = 9

rounds at most 9:
    turns

phase turns, each player:
    choose one:
        take
        rest

action take:
    choose number: one of 1..3 where it <= heap
    say "{me} takes {number}."
    heap -= number
    say "There are {heap} left."

action rest: say "{me} rests."

game ends when heap is 0

ranking by highest number
"""
    )
    told = " ".join(_said(place.section) for place in placed(said.sections))
    assert "takes" not in told
    assert "rests" not in told
    assert "announce: “there are heap left.”" in told, told


def test_menus_and_totals_name_the_pieces_that_add_to_them() -> None:
    said = markdown(_of_text(KINDS)).replace("*", "")
    under = {part.splitlines()[0].split(" ", 1)[1]: part for part in said.split("### ")[1:]}
    assert "Some pieces offer more to choose here: bake (Oven)." in under["Turns"]
    assert "Some pieces offer more to choose here: host (Inn)." in under["Guests"]
    assert "What Oven and Inn in built add up to" in said
    assert "What Inn in built adds up to" in said


STORIES = """game stories:
    players 2

each player:
    coins = 0

start vere_is_rich:
    players Vere, Bob
    given:
        Vere.coins = 9

rounds up to 1:
    nothing

phase nothing:
    say "Nothing happens."

score worth: coins
ranking by highest total, ties shared

example a_purse_for_vere:
    players Vere, Bob
    given:
        Vere.coins = 1
    then Vere.coins is 1

example vere_again of a_purse_for_vere:
    then Vere.coins is 1

example later:
    from vere_is_rich
    then Vere.coins is 9
"""


def test_examples_and_starts_call_people_as_they_are() -> None:
    """In headings, in what other examples say of them, and in the index; `a_purse_for_vere` is small in the file."""
    book = _of_text(STORIES)
    said = markdown(book).replace("*", "")
    for told in (
        "A purse for Vere\n",
        "The position is that of a purse for Vere.",
        "Vere again\n",
        "the start Vere is rich.",
    ):
        assert told in said
    assert {"a purse for Vere", "Vere again", "Vere is rich"} <= {name for name, _ in index(book)}
    assert "for vere" not in said
    assert "vere again" not in said


def test_labels_are_names_for_people() -> None:
    said = markdown(labelled(_of_text(PLAIN), labels_of(LOOK)))
    assert said.startswith(r"# \*Plain\*")
    assert "6 in *cards given in* and 4 in *pile*" in said
    assert r"| High \| tone | White | 4 |" in said
    assert "whose *tone* is *High \\| tone*" in said or "whose *tone* is *High | tone*" in said
    assert "* cards given in: [" in said
    with pytest.raises(LabelError, match="no TOML"):
        labels_of("[zone")
    with pytest.raises(LabelError, match="label is a text; title is a text"):
        labels_of("title = 1\n[zone.hand_in]\nlabel = 2")


# ---------------------------------------------------------------- what rules say is text

NASTY = """game nasty:
    "<script>alert(1)</script> *bold* [link](http://x) `code` # | table &amp; \\ end"
    players 2

each player:
    points = 0   "</td><b>not bold</b> | cell"

rounds up to 1:
    turns

phase turns, each player:
    "1. <img src=x onerror=alert(1)>"
    choose one:
        win

action win:
    require low: points < 3 "<i>too</i> *much*"
    points += 1

score scored: points
ranking by highest total, ties shared
"""


def test_nothing_from_rules_is_markup() -> None:
    book = _of_text(NASTY)
    page, text = html(book), markdown(book)
    for tag in ("<script", "<img", "<b>", "</td><b"):
        assert tag not in page
    assert page.count("<td>") == page.count("</td>")
    assert not re.search(r"(?<!\\)<", text)
    assert not re.search(r"(?<!\\)\]\(http", text)
    assert r"\*bold\*" in text


def test_links_lead_somewhere() -> None:
    """Those of Markdown are tested with the books in the documentation."""
    _, book = _book(next(path for path in VARIANTS if path.stem == "parrot"))
    page = html(book)
    anchors = re.findall(r'id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(anchors)
    names = [name for name, _ in index(book)]
    assert "parrot" in names
    assert names == sorted(names, key=lambda name: (name.casefold(), name))


@pytest.mark.parametrize("game", ["gloriana", "glory_islands"])
def test_the_books_in_the_documentation_are_current(game: str) -> None:
    path = next(path for path in GAMES if path.stem == game)
    look = labels_of(path.with_suffix(".look.toml").read_text("utf-8"))
    book = labelled(_book(path)[1], look)
    kept = (Path(__file__).parents[2] / "docs" / "rulebooks" / f"{game}.md").read_text("utf-8")
    assert kept.startswith(markdown(book)), f"run: gamedsl rulebook games/{game}.gdl -o docs/rulebooks/{game}.md"


def _by_players(game: str) -> tuple[Table, dict[str, tuple[str, ...]]]:
    _, book = _book(next(path for path in GAMES if path.stem == game))
    chapter = next(part for part in book.sections if part.title == "Set-up")
    table = next(block for block in chapter.blocks if isinstance(block, Table))
    return table, {plain(row[0]): row[1:] for row in table.rows}


def test_the_number_of_players_has_a_table() -> None:
    _, rows = _by_players("gem_guild")
    assert rows == {
        "the changes under “When there are exactly 3 players”": ("no", "yes", "no"),
        "the changes under “When there are exactly 4 players”": ("no", "no", "yes"),
    }
    table, rows = _by_players("glory_islands")
    assert table.head == ("players", "2", "3", "4")
    assert rows["Morgan plays"] == ("yes", "no", "no")
    assert [row for name, row in rows.items() if name.startswith("“Move one Ruby")] == [("yes", "yes", "no")]


# ---------------------------------------------------------------- on paper


def test_a_pdf_has_text_and_its_fonts() -> None:
    """The same book gives the same bytes; what the font cannot show is told."""
    _, book = _book(next(path for path in GAMES if path.stem == "hex"))
    printed = pdf(book)
    assert printed == pdf(book)
    assert printed.missing == ""
    assert printed.data.startswith(b"%PDF-")
    assert b"/FontFile2" in printed.data
    assert b"/ToUnicode" in printed.data
    lacking = pdf(_of_text(NASTY.replace("<i>too</i>", "\u6771")))
    assert lacking.missing == "\u6771"


def test_a_pdf_can_be_made_again_until_somebody_changes_it() -> None:
    made = mark_pdf(b"%PDF-1.4 some pages %%EOF")
    assert is_marked_pdf(made)
    assert not is_marked_pdf(made.replace(b"some", b"more"))
    assert not is_marked_pdf(made + b"a note")
    assert not is_marked_pdf(b"%PDF-1.4 of somebody else")


def test_the_appendix_says_what_is_learned_of_hidden_things() -> None:
    def learned(game: str) -> list[tuple[str, ...]]:
        _, book = _book(Path(__file__).parents[2] / f"games/{game}.gdl")
        sections = [one for one in book.sections if one.title == "What is learned of hidden things"]
        tables = [block for section in sections for block in section.blocks if isinstance(block, Table)]
        return [tuple(map(plain, row)) for table in tables for row in table.rows]

    assert learned("classics/kuhn_poker") == [("showdown", "everybody", "hand", "the pieces move")]
    assert learned("classics/tic_tac_toe") == []
    assert ("guess", "everybody", "hand", "what comes of it is seen") in learned("modern/love_letter")
