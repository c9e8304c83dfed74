"""Wrong arguments to everything that is public: an error of the package that says in one sentence which argument, and nothing else."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from inspect import Parameter
from pathlib import Path
from typing import Any

import pytest

import gamedsl
from gamedsl import ArgumentError, Checking, Forced, GameDslError, RandomMoves, RandomSteps, Scripted, SetupError
from gamedsl.api import actions, disclosing, engines, learning, plain, saved, solving, verifying
from gamedsl.api import rules as api_rules
from gamedsl.api.making import cards, drawings, writing
from gamedsl_interpreter import explore, perft
from gamedsl_interpreter.engine import ChanceOutcome, Engine, IllegalMove, Move, Refusal, Step
from gamedsl_interpreter.matches import agents, fastest, match, replay, simulate
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk import batch, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine
from share import share

GAMES = Path(__file__).parents[2] / "games"
RULES = gamedsl.load_rules(GAMES / "classics/kuhn_poker.gdl")
OTHER = gamedsl.load_rules(GAMES / "classics/tic_tac_toe.gdl")
ISLANDS = gamedsl.load_rules(GAMES / "glory_islands.gdl")
GAME = RULES.game()
REFUSAL = Refusal("unknown", "x", None, "`x` is no move here", -1)


def _cases(
    kind: type[WasmEngine] | type[ReferenceEngine],
) -> Iterator[tuple[str, Callable[..., object], dict[str, Any]]]:
    """Each public function and method with arguments that are right."""
    engine: Any = kind(GAME, Checking.ON)
    chance = engine.initial(None)
    state = engine.initial(1)
    seat = engine.to_act(state)[0]
    move = engine.moves(state, seat)[0]
    of = {"state": state, "seat": seat}
    record = gamedsl.play_match(engine, [RandomSteps()] * 2, 1)
    written = gamedsl.replay_from_json(gamedsl.replay_to_json(GAME, record))
    yield "load_rules", gamedsl.load_rules, {"path": GAMES / "classics/nim.gdl"}
    yield "parse_rules", gamedsl.parse_rules, {"text": "game x:\n", "name": "x", "bases": ["game y:\n"]}
    yield "format_rules", gamedsl.format_rules, {"text": "game x:\n    players 2\n"}
    yield "Rules.text", RULES.text, {"diagnostics": gamedsl.parse_rules("").check().diagnostics}
    yield "Rules.game", RULES.game, {"players": 2, "names": ["Ann", "Bob"]}
    yield "Rules.game", ISLANDS.game, {"players": 2, "storm": "yes"}
    yield "Rules.tests", RULES.tests, {"matches": 1, "seed": 1}
    yield "Rules.place", RULES.place, {"game": GAME, "site": 1}
    yield (
        "engine_for",
        gamedsl.engine_for,
        {"game": GAME, "checking": Checking.OFF, "budget": 1 << 20, "forced": Forced.ASKED},
    )
    yield "state_to_json", gamedsl.state_to_json, {"engine": engine, "state": state}
    yield "state_from_json", gamedsl.state_from_json, {"engine": engine, "text": gamedsl.state_to_json(engine, state)}
    yield "replay_to_json", gamedsl.replay_to_json, {"game": GAME, "record": record, "rules": "x"}
    yield "replay_from_json", gamedsl.replay_from_json, {"text": gamedsl.replay_to_json(GAME, record)}
    yield "model_of", gamedsl.model_of, {"game": GAME}
    yield "graph_of", gamedsl.graph_of, {"game": GAME, "form": "text", "before": GAME}
    yield "svg_of", gamedsl.svg_of, {"game": GAME}
    yield "json_of", gamedsl.json_of, {"value": engine.view(state, 0)}
    yield "verify_replay", gamedsl.verify_replay, {"engine": engine, "record": written}
    yield "positions", _all(replay.positions), {"engine": engine, "record": written}
    two = [RandomSteps(), RandomMoves()]
    yield "play_match", gamedsl.play_match, {"engine": engine, "agents": two, "seed": 1, "index": 2, "state": state}
    many = {"engine": engine, "agents": two, "seed": 1, "watch": None}
    for indices in ([1, 2], range(2)):
        yield "simulate", gamedsl.simulate, many | {"indices": indices}
        yield "simulate", gamedsl.simulate, many | {"indices": indices, "agents": [RandomSteps()] * 2}
        yield "simulate", simulate.simulate, many | {"indices": indices}
        yield "simulate", gamedsl.simulate, many | {"indices": indices, "agents": [RandomSteps()] * 2, "state": chance}
    for indices in ([1, 2], range(2)):
        yield "simulate_rows", gamedsl.simulate_rows, {"engine": engine, "agents": two, "seed": 1, "indices": indices}
    rows = {"agents": [RandomSteps()] * 2, "indices": range(2), "start": None, "state": chance}
    yield "simulate_rows", gamedsl.simulate_rows, {"engine": engine, "seed": 1} | rows
    yield "Scripted", Scripted, {"texts": ["pass"], "name": "x"}
    yield "agent_from", gamedsl.agent_from, {"spec": "mcts:5"}
    yield "agents_from", gamedsl.agents_from, {"specs": "mcts:5,random", "game": GAME}
    for given in ({"iterations": 1}, {"milliseconds": 1}, {"threads": 2}):
        yield "Mcts", gamedsl.Mcts, given
    yield "Greedy", gamedsl.Greedy, {"playouts": 1, "aim": gamedsl.Aim.POINTS}
    yield "RandomMoves", RandomMoves, {"name": "x"}
    yield "RandomSteps", RandomSteps, {"name": "x"}
    host = gamedsl.Match(engine, 1)
    yield "Match.short", host.short, {"seat": seat, "move": move}
    yield "Match.events", host.events, {"seat": seat, "since": 0}
    yield "Match.message_json", host.message_json, {"seat": seat, "since": host.key(seat)}
    yield "Match.choose", host.choose, {"seat": seat, "agent": RandomSteps(), "seed": 1}
    yield "Match.advise", host.advise, {"seat": seat, "agent": gamedsl.Greedy(1), "seed": 1}
    yield "Match.to_json", host.to_json, {"rules": "x"}
    yield "aim_of", gamedsl.aim_of, {"game": GAME, "wish": gamedsl.Aim.POINTS}
    yield "utility_of", gamedsl.utility_of, {"game": GAME, "wish": gamedsl.Aim.POINTS}
    yield "Dice.seeded", gamedsl.Dice.seeded, {"seed": 1, "index": 2}
    yield "Dice", gamedsl.Dice, {"stream": gamedsl.Dice.seeded(1).stream}
    yield "Dice.below", gamedsl.Dice.seeded(1).below, {"n": 3}
    yield "Dice.shuffle", gamedsl.Dice.seeded(1).shuffle, {"items": [1, 2]}
    yield "Dice.take", gamedsl.Dice.seeded(1).take, {"items": [1, 2], "number": 1}
    yield "Dice.go_to", gamedsl.Dice.seeded(1).go_to, {"state": 1}
    source = gamedsl.Source("x", "game\nx\n")
    yield "Source.position", source.position, {"offset": 5}
    yield "Source.line", source.line, {"number": 1}
    yield "Source.line_start", source.line_start, {"offset": 7}
    yield "Engine.initial", engine.initial, {"seed": 1, "index": 2, "start": None}
    yield "Engine.to_act", engine.to_act, {"state": state}
    yield "Engine.moves", engine.moves, of
    yield "Engine.play", engine.play, of | {"move": move}
    yield "Engine.parse_move", engine.parse_move, of | {"text": move.text}
    yield "Engine.step", engine.step, of
    yield "Engine.take_step", engine.take_step, of | {"value": 0}
    yield "Engine.walk", engine.walk, of | {"pick": _first}
    yield "Engine.candidates", engine.candidates, of
    yield "Engine.chance", engine.chance, {"state": chance, "most": 1000}
    yield "Engine.play_chance", engine.play_chance, {"state": chance, "outcome": engine.chance(chance)[0]}
    yield "Engine.chance_count", engine.chance_count, {"state": chance}
    yield "Engine.chance_weight", engine.chance_weight, {"state": chance}
    yield "Engine.sample_chance", engine.sample_chance, {"state": chance, "seed": 1, "index": 2}
    yield "Engine.reseeded", engine.reseeded, {"state": state, "seed": 1, "index": 2}
    yield "Engine.worlds", engine.worlds, {"state": state, "seat": 0}
    yield "Engine.sample_world", engine.sample_world, {"state": state, "seat": 0, "dice": gamedsl.Dice.seeded(1)}
    yield "Engine.view", engine.view, of
    option = engine.step(state, seat).options[0]
    number = gamedsl.legal_actions(engine, state, seat)[0]
    space = gamedsl.action_space(GAME)
    yield "action_space", gamedsl.action_space, {"game": GAME}
    yield "observation_space", gamedsl.observation_space, {"game": GAME}
    yield "bounds", gamedsl.bounds, {"game": GAME, "aim": gamedsl.Aim.POINTS}
    yield "hides_something", gamedsl.hides_something, {"game": GAME}
    yield "ActionSpace.text", space.text, {"id": number}
    yield "ActionSpace.ids", space.ids, {"step": engine.step(state, seat), "seat": seat}
    yield "ActionSpace.id", space.id, {"step": engine.step(state, seat), "option": option, "seat": seat}
    yield "legal_actions", gamedsl.legal_actions, of | {"engine": engine}
    yield "apply", gamedsl.apply, of | {"engine": engine, "action": number}
    yield "returns", gamedsl.returns, {"engine": engine, "state": state}
    yield "observation", gamedsl.observation, of | {"engine": engine}
    yield "information_key", gamedsl.information_key, of | {"engine": engine}
    yield "Engine.outcome", engine.outcome, {"state": state}
    yield "Engine.score_table", engine.score_table, {"state": _played_out(engine, state)}
    yield "perft", _all(perft.perft), {"engine": engine, "depth": 2, "most": 10_000, "start": None}
    yield "leaves", perft.leaves, {"engine": engine, "depth": 2, "most": 10_000, "start": None}
    yield "explore", explore.explore, {"engine": engine, "depth": 2, "most": 10_000, "start": None}
    yield "fastest", fastest.fastest, {"game": GAME, "checking": Checking.ON, "budget": 1 << 20, "forced": Forced.ASKED}
    chosen = fastest.Chosen(engine, None)
    some = {"policy": playouts.Policy.STEPS, "seed": 1, "first": 0, "count": 2, "watch": None, "start": None}
    yield "random_matches", fastest.random_matches, some | {"chosen": chosen, "workers": 1, "state": state}
    if not isinstance(engine, WasmEngine):
        return
    few = {"game": GAME, "most": 1000, "start": None, "within": 1.0, "rounds": 1, "seed": 1}
    yield "solve", gamedsl.solve, few | {"aim": gamedsl.Aim.LEAD}
    fought = {"game": GAME, "agent": "random", "most": 1000, "choices": 1, "seed": 1}
    yield "exploit", gamedsl.exploit, fought | {"aim": gamedsl.Aim.VICTORY}
    looked = {
        "rules": RULES,
        "setups": list(RULES.setups()),
        "depth": 9,
        "most": 999,
        "matches": 1,
        "seed": 1,
        "secrets": 1,
    }
    yield "verify", gamedsl.verify, looked | {"seconds": 0.0}  # all is looked at, so nobody has to think
    yield "module_of", gamedsl.module_of, {"game": GAME}
    one = {"rules": RULES, "setups": [RULES.setups()[0]]}
    yield "page_of", gamedsl.page_of, one | {"look": None, "file": "kuhn"}
    yield "rulebook_of", gamedsl.rulebook_of, {"rules": RULES, "form": "markdown", "look": None}
    yield (
        "cards_of",
        gamedsl.cards_of,
        one | {"size": "63x88", "paper": "a4", "backs": "none", "parts": ["cards"], "font": None, "look": None},
    )
    sides = {"before": OTHER, "after": OTHER, "setups_before": None, "setups_after": None}
    yield "differences_of", gamedsl.differences_of, sides
    told = {"rules": RULES, "setup": RULES.setups()[0], "matches": 2, "seed": 1}
    yield "secrets_told", gamedsl.secrets_told, told
    served = {"rules": [RULES], "looks": [None], "most_tables": 1, "keep_days": 1}
    yield "server_of", _serve, served
    yield "playouts", playouts.playouts, some | {"engine": engine}
    yield "parallel", playouts.parallel, some | {"engine": engine, "workers": 2, "state": state}
    yield "WasmEngine.put", engine.put, {"state": engine.reference.initial(1)}
    yield "WasmEngine.perft", _all(engine.perft), {"depth": 2, "most": 10_000, "start": None, "workers": 2}
    yield "WasmEngine.leaves", engine.leaves, {"depth": 2, "most": 10_000, "start": None, "workers": 2}
    yield "WasmEngine.explore", engine.explore, {"depth": 2, "most": 10_000, "start": None, "workers": 2}
    whole: dict[str, Any] = {
        "engine": engine,
        "number": 2,
        "seed": 1,
        "first": 0,
        "finished": batch.Finished.STAYS,
        "start": None,
        "observing": batch.Observing.SEAT_TO_ACT,
    }
    yield "Batch", batch.Batch, whole
    yield "Batch", batch.Batch, whole | {"states": [state, state]}
    made = batch.Batch(**whole)
    yield "Batch.state", made.state, {"i": 1}
    yield "Batch.moves", made.moves, {"i": 1}


def _serve(**given: Any) -> None:
    gamedsl.server_of(records=":memory:", **given).close()


def _all(generator: Callable[..., Iterable[object]]) -> Callable[..., object]:
    def every(**arguments: Any) -> object:
        return list(generator(**arguments))

    return every


def _first(step: Step) -> int:
    return step.options[0].value


def _strange(engine: Any) -> list[object]:
    """What can be handed to something by mistake."""
    other = type(engine)(OTHER.game())
    state = other.initial(1)
    return [
        None, True, -1, 3, 99, -(1 << 70), 0.5, 1.0, "", "x", "Ann", "\ud800", b"x", [], {}, (), ["Ann", 1], object(), object, len, RULES, GAME, OTHER,
        OTHER.game(), engine, other, type(engine), state, engine.initial(1), WasmEngine(GAME).initial(1), ReferenceEngine(GAME).initial(1), REFUSAL,
        other.moves(state, 0)[0], Move((), ""), Move((1 << 40,), ""), Move(("a",), ""), Move(None, ""), RandomSteps, RandomSteps(), [RandomSteps],  # type: ignore[arg-type]
        [RandomSteps()], [RandomSteps()] * 9, [1, 2], ["x", "y"], range(-3, 0), ChanceOutcome((), 1, ""), ChanceOutcome((99,), 1, "x"), Checking.ON,
        gamedsl.play_match(other, [RandomSteps()] * 2, 1), _all,
    ]  # fmt: skip


def _played_out(engine: Engine[Any], state: Any) -> Any:
    """The end of a match that goes on with first moves: only there every score of the game has a value."""
    while not state.is_over:
        seat = engine.to_act(state)[0]
        state = engine.play(state, seat, engine.moves(state, seat)[0])
    return state


@pytest.mark.parametrize("kind", [WasmEngine, ReferenceEngine])
def test_everything_with_everything(kind: type[WasmEngine] | type[ReferenceEngine]) -> None:
    wrong: list[str] = []
    strange = _strange(kind(GAME))
    for name, function, right in _cases(kind):
        function(**right)
        for number, argument in enumerate(right, start=len(name)):
            for value in share(strange, 24, number % 24):
                if callable(value) and argument in ("watch", "pick"):
                    continue  # what a caller's function raises is the caller's affair
                if argument == "workers" and value in (3, 99):
                    continue  # so many processes take long to start
                try:
                    function(**right | {argument: value})
                except (GameDslError, OSError) as error:
                    if "\n" in str(error) and not isinstance(error, gamedsl.RulesError):
                        wrong.append(f"{name}({argument}={value!r}): {error}")
                except Exception as error:  # noqa: BLE001  # that there are no others is what is tested
                    wrong.append(f"{name}({argument}={value!r}): {type(error).__name__}: {error}")
    assert wrong == []


PUBLIC: dict[str, Any] = {
    "actions": actions,
    "learning": learning,
    "rules": api_rules,
    "engines": engines,
    "saved": saved,
    "cards": cards,
    "drawings": drawings,
    "writing": writing,
    "plain": plain,
    "solving": solving,
    "verifying": verifying,
    "disclosing": disclosing,
    "agents": agents,
    "explore": explore,
    "fastest": fastest,
    "match": match,
    "perft": perft,
    "replay": replay,
    "simulate": simulate,
    "playouts": playouts,
}
NOT_FOR_USERS = {
    "graph_picture", "graph_pdf",
    "play_rows", "state_ahead", "nobody", "book_of", "write_book",
    "explore_by_methods", "information_sets", "levels", "count_leaves", "limit_outcomes", "too_many_outcomes", "settle", "chances", "additions_of",
    "replay_of", "to_json", "start_of_replay", "state_for_agent", "own_move",
    "from_json", "tally", "own_store", "make_empty_summary", "of_match", "wilson", "walk", "is_unfinished", "check_matches", "first", "Protocol", "field", "define",
    "observer_of", "moves_of", "search_of", "search_setups", "within_seconds", "in_time", "exploit_each",
}  # fmt: skip
"""Parts of others that check; tables and sums."""


def test_nothing_public_is_left_out() -> None:
    covered = {name.split(".")[-1] for name, *_ in _cases(WasmEngine)}
    missing: list[str] = []
    for owner in (Engine, WasmEngine, ReferenceEngine, gamedsl.Rules, gamedsl.ActionSpace, batch.Batch):
        for name, method in inspect.getmembers(owner, inspect.isfunction):
            takes = [
                p
                for p in inspect.signature(method).parameters.values()
                if p.name != "self" and p.kind is not Parameter.VAR_KEYWORD
            ]
            if not name.startswith("_") and takes and name not in covered | INSIDE:
                missing.append(f"{owner.__name__}.{name}")
    for module in PUBLIC.values():
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if (
                function.__module__ == module.__name__
                and not name.startswith("_")
                and name not in covered | NOT_FOR_USERS
            ):
                missing.append(f"{module.__name__}.{name}")
    assert not missing, missing


INSIDE = {
    "own", "with_log", "chance_event", "has_no_room", "reference_state", "enter",
    "seats", "move_steps", "nth_move", "list_move_steps", "move_words", "replay_step", "open_step", "asking", "chances", "sample", "apply_chance",
    "player", "start_image", "observe_events", "observe_phases", "observe_key", "observe_numbers", "moves_by_note", "score_table", "standings", "is_judged",
    "find_outcome", "note_conditions", "record_of", "refusals", "several", "pick_amounts",
}  # fmt: skip
"""Methods of executors for the rest of the package."""


Said = tuple[str, Callable[[Any, Any], object], str]
TABLE: list[Said] = [
    ("option", lambda e, s: RULES.game(komi=7), "no option `komi`: the game has none"),  # type: ignore[arg-type]
    ("option value", lambda e, s: ISLANDS.game(storm=True), "is a text, not True; did you mean storm='yes'?"),  # type: ignore[arg-type]
    ("option name", lambda e, s: ISLANDS.game(strom="yes"), "no option `strom`; did you mean `storm`?"),
    ("players", lambda e, s: RULES.game(players=9), "the game is for 2 players, not 9"),
    ("players", lambda e, s: RULES.game(players="2"), "`players` is a whole number, not '2'"),  # type: ignore[arg-type]
    ("players", lambda e, s: RULES.game(players=True), "`players` is a whole number, not True"),
    ("seat", lambda e, s: e.moves(s, True), "`seat` is a whole number, not True"),
    ("names", lambda e, s: RULES.game(names="AB"), "`names` is a list of texts, not one text"),
    ("names", lambda e, s: RULES.game(names=["Ann", 3]), "`names[1]` is a text, not 3"),  # type: ignore[list-item]
    ("bases", lambda e, s: gamedsl.parse_rules("x", bases="y"), "`bases` is a list of texts"),
    ("engine", lambda e, s: gamedsl.engine_for(RULES), "`game` is a Game, not a Rules: give what `rules.game()` gives"),  # type: ignore[arg-type]
    ("checking", lambda e, s: gamedsl.engine_for(GAME, True), "`checking` is a Checking, not True: `Checking.ON`"),  # type: ignore[arg-type]
    ("place", lambda e, s: OTHER.place(GAME, 1), "this game was not made of these rules"),
    ("seat", lambda e, s: e.view(s, 99), "there is no seat 99: there is 0 (P1), 1 (P2)"),
    ("seat", lambda e, s: e.view(s, -1), "there is no seat -1"),
    ("seat", lambda e, s: e.moves(s, "P1"), "a seat is given by its number: P1 is 0"),
    ("seat", lambda e, s: e.step(s, None), "`seat` is a whole number, not None"),
    ("forced", lambda e, s: gamedsl.engine_for(GAME, forced=True), "`forced` is a Forced, not True: `Forced.PLAYED`"),  # type: ignore[arg-type]
    ("start", lambda e, s: e.initial(1, 0, "fork"), "there is no start `fork`: "),
    ("seed", lambda e, s: e.initial("x"), "`seed` is a whole number, not 'x'"),
    ("refusal", lambda e, s: e.play(s, 0, REFUSAL), "`move` is a Move, not a Refusal: it is refused"),
    ("text", lambda e, s: e.play(s, 0, "pass"), "`move` is a Move, not 'pass'"),
    ("steps", lambda e, s: e.play(s, 0, Move(("a",), "")), "the steps of a move are whole numbers"),  # type: ignore[arg-type]
    ("state", lambda e, s: e.moves(_foreign(e), 0), "this state belongs to another game than kuhn_poker as it is set up here"),
    ("state", lambda e, s: e.play(_foreign(e), 0, e.moves(s, 0)[0]), "this state belongs to another game"),
    ("state", lambda e, s: e.to_act(_foreign(e)), "this state belongs to another game"),
    ("state", lambda e, s: e.view(GAME, 0), "`state` is a state of this engine, not a Game"),
    ("outcome", lambda e, s: e.play_chance(s, REFUSAL), "`outcome` is a ChanceOutcome, not a Refusal"),
    ("outcome", lambda e, s: e.play_chance(e.initial(None), ChanceOutcome((77,), 1, "x")), "`x` cannot come out here"),
    ("pick", lambda e, s: e.walk(s, 0, 3), "`pick` is a function, not 3"),
    ("agents", lambda e, s: gamedsl.play_match(e, [RandomSteps()], 1), "has 2 players here, so there are 2 agents, not 1"),
    ("agents", lambda e, s: gamedsl.play_match(e, [RandomSteps] * 2, 1), "write `RandomSteps()`"),  # type: ignore[list-item]
    ("agents", lambda e, s: gamedsl.play_match(e, ["a", "b"], 1), "has a `name` and a `choose`; 'a' is none"),  # type: ignore[list-item]
    ("agents", lambda e, s: gamedsl.play_match(e, "random", 1), "not a text: `agents_from('random', game)` makes them"),  # type: ignore[arg-type]
    ("choice", lambda e, s: gamedsl.play_match(e, [Silent()] * 2, 1), "agent `silent` chose None, which is no Move"),
    ("processes", lambda e, s: gamedsl.simulate(e, [RandomSteps()] * 2, 1, range(3), processes=0), "`processes` is 1 or more, not 0"),
    ("indices", lambda e, s: gamedsl.simulate(e, [RandomSteps()] * 2, 1, 5), "`indices` is a list, not 5"),  # type: ignore[arg-type]
    ("depth", lambda e, s: list(perft.perft(e, -1)), "`depth` is 0 or more, not -1"),
    ("most", lambda e, s: explore.explore(e, None, 0), "`most` is 1 or more, not 0"),
    ("replay", lambda e, s: gamedsl.verify_replay(e, "{}"), "`record` is a Replay, not '{}': `replay_from_json` makes one"),  # type: ignore[arg-type]
    ("script", lambda e, s: Scripted("pass"), "`texts` is a list of texts, not one text"),
]  # fmt: skip


class Silent:
    """An agent that forgets to say what it chooses."""

    name = "silent"

    def choose(self, engine: object, state: object, seat: object, dice: object) -> Any:
        return None


def _foreign(engine: Any) -> Any:
    return type(engine)(OTHER.game()).initial(1)


@pytest.mark.parametrize("kind", [WasmEngine, ReferenceEngine])
@pytest.mark.parametrize(("what", "call", "said"), TABLE, ids=[f"{what} {i}" for i, (what, *_) in enumerate(TABLE)])
def test_what_is_said(
    kind: type[WasmEngine] | type[ReferenceEngine], what: str, call: Callable[[Any, Any], object], said: str
) -> None:
    engine: Any = kind(GAME)
    with pytest.raises(ArgumentError) as caught:
        call(engine, engine.initial(1))
    assert said in str(caught.value)


def test_batches_say() -> None:
    engine = WasmEngine(GAME)
    with pytest.raises(ArgumentError, match="`number` is 1 or more, not 0"):
        batch.Batch(engine, 0, 1)
    with pytest.raises(ArgumentError, match=r"`fastest\(game\).note` says why"):
        batch.Batch(ReferenceEngine(GAME), 1, 1)
    with pytest.raises(ArgumentError, match="there is no match 3 in a batch of 3"):
        batch.Batch(engine, 3, 1).state(3)


def test_options_that_do_not_go_together() -> None:
    rules = gamedsl.parse_rules(
        "game x:\n    players 2 to 3\n\noption big: no, yes\n\nforbid big with 2 players\n".replace(
            "forbid big with 2 players\n", ""
        )
    )
    with pytest.raises(SetupError, match="no option `bug`"):
        rules.game(bug="yes")


# ---------------------------------------------------------------- one base


INTERNAL = {
    "NotFixed", "NotDecided", "OverBudgetError", "NoConstant", "_OtherForm", "OrderMattersError", "NumbersBelow", "SlowError", "FullError",
    "LargeError", "TooManyWaysError", "TooMuchWork", "TooManyNodesError", "CommandError", "WrongUseError", "LimitError",
    "UnwrittenError", "FindingsError", "RulesFailed", "_StoppedError", "EnoughError", "_LateError", "StaleError", "_OpenError", "_TooMuchError", "OutOfTimeError",
    "_TooManyReplaysError",
}  # fmt: skip
"""What is caught inside: ways out of a search, and how commands end."""


def test_more_matches_than_can_be_counted() -> None:
    engine, agents = gamedsl.engine_for(GAME), [RandomSteps()] * 2
    for far in (range(10**30), range(10**30, 0, -1)):
        with pytest.raises(ArgumentError, match=r"`len\(indices\)` is 10{30}, more than can be counted"):
            gamedsl.simulate(engine, agents, 1, far)
    with pytest.raises(ArgumentError, match=r"`matches` is 10{30}, more than can be counted"):
        gamedsl.compare(RULES, RULES, matches=10**30)
    assert gamedsl.simulate(engine, agents, 1, range(0, 10**30, 10**29)).matches == 10


def test_all_errors_have_one_base() -> None:
    root = Path(gamedsl.__file__).parent
    sources = [*root.rglob("*.py"), *(root.parent / "interpreter").rglob("*.py")]
    from importlib import import_module

    for path in sources:
        inside = path.relative_to(root.parent / "interpreter" if "interpreter" in path.parts else root.parent)
        if path.name == "__main__.py":
            continue
        module = import_module(".".join(inside.with_suffix("").parts).removesuffix(".__init__"))
        for name, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, BaseException) and kind.__module__ == module.__name__ and name not in INTERNAL:
                assert issubclass(kind, GameDslError), f"{module.__name__}.{name}"


def test_a_move_of_too_many_steps_is_refused() -> None:
    """It does not reach the memory behind that for steps."""
    engine = WasmEngine(RULES.game())
    state = engine.initial(1)
    seat = engine.to_act(state)[0]
    move = engine.moves(state, seat)[0]
    before = bytes(engine.instance.memory)
    made = engine.play(state, seat, move)
    engine.calls.hold(state)
    with pytest.raises(IllegalMove):
        engine.play(state, seat, Move((7,) * 100_000, ""))
    assert bytes(engine.instance.memory).count(b"\7\0\0\0" * 1000) == before.count(b"\7\0\0\0" * 1000)
    assert engine.play(state, seat, move) == made
