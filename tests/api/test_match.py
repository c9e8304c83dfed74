"""A match as one thing: what is played is legal, what is taken back is gone, and what is written can be played on."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl import Match
from gamedsl_interpreter.engine import S
from gamedsl_interpreter.reference.engine import ReferenceEngine

GAMES = Path(__file__).parents[2] / "games"
NAMES = ["classics/tic_tac_toe", "classics/kuhn_poker", "classics/goofspiel", "gloriana"]


def rules(name: str) -> gamedsl.Rules:
    return gamedsl.load_rules(GAMES / f"{name}.gdl")


def begun(name: str, seed: int = 7) -> Match:
    return Match(gamedsl.engine_for(rules(name).game()), seed)


def go(match: Match, random: Random) -> None:
    """Something that somebody may do: a move by its text, a move, a step, or taking one back."""
    seat = random.choice(match.to_act)
    kind = random.randrange(8)
    if kind < 4:
        match.take_step(seat, random.choice(match.step(seat).options).value)
    elif kind < 7:
        move = random.choice(match.moves(seat))
        match.move(seat, move.text if kind == 6 else move)
    elif match.played:
        match.undo()


@pytest.mark.parametrize("name", NAMES)
def test_a_match_on_paper_is_the_same_match(name: str) -> None:
    match, random = begun(name), Random(3)
    for number in range(60):
        if match.is_over:
            break
        go(match, random)
        if number % 10 == 0:
            again = Match.from_json(match.to_json("x.gdl"), rules(name))
            assert again.state == match.state
            assert again.played == match.played
            assert [again.view(seat) for seat in range(len(match.game.seats))] == [
                match.view(seat) for seat in range(len(match.game.seats))
            ]


def test_a_finished_match_is_a_replay() -> None:
    match, random = begun("gloriana"), Random(5)
    while not match.is_over:
        match.move(match.to_act[0], random.choice(match.moves(match.to_act[0])))
    assert match.outcome is not None
    state = gamedsl.verify_replay(match.engine, gamedsl.replay_from_json(match.to_json()))
    assert (state.is_over, match.engine.outcome(state)) == (True, match.outcome)
    assert repr(match.state) == "State(gloriana: over)"


@pytest.mark.parametrize("text", ["", "no such move", "turns(cell = field[1, 1])"])
@pytest.mark.parametrize("executor", [gamedsl.engine_for, ReferenceEngine])
def test_a_move_that_a_program_makes_of_steps_has_its_own_text_in_the_match(
    executor: Callable[[gamedsl.Game], gamedsl.Engine], text: str
) -> None:
    match = Match(executor(rules("classics/tic_tac_toe").game()), 7)
    move = match.list(0)[4]
    assert match.move(0, gamedsl.Move(move.steps, text)).text == move.text
    assert Match.from_json(match.to_json(), match.engine).played == match.played

    class Centre:
        name = "centre"

        def choose(self, engine: gamedsl.Engine, state: gamedsl.State, seat: int, dice: gamedsl.Dice) -> gamedsl.Move:
            return gamedsl.Move(engine.moves(state, seat)[-1].steps, "")

    record = gamedsl.play_match(match.engine, [Centre(), Centre()], 1)
    assert all(played.text for played in record.moves)


def test_a_move_of_too_many_is_played_by_its_steps() -> None:
    text = "game many:\n    players 2\n\nrounds up to 2:\n    turns\n\nphase turns, each player:\n    choose d: any of 1..60\n"
    match = Match(
        gamedsl.engine_for(gamedsl.parse_rules(text + "\nranking by highest count(players), ties shared\n").game()), 1
    )
    assert match.move(0, gamedsl.Move((1,) * 60, "")).text == ""
    assert match.to_act == (1,)


def test_steps_make_the_move_that_they_name() -> None:
    match = begun("classics/tic_tac_toe")
    seat = match.to_act[0]
    move = match.take_step(seat, match.step(seat).options[4].value)
    assert move is not None
    assert [played.text for played in match.played] == [move.text]


def test_undo_takes_back_a_move_with_its_steps() -> None:
    match = begun("gloriana")
    while len(match.step(match.to_act[0]).options) < 2 or match.take_step(
        match.to_act[0], match.step(match.to_act[0]).options[0].value
    ):
        pass
    open_state, played = match.state, match.played
    assert open_state.pending
    assert match.undo() is None
    assert (match.state.pending, match.played) == ((), played)


def test_nothing_to_take_back_is_said() -> None:
    with pytest.raises(gamedsl.ArgumentError, match="no move to take back"):
        begun("classics/tic_tac_toe").undo()


def test_a_move_that_is_refused_says_why_and_changes_nothing() -> None:
    match = begun("classics/tic_tac_toe")
    match.move(0, match.moves(0)[0])
    state = match.state
    with pytest.raises(gamedsl.IllegalMove, match="not the turn of P1"):
        match.move(0, match.played[0].text)
    with pytest.raises(gamedsl.IllegalMove):
        match.move(1, match.played[0].text)
    assert match.state is state


def test_an_empty_text_is_no_move_although_only_one_is_possible() -> None:
    match = begun("classics/hearts")
    while match.count(seat := match.to_act[0]) > 1:
        match.move(seat, match.list(seat, most=1)[0])
    with pytest.raises(gamedsl.IllegalMove, match="an empty text names no move"):
        match.move(seat, " ")


def test_a_match_of_other_rules_is_refused() -> None:
    text = begun("classics/tic_tac_toe").to_json()
    other = (GAMES / "classics/tic_tac_toe.gdl").read_text(encoding="utf-8").replace("players 2", "players 2..3", 1)
    changed = gamedsl.parse_rules(other.replace("players 2..3", "players 2").replace("3", "4", 1))
    with pytest.raises(gamedsl.ReplayError, match="played by other rules"):
        Match.from_json(text, changed)
    assert Match.from_json(text, changed, changed_rules=True).played == ()


def test_a_step_that_is_no_longer_possible_is_told() -> None:
    match = begun("gloriana")
    while not match.state.pending:
        match.take_step(match.to_act[0], match.step(match.to_act[0]).options[0].value)
    text = re.sub(r"(\"steps\": \[\n *)\d+", r"\g<1>9999", match.to_json())
    with pytest.raises(gamedsl.DivergedError, match="a step that was taken is not possible"):
        Match.from_json(text, rules("gloriana"))


def test_what_a_host_sends_is_the_same_from_both_executors() -> None:
    """Moves too, whose texts the fast executor makes when they are read."""
    game = gamedsl.load_rules("goofspiel").game()
    sent = [_sent(gamedsl.engine_for(game)), _sent(ReferenceEngine(game))]
    assert sent[0] == sent[1]
    assert "'text': 'bidding(card = " in sent[0]


def _sent(engine: gamedsl.Engine[S]) -> str:
    state = engine.initial(4)
    return str([gamedsl.json_of(one) for one in (engine.moves(state, 1), engine.step(state, 1), engine.view(state, 1))])


# ---------------------------------------------------------------- spectators, keys and versions

HIDING = ["gloriana", "classics/hearts", "modern/love_letter", "classics/goofspiel"]


@pytest.mark.parametrize("name", HIDING)
def test_a_spectator_sees_what_every_seat_sees(name: str) -> None:
    """Every field and every zone, and nothing that one of them does not see; so it is with what happened."""
    match, random, hidden = begun(name), Random(2), 0
    for _ in range(40):
        if match.is_over:
            break
        seat = random.choice(match.to_act)
        match.take_step(seat, random.choice(match.step(seat).options).value)
        seats = [match.view(one) for one in range(len(match.game.seats))]
        common = match.view(None)
        assert common.seat is None
        assert set(common.fields) == set(seats[0].fields).intersection(*(view.fields for view in seats))
        for number, zone in enumerate(common.zones):
            of_seats = [view.zones[number] for view in seats]
            is_seen = all(one.contents is not None for one in of_seats)
            assert zone.contents == (of_seats[0].contents if is_seen else None)
            for kind, count in zone.known:
                assert all(count <= _least(one, kind) for one in of_seats)
            hidden += not is_seen
        told = [{event.text for event in view.events} for view in seats]
        # A choice is told to its seat in another way, and so is a look to whoever looks.
        facts = [event.text for event in common.events if event.data[0] not in ("choose", "move", "peek")]
        assert all(text in texts for text in facts for texts in told)
    assert hidden


def _least(zone: gamedsl.ZoneView, kind: str) -> int:
    """How many pieces of a kind a seat knows to lie in a zone."""
    pieces = zone.known if zone.contents is None else zone.contents
    return sum(count for name, count in pieces if name == kind)


@pytest.mark.parametrize("name", HIDING)
def test_what_is_hidden_changes_nothing_for_a_spectator(name: str) -> None:
    """The position is replaced by worlds of each seat: what is not known to all may be anything there."""
    match, random = begun(name), Random(4)
    dice = gamedsl.Dice.seeded(1)
    for _ in range(12):
        if match.is_over:
            break
        seat = random.choice(match.to_act)
        match.take_step(seat, random.choice(match.step(seat).options).value)
        if match.is_over:
            break
        view = match.view(None)
        for one in range(match.game.humans):
            world = match.engine.worlds(match.state, one).sample(dice)
            other = match.engine.view(world, one)
            assert all(
                mine.contents in (None, zone.contents) for mine, zone in zip(view.zones, other.zones, strict=True)
            )


def test_an_old_page_cannot_answer_after_something_was_taken_back() -> None:
    """Not even where the position looks to the seat as it did: today's key of observations alone would let it through."""
    match = begun("classics/tic_tac_toe")
    key, seen = match.key(0), gamedsl.information_key(match.engine, match.state, 0)
    match.take_step(0, 4, key=key)
    match.undo()
    assert gamedsl.information_key(match.engine, match.state, 0) == seen
    with pytest.raises(gamedsl.OutOfDateError, match="an earlier position of the match") as caught:
        match.take_step(0, 4, key=key)
    assert (caught.value.given, match.played) == (key, ())
    match.take_step(0, 4, key=match.key(0), version=match.version)


