"""The skeleton: rounds, phases, game-end tests, fragments, and the tops of piles with backs."""

from __future__ import annotations

import pytest
from attrs import evolve

from gamedsl.compile import compile_fragments, compile_game
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.expressions import Count, MakeList
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, StopNode
from gamedsl.graph.model.statements import Draw, If, SetLocal, Shuffle
from gamedsl.graph.model.types import Int, ListOf, LocalId, Piece
from gamedsl.semantics.model.checked import Fragment, PhaseEntry
from tools.verifier.verify import verify
from unit.compile.building import (
    CARD,
    NOBODY,
    SITE,
    Limit,
    Rules,
    below,
    call,
    choose,
    draw,
    flag,
    move,
    num,
    one,
    same,
    seat,
)
from unit.compile.machine import LimitReached, played

DIGIT = Int(0, 9)


def compiled(rules: Rules) -> Game:
    game = compile_game(rules.checked()).game
    assert verify(game) == []
    return game


def with_fragments(rules: Rules, *fragments: Fragment) -> Compiled:
    made = compile_fragments(rules.checked(), fragments)
    assert verify(made.game, made.entries) == []
    return made


def counting(rules: Rules, limit: int) -> None:
    rules.round_field = rules.field("round", DIGIT, 0)
    rules.rounds = ("up_to", limit)


# ---------------------------------------------------------------- rounds


def test_rounds_up_to_a_number_are_counted_in_the_position() -> None:
    rules = Rules()
    counting(rules, 2)
    fresh, score = rules.field("fresh", DIGIT, 0, reset="round"), rules.field("score", DIGIT, 0)
    rules.setup, rules.end = (rules.set(score, num(7)),), (rules.set(score, num(9)),)
    rules.phase("play", rules.add(fresh))
    assert played(compiled(rules)) == [
        "score = 7",
        *("round = 1", "reset fresh", "fresh = 1"),
        *("round = 2", "reset fresh", "fresh = 1"),
        "score = 9",
    ]


def test_rounds_at_most_are_a_proof_bound() -> None:
    rules = Rules()
    score = rules.field("score", DIGIT, 0)
    rules.rounds = ("at_most", 3)
    rules.phase("play", rules.add(score))
    rules.ends_when(same(rules.at(score), num(2)), "two", after_round=True)
    assert played(compiled(rules)) == ["score = 1", "score = 2"]
    rules.ends = []
    with pytest.raises(LimitReached):
        played(compiled(rules))


def test_rounds_may_be_cut_off() -> None:
    rules = Rules()
    score, rules.reason = rules.field("score", DIGIT, 0), rules.field("reason", Int(0, 1), 0)
    rules.rounds, rules.cut = ("at_most", 3), rules.cuts_off("cut off after 3 rounds")
    rules.phase("play", rules.add(score))
    assert played(compiled(rules)) == ["score = 1", "score = 2", "score = 3", "reason = 1"]


def test_what_closes_a_round_comes_before_its_tests() -> None:
    rules = Rules()
    score = rules.field("score", DIGIT, 0)
    rules.rounds, rules.after_round = ("at_most", 9), (rules.add(score),)
    rules.phase("play", rules.set(score, num(4)))
    rules.ends_when(same(rules.at(score), num(5)), "five", after_round=True)
    assert played(compiled(rules)) == ["score = 4", "score = 5"]


def test_a_phase_has_a_start_and_an_end_of_its_own() -> None:
    rules = Rules()
    score, me = rules.field("score", DIGIT, 0), rules.me()
    rules.phase_each("play", rules.each(me, rules.add(score), rules.add(score)))
    rules.phases[0] = evolve(rules.phases[0], before=(rules.set(score, num(1)),), after=(rules.set(score, num(0)),))
    rules.ends_when(same(rules.at(score), num(7)), "seven")
    rules.phase("never", rules.set(score, num(9)))
    assert played(compiled(rules)) == ["score = 1", *(f"score = {n}" for n in range(2, 8))]
    rules.ends.clear()
    assert played(compiled(rules))[-2:] == ["score = 0", "score = 9"]


@pytest.mark.parametrize(("kind", "passes"), [("up_to", 3), ("at_most", 5)])
def test_a_phase_can_be_played_again_and_again(kind: Limit, passes: int) -> None:
    """Until its condition holds, which is tested before each pass, or as often as the limit says."""
    rules = Rules()
    lots, sold = rules.field("lots", DIGIT, 0), rules.field("sold", DIGIT, 0)
    auction = rules.phase("auction", rules.add(lots), before=(rules.set(sold, num(0)),), after=(rules.add(sold),))
    sale = rules.phase("sale", rules.set(sold, num(9)))
    until = same(rules.at(lots), num(5))
    rules.stages = [PhaseEntry(auction, until, kind, passes), PhaseEntry(sale)]
    one_pass = [["sold = 0", f"lots = {n}", "sold = 1"] for n in range(1, passes + 1)]
    assert played(compiled(rules)) == [*(line for lines in one_pass for line in lines), "sold = 9"]


