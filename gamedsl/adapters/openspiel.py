# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUntypedBaseClass=false
# (OpenSpiel has no types.)
"""Any game as a game of OpenSpiel.

    import pyspiel
    from gamedsl.adapters.openspiel import spiel_game

    game = spiel_game("games/classics/leduc_poker.gdl")                         # or rules, or a game
    game = pyspiel.load_game("gamedsl(rules=games/classics/leduc_poker.gdl)")   # the same, by its text

| parameter | meaning |
|---|---|
| `rules` | path of the rules file |
| `players` | number of players (0: the fewest) |
| `options` | values of options: `storm:yes;deck:short` |
| `utility` | `points`, `victory` or `rank`, as `gamedsl.adapters.utilities` pays them; empty: what `gamedsl.utility_of` says |
| `turn_based` | whether simultaneous choices are made one after the other, so that nodes are never simultaneous |
| `most_outcomes` | chance nodes with more outcomes are replaced by samples |
| `samples` | number of samples of such a chance node |
| `max_game_length` | 0: the bound of `gamedsl.bounds`; if that is not proved, four times the longest of its random matches |
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pyspiel

import gamedsl
from gamedsl.adapters.decision_trees import CHANCE, SIMULTANEOUS, TERMINAL, Node, Tree
from gamedsl.adapters.efg import MOST_NODES, tree_text
from gamedsl.adapters.utilities import find_aim

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Tensor: TypeAlias = NDArray[np.float32]

NAME = "gamedsl"
Params: TypeAlias = dict[str, str | int]
Key: TypeAlias = tuple[tuple[str, str | int], ...]
_DEFAULTS: Params = {
    "rules": "", "players": 0, "options": "", "utility": "", "turn_based": False, "most_outcomes": 10_000, "samples": 1_000, "max_game_length": 0,
}  # fmt: skip
_MARGIN = 4
"""A measured length is multiplied by this; a measured range of utilities is widened by its width on both sides."""
_DIGEST = 128
"""Bits of the digest that identifies an information state in its tensor."""

_SEEDS = 1 << 53
"""From how many seeds a number from 0 to 1 chooses."""

_SEVERAL = "several players choose here at the same time: say for which one"

_KEPT = 512
"""The longest tensors that are kept."""

_MARKS = "(),="
"""Characters that a path in the text of a game cannot contain: a game from such a file is known to this process only."""

_MOST = (1 << 31) - 1
_MOST_TREES = 64

_given: dict[str, gamedsl.Game] = {}
"""Games that were not loaded from files, by their names in texts; known to this process only."""

_trees: dict[Key, Tree] = {}
"""Trees of games, by the parameters from which the games are loaded."""


def spiel_game(
    rules: str | PathLike[str] | gamedsl.Rules | gamedsl.Game,
    players: int = 0,
    *,
    utility: str = "",
    turn_based: bool = False,
    most_outcomes: int = 10_000,
    samples: int = 1_000,
    max_game_length: int = 0,
    **options: str,
) -> SpielGame:
    """Makes a game of OpenSpiel. Games from files can be loaded again by their text in any process that has imported this module; others only in this one.
    Raises RulesError, SetupError, ArgumentError, OSError."""
    settings: Params = {
        "turn_based": turn_based, "most_outcomes": most_outcomes, "samples": samples, "max_game_length": max_game_length,
    }  # fmt: skip
    params = _read_settings({**settings, **_make_params(rules, players, utility, options)})
    _forget_changed(params)
    return SpielGame(params)


def _make_params(
    rules: str | PathLike[str] | gamedsl.Rules | gamedsl.Game, players: int, utility: str, options: dict[str, str]
) -> Params:
    """Returns the parameters of the game, and remembers games that were not loaded from files. Raises RulesError, SetupError, ArgumentError, OSError."""
    settings: Params = {
        "players": players, "utility": utility, "options": ";".join(f"{name}:{value}" for name, value in options.items()),
    }  # fmt: skip
    if not isinstance(rules, str | PathLike | gamedsl.Rules | gamedsl.Game):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise gamedsl.ArgumentError(f"`rules` is the path of a rules file, `Rules` or a `Game`, not {rules!r}")
    if isinstance(rules, gamedsl.Game) and (players or options):
        raise gamedsl.ArgumentError(
            "a `Game` has its number of players and its options: give `Rules` or a path to choose others"
        )
    if isinstance(rules, str | PathLike) and any(mark in fspath(rules) for mark in _MARKS):
        rules = gamedsl.load_rules(fspath(rules))
    if isinstance(rules, gamedsl.Rules):
        rules = rules.game(players or None, **options)
    if isinstance(rules, gamedsl.Game):
        named = next((name for name, game in _given.items() if game == rules), f"#{rules.name} {len(_given) + 1}")
        _given[named] = rules
        return {**settings, "rules": named}
    return {**settings, "rules": fspath(rules)}


def spiel_tree(
    rules: str | PathLike[str] | gamedsl.Rules | gamedsl.Game,
    players: int = 0,
    *,
    utility: str = "",
    most_positions: int = MOST_NODES,
    **options: str,
) -> Any:
    """Makes the whole tree of a small game as a game that OpenSpiel plays itself: slow to make, and then as fast as OpenSpiel's own games. Histories,
    information states, action texts, chances and utilities are those of `spiel_game` with `turn_based`; actions have other numbers, and there are no tensors
    and observations. The names of information states are their keys, without the words.

    Raises TooManyError for a tree of more than `most_positions` nodes, RulesError, SetupError, OSError, Fault.
    """
    params = {"turn_based": True, "most_outcomes": most_positions, **_make_params(rules, players, utility, options)}
    settings = _read_settings(params)
    _forget_changed(settings)
    return pyspiel.load_efg_game(tree_text(_tree(tuple(settings.items())), int(settings["most_outcomes"])))


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of OpenSpiel that gamedsl plays. `tree` holds its positions."""

    def __init__(self, params: Params | None = None) -> None:
        settings = _read_settings({name: value for name, value in (params or {}).items() if name in _DEFAULTS})
        self.key = tuple(settings.items())
        self.tree = _tree(self.key)
        kind, info = _describe(self.tree)
        super().__init__(kind, info, {n: v for n, v in settings.items() if v != _DEFAULTS[n] or n == "rules"})

    def new_initial_state(self) -> SpielState:
        """Returns the root of the tree."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> SpielObserver | None:
        """Returns an observer of a player's view (`perfect_recall=False`), or of the view and the information state. None for other kinds of observations:
        public and private parts are not separated."""
        if params:
            raise ValueError(f"there are no parameters of observations; given are {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.tree, has_recall=kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A history of OpenSpiel. Its only attribute is its node, because OpenSpiel copies and saves the attributes of the object."""

    at: Node

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Node:
            # OpenSpiel copies a state by creating a new one and then setting its node. The root is searched only if no
            # node was set.
            if name != "at":
                raise AttributeError(f"a state of OpenSpiel has no `{name}`")
            self.at = self.get_game().tree.root
            return self.at

    def current_player(self) -> int:
        """Returns the seat, or the player for chance or the end."""
        return self.at.player

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.at.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether chance acts."""
        return self.at.player == CHANCE

    def is_simultaneous_node(self) -> bool:
        """Whether several players choose at the same time."""
        return self.at.player == SIMULTANEOUS

    def rewards(self) -> list[float]:
        """Returns the rewards of the last action: the utilities at the end."""
        return self.at.returns

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.at.actions_of(player))

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Returns the numbers of the actions of a player (None: the one that acts), ascending. Raises ValueError for None where several choose."""
        node = self.at
        if node.player == CHANCE:
            return list(node.actions)
        asked = node.player if player is None else player
        if asked < 0 and asked != TERMINAL:
            raise ValueError(_SEVERAL if node.player == SIMULTANEOUS else f"player {asked} does not choose")
        return list(node.actions_of(asked))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Returns 1 for each legal action of a player (None: the acting one), 0 for the others."""
        tree, actions = self.at.tree, self.legal_actions(player)
        is_chance = self.at.player == CHANCE and player in (None, CHANCE)
        mask = [0] * (tree.most_chance if is_chance else tree.space.size)
        for action in actions:
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the outcomes of chance with their probabilities."""
        return [(i, probability) for i, (_, probability) in enumerate(self.at.outcomes)]

    def _apply_action(self, action: int) -> None:
        self.at = self.at.children.get(action) or self.at.child(action)

    def _apply_actions(self, actions: list[int]) -> None:
        """Applies an action of each player; those of players who have nothing to choose are ignored."""
        self.at = self.at.child(tuple(actions[seat] for seat in self.at.acting))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Returns a state that the player cannot tell from this one: what it does not see is drawn anew, as `Engine.worlds` does. `sampler` gives numbers
        from 0 to 1. The history of the new state begins there, and other players have seen nothing before. Raises WorldsError."""
        made: SpielState = self.get_game().new_initial_state()
        made.at = self.at.world(self._seat(player), int(sampler() * _SEEDS))
        return made

    def _action_to_string(self, player: int, action: int) -> str:
        return self.at.text(player, action)

    def returns(self) -> list[float]:
        """Returns the utilities of the players; zeros before the end."""
        return self.at.returns

    def information_state_string(self, player: int | None = None) -> str:
        """Returns what a player has observed, in the words of its log, then the key of its information state. The text is the same in every process, and equal
        iff the keys are."""
        return self.at.words(self._seat(player))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Returns the observation of a player, and the digest of the information state in bits."""
        values: list[float] = _tensor(self.at, self._seat(player), has_recall=True).tolist()
        return values

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Returns the observation of a player (None: the acting one)."""
        values: list[float] = _tensor(self.at, self._seat(player), has_recall=False).tolist()
        return values

    def _seat(self, player: int | None) -> int:
        seat = self.at.player if player is None else player
        if not 0 <= seat < self.at.tree.engine.game.humans:
            raise ValueError(_SEVERAL if seat == SIMULTANEOUS else f"there is no player {seat}")
        return seat

    def __str__(self) -> str:
        return self.at.name


class SpielObserver:
    """An observer that writes a player's view into a tensor: the numbers of `gamedsl.observation`, and with recall the digest of the information state in bits."""

    def __init__(self, tree: Tree, *, has_recall: bool) -> None:
        self._tree, self._has_recall = tree, has_recall
        size = gamedsl.observation_space(tree.engine.game).size
        self.tensor: Tensor = np.zeros(size + (_DIGEST if has_recall else 0), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if has_recall:
            self.dict["information"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes the player's view of the state."""
        self.tensor[:] = _tensor(state.at, player, has_recall=self._has_recall)

    def string_from(self, state: SpielState, player: int) -> str:
        """Returns the player's view in words; with recall the text of the information state."""
        if self._has_recall or state.at.observer not in (None, player):
            return state.information_state_string(player)
        return _words(self._tree.engine.view(state.at.state, player))


def _tensor(node: Node, seat: int, *, has_recall: bool) -> Tensor:
    """Returns the observation of a seat as numbers; short tensors are kept."""
    found: Tensor | None = node.tensors.get((seat, has_recall))
    if found is None:
        found = np.asarray(gamedsl.observation(node.tree.engine, node.state, seat)).astype(np.float32)
        if has_recall:
            digest = blake2b(node.key(seat), digest_size=_DIGEST // 8).digest()
            found = np.concatenate([found, np.unpackbits(np.frombuffer(digest, np.uint8)).astype(np.float32)])
        if found.size <= _KEPT:
            node.tensors[seat, has_recall] = found
    return found


def _words(view: gamedsl.View) -> str:
    """Describes a view in several lines."""
    acting = ", ".join(map(str, view.to_act)) or "nobody"
    lines = [f"player {view.seat}, {view.phase}, to act: {acting}"]
    for zone in view.zones:
        if zone.contents is not None:
            lines.append(f"{zone.name}: {', '.join(f'{n} {kind}' for kind, n in zone.contents)}")
        else:
            lines.append(f"{zone.name}: {'?' if zone.count is None else zone.count} unseen")
    lines += [f"{name}: {value}" for name, value in view.fields]
    return "\n".join(lines)


# ---------------------------------------------------------------- saved states


def restore_node(key: Key, text: str, observer: int | None) -> Node:
    """Restores the node that was saved with a state."""
    tree = _tree(key)
    return Node(tree, gamedsl.state_from_json(tree.engine, text), observer)


def _reduce_node(node: Node) -> tuple[Callable[[Key, str, int | None], Node], tuple[Key, str, int | None]]:
    """Pickles the node of a state as the text of its position, with the parameters of its game."""
    return restore_node, (node.tree.key, gamedsl.state_to_json(node.tree.engine, node.state), node.observer)


copyreg.pickle(Node, _reduce_node)


# ---------------------------------------------------------------- games


def _read_settings(params: Params) -> Params:
    """Returns a value for each parameter. Raises ArgumentError for one of the wrong type, or a number that OpenSpiel cannot keep."""
    return {name: _read_setting(name, params.get(name, usual)) for name, usual in _DEFAULTS.items()}


def _read_setting(name: str, value: object) -> str | int:
    found = int(value) if isinstance(value, np.integer) else value
    kind = type(_DEFAULTS[name])
    if isinstance(found, str | int) and type(found) is kind and (kind is not int or 0 <= int(found) <= _MOST):
        return found
    wanted = {str: "a text", bool: "True or False", int: f"a whole number from 0 to {_MOST}"}[kind]
    raise gamedsl.ArgumentError(f"`{name}` is {wanted}, not {value!r}")


def _forget_changed(settings: Params) -> None:
    """Forgets the tree of a game if its file has other rules now."""
    key = tuple(settings.items())
    if key in _trees and _trees[key].engine.game != _game_of(settings):
        del _trees[key]


def _tree(key: Key) -> Tree:
    """Returns the tree of a game. It is kept, because states of one game share it."""
    if key not in _trees:
        while len(_trees) >= _MOST_TREES:
            del _trees[next(iter(_trees))]
        _trees[key] = _make_tree(key)
    return _trees[key]


def _make_tree(key: Key) -> Tree:
    settings = dict(key)
    game = _game_of(settings)
    utility = str(settings["utility"])
    aim = find_aim(game, utility) if utility else None
    most, samples = int(settings["most_outcomes"]), int(settings["samples"])
    if most < 1 or not 1 <= samples <= most:
        raise gamedsl.ArgumentError("`most_outcomes` is a number from 1, and `samples` one from 1 that is not higher")
    turn_based = bool(settings["turn_based"])
    return Tree(game, key, aim=aim, most_outcomes=most, samples=samples, turn_based=turn_based)


def _game_of(settings: Params) -> gamedsl.Game:
    rules, players, options = str(settings["rules"]), int(settings["players"]), str(settings["options"])
    if rules in _given:
        return _given[rules]
    if not rules or rules.startswith("#"):
        raise gamedsl.ArgumentError(
            "say which rules: `gamedsl(rules=games/nim.gdl)`; games that were not loaded from a file are known in their own process only"
        )
    chosen: dict[str, str] = {}
    for part in options.split(";") if options else ():
        name, colon, value = part.partition(":")
        if not colon:
            raise gamedsl.ArgumentError(f"`options` says `name:value;name:value`, not `{options}`")
        chosen[name.strip()] = value.strip()
    return gamedsl.load_rules(rules).game(players or None, **chosen)


def forget() -> None:
    """Forgets the trees of unused games."""
    _trees.clear()
    _describe.cache_clear()


@lru_cache(maxsize=_MOST_TREES)
def _describe(tree: Tree) -> tuple[Any, Any]:
    """Returns the type and the bounds of a game for OpenSpiel."""
    settings = dict(tree.key)
    game = tree.engine.game
    traits, known = gamedsl.traits_of(game), gamedsl.bounds(game, tree.payment.aim)
    length = int(settings["max_game_length"]) or int(known.longest.value) * (
        1 if known.longest.how == "proved" else _MARGIN
    )
    total = _total(tree, known)
    players = game.humans
    least, greatest = tree.payment.range(known)
    if tree.payment.aim is gamedsl.Aim.POINTS and known.least.how == "measured":
        least, greatest = 2 * least - greatest, 2 * greatest - least
    info = pyspiel.GameInfo(
        num_distinct_actions=tree.space.size,
        max_chance_outcomes=tree.most_chance,
        num_players=players,
        min_utility=least,
        max_utility=greatest,
        utility_sum=total,
        max_game_length=length,
    )
    return _type(tree, traits, total), info


def _type(tree: Tree, traits: gamedsl.Traits, total: float | None) -> Any:
    game = tree.engine.game
    has_joint_nodes = traits.has_simultaneous and not tree.turn_based
    kinds = pyspiel.GameType
    # OpenSpiel asks sampled games for one outcome at a time. A game that samples only at nodes with many outcomes still
    # lists a fixed sample there, so its outcomes count as explicit.
    chance = kinds.ChanceMode.EXPLICIT_STOCHASTIC if traits.has_chance else kinds.ChanceMode.DETERMINISTIC
    information = kinds.Information
    utility = kinds.Utility
    return _spiel_type(
        game.name,
        chance,
        information.IMPERFECT_INFORMATION if traits.has_hidden else information.PERFECT_INFORMATION,
        utility.GENERAL_SUM if total is None else utility.CONSTANT_SUM if total else utility.ZERO_SUM,
        game.humans,
        game.humans,
        kinds.Dynamics.SIMULTANEOUS if has_joint_nodes else kinds.Dynamics.SEQUENTIAL,
    )


def _spiel_type(name: str, chance: Any, information: Any, utility: Any, least: int, most: int, dynamics: Any) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name=name,
        dynamics=dynamics,
        chance_mode=chance,
        information=information,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_DEFAULTS,
        default_loadable=False,
    )


def _total(tree: Tree, known: gamedsl.GameBounds) -> float | None:
    """Returns the sum of the utilities of the players; None if it varies, or if scripted seats get a part of it."""
    if tree.engine.game.scripts:
        return None
    if tree.payment.aim is gamedsl.Aim.POINTS:
        return None if known.total is None else known.total.value
    return None if tree.payment.by_verdict else 0.0


pyspiel.register_game(
    _spiel_type(
        "Rules of gamedsl",
        pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        pyspiel.GameType.Utility.GENERAL_SUM,
        1,
        64,
        pyspiel.GameType.Dynamics.SEQUENTIAL,
    ),
    SpielGame,
)
