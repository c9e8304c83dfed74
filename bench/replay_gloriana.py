"""Whether the executors allow what the C program of Gloriana does: its matches, played again card by card and move by move.

At each decision the seat and the number of complete moves must agree, each move must be legal, and the scores must be the same in the end. Ends with an
AssertionError at the first match that differs. Run it as `python -m bench.replay_gloriana`; with `--reference` the reference executor plays.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator

from attrs import frozen

from bench.playouts import GAMES, game_of
from bench.replays import Turn, replayed, traced
from gamedsl.graph.model.expressions import ZoneAt
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Draw, Resolve, Roll
from gamedsl_interpreter.engine import Engine, S
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.engine import WasmEngine

SEATS = 4


@frozen
class Match:
    """What the C program did: cards in the order of dealing, decisions, score lines by seat."""

    nobles: list[int]
    singles: list[int]
    doubles: list[int]
    crews: list[list[int]]
    turns: list[Turn]
    scores: list[list[int]]


def main() -> None:
    """Says how much was played again."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--reference", action="store_true")
    given = parser.parse_args()
    game = game_of(GAMES / "gloriana.gdl", SEATS)
    matches = list(_matches(given.matches))
    if given.reference:
        _replay_all(ReferenceEngine(game), matches)
    else:
        _replay_all(WasmEngine(game), matches)
    print(f"{len(matches)} matches with {sum(len(match.turns) for match in matches)} decisions agree")


def _matches(count: int) -> Iterator[Match]:
    shuffled: list[list[int]] = []
    crews: list[list[int]] = []
    turns: list[Turn] = []
    for line in traced("gloriana", count):
        match line.split():
            case ["shuffled", *cards]:
                shuffled.append([int(card) for card in cards])
            case ["deck", *cards]:
                crews.append(sorted(int(card) for card in cards))
            case ["turn", *words]:
                turns.append(Turn.of(words))
            case [_, _, *points, _]:
                scores = [[int(x) for x in points[3 * seat : 3 * seat + 3]] for seat in range(SEATS)]
                nobles, singles, doubles = shuffled
                yield Match(nobles, singles, doubles, crews, turns, scores)
                shuffled, crews, turns = [], [], []
            case _:
                pass


def _replay_all(engine: Engine[S], matches: Iterable[Match]) -> None:
    for match in matches:
        _replay(engine, match)


def _replay(engine: Engine[S], match: Match) -> None:
    crews, nobles = iter(match.crews), iter(match.nobles)
    outcome = replayed(engine, match.turns, lambda position: _dealt(engine.game, position, match, nobles, crews))
    assert [[points for _, points in lines] for lines in outcome.scores] == match.scores


def _dealt(game: Game, position: bytes, match: Match, nobles: Iterator[int], crews: Iterator[list[int]]) -> list[int]:
    """What came out at the chance node where a position stands, as kinds of the Game."""
    node = game.nodes[int.from_bytes(position[:2], "little")]
    assert isinstance(node, ChanceNode)
    event = node.event
    if isinstance(event, Roll):
        return [match.turns[0].seat]
    zone = event.source if isinstance(event, Draw) else event.zone
    assert isinstance(zone, ZoneAt)
    round_at = next(c.offset for c in game.layout.cells if c.what == "field" and game.fields[c.id].name == "round")
    number = position[round_at]
    kinds = [kind.name for kind in game.kinds]
    match game.zones[zone.zone].name:
        case "deck":
            return next(crews)
        case "nobles":
            return [kinds.index("Essex") + next(nobles)]
        case "doubles":
            cards = match.doubles[number : number + 1]
        case "singles":
            # Three are drawn in each round, and then the next one shows its back.
            cards = match.singles[3 * number - 3 : 3 * number]
            if isinstance(event, Resolve):
                cards = match.singles[3 * number : 3 * number + 1]
        case name:
            raise AssertionError(name)
    return sorted(kinds.index("Single.Hunting") + card for card in cards)


if __name__ == "__main__":
    main()
