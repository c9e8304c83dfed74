# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUntypedBaseClass=false
# (OpenSpiel has no types.)
"""Games as games of OpenSpiel: its own tests pass, and its solvers find the known values."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import exploitability, ismcts, mcts
from open_spiel.python.policy import UniformRandomPolicy

import gamedsl
from docs import pages
from gamedsl.adapters import decision_trees
from gamedsl.adapters.efg import efg_text
from gamedsl.adapters.openspiel import SpielGame, spiel_game, spiel_tree
from share import IS_WHOLE, share

CLASSICS = pages.ROOT / "games/classics"
SETTINGS: dict[str, Any] = {"serialize": True, "verbose": False}


@pytest.fixture(autouse=True)
def _small_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tree is looked through for its widest roll or deal that has more than some hundred positions."""
    monkeypatch.setattr(decision_trees, "_MOST_POSITIONS", 600)


@pytest.mark.parametrize(
    ("name", "players", "simulations"),
    share(
        (
            ("goofspiel", 2, 2),  # several at once; three cards each
            ("tic_tac_toe", 2, 2),  # perfect information
            ("leduc_poker", 2, 5),  # hidden
            ("goofspiel", 3, 2),
            ("pig", 2, 1),  # chance
            ("liars_dice", 3, 2),
        ),
        2,
    ),
)
def test_random_simulations_of_openspiel_pass(name: str, players: int, simulations: int) -> None:
    pyspiel.random_sim_test(_small(name, players), num_sims=simulations, **SETTINGS)


def test_samples_stand_for_deals_that_nobody_could_list() -> None:
    game = spiel_game(CLASSICS / "crazy_eights.gdl", 3, samples=7, most_outcomes=60)
    state = game.new_initial_state()
    assert len(state.chance_outcomes()) == 7
    assert {str(state.child(i)) for i in range(7)} == {str(state.child(i)) for i in range(7)}
    assert len({str(state.child(i)) for i in range(7)}) == 7
    assert state.action_to_string(-1, 6) == "sample 6"


def test_games_are_loaded_by_their_text() -> None:
    text = f"gamedsl(rules={CLASSICS}/nim.gdl,options=last_piece:wins,utility=victory)"
    game = pyspiel.load_game(text)
    assert pyspiel.load_game(str(game)).new_initial_state().legal_actions() == game.new_initial_state().legal_actions()
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION


