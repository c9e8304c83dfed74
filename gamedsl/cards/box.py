"""Finds the contents of a game's box in the compiled setups: its cards, tokens, boards and score sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain

from gamedsl.cards.boards import Board, board_of, grounds_in, is_bare_mat
from gamedsl.cards.chosen_colours import fields_of_colours
from gamedsl.cards.faces import Face, Looks, entry, text_of
from gamedsl.cards.geometry import boards_to_draw
from gamedsl.cards.needed.dice import dice_of
from gamedsl.cards.needed.places import cards_to_turn, place_cards
from gamedsl.cards.needed.scales import scale_board, scale_markers, scales_of
from gamedsl.cards.needed.score import ScoreSheet, fields_on_sheet, score_of
from gamedsl.cards.needed.stocks import COUNTER, is_supply, stocks
from gamedsl.cards.needed.tracks import track_board, tracks_of
from gamedsl.cards.pieces import Piece, Size, size_of
from gamedsl.cards.printed_faces import has_own_emblem, on_paper
from gamedsl.cards.style import Style
from gamedsl.cards.tokens import markers
from gamedsl.cards.words import seat_title, sentence_for_people
from gamedsl.graph.analysis.piece_words import name_pieces, plural
from gamedsl.graph.analysis.shown import fields_for_players, zones_for_players
from gamedsl.graph.model.game import ClassSpec, Game, KindSpec
from gamedsl.graph.model.types import KindId
from gamedsl.json import JsonObject
from gamedsl.reports.titles import plain, title_for_players, title_of
from gamedsl.values import evolve, frozen

MOST = 5000
"""The most pieces of cardboard that are printed."""


@frozen
class Contents:
    """Everything that is printed. `dice` and `needed` list further needs; `players` are the numbers of people for whom it is enough. `there` are the fields
    and types for which something is printed."""

    title: str
    sentence: str
    players: tuple[int, ...]
    cards: tuple[Piece, ...]
    tokens: tuple[Piece, ...]
    boards: tuple[Board, ...]
    score: ScoreSheet | None
    dice: tuple[str, ...]
    there: frozenset[str] = frozenset()
    needed: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to print."""
        return not (self.cards or self.tokens or self.boards or self.score)


def contents(games: Sequence[Game], look: JsonObject, card: Size) -> Contents:
    """Collects the pieces for some setups of a game: each in as many copies as the setup with the greatest need. Cards have size `card` unless the look file
    sets one."""
    widest = sorted(games, key=lambda game: -len(game.seats))
    score = score_of(widest, look)
    noted = fields_on_sheet(score)
    has_cards = any(piece.face.form == "card" for game in widest for piece in _pieces(game, look, card))
    first = widest[0]
    pieces = _keep_most_copies(
        piece
        for game in widest
        for piece in _all_pieces(game, look, card, noted, has_cards=has_cards)
        if game is first or not _is_turned_by_two(piece) or len(game.seats) == len(first.seats)
    )
    title = title_for_players(look, first.name, first.variants)
    of_fields = {name for piece in pieces if (name := piece.key[0].partition(" ")[2])}
    return Contents(
        title,
        sentence_for_people(first.doc),
        tuple(sorted({game.humans for game in games})),
        tuple(piece for piece in pieces if piece.face.form == "card"),
        tuple(piece for piece in pieces if piece.face.form != "card"),
        _boards(widest, look, card, title),
        score,
        dice_of(widest),
        there=frozenset(of_fields | noted | {name for game in widest for name in _without_tokens(game, look)}),
    )


def _is_turned_by_two(piece: Piece) -> bool:
    """Whether a disc has a player on each side. Where more can play, each has discs of one colour, and those are enough for two."""
    return piece.face.seat is not None and piece.other is not None and piece.key[0].startswith("field ")


def _all_pieces(game: Game, look: JsonObject, card: Size, noted: Set[str], *, has_cards: bool) -> Iterator[Piece]:
    looks = Looks(game, look)
    every = chain(
        _pieces(game, look, card),
        cards_to_turn(game, looks, look, card) if has_cards else (),
        place_cards(game, looks, look, card),
        markers(game, looks, look),
        *(scale_markers(looks, scale) for scale in scales_of(game, look)),
        stocks(game, looks, look, noted),
    )
    worn = _colours_to_choose(game, looks, look)
    yield from (_in_colour(piece, game, worn) for piece in every) if worn else every