def test_a_looping_phase_keeps_its_promise_or_is_cut_off() -> None:
    rules = Rules()
    lots = rules.field("lots", DIGIT, 0)
    auction, sale = rules.phase("auction", rules.add(lots)), rules.phase("sale", rules.set(lots, num(9)))
    rules.stages = [PhaseEntry(auction, flag(False), "at_most", 2), PhaseEntry(sale)]
    with pytest.raises(LimitReached):
        played(compiled(rules))
    rules.stages[0] = PhaseEntry(auction, flag(False), "at_most", 2, True, rules.cuts_off("cut off"))
    assert played(compiled(rules)) == ["lots = 1", "lots = 2"]


def test_the_game_may_end_after_each_pass_of_a_phase() -> None:
    rules = Rules()
    lots = rules.field("lots", DIGIT, 0)
    auction, sale = rules.phase("auction", rules.add(lots)), rules.phase("sale", rules.set(lots, num(9)))
    rules.stages = [PhaseEntry(auction, None, "up_to", 5), PhaseEntry(sale)]
    rules.ends_when(same(rules.at(lots), num(3)), "three")
    assert played(compiled(rules)) == ["lots = 1", "lots = 2", "lots = 3"]


def test_a_game_without_rounds_is_one_round() -> None:
    rules = Rules()
    score = rules.field("score", DIGIT, 0)
    rules.phase("play", rules.add(score))
    assert played(compiled(rules)) == ["score = 1"]


# ---------------------------------------------------------------- game ends


def ending(rules: Rules, *, after_round: bool) -> Game:
    counting(rules, 3)
    me, score = rules.me(), rules.field("score", DIGIT, 0)
    rules.reason = rules.field("reason", DIGIT, 0)
    rules.phase_each("play", rules.each(me, rules.add(score)))
    rules.phase("after", rules.set(score, rules.at(score)))
    rules.end = (rules.set(score, num(9)),)
    rules.ends_when(below(num(1), rules.at(score)), "two", after_round=after_round)
    return compiled(rules)


def test_the_end_is_tested_after_every_turn() -> None:
    assert played(ending(Rules(), after_round=False)) == [
        *("round = 1", "score = 1", "score = 2", "reason = 1", "score = 9")
    ]


def test_or_after_a_round_only() -> None:
    assert played(ending(Rules(), after_round=True)) == [
        *("round = 1", "score = 1", "score = 2", "score = 3", "score = 3", "reason = 1", "score = 9")
    ]


def test_the_edge_says_why_the_game_ends() -> None:
    game = ending(Rules(), after_round=True)
    (test,) = (node for node in game.nodes if isinstance(node, BranchNode) and node.edge)
    assert (test.edge, test.label, test.cluster) == ("two", "1 < score", "after")


# ---------------------------------------------------------------- order and form


def test_nodes_are_numbered_in_program_order() -> None:
    game = ending(Rules(), after_round=False)
    assert list(dict.fromkeys(node.cluster for node in game.nodes)) == ["rounds", "play", "after", "end"]
    assert game.start == 0


def test_compiling_twice_gives_the_same() -> None:
    assert ending(Rules(), after_round=False) == ending(Rules(), after_round=False)


# ---------------------------------------------------------------- fragments


def fragments(rules: Rules) -> tuple[Compiled, LocalId]:
    counting(rules, 2)
    me, n = rules.me(), rules.local("n", DIGIT)
    score, fresh = rules.field("score", DIGIT, 0, own=True), rules.field("fresh", DIGIT, 0, reset="turn")
    ask = choose(rules.get(me), one(rules, "n", MakeList((num(1), num(2)), ListOf(DIGIT, 2)), n), owner="play")
    rules.setup = (rules.set(fresh, num(5)),)
    rules.end = (rules.set(fresh, num(6)),)
    rules.phase_each("play", rules.each(me, ask, rules.set(score, rules.get(n), rules.get(me)), turn=True))
    rules.ends_when(below(num(1), rules.at(score, seat(0))), "two")
    made = with_fragments(
        rules,
        Fragment(None, 0, seat(1), None, "turn"),
        Fragment(None, 0, None, None, "phase"),
        Fragment(None, None, None, "setup", "setup"),
        Fragment(None, None, None, "rounds", "rounds"),
        Fragment(None, None, None, "end", "end"),
        Fragment((rules.set(fresh, num(3)),), None, None, None, "own"),
    )
    return made, me


