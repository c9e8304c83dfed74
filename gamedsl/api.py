"""What other programs need: rules from files or texts, the game of a setup, an engine for it, and matches as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from gamedsl.additions import Additions, flaw
from gamedsl.bases import Bases
from gamedsl.cache import Off, Store, chosen_store
from gamedsl.cache.rules import KnownRules
from gamedsl.errors import ArgumentError, GameDslError
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SiteId
from gamedsl.json import Json, JsonObject
from gamedsl.source import Source
from gamedsl.values import field, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.agents import Agent, RandomMoves, RandomSteps, Scripted
from gamedsl_interpreter.engine import (
    BUDGET,
    Checking,
    Engine,
    Fault,
    Forced,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    S,
    State,
    TooManyOutcomes,
    View,
)
from gamedsl_interpreter.fastest import fastest, simulate
from gamedsl_interpreter.match import MatchFault, MatchRecord, play_match
from gamedsl_interpreter.simulate import Summary
from gamedsl_interpreter.things import Choice, Counted, Kind, Piece, Place, Seat, Thing, Word, Zone, thing_json
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState

if TYPE_CHECKING:
    from gamedsl.diagnostics.model import Diagnostic
    from gamedsl.pipeline import Parsed, Report
    from gamedsl.syntax import tree
    from gamedsl_interpreter.examples import ExampleResult
    from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
    from gamedsl_interpreter.replay import DivergedError, Replay, ReplayError, replay
    from gamedsl_interpreter.serial import StateError

__all__ = [
    "Agent",
    "ArgumentError",
    "Checking",
    "Choice",
    "Counted",
    "DivergedError",
    "Engine",
    "ExampleResult",
    "Fault",
    "Forced",
    "Game",
    "GameDslError",
    "IllegalMove",
    "Kind",
    "MatchFault",
    "MatchRecord",
    "Move",
    "Outcome",
    "Piece",
    "Place",
    "RandomMoves",
    "RandomSteps",
    "Refusal",
    "Replay",
    "ReplayError",
    "Report",
    "Rules",
    "RulesError",
    "Scripted",
    "Seat",
    "Setup",
    "SetupError",
    "State",
    "StateError",
    "Summary",
    "Thing",
    "TooManyOutcomes",
    "View",
    "Word",
    "Zone",
    "engine",
    "load",
    "load_replay",
    "load_state",
    "loads",
    "play_match",
    "replay",
    "save_replay",
    "save_state",
    "simulate",
    "thing_json",
]

_LATE = {
    "DivergedError": "gamedsl_interpreter.replay",
    "ExampleResult": "gamedsl_interpreter.examples",
    "Replay": "gamedsl_interpreter.replay",
    "ReplayError": "gamedsl_interpreter.replay",
    "Report": "gamedsl.pipeline",
    "StateError": "gamedsl_interpreter.serial",
    "replay": "gamedsl_interpreter.replay",
}
"""Names whose modules are read in when they are first used, because many programs do without them."""


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_LATE[name]), name)
    globals()[name] = value
    return value


class RulesError(GameDslError, ValueError):
    """Rules that cannot be played. `diagnostics` say what is wrong and where; `str` shows them as `gamedsl check` does."""

    def __init__(self, text: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(text)
        self.diagnostics = diagnostics


class SetupError(ArgumentError):
    """A number of players, a name or an option that the rules do not have; the text is one sentence that names what they have."""


# ---------------------------------------------------------------- rules


def load(path: str | Path, variants: Sequence[str] = (), sets: Sequence[str] = ()) -> Rules:
    """The rules in a file; a variant's base files are looked for beside it, in the folders above, on `GAMEDSL_PATH`, and among the
    shipped games.

    `variants` are put on top of them, each by its name or the path of its file, and `sets` are changes as they follow `set` in a variant:
    `load("gloriana.gdl", variants=["gossip"], sets=["points[7] = 26"])`.

    Mistakes in the rules are no exception here: `check` reports them, and `game` raises them. Raises RulesError if the
    file is no text in UTF-8, OSError if it cannot be read.
    """
    if not isinstance(path, str | Path):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"`path` is the path of a rules file, not {arguments.shown(path)}")
    place, additions = Path(path), _additions(variants, sets)
    source = Source(str(path), _text(place))
    bases = Bases(place.absolute().parent, (), _text, str)
    for variant in additions.variants:
        bases.add(variant, Path.cwd())
    return Rules(KnownRules(source, bases.find, _store(), near=bases, additions=additions))


def loads(
    text: str,
    name: str = "rules",
    bases: Sequence[str] = (),
    variants: Sequence[str] = (),
    sets: Sequence[str] = (),
) -> Rules:
    """The rules in a text; `name` is what diagnostics call it, `bases` are the texts that a variant builds on, `variants` the names of those among them
    that are put on top, and `sets` are changes as they follow `set` in a variant."""
    arguments.text("text", text)
    arguments.text("name", name)
    texts = [Source(f"base {number}", base) for number, base in enumerate(arguments.texts("bases", bases), 1)]
    sources = {own: source for source in texts for own in _own_names(KnownRules(source, lambda _: None, None).parsed)}
    return Rules(KnownRules(Source(name, text), sources.get, _store(), additions=_additions(variants, sets)))


def _additions(variants: Sequence[str], sets: Sequence[str]) -> Additions:
    additions = Additions(arguments.texts("variants", variants), arguments.texts("sets", sets))
    wrong = flaw(additions)
    if wrong is not None:
        raise ArgumentError(wrong)
    return additions


@frozen
class Rules:
    """Rules as they were read: the game they declare, for every legal setup. Equal texts make equal rules.

    What is made of them is kept in the user's cache folder for later starts, unless `GAMEDSL_CACHE` is `off`.
    """

    known: KnownRules = field(repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.parsed == other.parsed

    def __hash__(self) -> int:
        return hash(self.known.source)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.known.source, self.known.additions, self.parsed)

    @property
    def parsed(self) -> Parsed:
        """The trees, and what is wrong with the texts."""
        return self.known.parsed

    @property
    def name(self) -> str:
        """The name of the game. Raises RulesError if the rules declare none."""
        return self._declared().name.text

    def check(self) -> Report:
        """All that is wrong, over every setup: `diagnostics` in order of place, `has_errors`, and `decisions`, the choices of the game as text."""
        from gamedsl import pipeline

        return pipeline.check(self.parsed)

    def text(self, diagnostics: Iterable[Diagnostic]) -> str:
        """Diagnostics as plain text with the lines they speak of, as `gamedsl check` prints them."""
        from gamedsl.diagnostics.model import Diagnostic
        from gamedsl.diagnostics.render import render_all

        for diagnostic in (diagnostics := tuple(arguments.each("diagnostics", diagnostics))):
            arguments.given("diagnostics", diagnostic, Diagnostic)
        return render_all(diagnostics, {source.name: source for source in self.parsed.sources})

    def setups(self) -> tuple[Setup, ...]:
        """All legal setups: `players` ascending, then `options` (name and value pairs), default values first. Empty without a game."""
        return self.known.setups

    def game(self, players: int | None = None, names: Sequence[str] | None = None, **options: str) -> Game:
        """The compiled game of one setup: data only, the same for the same rules.

        `players` is the number of people (else that of `names`, else the fewest), `names` their names in seat order (else
        P1, P2, …), `options` the values of options by name (else their first ones). Raises SetupError for a setup that the
        rules do not have, RulesError for rules with mistakes.
        """
        return self._compiled(players, names, options).game

    def examples(self) -> tuple[ExampleResult, ...]:
        """The worked examples of the rules, run; each has `name`, `passed` and `failures`. Raises RulesError."""
        from gamedsl import pipeline
        from gamedsl_interpreter.examples import run_example
        from gamedsl_interpreter.reference.host import ReferenceHost

        try:
            groups = pipeline.examples(self.parsed)
        except pipeline.NotCompilable as error:
            raise self._error(error.diagnostics) from None
        hosted = ((ReferenceHost(compiled.game), specs) for _, compiled, specs in groups)
        return tuple(run_example(host, spec) for host, specs in hosted for spec in specs)

    def place(self, game: Game, site: int) -> str:
        """The place of a `site` of a Fault or Refusal of this game: `gloriana.gdl:210, in rule perform`; empty if it has none. Raises
        ArgumentError for a game that is not of these rules."""
        arguments.given("game", game, Game)
        site = SiteId(arguments.whole("site", site))
        compiled = self._compiled(game.humans, game.seats[: game.humans], dict(game.options))
        if compiled.game != game:
            raise ArgumentError("this game was not made of these rules, or they have changed since")
        sites = compiled.sites
        if not 0 <= site < len(sites):
            return ""
        span, where = sites[site].span, sites[site].where
        source = next((source for source in self.known.sources if source.name == span.source), None)
        if source is None:
            return ""
        return f"{source.name}:{source.position(span.start)[0]}" + (f", in {where}" if where else "")

    def _compiled(self, players: int | None, names: Sequence[str] | None, options: dict[str, str]) -> Compiled:
        if not self.known.setups:
            self._declared()
        if players is not None:
            arguments.whole("players", players)
        if names is not None:
            names = arguments.texts("names", names)
        setup = _setup(self.setups(), len(names) if players is None and names is not None else players, options)
        people = None if names is None else tuple(names)
        return self.known.known_game(setup, people) or self._newly_compiled(setup, people)

    def _newly_compiled(self, setup: Setup, people: tuple[str, ...] | None) -> Compiled:
        from gamedsl import pipeline

        try:
            wrong = None if people is None else pipeline.wrong_names(self.parsed, setup, people)
            if wrong is not None:
                raise SetupError(wrong)
            return self.known.compiled(setup, people)
        except pipeline.NotCompilable as error:
            raise self._error(error.diagnostics) from None

    def _declared(self) -> tree.Game:
        game = self.parsed.game
        if game is None:
            raise self._error(self.check().diagnostics)
        return game

    def _error(self, diagnostics: tuple[Diagnostic, ...]) -> RulesError:
        return RulesError(self.text(diagnostics), diagnostics)


def _again(source: Source, additions: Additions, parsed: Parsed) -> Rules:
    """Rules from another process, or a copy of them."""
    return Rules(KnownRules(source, lambda _: None, None, parsed, additions=additions))


def _store() -> Store | None:
    chosen = chosen_store()
    return None if isinstance(chosen, Off) else chosen


def _text(place: Path) -> str:
    try:
        return place.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulesError(f"`{place}` is not a text in UTF-8") from None
    except ValueError:
        raise ArgumentError(
            "`path` cannot be the path of a file: there is a character in it that no path can have"
        ) from None


def _own_names(parsed: Parsed) -> Iterator[str]:
    """The names under which others can build on these rules."""
    from gamedsl.syntax import tree

    for _, file in parsed.chain.files:
        for declaration in file.decls:
            match declaration:
                case tree.Game() | tree.Variant():
                    yield declaration.name.text
                case _:
                    pass


# ---------------------------------------------------------------- setups


def _setup(legal: Sequence[Setup], players: int | None, options: dict[str, str]) -> Setup:
    """The first legal setup with that many players and those options. Raises SetupError."""
    for name, value in options.items():
        values = list(dict.fromkeys(dict(setup.options).get(name, "") for setup in legal))
        if "" in values:
            known = [option for option, _ in legal[0].options]
            raise SetupError(f"there is no option `{name}`{_meant(name, known)}")
        if not isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SetupError(_no_text(name, value, values))
        if value not in values:
            raise SetupError(f"option `{name}` cannot be `{value}`{_meant(value, values)}")
    for setup in legal:
        if players in (None, setup.players) and options.items() <= dict(setup.options).items():
            return setup
    counts = sorted({setup.players for setup in legal})
    if players is None or players in counts:
        chosen = " and ".join(f"{name} = {value}" for name, value in options.items())
        raise SetupError(f"the game cannot be played with {chosen} by {players or 'any number of'} players")
    raise SetupError(f"the game is for {' or '.join(map(str, counts))} players, not {players}")


def _no_text(name: str, value: object, values: Sequence[str]) -> str:
    """What to say about a value that is no text: which text was probably meant."""
    word = {True: "yes", False: "no"}.get(value, "") if isinstance(value, bool) else str(value)
    meant = f"; did you mean {name}={word!r}?" if word in values else _meant("", values)
    return f"the value of option `{name}` is a text, not {arguments.shown(value)}{meant}"


def _meant(word: str, known: Sequence[str]) -> str:
    from gamedsl.diagnostics.suggest import closest

    near = closest(word, known)
    return f"; did you mean `{near}`?" if near else f"; there is {', '.join(known)}" if known else ": the game has none"


# ---------------------------------------------------------------- engines


def engine(
    game: Game, checking: Checking = Checking.OFF, budget: int = BUDGET, forced: Forced = Forced.PLAYED
) -> Engine[State]:
    """What plays the game; `Engine` says what it offers. With `Checking.ON` invariants and conservation are tested at every step.

    It is the fast executor where that can play the game (`fastest(game).note` says why not), else the reference executor, with the same results.
    `budget` bounds each call, also for rules of strangers: a call that would visit more nodes of searches and passes of loops raises Fault `E_BUDGET`,
    with the decision or rule that it was busy with. No game that people play comes near the default. Raises ArgumentError.
    A decision with one complete move is made without asking, unless it is private; with `Forced.ASKED` play stops there as at every other decision.
    States of one kind of engine cannot be given to the other.
    States are values: keep as many as you like, but give each only to an engine of its own game.
    """
    return cast("Engine[State]", fastest(game, checking, budget, forced, _store()).engine)


# ---------------------------------------------------------------- states and replays as JSON


def save_state(engine: Engine[S], state: S) -> str:
    """The state with all that goes with its match (random stream, what seats have seen) as JSON text. Raises ArgumentError.

    It names the digest of its game and its own. It is not secret: whoever reads it sees hidden cards too.
    """
    from gamedsl_interpreter.serial import state_to_json

    data = state_to_json(*_with_log(engine, state))
    return _json(data | {"digest": _digest(data)})


def load_state(engine: Engine[S], text: str) -> S:
    """The state that `save_state` wrote, for an engine of the same game (same rules, setup and names).

    Every state that is returned can be played: values, pieces and the node are verified, even if the digest is right. Raises
    StateError, and ArgumentError for an engine or text that is none.
    """
    from gamedsl_interpreter.serial import StateError

    arguments.text("text", text)
    try:
        data: Json = json.loads(text)
    except (ValueError, RecursionError):
        raise StateError("this is no JSON") from None
    if not isinstance(data, dict) or "digest" not in data:
        raise StateError("this is no saved state")
    try:
        is_whole = data.pop("digest") == _digest(data)
    except (ValueError, RecursionError):
        is_whole = False
    if not is_whole:
        raise StateError("this saved state is damaged: it is not what its digest says")
    return cast("S", _loaded(engine, data))


def _loaded(engine: object, saved: JsonObject) -> object:
    """The state as the engine has it. Raises StateError, ArgumentError."""
    from gamedsl_interpreter.reference import ReferenceEngine
    from gamedsl_interpreter.serial import state_from_json

    match engine:
        case WasmEngine():
            return engine.put(state_from_json(engine.reference, saved))
        case ReferenceEngine():
            return state_from_json(engine, saved)
        case _:
            raise ArgumentError(f"`engine` is what `engine(game)` gives, not {arguments.shown(engine)}")


def _digest(data: JsonObject) -> str:
    from hashlib import sha256

    return sha256(_json(data).encode()).hexdigest()


def _json(data: JsonObject) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def save_replay(
    game: Game,
    record: MatchRecord,
    rules: str = "",
    variants: Sequence[str] = (),
    sets: Sequence[str] = (),
) -> str:
    """A match as JSON text that `gamedsl replay` and `load_replay` read; `rules` is the path of the rules file, `variants` and `sets` are what `load` has put on
    top of it. Raises ArgumentError."""
    arguments.given("game", game, Game)
    arguments.given("record", record, MatchRecord, "`play_match` gives one")
    arguments.text("rules", rules)
    added = _additions(variants, sets).lines
    if record.seats != game.seats:
        raise ArgumentError(f"this match is of {', '.join(record.seats)}; the game is for {', '.join(game.seats)}")
    if record.state is not None:
        raise ArgumentError(
            "this match was played on from a state, and a replay begins at the beginning: `save_state` writes the state"
        )
    moves = tuple((played.seat, played.text) for played in record.moves)
    from gamedsl_interpreter import replay as replays

    return replays.to_json(
        replays.replay_of(game, rules, record.seed, record.index, moves, record.outcome, record.start, added)
    )


def load_replay(text: str) -> Replay:
    """The replay that `save_replay` wrote; `replay(engine, it)` plays it again. Raises ReplayError, ArgumentError."""
    from gamedsl_interpreter import replay as replays

    return replays.from_json(text)


def _with_log(engine: object, state: object) -> tuple[ReferenceEngine, ReferenceState]:
    """The state as the reference executor has it, with what the seats have seen. Raises ArgumentError."""
    from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState

    match engine, state:
        case WasmEngine(), WasmState():
            return engine.reference, engine.with_log(state)
        case ReferenceEngine(), ReferenceState():
            return engine, engine.own(state)
        case ((WasmEngine() | ReferenceEngine()), _):
            raise ArgumentError(f"`state` is a state of this engine, not {arguments.shown(state)}")
        case _:
            raise ArgumentError(f"`engine` is what `engine(game)` gives, not {arguments.shown(engine)}")