def _colours_to_choose(game: Game, looks: Looks, look: JsonObject) -> tuple[Style, ...]:
    """Returns the colours among which players choose their own, if the look file names the field that says it: then no piece belongs to a player from the start."""
    for _, of in fields_of_colours(game, look):
        return tuple(looks.word(of.id, value) for value in range(of.size))
    return ()


def _in_colour(piece: Piece, game: Game, worn: Sequence[Style]) -> Piece:
    """Returns a player's piece in one of the colours that players choose, with the colour in its title in place of the player's name."""
    seat = piece.face.seat
    if seat is None or seat >= min(game.humans, len(worn)):
        return piece
    style, name = worn[seat], seat_title(game.seats[seat])
    face = evolve(
        piece.face,
        title=piece.face.title.replace(name, style.word),
        style=evolve(piece.face.style, colour=style.colour),
    )
    return evolve(piece, face=face, owner=style.word if piece.owner else "")


def drop_printed(needed: Iterable[str], box: Contents) -> tuple[str, ...]:
    """Returns the further needs without things that are printed. `a ship for each player` begins with the name of a printed piece; `a place for each tavern`
    is about things with cards or tokens of their own."""
    heads = {name for piece in (*box.cards, *box.tokens) for name in (*piece.called, piece.face.title.lower())}
    about = {plain(name) for name in box.there}
    for piece in (*box.cards, *box.tokens):
        if " " in piece.key[0]:
            about |= {piece.component, *(name.removeprefix(COUNTER) for name in piece.called)}
    words = {_straight(one) for name in about for one in (name, plural(name))}
    found = [one for one in needed if not ((head := _THING.match(one)) and head[1] in heads)]
    if any(piece.face.seat is not None and piece.copies > 1 and " " in piece.key[0] for piece in box.tokens):
        found = [one for one in found if not one.startswith(_MARKERS)]
    return tuple(
        one for one in found if not any(re.search(rf"\b{re.escape(word)}\b", _straight(one)) for word in words)
    )


def _straight(text: str) -> str:
    return text.casefold().replace("’", "'")


_MARKERS = ("markers in a colour for each player", "markers in the colours of the players")
"""How needs begin that tokens of players for fields of places or lines meet."""
_THING = re.compile(r"(?:(?:an?|the|one|two|three|four|five|\d+|more) )*([^\W\d]+)")


def _without_tokens(game: Game, look: JsonObject) -> Iterator[str]:
    """Yields the fields that need no tokens: the look file says so, or they count the tokens of other fields."""
    for field in fields_for_players(game):
        own = entry(look, "field", field.name)
        if own.get("hide") or own.get("token") is False or is_supply(game, field):
            yield field.name


def _keep_most_copies(pieces: Iterable[Piece]) -> list[Piece]:
    """Returns each piece once, with the largest number of copies."""
    found: dict[tuple[object, ...], Piece] = {}
    for piece in pieces:
        known = found.get(piece.group)
        if known is None or piece.copies > known.copies:
            found[piece.group] = piece if known is None else evolve(known, copies=piece.copies)
    return [piece for piece in found.values() if piece.copies > 0]


def _pieces(game: Game, look: JsonObject, card: Size) -> Iterable[Piece]:
    """Yields a piece for each kind; two kinds that are the sides of the same pieces are one piece."""
    looks = Looks(game, look)
    fronts: set[KindId] = set()
    forms = [looks.kind(group.first).form for group in game.classes]
    has_several = forms.count("card") > 1
    faces = {kind: face for group in game.classes for kind, face in _faces(game, looks, look, group)}
    for number, spec in enumerate(game.kinds):
        if spec.other is not None and spec.other in fronts:
            continue
        fronts.add(KindId(number))
        group = game.classes[spec.cls]
        own = entry(look, "class", group.name)
        face = faces[KindId(number)]
        laid = None if face.laid is None else Size(face.laid.form.width, face.laid.form.height)
        piece = Piece(
            key=(group.name, spec.name),
            component=plain(group.name),
            number=int(spec.cls),
            face=face,
            copies=spec.copies,
            other=None if spec.other is None else looks.kind(spec.other),
            back=title_of(spec.back_name) or text_of(own, "label") or (title_of(group.name) if has_several else ""),
            back_colour=text_of(own, "back"),
            owner="" if spec.owner is None else seat_title(game.seats[spec.owner]),
            size=laid or size_of(text_of(own, "size")) or (card if face.form == "card" else None),
            words=name_pieces(game, spec.cls),
            is_plain=_is_plain(game, look, spec, faces, KindId(number)),
            is_secret=any(spec.cls in zone.classes and zone.visibility.who != "everyone" for zone in game.zones),
        )
        yield from _by_places(game, looks, look, piece, KindId(number))