def test_fragments_run_parts_of_the_game() -> None:
    made, _ = fragments(Rules())
    turn, phase, setup, rounds, end, own = made.entries
    assert played(made.game, 2, start=turn) == ["Bob chooses n 2", "Bob.score = 2"]
    assert [line for line in played(made.game, 1, 1, 1, start=phase) if "chooses" in line] == [
        *("Ann chooses n 1", "Bob chooses n 1", "Cat chooses n 1")
    ]
    assert played(made.game, start=setup) == ["fresh = 5"]
    assert played(made.game, 2, start=rounds) == ["round = 1", "reset fresh", "Ann chooses n 2", "Ann.score = 2"]
    assert played(made.game, start=end) == ["fresh = 6"]
    assert played(made.game, start=own) == ["fresh = 3"]


def test_fragments_leave_the_match_as_it_is() -> None:
    rules = Rules()
    made, _ = fragments(rules)
    alone = compile_game(rules.checked()).game
    assert made.game.nodes[: len(alone.nodes)] == alone.nodes
    clusters = {node.cluster for node in made.game.nodes[len(alone.nodes) :]}
    assert clusters == {f"example {name}" for name in ("turn", "phase", "setup", "rounds", "end", "own")}
    stops = [(node.cluster, node.is_over) for node in made.game.nodes if isinstance(node, StopNode)]
    assert sorted(stops) == [
        ("example end", True),
        ("example own", False),
        ("example phase", False),
        ("example phase", True),
        ("example rounds", True),
        ("example setup", False),
        ("example turn", False),
    ]


# ---------------------------------------------------------------- chance


def test_draws_are_chance_nodes_of_whoever_acts() -> None:
    rules = Rules()
    deck, hand = rules.zone("deck", "pile", start="AABBCC", seen=NOBODY), rules.zone("hand", "bag", own=True)
    me = rules.me()
    rules.setup = (rules.each(me, draw(1, rules.of(deck), rules.of(hand, rules.get(me)))),)
    (node,) = (node for node in compiled(rules).nodes if isinstance(node, ChanceNode))
    assert (node.seat, isinstance(node.event, Draw)) == (rules.get(me), True)


def events(game: Game) -> list[str]:
    """What happens to piles, in order of the nodes."""
    found: list[str] = []
    for node in game.nodes:
        if isinstance(node, ChanceNode):
            found.append(type(node.event).__name__)
    return found


def test_tops_with_backs_are_kept_known() -> None:
    rules = Rules(backs=True)
    deck, open_ = rules.zone("deck", "pile", start="AB", seen=NOBODY), rules.zone("open", "bag", start="C")
    me, card = rules.me(), rules.local("card", Piece((CARD,)))
    n = rules.field("n", DIGIT, 0)
    ask = choose(rules.get(me), one(rules, "card", rules.inside(open_), card), owner="setup")
    rules.setup = (
        SetLocal(me, seat(0)),
        Shuffle(rules.of(deck), None, None, False, SITE),
        ask,
        move(rules.get(card), rules.of(open_)),
        If(below(rules.at(n), num(1)), (move(rules.inside(open_), rules.of(deck)),), ()),
        draw(1, rules.of(deck), rules.of(open_)),
    )
    game = compiled(rules)
    assert events(game) == ["Resolve", "Resolve", "Draw", "Resolve"]


def test_a_top_that_is_shuffled_away_unseen_is_not_resolved() -> None:
    rules = Rules(backs=True)
    deck, heap = rules.zone("deck", "pile", start="AB", seen=NOBODY), rules.zone("heap", "bag", start="C")
    n = rules.field("n", DIGIT, 0)
    rules.setup = (
        move(rules.inside(heap), rules.of(deck)),
        rules.set(n, num(1)),
        Shuffle(rules.of(deck), None, None, False, SITE),
    )
    assert events(compiled(rules)) == ["Resolve"]
    counted = Count(rules.inside(deck), DIGIT)
    rules.setup = (rules.set(n, counted), Shuffle(rules.of(deck), None, None, False, SITE))
    assert events(compiled(rules)) == ["Resolve", "Resolve"]


def test_a_rule_that_touches_such_a_pile_is_no_routine() -> None:
    rules = Rules(backs=True)
    deck = rules.zone("deck", "pile", start="AB", seen=NOBODY)
    rule = rules.rule("mix", Shuffle(rules.of(deck), None, None, False, SITE))
    rules.setup = (call(rule),)
    game = compiled(rules)
    assert game.routines == ()
    assert events(game) == ["Resolve"]


def test_piles_without_backs_keep_their_order_open() -> None:
    rules = Rules()
    deck = rules.zone("deck", "pile", start="AB", seen=NOBODY)
    rules.setup = (Shuffle(rules.of(deck), None, None, False, SITE),)
    assert events(compiled(rules)) == []
