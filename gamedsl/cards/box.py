"""Finds the contents of a game's box in the compiled setups: its cards, tokens, boards and score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.additions import JOIN, SET
from gamedsl.cards.boards import Board, board_of, grounds_in
from gamedsl.cards.dice import dice_of
from gamedsl.cards.faces import Looks, entry, said
from gamedsl.cards.geometry import drawn_boards
from gamedsl.cards.pieces import Piece, Size, size_of
from gamedsl.cards.tokens import markers
from gamedsl.cards.tracks import track_board, tracks_of
from gamedsl.cards.words import seat_title
from gamedsl.graph.analysis.shown import fields_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import KindId
from gamedsl.json import JsonObject
from gamedsl.reports.titles import plain, titled
from gamedsl.values import evolve, frozen

MOST = 5000
"""The most pieces of cardboard that are printed."""


@frozen
class ScoreRow:
    """A line of a score sheet. `note` is its sentence; `is_tracked` marks values that change in play and are not scored."""

    name: str
    note: str
    is_tracked: bool = False


@frozen
class ScoreSheet:
    """The lines and the seats."""

    rows: tuple[ScoreRow, ...]
    seats: tuple[str, ...]


@frozen
class Contents:
    """Everything that is printed. `dice` lists what else is needed; `players` are the numbers of people for which it is enough."""

    title: str
    sentence: str
    players: tuple[int, ...]
    cards: tuple[Piece, ...]
    tokens: tuple[Piece, ...]
    boards: tuple[Board, ...]
    score: ScoreSheet | None
    dice: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to print."""
        return not (self.cards or self.tokens or self.boards or self.score)


def contents(games: Sequence[Game], look: JsonObject, card: Size) -> Contents:
    """Collects what some setups of a game need together: of each piece as many copies as the setup that needs most. Cards have size `card` unless the look
    file sets one."""
    widest = sorted(games, key=lambda game: -len(game.seats))
    pieces = _most(
        piece for game in widest for piece in (*_pieces(game, look, card), *markers(game, Looks(game, look), look))
    )
    first = widest[0]
    title = str(look.get("title") or _title(first))
    return Contents(
        title,
        first.doc or "",
        tuple(sorted({game.humans for game in games})),
        tuple(piece for piece in pieces if piece.face.form == "card"),
        tuple(piece for piece in pieces if piece.face.form != "card"),
        _boards(widest, look, card, title),
        _score(widest, look),
        dice_of(widest),
    )


def _title(game: Game) -> str:
    """Returns the name of the game, or that of the last variant with that of the game."""
    own = [variant for variant in game.variants if not variant.startswith(SET)]
    return f"{titled(own[-1].replace(JOIN, ' '))} ({titled(game.name)})" if own else titled(game.name)


def _most(pieces: Iterable[Piece]) -> list[Piece]:
    """Returns each piece once, with the largest number of copies."""
    found: dict[tuple[str, str], Piece] = {}
    for piece in pieces:
        known = found.get(piece.key)
        if known is None or piece.copies > known.copies:
            found[piece.key] = piece if known is None else evolve(known, copies=piece.copies)
    return [piece for piece in found.values() if piece.copies > 0]


def _pieces(game: Game, look: JsonObject, card: Size) -> Iterable[Piece]:
    """Yields a piece for each kind; two kinds that are the sides of the same pieces are one piece."""
    looks = Looks(game, look)
    fronts: set[KindId] = set()
    forms = [looks.kind(group.first).form for group in game.classes]
    has_several = forms.count("card") > 1
    for number, spec in enumerate(game.kinds):
        if spec.other is not None and spec.other in fronts:
            continue
        fronts.add(KindId(number))
        group = game.classes[spec.cls]
        own = entry(look, "class", group.name)
        face = looks.kind(KindId(number))
        laid = None if face.laid is None else Size(face.laid.form.width, face.laid.form.height)
        yield Piece(
            key=(group.name, spec.name),
            component=plain(group.name),
            number=int(spec.cls),
            face=face,
            copies=spec.copies,
            other=None if spec.other is None else looks.kind(spec.other),
            back=titled(spec.back_name) or said(own, "label") or (titled(group.name) if has_several else ""),
            back_colour=said(own, "back"),
            owner="" if spec.owner is None else seat_title(game.seats[spec.owner]),
            size=laid or size_of(said(own, "size")) or (card if face.form == "card" else None),
        )


def _boards(games: Sequence[Game], look: JsonObject, card: Size, title: str) -> tuple[Board, ...]:
    """Returns all boards. A single board without a label has the title of the game."""
    found: dict[tuple[object, ...], Board] = {}
    for game in games:
        looks, grounds = Looks(game, look), grounds_in(game, look)
        for number in drawn_boards(game):
            is_owned = game.about.shapes[number].is_owned
            for seat in range(len(game.seats)) if is_owned else (None,):
                board = board_of(game, looks, look, grounds, number, seat, card)
                found.setdefault((board.name, board.plan.width, board.plan.height, seat), board)
        for track in tracks_of(game):
            if not entry(look, "field", track.field.name).get("hide"):
                found.setdefault(("track", track.column.name), track_board(looks, track))
    names = {board.name for board in found.values()}
    if len(names) > 1 or any(
        board.seat is not None or said(entry(look, "board", board.name), "label") for board in found.values()
    ):
        return tuple(found.values())
    if len(found) == 1:
        return tuple(evolve(board, title=title) for board in found.values())
    return tuple(
        evolve(board, title=f"{title}, {board.plan.width:g} × {board.plan.height:g}") for board in found.values()
    )


def _score(games: Sequence[Game], look: JsonObject) -> ScoreSheet | None:
    """Returns the score sheet: the score lines, and the numbers of players that change in play and have no pawn."""
    from gamedsl.rulebook.model import told_doc

    rows: dict[str, ScoreRow] = {}
    for game in games:
        looks = Looks(game, look)
        for line in game.scores:
            rows.setdefault(line.name, ScoreRow(titled(line.name), told_doc(line.doc)))
        tracked = {track.field.name for track in tracks_of(game)}
        for field in fields_for_players(game):
            is_number = isinstance(field.type, types.Int) and field.name not in tracked
            is_seats = len(field.dimensions) == 1 and isinstance(field.dimensions[0].type, types.Player)
            own = entry(look, "field", field.name)
            is_shown = not (field.reset is not None or own.get("hide") or own.get("board"))
            if is_number and is_seats and is_shown:
                name = looks.label("field", field.name)
                rows.setdefault(f" {field.name}", ScoreRow(name, told_doc(field.doc), True))
    seats = tuple(seat_title(seat) for seat in games[0].seats)
    ordered = sorted(rows.values(), key=lambda row: row.is_tracked)
    return ScoreSheet(tuple(ordered), seats) if ordered else None
