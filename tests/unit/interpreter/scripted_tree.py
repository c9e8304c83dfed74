"""A tree written by hand in which examples run (questions, chances, and rests with facts), and short forms of the lines of examples."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from gamedsl.graph.model import example_lines as examples
from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Select
from gamedsl.graph.model.types import FLAG, FieldId, Int, LocalId, NodeId, SeatId, SiteId, Value
from gamedsl_interpreter.engine import ChanceOutcome, Fault, Move, Pending, Refusal
from gamedsl_interpreter.proposals import Chosen, Taken, Walk, Wanted, matching
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.worked_examples.host import GivenError, OpenChance
from gamedsl_interpreter.worked_examples.run import ExampleResult
from gamedsl_interpreter.worked_examples.running import run_example
from unit.interpreter.nim import GAME

ANN, BOB = SeatId(0), SeatId(1)
NUMBER = Int(0, 99)


@frozen
class Rest:
    """Nothing is asked; the fact is a number."""

    fact: int = 0

    @property
    def bytes(self) -> bytes:
        return b""

    @property
    def node(self) -> NodeId:
        return NodeId(0)

    @property
    def is_over(self) -> bool:
        return False

    @property
    def pending(self) -> Pending:
        return ()

    @property
    def stream(self) -> object:
        return None


@frozen
class Ask(Rest):
    """A seat chooses `number` in the action `name`; each value leads on."""

    name: str = ""
    seat: SeatId = ANN
    options: dict[int, Rest] = field(factory=dict[int, Rest])


@frozen
class Roll(Rest):
    """A roll comes out as one of the numbers."""

    name: str = ""
    outcomes: dict[int, Rest] = field(factory=dict[int, Rest])


@frozen
class Over(Rest):
    """The match has ended."""


@frozen
class Broken(Rest):
    """The rules run into a fault."""


@frozen
class Tree:
    """Runs start at `entries`, by node number."""

    entries: tuple[Rest, ...]
    game: Game = GAME

    def table(self) -> Rest:
        return Rest(7)

    def put(self, state: Rest, given: Sequence[examples.GivenZone | examples.GivenField]) -> Rest:
        (value,) = given
        if isinstance(value, examples.GivenZone):
            raise GivenError(value.site, "no Boat is left")
        assert isinstance(value.value, int)
        return Rest(value.value)

    def enter(self, state: Rest, node: NodeId) -> Rest:
        return self._reached(self.entries[node])

    def plan(self, state: Rest) -> Plan | None:
        if not isinstance(state, Ask):
            return None
        local = LocalId(0)
        part = Select("number", local, "one", None, (expressions.Local(local, NUMBER),), local, None, SiteId(0))
        return Plan(state.name, None, None, (part,), None, 0, SiteId(0))

    def choosers(self, state: Rest) -> tuple[SeatId, ...]:
        return (state.seat,) if isinstance(state, Ask) else ()

    def walks(self, state: Rest, seat: SeatId, wanted: Sequence[Wanted]) -> Sequence[Walk]:
        assert isinstance(state, Ask)
        walks = [
            Walk(
                (Taken(state.name, False, (Chosen("number", n, NUMBER),)),),
                Move((n,), f"{state.name}(number = {n})"),
            )
            for n in state.options
        ]
        return matching(walks, wanted)

    def only_move(self, state: Rest, seat: SeatId) -> Move | None:
        walks = self.walks(state, seat, ())
        return walks[0].move if len(walks) == 1 else None

    def refusal(self, state: Rest, seat: SeatId, wanted: Sequence[Wanted]) -> Refusal:
        return Refusal("selection", "number", None, "that number is not offered", -1)

    def absence(self, state: Rest, seat: SeatId, wanted: Sequence[Wanted], selection: str) -> str | None:
        number = dict(wanted[-1].args).get(selection)
        return f"{number} is not in the bag" if isinstance(number, int) and number >= 90 else None

    def play(self, state: Rest, seat: SeatId, move: Move) -> Rest:
        assert isinstance(state, Ask)
        return self._reached(state.options[move.steps[0]])

    def open_chance(self, state: Rest) -> OpenChance | None:
        return OpenChance(state.name, 3, NUMBER) if isinstance(state, Roll) else None

    def chance(self, state: Rest, most: int) -> Sequence[ChanceOutcome] | None:
        assert isinstance(state, Roll)
        outcomes = [ChanceOutcome((n,), 1, f"{state.name} = {n}") for n in state.outcomes]
        return outcomes if len(outcomes) <= most else None

    def find_outcome(self, state: Rest, values: tuple[int, ...]) -> ChanceOutcome | None:
        return None

    def chance_count(self, state: Rest) -> int:
        assert isinstance(state, Roll)
        return len(state.outcomes)

    def sample(self, state: Rest, dice: Dice) -> ChanceOutcome:
        outcomes = self.chance(state, 1_000_000)
        assert outcomes is not None
        return outcomes[dice.below(len(outcomes))]

    def play_chance(self, state: Rest, outcome: ChanceOutcome) -> Rest:
        assert isinstance(state, Roll)
        return self._reached(state.outcomes[outcome.values[0]])

    def is_over(self, state: Rest) -> bool:
        return isinstance(state, Over)

    def value(self, state: Rest, expr: expressions.Expr) -> Value:
        match expr:
            case expressions.Const(value):
                return value
            case expressions.Equal(left, right):
                return self.value(state, left) == self.value(state, right)
            case expressions.And(left, right):
                return bool(self.value(state, left) and self.value(state, right))
            case _:
                return state.fact

    def _reached(self, state: Rest) -> Rest:
        if isinstance(state, Broken):
            raise Fault("E_BOUND", 5, "too much")
        return state


# ---------------------------------------------------------------- lines


def number(value: int) -> expressions.Expr:
    return expressions.Const(value, NUMBER)


def fact() -> expressions.Expr:
    return expressions.FieldAt(FieldId(0), (), NUMBER, SiteId(0))


def run(entry: int = 0, site: int = 1) -> examples.Line:
    return examples.Run(NodeId(entry), "", SiteId(site))


def plays(name: str, value: int | None = None, seat: SeatId = ANN, site: int = 2) -> examples.Line:
    return examples.Plays(seat, (part(name, value),), "", SiteId(site))


def part(name: str, value: int | None = None) -> examples.MovePart:
    args = () if value is None else (("number", number(value)),)
    return examples.MovePart(name, False, args, SiteId(0))


def cannot(name: str, value: int, because: str | None = None) -> examples.Line:
    return examples.Cannot(ANN, (part(name, value),), because, "", SiteId(3))


def may(*values: int) -> examples.Line:
    return examples.MayChoose(ANN, "number", False, tuple((number(value),) for value in values), "", SiteId(4))


def then(value: int, site: int = 9) -> examples.Line:
    return examples.Then(expressions.Equal(fact(), number(value), FLAG), "", SiteId(site))


def stays(value: int, site: int = 9) -> examples.Line:
    return examples.Then(expressions.Equal(fact(), number(value), FLAG), "", SiteId(site), as_before=True)


def roll(name: str, value: int, site: int = 6) -> examples.Line:
    return examples.FixRoll(name, number(value), SiteId(site))


def result(
    lines: Sequence[examples.Line],
    *entries: Rest,
    given: Sequence[examples.GivenZone | examples.GivenField] = (),
    after: int = 0,
) -> ExampleResult:
    spec = examples.ExampleSpec("here", None, tuple(given), after, tuple(lines), SiteId(0))
    return run_example(Tree(entries), spec)


def failures(*args: Sequence[examples.Line] | Rest) -> list[tuple[int, str]]:
    lines, *entries = args
    assert not isinstance(lines, Rest)
    found = result(lines, *[entry for entry in entries if isinstance(entry, Rest)])
    return [(failure.site, failure.text) for failure in found.failures]


def notes(lines: Sequence[examples.Line], *entries: Rest) -> list[tuple[int, str]]:
    found = result(lines, *entries)
    assert found.passed, found.failures
    return [(note.site, note.text.partition(",")[0]) for note in found.notes]
