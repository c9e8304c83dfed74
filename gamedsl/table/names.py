"""Names of a game for people at a terminal: short words for places, pieces, values, zones and fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from gamedsl.cards.chosen_colours import colours_of_seats
from gamedsl.cards.emblems import RANKS, is_rank
from gamedsl.cards.faces import Face, Looks, bare, entry, text_of
from gamedsl.cards.table.places import where_of
from gamedsl.cards.words import is_lettered, kind_title, place_name, place_title
from gamedsl.graph.analysis.kept import list_kept_names
from gamedsl.graph.analysis.number_words import WORDS, number_in_words, with_minus
from gamedsl.graph.analysis.piece_words import count_of_pieces
from gamedsl.graph.model import types
from gamedsl.graph.model.about import NumberWords
from gamedsl.graph.model.game import Dimension, FieldSpec, Game
from gamedsl.graph.model.types import EnumId, KindId, SeatId
from gamedsl.json import JsonObject
from gamedsl.page.colours import Colour
from gamedsl.reports.titles import inside_sentence, plain, title_of, without_citations
from gamedsl.table.text import join_items, join_keys, terminal_colour
from gamedsl_interpreter.things import Counted, Kind, Piece, Place, Seat, Thing, Word, Zone
from gamedsl_interpreter.wording.texts import Texts, specs_by_instance

_SUITS = frozenset("♥♦♣♠")
USUAL_NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
"""The names of players who give none, here as on pages."""

WAYS = {
    "N": ("north", "up"),
    "E": ("east", "right"),
    "S": ("south", "down"),
    "W": ("west", "left"),
    "NE": ("north-east",),
    "SE": ("south-east",),
    "SW": ("south-west",),
    "NW": ("north-west",),
}
"""Directions by their letters: the word for people, and what they may say for it."""

_MARKS = "XOYZVW"
"""Marks of seats on boards, if their initials do not tell them apart."""

_WORD = re.compile(
    r"(?:[^\W\d]\w*)(?:\.\w+)*(?:\[(?:[^\[\]]|\[[^\[\]]*\])*\])?(?:\.\w+(?:\[(?:[^\[\]]|\[[^\[\]]*\])*\])?)*"
)
"""A name of the rules inside a text: `Ann.hand`, `square[7, 1].side`, `card[Two, Clubs]`."""

_COUNTED = re.compile(rf"(?<![\w.,\[-])(\d+) ({_WORD.pattern})")
"""How many pieces of a kind there are inside a text: `2 Soldier`, which people read as `2× Soldier`."""

_NUMBER = re.compile(r"-?\d+")
_FIGURES = {word: str(number) for number, word in enumerate(WORDS)}
"""Numbers in words, as names of cards have them."""


class Names:
    """The names of one game with a look. `is_spoken`: words instead of symbols, for screen readers."""

    def __init__(self, game: Game, look: JsonObject, *, is_spoken: bool = False) -> None:
        self.game = game
        self.look = look
        self.looks = Looks(game, look)
        self.is_spoken = is_spoken
        self.texts = Texts(game)
        self._faces: dict[int, Face] = {}
        self._worn: dict[int, Colour] = {}

    # ------------------------------------------------------------ seats

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """The mark of each seat on boards: the initial of its name, or a letter of its own."""
        names = self.game.seats
        initials = [name[:1].upper() for name in names]
        unnamed = all(re.fullmatch(r"P\d+", name) or name in USUAL_NAMES for name in names[: self.game.humans])
        if unnamed or len(set(initials)) < len(initials) or not all(one.isalpha() for one in initials):
            return tuple(_MARKS[i] if i < len(_MARKS) else str(i) for i in range(len(names)))
        return tuple(initials)

    def seat_colour(self, seat: int) -> str:
        """Returns the colour of a seat, as click names it."""
        return terminal_colour(self._worn.get(seat) or self.looks.seat(SeatId(seat)))

    def wear(self, fields: Iterable[tuple[str, str]]) -> None:
        """Gives the seats the colours that players have chosen, where the look file names the field that says it: `fields` are the values of a view."""
        self._worn |= colours_of_seats(self.game, self.look, dict(fields))

    # ------------------------------------------------------------ numbers

    def value(self, spec: FieldSpec, value: str) -> str:
        """Returns the value of a field as players read it: `£3` where the rules say how."""
        if isinstance(bare(spec.type), types.Direction):
            return WAYS[value][0] if value in WAYS else value
        words = self._numbers.get(spec.base)
        if words is None or not _NUMBER.fullmatch(value):
            return self.clean(value)
        return number_in_words(words.one, words.several, int(value))

    def is_label_in(self, spec: FieldSpec, label: str, value: str) -> bool:
        """Whether the value of a field, as players read it, says the label of the field too: `8 coins` for `coins`."""
        words = self._numbers.get(spec.base)
        said = "" if words is None or not _NUMBER.fullmatch(value) else f"{words.one} {words.several}"
        return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", said, re.IGNORECASE) is not None

    @cached_property
    def _numbers(self) -> Mapping[int, NumberWords]:
        """The words of numbers by the first instance of their field."""
        return {self.game.fields[words.field].base: words for words in self.game.about.numbers}

    @cached_property
    def kept(self) -> frozenset[tuple[str, str]]:
        """The fields that keep what was chosen or thrown, each with the name of that."""
        return list_kept_names(self.game)

    # ------------------------------------------------------------ places

    def place(self, board: int, number: int) -> str:
        """Returns the name of a place: `e4` on the first grid of a game, `corner e4` on others, `Harbour`."""
        short = self.short_place(board, number)
        is_first = board == self._first_grid or not self.is_grid(board)
        if is_first and not short.isdigit():
            return short
        return f"{lower_first(self.looks.label('board', self.game.boards[board].name))} {short}"

    def short_place(self, board: int, number: int) -> str:
        """Returns the name of a place without that of its board."""
        spec = self.game.boards[board]
        if not self.is_grid(board):
            if re.fullmatch(r"[a-z]\d+", spec.places[number]):
                return spec.places[number]
            inner = re.fullmatch(r"\w+\[(\d+)\]", spec.places[number])
            return inner[1] if inner else place_title(spec.places[number])
        return place_name(self.game, board, number)

    def is_grid(self, board: int) -> bool:
        """Whether the places of the board are named by a letter and a number."""
        return is_lettered(self.game, board)

    @cached_property
    def _first_grid(self) -> int:
        return next((i for i in range(len(self.game.boards)) if self.is_grid(i)), -1)

    # ------------------------------------------------------------ pieces and values

    def face(self, kind: int) -> Face:
        """Returns the face of a kind."""
        if kind not in self._faces:
            self._faces[kind] = self.looks.kind(KindId(kind))
        return self._faces[kind]

    def kind(self, kind: int, seat: int | None = None) -> str:
        """Returns the name of a kind: `2♣`, `Horse`, `Pirate of Ann`. Pieces of `seat` are named without their owner."""
        face = self.face(kind)
        if face.rank is not None and face.style.glyph in _SUITS:
            return face.title if self.is_spoken else f"{face.rank}{face.style.glyph}"
        spec = self.game.kinds[kind]
        owner = spec.owner
        own = text_of(entry(self.look, "value", spec.name), "label")
        name = spec.name
        for number, other in enumerate(self.game.seats):
            if name.endswith(f".{other}"):
                name, owner = name.removesuffix(f".{other}"), number
        title = own or kind_title(name)
        return title if owner is None or owner == seat else f"{title} of {self.game.seats[owner]}"

    def is_plain(self, kind: int) -> bool:
        """Whether nothing but their owners tells the pieces of a component apart, as stones."""
        of = self.game.classes[self.game.kinds[kind].cls]
        return len({self.face(one).title for one in range(of.first, of.first + of.count)}) == 1

    def order(self, kind: int) -> tuple[int, int]:
        """Returns the sort key of a piece in a row of pieces. Cards are sorted by suit in games where suits must be followed, otherwise by rank."""
        face = self.face(kind)
        if face.rank is None:
            return -1, kind
        suit = "♣♦♥♠".find(face.style.glyph or "-")
        if self._follows_suit:
            return suit, kind
        return self._rank_order(kind), suit

    def height(self, kind: int) -> int | None:
        """Returns how high a card is, by its rank or the number that is printed on it; None for other pieces."""
        face = self.face(kind)
        return face.numeral if face.rank is None else self._rank_order(kind)

    def _rank_order(self, kind: int) -> int:
        """Returns how high the rank of a card is, as the rules list the ranks."""
        cls = self.game.kinds[kind].cls
        row = kind - self.game.classes[cls].first
        ranks = (
            one.values[row]
            for one in self.game.about.columns
            if (one.of, one.number) == ("class", cls) and one.name == "rank"
        )
        rank = next(ranks, None)
        return rank if isinstance(rank, int) else kind

    @cached_property
    def _follows_suit(self) -> bool:
        """Whether each player lays one card openly, as in games with tricks, where a suit has to be followed."""
        return any(
            spec.form == "slot"
            and spec.visibility.who == "everyone"
            and [type(one.type) for one in spec.dimensions] == [types.Player]
            for spec in self.game.zones
        )

    def sentence(self, kind: int) -> str:
        """Returns the sentence of a card; empty if it has none."""
        return without_citations(self.face(kind).text)

    def word(self, of: EnumId, value: int) -> str:
        """Returns the name of a value of a type. Ranks with a number on their cards are called by it: `7` as in `7♦`. Lines of maps that are called after
        their two ends are told as their ends: `Porto–Ayr`."""
        if of in self._lines:
            return self._lines[of][value]
        word = self.looks.word(of, value).word
        sign = self.rank_sign(self.game.enums[of].name, word)
        return sign if sign.isdigit() else word

    @cached_property
    def _lines(self) -> Mapping[EnumId, Sequence[str]]:
        """The lines of each map whose lines are all called after their two ends, by these ends."""
        found: dict[EnumId, Sequence[str]] = {}
        for number, shape in enumerate(self.game.about.shapes):
            places, of = self.game.boards[number].places, shape.edges
            ends = [[places[end] for end in pair] for pair in shape.ends]
            called = () if of is None else self.game.enums[of].values
            if of is not None and all(
                name in ("_".join(pair), "_".join(pair[::-1])) for name, pair in zip(called, ends, strict=False)
            ):
                found[of] = ["–".join(self.place(number, end) for end in pair) for pair in shape.ends]
        return found

    def rank_sign(self, of: str, word: str) -> str:
        """Returns the sign for a rank on cards: `Q` for the queen; empty for values of types that are not ranks of cards."""
        return RANKS.get(word.lower(), "") if of in self._ranks else ""

    @cached_property
    def _ranks(self) -> frozenset[str]:
        """The types whose values are ranks of playing cards."""
        columns = (one for one in self.game.about.columns if one.of == "class" and isinstance(one.type, types.Enum))
        return frozenset(
            spec.name
            for one in columns
            if isinstance(one.type, types.Enum)
            and (spec := self.game.enums[one.type.id])
            and is_rank(spec.values[0].lower(), [name.lower() for name in spec.values])
            and self.face(self.game.classes[one.number].first).rank is not None
        )

    def thing(self, thing: Thing, seat: int | None = None) -> str:
        """Returns the name of a thing. Pieces of `seat` are named without their owner."""
        match thing:
            case None:
                return "none"
            case bool():
                return "yes" if thing else "no"
            case int():
                return with_minus(thing)
            case Place():
                return self.place(self.board_number(thing), thing.number)
            case Seat():
                return thing.name
            case Word(of="direction"):
                return WAYS[thing.name][0] if thing.name in WAYS else thing.name
            case Word():
                return self.clean(thing.name)
            case Kind():
                return self.kind(thing.number, seat)
            case Zone():
                return self.zone(thing.name)
            case Piece():
                return self.kind(thing.kind.number, seat)
            case Counted():
                return self.count_text([(self.thing(one, seat), count) for one, count in thing.entries])
            case tuple():
                told = [self.thing(one, seat) for one in thing]
                is_short = all(isinstance(one, int) for one in thing)
                return (join_items(told) if is_short else ", ".join(told)) or "none"

    @cached_property
    def suits(self) -> dict[str, str]:
        """The names of suits by the signs that represent them on cards."""
        enums = enumerate(self.game.enums)
        words = [(self.looks.word(EnumId(of), i), name) for of, spec in enums for i, name in enumerate(spec.values)]
        return {style.glyph: self.clean(name) for style, name in words if style.glyph in _SUITS}

    def place_of(self, piece: Piece) -> str:
        """Returns the name of the zone in which a piece lies; empty if that is unknown."""
        return "" if piece.zone is None else self.zone(piece.zone.name)

    def pieces(self, count: int, classes: Sequence[int]) -> str:
        """Returns how many pieces of some components there are: `3 geese`, `12 cards`."""
        of = [self.game.classes[one] for one in classes]
        return count_of_pieces(
            self.game, classes, count, are_cards=all(self.face(one.first).form == "card" for one in of)
        )

    def alike(self, kind: int, count: int, seat: int | None = None) -> str | None:
        """Returns how many pieces of a kind there are, if they are called as its component is: `3 geese`, `2 checkers of Bob` unless Bob sits in `seat`; None for
        other kinds, and for one piece."""
        spec = self.game.kinds[kind]
        if count < 2 or not self.is_plain(kind) or not self._is_called_like(spec.cls):
            return None
        whose = "" if spec.owner in (None, seat) else f" of {self.game.seats[spec.owner or 0]}"
        return f"{self.pieces(count, [spec.cls])}{whose}"

    def _is_called_like(self, cls: int) -> bool:
        """Whether the pieces of a component are called as the component is."""
        of = self.game.classes[cls]
        return of.count == 1 or key(of.name) == key(self.face(of.first).title)

    @cached_property
    def kind_numbers(self) -> Mapping[str, int]:
        """The kinds by their names in the rules."""
        return {kind.name: number for number, kind in enumerate(self.game.kinds)}

    def count_text(self, entries: Iterable[tuple[str, int]]) -> str:
        """Joins names with their numbers: `Boat, 3× Horse`; `none` if there are none."""
        joined: list[tuple[str, int]] = []
        for name, count in entries:
            # Two threes are `3, 3`: `2 3` would be read as a two and a three.
            joined += [(name, 1)] * count if name.isdigit() else [(name, count)]
        times = "" if self.is_spoken else "×"
        gap = " " if joined and all(name[-1:] in _SUITS for name, _ in joined) else ", "
        return gap.join(name if count == 1 else f"{count}{times} {name}" for name, count in joined) or "none"

    def keys(self, thing: Thing) -> frozenset[str]:
        """Returns the answers that mean a thing, in the form of `key`."""
        match thing:
            case Kind():
                return self.kind_keys(thing.number)
            case Piece():
                names = self.kind_keys(thing.kind.number)
                place = key(self.place_of(thing))
                return names | {f"{name}from{place}" for name in names} if place else names
            case Place():
                board = self.board_number(thing)
                short = self.short_place(board, thing.number)
                called = (self.place(board, thing.number), short, f"{thing.board} {short}", thing.name)
                return frozenset(map(key, called))
            case Word(of="direction"):
                return frozenset(map(key, (thing.name, *WAYS.get(thing.name, ()))))
            case Word() if sign := self.rank_sign(thing.of, thing.name):
                return frozenset(map(key, (thing.name, sign)))
            case tuple():
                return frozenset({key(self.thing(thing)), key(" ".join(map(self.thing, thing)))})
            case _:
                return frozenset({key(self.thing(thing))})

    def kind_keys(self, kind: int) -> frozenset[str]:
        """Returns the answers that mean a kind, in the form of `key`."""
        face = self.face(kind)
        names = [self.kind(kind), face.title, self.game.kinds[kind].name]
        if face.rank is not None:
            suit = face.style.word.split(" ")[-1]
            names += [f"{face.rank}{suit[:1]}", f"{face.rank}{face.style.glyph or ''}"]
            # `T` is the usual letter for a 10.
            names += [f"T{name[2:]}" for name in names[-2:] if face.rank == "10"]
            # Accepts `q spades`, `queen of spades`, and in the singular `queen of spade`.
            told = [face.rank, face.title.removesuffix(f" {suit}").removesuffix(" of").split(" ")[-1]]
            names += [
                f"{one} {gap}{end}" for one in told for gap in ("", "of ") for end in (suit, suit.removesuffix("s"))
            ]
        if self.game.kinds[kind].owner is not None:
            names.append(face.title)
        # Accepts `5 red` and `red 5` for `Five Red`.
        words = [in_figures(word) for word in self.kind(kind).split(" ")]
        if any(word.isdigit() for word in words):
            names += [" ".join(words), " ".join(reversed(words))]
        return frozenset(map(key, names)) - {""}

    # ------------------------------------------------------------ texts

    def action(self, name: str) -> str:
        """Returns the words for an action or a line of the scores: `take staff from a tavern`. They are the look file's label, or the name."""
        return inside_sentence(text_of(entry(self.look, "rule", name), "label") or plain(name))

    def flag(self, name: str, *, is_set: bool) -> str:
        """Returns the words for a yes-or-no choice: `stop`, `no stop`; with a label of the look file, `with one more for the weather`."""
        label = text_of(entry(self.look, "rule", name), "label")
        if label is not None:
            return f"{'with' if is_set else 'without'} {inside_sentence(label)}"
        return self.clean(name) if is_set else f"no {self.clean(name)}"

    def zone(self, name: str) -> str:
        """Returns the name of a zone instance: `Ann’s hand`, `c4`, `Mermaid`."""
        return self._readable.get(name) or title_of(name)

    def clean(self, text: str, *, is_sentence: bool = False) -> str:
        """Replaces the names of the rules in a text by those for people. In a sentence of the rules a word in small letters keeps them, whether it stands for a
        value or not: nobody could tell."""
        counted = _COUNTED.sub(lambda found: f"{found[1]}× {found[2]}" if found[2] in self._kinds else found[0], text)
        return _clean(counted, self._readable_inside if is_sentence else self._readable)

    @cached_property
    def _readable_inside(self) -> dict[str, str]:
        """The names for people inside a sentence. A word that is also the name of a zone stays a word, because the pieces in the zone are told instead."""
        usual = (name for name, told in self._words.items() if told == title_of(name))
        return self._readable | {name: plain(name) for name in (*usual, *self.texts.zones) if name.islower()}

    @cached_property
    def _kinds(self) -> frozenset[str]:
        return frozenset(kind.name for kind in self.game.kinds)

    def board_number(self, place: Place) -> int:
        """Returns the number of the board on which a place is."""
        return self._boards[place.board]

    @cached_property
    def _boards(self) -> Mapping[str, int]:
        return {board.name: i for i, board in enumerate(self.game.boards)}

    @cached_property
    def _words(self) -> dict[str, str]:
        """The names for people of values, kinds, places and seats, by their texts."""
        found: dict[str, str] = {}
        for number, spec in enumerate(self.game.enums):
            found |= {name: self.word(EnumId(number), i) for i, name in enumerate(spec.values)}
        found |= {kind.name: self.kind(i) for i, kind in enumerate(self.game.kinds)}
        for number, board in enumerate(self.game.boards):
            if self.game.about.shapes[number].kind != "union":
                found |= {name: self.place(number, i) for i, name in enumerate(board.places)}
        return found | {name: name for name in self.game.seats}

    @cached_property
    def _readable(self) -> dict[str, str]:
        """The names for people of everything that has a name in texts of the executor."""
        found = dict(self._words)
        fields, zones = specs_by_instance(self.game)
        found |= {
            name: self._instance("field", fields[i].name, fields[i].dimensions, i - fields[i].base)
            for i, name in enumerate(self.texts.fields)
            if "." in name or "[" in name
        }
        found |= {
            name: self._instance("zone", zones[i].name, zones[i].dimensions, i - zones[i].base)
            for i, name in enumerate(self.texts.zones)
        }
        return found

    def _instance(self, section: str, name: str, dimensions: Sequence[Dimension], flat: int) -> str:
        label = lower_first(text_of(entry(self.look, section, name), "label") or plain(name))
        where = where_of(self.game, dimensions, flat)
        is_shared = section == "field" and where.seat is not None and isinstance(dimensions[0].type, types.Position)
        place = None if where.place is None else self.place(*where.place)
        if place is not None and not is_shared:
            return f"{self.game.seats[where.seat]}’s {place}" if where.seat is not None else place
        if where.seat is not None:
            rest = join_keys(_clean(one, self._words) for one in where.rest)
            between = "" if not rest else " " if rest[0].isdigit() else " of "
            at = "" if place is None else f" at {place}"
            return f"{self.game.seats[where.seat]}’s {label}{between}{rest}{at}"
        return f"{label} of {join_keys(_clean(one, self._words) for one in where.rest)}" if where.rest else label