def test_a_match_taken_back_and_done_again_is_the_same() -> None:
    """Steps, moves and simultaneous choices, in any order."""
    for name in NAMES:
        match, random = begun(name), Random(8)
        while not match.is_over and len(match.played) < 20:
            go(match, random)
        state, played, version = match.state, match.played, match.version
        undone = 0
        while match.length > 1:
            match.undo()
            undone += 1
        assert match.state == begun(name).state
        for _ in range(undone):
            match.redo()
        assert (match.state, match.played) == (state, played)
        assert match.version == version + 2 * undone
        again = Match.from_json(match.to_json(), match.engine)
        everybody = (*range(len(match.game.seats)), None)
        assert [again.key(seat) for seat in everybody] == [match.key(seat) for seat in everybody]


def test_what_an_agent_chooses_does_not_depend_on_what_its_seat_does_not_know() -> None:
    match = begun("classics/leduc_poker")
    seat = match.open_seat
    assert seat is not None
    chosen = match.choose(seat, "mcts:60", seed=5)
    worlds, dice = match.engine.worlds(match.state, seat), gamedsl.Dice.seeded(3)
    for _ in range(3):
        other = begun("classics/leduc_poker")
        other.__dict__["_state"] = worlds.sample(dice)
        assert other.choose(seat, gamedsl.Mcts(60), seed=5) == chosen
    assert match.played == ()
    assert match.move(seat, chosen) == chosen
    with pytest.raises(gamedsl.IllegalMove, match="not the turn"):
        match.choose(seat)