def _faces(game: Game, looks: Looks, look: JsonObject, group: ClassSpec) -> Iterator[tuple[KindId, Face]]:
    """Yields the faces of the kinds of a class, except for kinds that are the other side of an earlier one."""
    kinds = [
        KindId(number)
        for number in range(group.first, group.first + group.count)
        if (other := game.kinds[number].other) is None or other >= number
    ]
    found = [looks.kind(kind) for kind in kinds]
    chosen = [has_own_emblem(look, game.kinds[kind].name) for kind in kinds]
    yield from zip(kinds, on_paper(found, chosen), strict=True)


def _is_plain(game: Game, look: JsonObject, spec: KindSpec, faces: Mapping[KindId, Face], kind: KindId) -> bool:
    """Whether a kind needs no colour: most kinds have one copy, so no equal ones must be recognised, and no type groups them. Where colours mean players, a
    number has none either."""
    group, face = game.classes[spec.cls], faces[kind]
    alike = [one for one in range(group.first, group.first + group.count) if one != kind and one in faces]
    copies = sum(one.copies for one in game.kinds[group.first : group.first + group.count])
    has_own = text_of(entry(look, "value", spec.name), "color") is not None
    is_grouped = face.rank is not None or spec.owner is not None or face.style.word not in face.title
    is_grouped = is_grouped or any(faces[KindId(one)].style.word == face.style.word for one in alike)
    says_nothing = copies < 2 * group.count or (face.numeral is not None and "seats" in look)
    return group.count >= _MANY_KINDS and says_nothing and not has_own and not is_grouped


def _by_places(game: Game, looks: Looks, look: JsonObject, piece: Piece, kind: KindId) -> Iterator[Piece]:
    """Yields the pieces of a kind. If the pieces of its component begin in several places, those for each place are separate pieces."""
    group = game.classes[game.kinds[kind].cls]
    members = range(group.first, group.first + group.count)
    starts = [
        (zone, sum(many for held in zone.start for other, many in held if other == kind))
        for zone in zones_for_players(game)
        if any(other in members for held in zone.start for other, _ in held)
    ]
    if len(starts) < _SEVERAL or sum(many for _, many in starts) != piece.copies:
        yield piece
        return
    for zone, many in starts:
        own = entry(look, "zone", zone.name)
        back = text_of(own, "back")
        label = looks.label("zone", zone.name)
        yield evolve(
            piece,
            copies=many,
            place=label,
            mark=text_of(own, "mark") or "",
            # The label need not repeat the colour of the back.
            back=piece.back if back is None or back.lower() in label.lower() else label,
            back_colour=back or piece.back_colour,
        )


_SEVERAL, _MANY_KINDS = 2, 3


def _boards(games: Sequence[Game], look: JsonObject, card: Size, title: str) -> tuple[Board, ...]:
    """Returns all boards. A single board without a label has the title of the game."""
    found: dict[tuple[object, ...], Board] = {}
    for game in games:
        looks, grounds = Looks(game, look), grounds_in(game, look)
        for number in boards_to_draw(game):
            is_owned = game.about.shapes[number].is_owned
            for seat in range(len(game.seats)) if is_owned else (None,):
                board = board_of(game, looks, look, grounds, number, seat, card)
                if not is_bare_mat(board):
                    found.setdefault((board.name, board.plan.width, board.plan.height, seat), board)
        for track in tracks_of(game):
            if not entry(look, "field", track.field.name).get("hide"):
                found.setdefault(("track", track.column.name), track_board(looks, track))
        for scale in scales_of(game, look):
            found.setdefault(("scale", scale.field.name), scale_board(looks, scale))
    names = {board.name for board in found.values()}
    if len(names) > 1 or any(
        board.seat is not None or text_of(entry(look, "board", board.name), "label") for board in found.values()
    ):
        return tuple(found.values())
    if len(found) == 1:
        return tuple(evolve(board, title=title) for board in found.values())
    return tuple(
        evolve(board, title=f"{title}, {board.plan.width:g} × {board.plan.height:g}") for board in found.values()
    )
