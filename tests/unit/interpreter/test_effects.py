"""What effects do to a position, effect by effect."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Builtins
from gamedsl_interpreter.engine import Checking, Fault
from gamedsl_interpreter.facts import Log
from gamedsl_interpreter.reference.play.effects import Effects
from gamedsl_interpreter.reference.play.machine import Machine, Stops
from gamedsl_interpreter.reference.play.work import Work
from unit.interpreter.builders import CLOSED, SITE, Builder, const, plus

B = Builder("effects", ("Ann", "Bob", "Cat"))
CARD = B.component("card", ("Ant", 4), ("Bee", 3), ("Cow", 2))
BAG = B.zone("bag", "bag", CARD, ((0, 2), (1, 1)))
PILE = B.zone("pile", "pile", CARD, ((0, 1), (1, 1), (2, 1)), seen=CLOSED)
SLOT = B.zone("slot", "slot", CARD, ((2, 1),))
HAND = B.zone("hand", "bag", CARD, own=True)
SMALL = B.zone("small", "bag", CARD, ((1, 1),), capacity=2)
BOX = B.zone("box", "bag", CARD)
POINTS = B.own_field("points", types.Int(0, 20), 1)
OUT = B.own_field("out", types.FLAG, False)
ME, N = B.local("me", B.player), B.local("i", types.Int(0, 9))
KIND, PIECES = types.Kind((CARD,)), types.Pieces((CARD,), 9)
B.builtins = Builtins(None, OUT, None, None, BOX, None)
B.counters = 1
END = B.reserve()
MACHINE = Machine(B.game(END), Checking.OFF, Stops.OPEN)
EFFECTS = Effects(MACHINE.make, MACHINE.zones)


def done(*effects: statements.Effect) -> Work:
    """The position after the effects."""
    work = Work(list(MACHINE.start), None, Log(None, ()))
    EFFECTS.block(effects)(work)
    return work


def lies(work: Work, zone: types.ZoneId, instance: int = 0) -> object:
    return work.frame[MACHINE.slots.zone(B.zones[zone].base + instance)]


def pieces(*entries: tuple[types.ZoneId, int, int]) -> expressions.Const:
    return expressions.Const(tuple((B.zones[zone].base, kind, number) for zone, kind, number in entries), PIECES)


def moved(what: Expr, to: Expr, *, under: bool = False, bottom: bool = False) -> statements.Move:
    return statements.Move(what, to, under, bottom, SITE)


ONTO = B.there(PILE)


@pytest.mark.parametrize(
    ("effects", "pile"),
    [
        ((), (((0, 1), (1, 1), (2, 1)),)),
        ((moved(pieces((BAG, 0, 1)), ONTO),), (((0, 1), (1, 1), (2, 1)), ((0, 1),))),
        ((moved(pieces((BAG, 0, 2)), ONTO),), (((0, 1), (1, 1), (2, 1)), ((0, 2),))),
        ((moved(B.contents(BAG), ONTO),), (((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 1)))),
        ((moved(B.contents(BAG), ONTO, under=True),), (((0, 2), (1, 1)), ((0, 1), (1, 1), (2, 1)))),
        ((moved(pieces((PILE, 1, 1)), B.there(BAG)),), (((0, 1), (2, 1)),)),
        ((moved(pieces((PILE, 1, 1)), ONTO),), (((0, 1), (2, 1)), ((1, 1),))),
        ((moved(pieces((BAG, 1, 1)), ONTO), moved(pieces((PILE, 1, 1)), B.there(BAG), bottom=True)), (((0, 1), (2, 1)), ((1, 1),))),
        ((moved(pieces((BAG, 1, 1)), ONTO), moved(pieces((PILE, 1, 1)), B.there(BAG))), (((0, 1), (1, 1), (2, 1)),)),
        ((moved(pieces((BAG, 0, 1)), ONTO), statements.Shuffle(ONTO, None, None, False, SITE)), (((0, 2), (1, 1), (2, 1)),)),
        ((statements.Shuffle(None, B.contents(BAG), ONTO, False, SITE),), (((0, 3), (1, 2), (2, 1)),)),
        ((statements.Shuffle(None, B.contents(BAG), ONTO, True, SITE),), (((0, 2), (1, 1)), ((0, 1), (1, 1), (2, 1)))),
    ],
)  # fmt: skip
def test_piles_keep_what_is_known_of_their_order(effects: tuple[statements.Effect, ...], pile: object) -> None:
    assert lies(done(*effects), PILE) == pile


def test_whole_zones_change_places() -> None:
    work = done(statements.SwapZones(B.there(BAG), B.there(PILE), SITE))
    assert lies(work, BAG) == ((0, 1), (1, 1), (2, 1))
    assert lies(work, PILE) == (((0, 2), (1, 1)),)


def test_pieces_change_places_even_in_full_zones() -> None:
    work = done(statements.SwapPieces(B.contents(SLOT), pieces((BAG, 1, 1)), SITE))
    assert lies(work, SLOT) == ((1, 1),)
    assert lies(work, BAG) == ((0, 2), (2, 1))


def test_rotation_passes_over_who_is_out() -> None:
    give = tuple(moved(pieces((BAG, 0, 1)), B.there(HAND, B.seat(seat))) for seat in (0, 1))
    left = done(*give, moved(pieces((BAG, 1, 1)), B.there(HAND, B.seat(1))), statements.Rotate(HAND, "left"))
    assert [lies(left, HAND, seat) for seat in range(3)] == [(), ((0, 1),), ((0, 1), (1, 1))]
    out = done(
        *give,
        statements.SetField(OUT, (B.seat(1),), expressions.Const(True, types.FLAG), SITE),
        statements.Rotate(HAND, "left"),
    )
    assert [lies(out, HAND, seat) for seat in range(3)] == [(), ((0, 1),), ((0, 1),)]


def test_who_is_eliminated_leaves_everything_behind() -> None:
    work = done(moved(B.contents(BAG), B.there(HAND, B.seat(1))), statements.Eliminate(B.seat(1)))
    assert lies(work, HAND, 1) == ()
    assert lies(work, BOX) == ((0, 2), (1, 1))
    assert MACHINE.make.of(B.at(OUT, B.seat(1)))(work.frame) is True


RANKING = expressions.Const(((2,), (0, 1)), types.Ranking(B.player, 3))


@pytest.mark.parametrize(
    ("award", "points"),
    [
        (
            statements.Award(POINTS, expressions.Const((6, 3), types.ListOf(types.Int(0, 9), 2)), RANKING, "up", SITE),
            [3, 3, 7],
        ),
        (
            statements.Award(
                POINTS, expressions.Const((6, 3), types.ListOf(types.Int(0, 9), 2)), RANKING, "down", SITE
            ),
            [2, 2, 7],
        ),
        (
            statements.Award(
                POINTS, expressions.Const((6, 3, 4), types.ListOf(types.Int(0, 9), 3)), RANKING, "down", SITE, "one"
            ),
            [2, 2, 7],
        ),
        (
            statements.Award(POINTS, expressions.Const((), types.ListOf(types.Int(0, 9), 0)), RANKING, "up", SITE),
            [1, 1, 1],
        ),
    ],
)
def test_tied_players_divide_the_prizes_of_their_places(award: statements.Award, points: list[int]) -> None:
    work = done(award)
    assert [work.frame[B.fields[POINTS].base + seat] for seat in range(3)] == points


def test_fields_go_back_to_their_start() -> None:
    changed = [statements.SetField(POINTS, (B.seat(seat),), const(9), SITE) for seat in range(3)]
    work = done(*changed, statements.ResetFields((POINTS,), B.seat(1)))
    assert [work.frame[B.fields[POINTS].base + seat] for seat in range(3)] == [9, 1, 9]


def test_loops_and_branches() -> None:
    add = statements.SetField(POINTS, (B.seat(0),), plus(B.at(POINTS, B.seat(0)), N), SITE)
    numbers = expressions.Const((2, 3), types.ListOf(types.Int(0, 9), 2))
    enough = expressions.Compare(">=", B.at(POINTS, B.seat(0)), const(11), types.FLAG)
    loop = statements.Repeat("up_to", const(5), enough, (statements.For((N.id,), numbers, (add,)),), SITE)
    assert done(loop).frame[B.fields[POINTS].base] == 11


FAILING: list[tuple[Callable[[], Work], str]] = [
    (lambda: done(moved(pieces((BAG, 0, 3)), ONTO)), "E_MISSING"),
    (lambda: done(moved(expressions.Const(((types.NO_PLACE, 0, 1),), PIECES), ONTO)), "E_MISSING"),
    (lambda: done(moved(pieces((BAG, 0, 1)), B.there(SLOT))), "E_FULL"),
    (lambda: done(moved(pieces((BAG, 0, 2)), B.there(SMALL))), "E_FULL"),
    (lambda: done(moved(pieces((BAG, 0, 1)), B.there(HAND, expressions.Const(None, types.NOTHING)))), "E_NONE"),
    (lambda: done(statements.SwapZones(B.there(SLOT), B.there(BAG), SITE)), "E_FULL"),
    (lambda: done(statements.SetField(POINTS, (B.seat(0),), const(21), SITE)), "E_BOUND"),
    (lambda: done(statements.SetField(POINTS, (B.seat(3),), const(2), SITE)), "E_INDEX"),
    (lambda: done(statements.Repeat("at_most", const(2), None, (), SITE)), "E_LIMIT"),
    (
        lambda: done(statements.StartCount(0), statements.CountPass(0, 1, SITE), statements.CountPass(0, 1, SITE)),
        "E_LIMIT",
    ),
    (lambda: done(statements.Check(expressions.Const(False, types.FLAG), "E_REFUSED", "never", SITE)), "E_REFUSED"),
]


@pytest.mark.parametrize(("doing", "code"), FAILING)
def test_a_broken_promise_is_a_fault(doing: Callable[[], Work], code: str) -> None:
    with pytest.raises(Fault) as caught:
        doing()
    assert (caught.value.code, caught.value.site) == (code, SITE)


def test_lost_pieces_are_found() -> None:
    machine = Machine(evolve(B.game(END), invariants=()), Checking.ON, Stops.OPEN)
    work = Work(list(machine.start), None, Log(None, ()))
    machine.stop(work, END)
    work.frame[machine.slots.zone(0)] = ((0, 1), (1, 1))
    with pytest.raises(Fault, match="Ant"):
        machine.stop(work, END)