def test_rules_that_are_no_file_are_known_in_their_process() -> None:
    rules = gamedsl.load_rules(CLASSICS / "kuhn_poker.gdl")
    game = spiel_game(rules)
    pyspiel.random_sim_test(game, num_sims=2, **SETTINGS)
    assert spiel_game(rules.game()).key == game.key
    with pytest.raises(gamedsl.ArgumentError, match="in their own process only"):
        SpielGame({"rules": "#nobody 1"})
    with pytest.raises(gamedsl.ArgumentError, match="a `Game` has its number of players"):
        spiel_game(rules.game(), 3)
    with pytest.raises(gamedsl.ArgumentError, match="`rules` is the path of a rules file, `Rules` or a `Game`, not 5"):
        spiel_game(cast(str, 5))


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path, nim = tmp_path / "nim.gdl", (CLASSICS / "nim.gdl").read_text("utf-8")
    path.write_text(nim, "utf-8")
    before = spiel_game(path)
    assert spiel_game(path).tree is before.tree
    path.write_text(nim.replace("game nim:", "game heaps:"), "utf-8")
    assert spiel_game(path).get_type().long_name == "heaps"
    assert before.new_initial_state().at.tree.engine.game.name == "nim"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"rules": ""}, "say which rules"),
        ({"options": "last_piece=wins"}, "name:value"),
        ({"utility": "money"}, "`victory`, `points` or `rank`"),
        ({"utility": "points"}, "nobody can aim at points"),
        ({"samples": 0}, "`samples`"),
        ({"players": 9}, "not 9"),
        ({"players": "2"}, "`players` is a whole number from 0 to 2147483647, not '2'"),
        ({"max_game_length": -1}, "`max_game_length` is a whole number from 0"),
        ({"most_outcomes": 1 << 64}, "`most_outcomes` is a whole number from 0"),
        ({"turn_based": 2}, "`turn_based` is True or False"),
        ({"options": [1]}, "`options` is a text"),
    ],
)
def test_wrong_parameters_are_named(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(gamedsl.ArgumentError, match=said):
        SpielGame({"rules": str(CLASSICS / "nim.gdl"), **settings})


def test_solvers_find_what_kuhn_and_leduc_are_worth() -> None:
    """Kuhn: -1/18 for the first player. Leduc: -0.0856, with many rounds; after a few, OpenSpiel's own game and ours agree in all digits. Everyday runs compare
    Kuhn poker with OpenSpiel's own instead: the tree of Leduc takes seconds."""
    assert _value(spiel_game(CLASSICS / "kuhn_poker.gdl"), 100) == pytest.approx(-1 / 18, abs=1e-4)
    name = "leduc_poker" if IS_WHOLE else "kuhn_poker"
    ours, theirs = spiel_game(CLASSICS / f"{name}.gdl"), pyspiel.load_game(name)
    assert _value(ours, 2) == pytest.approx(_value(theirs, 2), abs=1e-9)


def _value(game: Any, rounds: int) -> float:
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    return float(pyspiel.expected_returns(game.new_initial_state(), solver.average_policy(), -1, True)[0])


def test_information_states_hide_what_a_seat_does_not_see() -> None:
    game = spiel_game(CLASSICS / "kuhn_poker.gdl")
    state = game.new_initial_state()
    first, second = state.child(0), state.child(1)  # the first player has the Jack, the Queen
    pairs = [(first.child(0), first.child(1)), (first.child(1), second.child(1))]
    for one, other in pairs:
        equal = [one.information_state_string(seat) == other.information_state_string(seat) for seat in (0, 1)]
        alike = [
            np.array_equal(one.information_state_tensor(seat), other.information_state_tensor(seat)) for seat in (0, 1)
        ]
        assert equal == alike
        assert sorted(equal) == [False, True]
    with pytest.raises(ValueError, match="no player 2"):
        first.information_state_string(2)


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel"])
def test_information_states_are_told_in_words(name: str) -> None:
    """Each text belongs to one key, and each key to one text; so do already the words, without the key at the end."""
    game = _small(name)
    texts: dict[tuple[int, bytes], str] = {}
    todo = [game.new_initial_state().at]
    while todo:
        node = todo.pop()
        todo += map(node.child, node.all_actions())
        for seat in range(2):
            assert texts.setdefault((seat, node.key(seat)), node.words(seat)) == node.words(seat)
    assert len(set(texts.values())) == len(texts)
    words = {(seat, text.rpartition("\n")[0]) for (seat, _), text in texts.items()}
    assert len(words) == len(texts)


def test_words_are_those_of_the_log() -> None:
    state = spiel_game(CLASSICS / "kuhn_poker.gdl").new_initial_state().child(0).child(0)
    state.apply_action(state.legal_actions()[0])
    *lines, key = state.information_state_string(0).splitlines()
    assert lines == [event.text for event in state.at.tree.engine.view(state.at.state, 0).events]
    assert "P1: betting, check" in lines
    assert key == f"[{state.at.key(0).hex()}]"


def _small(name: str, players: int = 2) -> Any:
    """A game, or goofspiel with three cards each."""
    if name != "goofspiel":
        return spiel_game(CLASSICS / f"{name}.gdl", players)
    text = (CLASSICS / "goofspiel.gdl").read_text(encoding="utf-8").replace("13, 5, 4", "13, 5, 4, 3")
    return spiel_game(gamedsl.parse_rules(text), players, ranks="3")


def test_seats_that_choose_at_once_do_so_at_one_node() -> None:
    """OpenSpiel's own goofspiel is the same game: against random play its best responses gain the same, in all forms of ours."""
    game: Any = _small("goofspiel")
    turns = spiel_game(game.tree.engine.game, turn_based=True)
    theirs = pyspiel.load_game("goofspiel(num_cards=3,players=2,points_order=random,returns_type=total_points)")
    kinds = pyspiel.GameType.Dynamics
    assert (game.get_type().dynamics, turns.get_type().dynamics) == (kinds.SIMULTANEOUS, kinds.SEQUENTIAL)
    forms = (game, turns, pyspiel.convert_to_turn_based(game), spiel_tree(game.tree.engine.game), theirs)
    gained: list[Any] = [exploitability.nash_conv(one, UniformRandomPolicy(one)) for one in forms]
    assert gained == [pytest.approx(gained[-1])] * len(forms)
    assert gained[-1] > 1
    assert (game.min_utility(), game.max_utility()) == (0, 5)


def test_an_environment_of_openspiel_takes_actions_of_all() -> None:
    game = _small("goofspiel")
    env = rl_environment.Environment(game)
    step = env.reset()
    assert not env.is_turn_based
    while not step.last():
        step = env.step([actions[0] for actions in step.observations["legal_actions"]])
    assert sum(step.rewards) >= 0
    state = game.new_initial_state().child(0)
    for asked in (state.legal_actions, state.information_state_string):
        with pytest.raises(ValueError, match="several players choose here"):
            asked()
    with pytest.raises(gamedsl.ArgumentError, match="is not possible"):
        state.apply_actions([0, 0])


@pytest.mark.parametrize(
    "name", share(("kuhn_poker", "goofspiel", "leduc_poker", "modern/love_letter", "liars_dice"), 2)
)
def test_what_a_player_does_not_see_is_drawn_anew(name: str) -> None:
    """As OpenSpiel's own test of it, which Python cannot call; and others may see something else there."""
    game = spiel_game(pages.ROOT / f"games/{name if '/' in name else f'classics/{name}'}.gdl")
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    dice = np.random.default_rng(3)
    is_new = False
    for _ in range(5):  # of two cards the same one may be drawn anew
        state = game.new_initial_state()
        while not state.is_terminal() and state.move_number() < 20:
            for seat in range(2) if not state.is_chance_node() else ():
                other = state.resample_from_infostate(seat, sampler)
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
                assert (other.current_player(), other.legal_actions(seat)) == (
                    state.current_player(),
                    state.legal_actions(seat),
                )
                is_new |= str(other) != str(state)
                assert other.information_state_string(1 - seat) != state.information_state_string(1 - seat)
                assert other.observation_string(1 - seat)
            if state.is_simultaneous_node():
                state.apply_actions([int(dice.choice(state.legal_actions(seat))) for seat in range(2)])
            else:
                state.apply_action(int(dice.choice(state.legal_actions())))
    assert is_new or name == "goofspiel"  # where a bid is open again, and everything else can be concluded


def test_its_search_with_hidden_cards_plays() -> None:
    """Whoever holds the King calls: the other bet, and only the King is sure to win."""
    game = spiel_game(CLASSICS / "kuhn_poker.gdl")
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        2.0,
        60,
        random_state=np.random.RandomState(1),
    )
    state = game.new_initial_state().child(0)
    king = next(i for i, _ in state.chance_outcomes() if "King" in state.action_to_string(-1, i))
    state.apply_action(king)
    state.apply_action(next(a for a in state.legal_actions() if "bet" in state.action_to_string(a)[-3:]))
    assert "call" in state.action_to_string(bot.step(state))


