"""Finds the pieces that a move of another seat rules out: the move would have been illegal if that seat had kept them.

The legality of the move is tested in two positions. In both, hidden zones hold only the pieces that the seat can name there, and the played ones. In
the second one, one more piece is in a zone. If the move is legal in the first and not in the second, that piece is not there. This is valid if more
pieces can only forbid the move; `polarity` proves that from the rules. Nothing that is hidden from the seat is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.analysis.trials import ensures_ahead, find_tried_exits
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.types import NodeId, Piece, SeatId, Type
from gamedsl.values import frozen
from gamedsl_interpreter.facts import Chosen, Position
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.wording.moves import Part, Walk
from gamedsl_interpreter.wording.texts import Counts
from gamedsl_interpreter.worlds.belief import Belief
from gamedsl_interpreter.worlds.explanation import Bag, Explanation
from gamedsl_interpreter.worlds.lost import Lost, LostKind
from gamedsl_interpreter.worlds.replays import decode_position
from gamedsl_interpreter.worlds.restricting import kinds_in
from gamedsl_interpreter.worlds.rules.kind_classes import list_hidden_zones_read
from gamedsl_interpreter.worlds.rules.polarity import Polarities, Polarity
from gamedsl_interpreter.worlds.rules.revealing import are_first_to_move

_MOST_MOVES = 10_000


@frozen
class Judged:
    """A private decision whose moves rule out pieces. `zones`: the hidden zones that it reads (instances). The first pieces that move after it are those
    selected in it. `is_exact`: tests of single pieces find everything that a move rules out."""

    zones: tuple[int, ...]
    is_exact: bool


def find_judged(game: Game) -> tuple[dict[NodeId, Judged], dict[NodeId, Lost]]:
    """Finds the private decisions whose moves can be judged, and for the others the conclusions that are lost."""
    found: dict[NodeId, Judged] = {}
    lost: dict[NodeId, Lost] = {}
    ahead = ensures_ahead(game)
    for number, node in enumerate(game.nodes):
        if not isinstance(node, DecisionNode | TogetherNode) or not node.is_private:
            continue
        polarities = Polarities(game)
        polarity = polarities.of_plan(node.plan, {})
        if polarity is Polarity.FIXED and not (isinstance(node, DecisionNode) and find_tried_exits(node, ahead)):
            continue
        is_judged = (
            isinstance(node, DecisionNode)
            and polarity in (Polarity.ABSENT, Polarity.FALLS)
            and not polarities.reads_sizes
            and not find_tried_exits(node, ahead)
        )
        if is_judged and isinstance(node, DecisionNode) and _is_revealed(game, node):
            found[NodeId(number)] = Judged(list_hidden_zones_read(game, node.plan), polarity is Polarity.ABSENT)
        else:
            lost[NodeId(number)] = loss_of_moves(node.plan.name)
    return found, lost


def _is_revealed(game: Game, node: DecisionNode) -> bool:
    return all(are_first_to_move(game, node, exit) for exit in range(len(node.exits)))


def loss_of_moves(name: str) -> Lost:
    """Names the loss if the moves of a decision are not judged."""
    return Lost(
        LostKind.MOVES, name, f"what others choose in `{name}` may say more about what they hold than the worlds keep"
    )


class Judge:
    """Judges one move of another seat from the belief of a seat."""

    def __init__(self, machine: Machine, rule: Judged, position: Position, chosen: Chosen, seat: SeatId) -> None:
        self._machine = machine
        self._rule = rule
        node, frame = decode_position(machine, position)
        self._decision = machine.decisions[node]
        self._walk: Walk = chosen.walk
        self.shows_pieces = any(
            is_pieces(of) for part in chosen.walk if not part.declined for of in _types(machine, part)
        )
        """Whether the move selects pieces; these are then the first pieces to move."""
        self._zones = tuple(zone for zone in rule.zones if not machine.audience.zone(zone, frame) >> seat & 1)
        for zone in range(machine.slots.zones):
            if not machine.audience.zone(zone, frame) >> seat & 1:
                frame[machine.slots.zone(zone)] = ()
        self._frame = frame
        self._known: dict[object, bool] = {}

    @property
    def lost(self) -> Lost:
        """The loss if the move cannot be judged."""
        return loss_of_moves(self._decision.name)

    def learn(self, belief: Belief, shown: Mapping[int, Counts], *, have_left: bool = True) -> None:
        """Removes from the belief everything that the move rules out. `shown`: the pieces that leave first, by zone. `have_left`: they have left in this
        belief already; otherwise the belief must name them at their old places. Raises ImpossibleError."""
        self._walk = tuple(with_pieces(self._machine, part, shown) for part in self._walk)
        zones = [zone for zone in self._zones if not self._machine.zones.piles[zone]]
        if zones:
            left: Mapping[int, Counts] = shown if have_left else {}
            belief.update(lambda one: self._rule_out(belief, one, zones, left))

    def _rule_out(
        self, belief: Belief, one: Explanation, zones: list[int], left: Mapping[int, Counts]
    ) -> Iterable[Explanation]:
        base = {zone: _pieces_with_names(one, zone, left.get(zone, ())) for zone in zones}
        if not self._is_legal(base):
            return
        ways = [one]
        for zone in zones:
            possible = 0
            unknown = 0
            for stretch in one.zone(zone):
                for thing, count in stretch.items():
                    if not isinstance(thing, int):
                        possible |= one.kinds(thing)
                        unknown += count
            forbidden = self._forbidden(base, zone, list(kinds_in(possible)))
            if unknown > 1 and not self._rule.is_exact:
                belief.lost |= {self.lost}
            if forbidden:
                ways = [after for before in ways for after in _exclude(before, zone, forbidden)]
        yield from ways

    def _forbidden(self, base: Mapping[int, Counts], zone: int, kinds: list[int]) -> int:
        """Returns the kinds, as a mask, of which one more piece in the zone forbids the move. If adding one piece of each kind does not forbid the move, no
        kind does."""
        pieces = collections.bag_join(base[zone], tuple((kind, 1) for kind in kinds))
        if not kinds or self._is_legal({**base, zone: pieces}):
            return 0
        if len(kinds) == 1:
            return 1 << kinds[0]
        half = len(kinds) // 2
        return self._forbidden(base, zone, kinds[:half]) | self._forbidden(base, zone, kinds[half:])

    def _is_legal(self, contents: Mapping[int, Counts]) -> bool:
        key = tuple(sorted(contents.items()))
        known = self._known.get(key)
        if known is None:
            frame = list(self._frame)
            for zone, pieces in contents.items():
                frame[self._machine.slots.zone(zone)] = pieces
            endings = self._decision.endings(frame, (), _MOST_MOVES)
            known = self._known[key] = any(ending.walk == self._walk for ending in endings)
        return known


def _types(machine: Machine, part: Part) -> tuple[Type, ...]:
    return tuple(selection.type for selection in machine.plans.sites[part.plan].selections)


def with_pieces(machine: Machine, part: Part, shown: Mapping[int, Counts]) -> Part:
    """Fills visibly moved pieces into a part of a move, as the pieces that it selects; others do not learn the selection itself."""
    if part.declined:
        return part
    pieces = tuple((zone, kind, count) for zone, counts in shown.items() for kind, count in counts)
    values = tuple(
        value if not is_pieces(of) else pieces[0][:2] if isinstance(of, Piece) else pieces
        for of, value in zip(_types(machine, part), part.values, strict=True)
    )
    return Part(part.plan, False, values)


def _exclude(one: Explanation, zone: int, forbidden: int) -> list[Explanation]:
    """Excludes these kinds from the unnamed pieces of a zone. (Named pieces are tested before.)"""
    ways = [one]
    for number in range(len(one.zone(zone))):
        ways = [after for before in ways for after in _remove_from_unnamed(before, zone, number, forbidden)]
    return ways


def _remove_from_unnamed(one: Explanation, zone: int, number: int, forbidden: int) -> list[Explanation]:
    bag = one.changeable_bag((zone, number))
    named: Bag = {thing: count for thing, count in bag.items() if isinstance(thing, int)}
    for kind in named:
        del bag[kind]
    ways = one.without((zone, number), forbidden)
    for after in ways:
        after.changeable_bag((zone, number)).update(named)
    return ways


def _pieces_with_names(one: Explanation, zone: int, shown: Counts) -> Counts:
    """Returns the pieces of a zone that an explanation can name, with those that have just left it."""
    named = [(thing, count) for stretch in one.zone(zone) for thing, count in stretch.items() if isinstance(thing, int)]
    return collections.bag([*named, *shown])


def node_of(position: Position) -> NodeId:
    """Returns the node of a position."""
    return NodeId(position[0] | position[1] << 8) if isinstance(position, bytes) else position[0]