def test_advice_is_what_would_be_chosen() -> None:
    match = begun("classics/tic_tac_toe")
    advice = match.advise(0, "mcts:200", seed=3)
    assert (advice.move, advice.differs) == (match.choose(0, "mcts:200", seed=3), True)
    with pytest.raises(gamedsl.ArgumentError, match=r"`random steps` does not think"):
        match.advise(0, "random")


def test_moves_that_were_played_have_their_choices() -> None:
    """However they were played, and read again too."""
    match = begun("classics/breakthrough")
    move = match.moves(0)[2]
    match.move(0, move.text)
    while match.to_act == (1,):
        match.take_step(1, match.step(1).options[0].value)
    again = Match.from_json(match.to_json(), match.engine)
    assert [one.choices for one in again.played] == [one.choices for one in match.played]
    assert match.played[0].choices == move.choices
    assert gamedsl.json_of(match.played)[0]["choices"][0]["name"] == move.choices[0].name
    assert pickle.loads(pickle.dumps(match.played))[0].choices == move.choices


class _Page:
    """The page of a seat, or of a spectator: it keeps what it is told, comes and goes, and answers with the key that it has."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.told: gamedsl.Message | None = None
        self.events: list[gamedsl.MessageEvent] = []

    def look(self, match: Match) -> None:
        message = match.message(self.seat, None if self.told is None else self.told["key"])
        self.events = [*([] if message["isWhole"] else self.events), *message["events"]]
        self.told = message

    def answer(self, match: Match, random: Random) -> bool:
        """Answers what it sees; returns whether it was accepted."""
        if self.seat is None or self.told is None or self.told["step"] is None:
            return False
        value = random.choice(self.told["step"]["options"])["value"]
        try:
            match.take_step(self.seat, value, key=self.told["key"])
        except gamedsl.OutOfDateError:
            return False
        return True


@pytest.mark.parametrize("name", ["modern/love_letter", "classics/goofspiel", "classics/ludo"])
def test_pages_that_follow_a_match_know_what_new_pages_are_told(name: str) -> None:
    """They look now and then, answer what they saw last, and take back; the host starts again in between. An accepted answer is one to what the match is now."""
    match, random = begun(name), Random(6)
    pages = [_Page(seat) for seat in (*range(len(match.game.seats)), None)]
    accepted = refused = undone = 0
    for _ in range(250):
        page = random.choice(pages)
        what = random.randrange(12)
        if what < 5:
            page.look(match)
        elif what < 10:
            before, seat = match.version, page.seat
            own = None if seat is None or seat not in match.to_act else match.message(seat)
            is_played = page.answer(match, random)
            assert match.version == before + is_played
            if is_played:
                assert own is not None
                assert page.told is not None
                assert own["step"] == page.told["step"]
            accepted += is_played
            refused += page.told is not None and page.told["step"] is not None and not is_played
        elif what == 10 and page.seat is not None:
            others = [one for one in match.played if one.seat != page.seat]
            try:
                match.undo(page.seat)
                undone += 1
            except gamedsl.ArgumentError:
                pass
            assert [one for one in match.played if one.seat != page.seat] == others
        elif what == 11:
            match = Match.from_json(match.to_json(), match.engine)
    for page in pages:
        page.look(match)
        assert page.told is not None
        assert page.events == match.message(page.seat)["events"]
        assert page.told["view"] == match.message(page.seat)["view"]
    assert min(accepted, refused, undone) > 2