def test_bounds_are_those_of_the_scores() -> None:
    limits = {
        name: (game.min_utility(), game.max_utility())
        for name, game in {
            "kuhn": spiel_game(CLASSICS / "kuhn_poker.gdl"),
            "three in a row": spiel_game(CLASSICS / "tic_tac_toe.gdl"),
            "hearts": spiel_game(CLASSICS / "hearts.gdl"),
            "goofspiel won": spiel_game(CLASSICS / "goofspiel.gdl", 3, utility="victory"),
            "goofspiel ranks": spiel_game(CLASSICS / "goofspiel.gdl", 3, utility="rank"),
        }.items()
    }
    assert limits == {
        "kuhn": (-2, 2), "three in a row": (-1, 1), "hearts": (-1 / 3, 1), "goofspiel won": (-1 / 2, 1), "goofspiel ranks": (-1, 1),
    }  # fmt: skip
    cities = spiel_game(pages.ROOT / "games/modern/lost_cities.gdl", utility="points")
    assert -1000 < cities.min_utility() <= -92 < 32 <= cities.max_utility() < 1000  # its rules give the score no range


def test_observations_have_the_length_that_the_game_says() -> None:
    game = spiel_game(CLASSICS / "leduc_poker.gdl")
    state = game.new_initial_state().child(0).child(0)
    assert game.observation_tensor_shape() == [len(state.observation_tensor(0))]
    assert game.information_state_tensor_shape() == [len(state.information_state_tensor(0))]
    assert "P1.hand: 1 " in state.observation_string(0)
    assert "P2.hand: 1 unseen" in state.observation_string(0)
    assert state.legal_actions_mask() == [int(i in state.legal_actions()) for i in range(game.num_distinct_actions())]


