"""Piles have no more room than what can come to lie in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from gamedsl.compile import compile_fragments, compile_game
from gamedsl.graph.bytes.codec import Coder
from gamedsl.graph.model.expressions import Const, Convert, Expr, IfElse, KindOf, Lookup, ZoneAt
from gamedsl.graph.model.game import Dimension, Game, TableSpec
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import SetLocal, SwapZones
from gamedsl.graph.model.types import Enum, EnumId, Int, Kind, LocalId, Piece, Pieces, TableId, ZoneId
from gamedsl.semantics.model.checked import Fragment
from tools.verifier.verify import verify
from unit.compile.building import CARD, SITE, Rules, choose, draw, flag, move, num, one, same, seat

SKY = Enum(EnumId(0), 2)
CARDS = (CARD,)
COLOUR = TableSpec("colour", (0,), (3,), (0, 1, 1), ())
"""Of A, B and C: there are 2, 1 and 1."""


class Table(Rules):
    """`trail` is a pile for each colour, `deck` a pile of all cards; a card is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.trail = self.zone("trail", "pile")
        self.zones[0] = evolve(self.zones[0], dimensions=(Dimension(SKY, 2, 0),), start=((), ()))
        self.deck, self.hand = self.zone("deck", "pile", start="AABC"), self.zone("hand", "bag")
        self.who, self.card = self.me(), self.local("card", Piece(CARDS))

    def colour(self, card: LocalId) -> Expr:
        return Lookup(TableId(0), (KindOf(self.get(card), Kind(CARDS)),), SKY, SITE)

    def put(self, to: Expr) -> Stmt:
        return move(Convert(self.get(self.card), Pieces(CARDS, 1)), to)

    def game(self, *stmts: Stmt) -> Game:
        ask = choose(self.get(self.who), one(self, "card", self.inside(self.hand), self.card), owner="ask")
        begin = (SetLocal(self.who, seat(0)), draw(2, self.of(self.deck), self.of(self.hand)), ask)
        self.setup = (*begin, *stmts)
        game = compile_game(evolve(self.checked(), tables=(COLOUR,))).game
        assert verify(game) == []
        Coder(game)
        return game


def rooms(game: Game) -> list[int | None]:
    return [zone.room for zone in game.zones]


def test_a_piece_that_goes_by_its_kind_goes_nowhere_else() -> None:
    table = Table()
    game = table.game(table.put(table.of(table.trail, table.colour(table.card))))
    assert rooms(game) == [2, None, None]


UNCLEAR: list[tuple[str, Callable[[Table], Stmt]]] = [
    ("a place that the position decides", lambda t: t.put(t.of(t.trail, t.at(t.field("now", SKY, 0))))),
    ("a zone that is looked up", lambda t: t.put(IfElse(flag(True), _where(t), t.of(t.hand), t.of(t.hand).type))),
    ("any piece", lambda t: move(t.inside(t.hand), t.of(t.trail, Const(1, SKY)))),
    ("an exchange", lambda t: SwapZones(t.of(t.trail, Const(0, SKY)), t.of(t.hand), SITE)),
    ("more of the piece than its kind", lambda t: t.put(t.of(t.trail, _by_place(t)))),
]


def _where(t: Table) -> ZoneAt:
    return t.of(t.trail, t.colour(t.card))


def _by_place(t: Table) -> Expr:
    here = same(t.get(t.card), Const((0, 1), Piece(CARDS)))
    return IfElse(here, t.colour(t.card), Const(0, SKY), SKY)


@pytest.mark.parametrize(("name", "stmt"), UNCLEAR, ids=[name for name, _ in UNCLEAR])
def test_what_is_unclear_may_bring_anything(name: str, stmt: Callable[[Table], Stmt]) -> None:
    table = Table()
    assert rooms(table.game(stmt(table))) == [None, None, None]


def test_a_constant_place_is_that_place() -> None:
    table = Table()
    trail = table.of(table.trail, Const(0, SKY))
    game = table.game(table.put(trail), SetLocal(table.card, table.get(table.card)))
    assert rooms(game) == [None, None, None], "all may come there"


def test_a_pile_that_nothing_reaches_has_room_for_what_starts_there() -> None:
    table = Table()
    assert rooms(table.game()) == [0, None, None]


def test_examples_may_put_pieces_anywhere() -> None:
    table = Table()
    table.game()
    score = table.field("score", Int(0, 9), 0)
    fragment = Fragment((table.set(score, num(1)),), None, None, None, "small")
    game = compile_fragments(evolve(table.checked(), tables=(COLOUR,)), (fragment,)).game
    assert rooms(game) == [None, None, None]
    assert game.zones[ZoneId(0)].name == "trail"