def _clean(text: str, names: Mapping[str, str]) -> str:
    """Replaces names of the rules in a text."""

    def word(name: str) -> str:
        found = names.get(name)
        if found is not None:
            return found
        if "[" in name:
            at = name.index("[")
            return f"{plain(name[:at])} {_clean(name[at + 1 :].rstrip(']'), names)}"
        return plain(name.replace(".", " "))

    return with_minus(_WORD.sub(lambda found: word(found[0]), text).replace("[", "").replace("]", ""))


def in_figures(word: str) -> str:
    """Returns a number word in figures; other words unchanged."""
    return _FIGURES.get(word.lower(), word)


def lower_first(label: str) -> str:
    """Returns a label for use inside a text: `Taken` as `taken`; a label with further capitals is a name and stays."""
    return label[:1].lower() + label[1:] if label[:1].isupper() and label[1:].islower() else label


def with_label(label: str, value: str) -> str:
    """Returns a value after its label: `Forest 5`; after a label that ends with a number: `7: 2`."""
    return f"{label}: {value}" if label[-1:].isdigit() and value else f"{label} {value}"


def key(text: str) -> str:
    """Returns the letters, digits and suits of a text in small letters: two answers mean the same if their keys are equal."""
    minus = "-" if re.fullmatch(r"\s*[-−]\d+\s*", text) else ""
    return minus + "".join(one for one in text.lower() if one.isalnum() or one in _SUITS)