def test_playthroughs_are_generated() -> None:
    from open_spiel.python.algorithms import (
        generate_playthrough,
    )  # takes seconds, for which collecting need not wait

    text = generate_playthrough.playthrough(f"gamedsl(rules={CLASSICS}/kuhn_poker.gdl)", [0, 1, 0, 1])
    assert "betting: P1 to choose" in text


def test_impossible_actions_are_refused() -> None:
    state = spiel_game(CLASSICS / "tic_tac_toe.gdl").new_initial_state()
    state.apply_action(0)
    with pytest.raises(gamedsl.ArgumentError, match="action 0 is not possible"):
        state.apply_action(0)


@pytest.mark.parametrize("utility", ["points", "victory"])
def test_a_tree_is_the_same_game(utility: str) -> None:
    """Solvers find the same in it: what is gained against a player who plays at random, over all information states."""
    path = CLASSICS / "kuhn_poker.gdl"
    tree, game = spiel_tree(path, utility=utility), spiel_game(path, utility=utility)
    gained = [exploitability.nash_conv(one, UniformRandomPolicy(one)) for one in (tree, game)]
    assert gained[0] == pytest.approx(gained[1])
    assert _paths(tree.new_initial_state()) == _paths(game.new_initial_state())
    assert tree.get_type().utility == game.get_type().utility


def _paths(state: Any) -> list[tuple[str, ...]]:
    """The ends in order: what was done in words, and what it brings."""
    if state.is_terminal():
        return [tuple(map(str, state.returns()))]
    return [
        (state.action_to_string(state.current_player(), a), *p)
        for a in state.legal_actions()
        for p in _paths(state.child(a))
    ]


def test_trees_that_are_too_large_are_refused() -> None:
    with pytest.raises(gamedsl.TooManyError, match="more than 1,000 positions"):
        spiel_tree(CLASSICS / "leduc_poker.gdl", most_positions=1_000)
    with pytest.raises(gamedsl.TooManyError, match="the limit for one that is handed over whole"):
        spiel_tree(CLASSICS / "nim.gdl")  # at once: what is too large is counted and not written
    text = efg_text(gamedsl.load_rules(CLASSICS / "kuhn_poker.gdl").game())
    assert text.startswith('EFG 2 R "kuhn_poker" { "P1" "P2" } ""\nc "" 1 "" {')
    assert len(text.splitlines()) == 59
