"""The protocol of executors: positions, moves, steps, views, outcomes.

An executor walks the graph of one Game. Play stops at a decision (of one seat,
or of several at once) with two or more complete moves, at a chance
node with two or more outcomes if the state carries no random stream,
and at the end. Decisions with one complete move are taken silently, unless they
are private: a seat that is not asked would reveal something hidden. An engine
with `Forced.ASKED` stops at them too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, overload

from gamedsl.errors import GameDslError
from gamedsl.graph.model.faults import FAULTS
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl.notebook_hook import html_by
from gamedsl.values import frozen
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.things import Choice, Thing
from gamedsl_interpreter.worlds.lost import Lost

BUDGET = 1_000_000
"""Units of work that one call may take: nodes that searches visit, and passes of loops. No game that people play comes near it."""

MOST_OUTCOMES = 10_000
"""Most outcomes of a chance node that are listed unless more are asked for."""


@frozen(eq=False)
class Move:
    """A complete move of one decision: the values of its steps, and the stable text that names it.

    The text is the path syntax of examples, selections in written order, forced ones included:
    `take_event(card = event[Hunting, 1]), hold_printed(spent = [3 Horse], matches = [Boat, Leicester],
    bonus = yes)`; declining is `no stop_over`. Moves are equal if their steps are; an executor may make the text when it is asked for.
    `asked` counts the questions that were answered for the move: 1 if it was chosen as a whole, the number of open steps if `Engine.walk` made it.
    `choices` say the same as the text, as things of the game: see `things`. A move that a program makes of steps has neither text nor choices.
    """

    steps: tuple[int, ...]
    text: str
    asked: int = 1
    choices: tuple[Choice, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.steps == other.steps

    def __hash__(self) -> int:
        return hash(self.steps)


@frozen
class StepOption:
    """One completable value of a step; `text` names the value (`Lamb_and_Flag`, `3`, `yes`, `from_court`, `take`, `decline`). `thing` is the meaning of the
    value: the element (one, group: none for no element), the number (count), a flag (gate, member, yes_no), the action as a word (menu)."""

    value: int
    text: str
    thing: Thing = None


@frozen
class Step:
    """The open step of a decision: one selection value, or how many of one kind at one place.

    `name` is its selection or menu, `about` the kind and place for counts (else empty),
    and `topic` the thing that `about` names. `options` are in normative order, two or more:
    steps with one completable value are taken silently. `ask` is the question that the rules write for the selection (`, ask "…"`). A private decision
    with one complete move has one step of kind `only`. Its only option, 0, is that move. `questions` are all questions that the rules write
    for selections of the decision, in written order, each with the name of the rule, action or phase that makes the selection.
    """

    decision: str
    kind: Literal["gate", "menu", "one", "count", "group", "member", "yes_no", "only"]
    name: str
    about: str
    options: tuple[StepOption, ...]
    ask: str | None = None
    questions: tuple[tuple[str, str], ...] = ()
    topic: Thing = None


@frozen
class Refusal:
    """Why a proposed move is refused.

    `reason` names the declaration that refuses: the menu owner (`not_offered`), the selection (`selection`, with the sentence `why` of its filter if that refuses),
    or the requirement (`requirement`, with its sentence `why`).
    `text` is one sentence for people. `site` leads to the line of the rule (-1: none). Where a selection refuses and nothing else of its action can be
    chosen either, `menu` names the menu that does not offer the action.
    """

    kind: Literal["not_your_turn", "unknown", "not_offered", "selection", "requirement"]
    reason: str
    why: str | None
    text: str
    site: int
    menu: str | None = None


@frozen
class ChanceOutcome:
    """One outcome of a chance node: drawn kinds or rolled values in order of drawing (sorted where order does not matter), its weight and its text.

    Its probability is its weight divided by the sum of the weights of all outcomes of the node.
    """

    values: tuple[int, ...]
    weight: int
    text: str


@frozen
class Event:
    """An observation of one seat; `text` is for people, `data` is a stable tuple (JSON-able) that differs for different observations."""

    text: str
    data: tuple[object, ...]


@frozen
class ZoneView:
    """The part of one zone instance that a seat sees.

    `contents`: (kind name, count) pairs if the seat sees them (a pile: bottom to top, each with count 1), else None. `count`: number of pieces, None if
    hidden. `backs`: (back text, count) pairs where backs differ (of a pile the top one only: the piece itself if everyone sees it). `known`: (kind name,
    count) pairs that the seat can conclude to be there from all its observations.
    """

    name: str
    contents: tuple[tuple[str, int], ...] | None
    count: int | None
    backs: tuple[tuple[str, int], ...]
    known: tuple[tuple[str, int], ...]


@frozen
class View:
    """All that one seat may know: zones and fields (texts) by name, who is to act, scores known to it, and its event log so far (`events`). `seat` is None in
    the view of a spectator, who sees what all seats see.

    Two histories are in the same information set of the seat iff their `events`, which include the seat's own moves, are equal.
    """

    seat: int | None
    phase: str
    to_act: tuple[SeatId, ...]
    zones: tuple[ZoneView, ...]
    fields: tuple[tuple[str, str], ...]
    events: Sequence[Event]
    round: int | None = None
    """The number of the round, from 1; 0 before the first one, None in a game without rounds."""
    locals: tuple[tuple[str, str], ...] = ()
    """Locals that are still in use, by name: earlier rolls, choices and loop values (the `die` of a turn), as far as everybody may know them."""

    def _repr_html_(self) -> str:
        return html_by("view_html", self)


class Events(Sequence[Event]):
    """The events of a view, oldest first. Their texts are made when one of them is read. Equal to a tuple of the same events."""

    __slots__ = ("_found", "_make")

    def __init__(self, make: Callable[[], tuple[Event, ...]]) -> None:
        self._make: Callable[[], tuple[Event, ...]] | None = make
        self._found: tuple[Event, ...] = ()

    def _list_all(self) -> tuple[Event, ...]:
        make = self._make
        if make is not None:
            self._found = make()
            self._make = None
        return self._found

    def __len__(self) -> int:
        return len(self._list_all())

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        return self._list_all()[index]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._list_all())

    def __eq__(self, other: object) -> bool:
        return self._list_all() == (other._list_all() if isinstance(other, Events) else other)

    def __hash__(self) -> int:
        return hash(self._list_all())

    def __repr__(self) -> str:
        return repr(self._list_all())

    def __reduce__(self) -> tuple[type[tuple[Event, ...]], tuple[tuple[Event, ...]]]:
        return tuple, (self._list_all(),)


@frozen
class Outcome:
    """The result of a match.

    `ranking`: groups of equal seats, best first. `scores[seat]`: (line name, points) pairs; `totals[seat]`: their sum. `shares[seat]`: 1/k for each of
    the k seats of the first group, else 0. `reason`: why the match ended. `won`: if the rules say who has won (`all win when …`), a flag for each seat:
    the share of a winner is 1 then and that of a loser 0, also if all win or nobody does. Otherwise it is None.
    """

    ranking: tuple[tuple[SeatId, ...], ...]
    scores: tuple[tuple[tuple[str, int], ...], ...]
    totals: tuple[int, ...]
    shares: tuple[Fraction, ...]
    reason: str
    won: tuple[bool, ...] | None = None


class Fault(GameDslError):
    """The rules broke a promise while playing. `code` as in `gamedsl.graph.model.faults`; `site` leads to the rule's line; `detail` says with which values.
    `is_below_zero`: fewer than no pieces were to be drawn, chosen or rolled."""

    def __init__(self, code: str, site: int, detail: str, *, is_below_zero: bool = False) -> None:
        self.code = code
        self.site = site
        self.detail = detail
        self.is_below_zero = is_below_zero
        super().__init__(f"{code}: {self.text}")

    @property
    def text(self) -> str:
        """What is wrong, in words, with the values."""
        what = FAULTS.get(self.code, "the rules break a promise")
        return what if self.detail in ("", what) else f"{what}: {self.detail}"


class TooManyOutcomes(GameDslError):
    """A chance node has more outcomes than the caller allows to be listed."""


class IllegalMove(GameDslError, ValueError):
    """A move that is refused; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


Pending: TypeAlias = tuple[tuple[SeatId, tuple[int, ...]], ...]
"""The steps already taken of open decisions, by seat, seats ascending."""


class State(Protocol):
    """A position and its match: immutable. Equal iff `bytes` are equal; the random stream, proof counters and observations are not part of the position."""

    @property
    def bytes(self) -> bytes:
        """Canonical bytes: `Game.layout.size` bytes, then two bytes (little-endian) for each step already taken of an open decision."""
        ...

    @property
    def node(self) -> NodeId:
        """The node of the graph at which play has stopped."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        ...

    @property
    def pending(self) -> Pending:
        """The steps already taken of open decisions."""
        ...

    @property
    def stream(self) -> object:
        """The random stream, as a value: two states of a match have equal ones if nothing was left to chance between them."""
        ...


class Checking(Enum):
    """Whether promises are tested at every stop: invariants (the game's own, and that no piece is lost or made), and that the formula of `judged …` has a value."""

    OFF = "off"
    ON = "on"


class Forced(Enum):
    """The treatment of a decision with one complete move: it is made without asking (unless the decision is private), or
    play stops there as at every other decision."""

    PLAYED = "played"
    ASKED = "asked"


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", bound=State, default=State)
    S_co = TypeVar("S_co", bound=State, covariant=True, default=State)
else:
    from typing import TypeVar

    S = TypeVar("S", bound=State)
    S_co = TypeVar("S_co", bound=State, covariant=True)


class Worlds(Protocol[S_co]):
    """The information set of one seat at a position: a plan, made once, from which any number of its positions (worlds) can be sampled.

    In every world the seat has the same observations, the same view and the same moves. Hidden pieces, unseen rolls and later chance are sampled anew;
    unseen choices of others in an open simultaneous decision are open again. A world does not depend on the hidden truth.

    The belief: each deal has its probability by chance. If a piece leaves a hidden zone or is shown there, each piece of the zone was equally
    likely to be that one. An unseen choice was each legal move, as likely. Worlds in which the moves of others were illegal have probability 0.
    Preferences of others do not count. This is
    *determinization* as searches use it: Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game" (2001); Cowling, Powley and Whitehouse,
    "Information Set Monte Carlo Tree Search" (2012).
    """

    @property
    def seat(self) -> SeatId:
        """The seat whose worlds they are."""
        ...

    @property
    def exact(self) -> bool:
        """Whether worlds are sampled with exactly the probabilities of this belief, using all that the seat could conclude."""
        ...

    @property
    def lossy(self) -> tuple[Lost, ...]:
        """The conclusions of the seat that worlds may contradict; empty if the worlds are exact."""
        ...

    def sample(self, dice: Dice) -> S_co:
        """Samples one world. Equal dice give equal worlds wherever the seat has the same observations. Only views for the seat can be asked of it; views for
        others raise ArgumentError. Raises Fault."""
        ...


class Candidates(Protocol):
    """The candidates of a decision: the moves that are legal unless an `ensure` refuses them. Random players draw one and try it, which is quicker than
    trying all. All methods may raise Fault `E_BUDGET`."""

    @property
    def taken(self) -> tuple[int, ...]:
        """The steps that the seat has taken."""
        ...

    def legal(self, most: int) -> Sequence[Move]:
        """Returns the first legal moves, at most this many."""
        ...

    def count(self) -> int:
        """Counts the candidates."""
        ...

    def nth(self, number: int) -> Move | None:
        """Returns a candidate by its number in normative order; None if it is refused."""
        ...

    def open_step(self, steps: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Returns the first step after `steps` with two or more values among the candidates: the steps before it and its values. None if there is none."""
        ...

    def leads_on(self, steps: tuple[int, ...]) -> bool:
        """Whether a legal move begins with these steps."""
        ...

    def first_move(self, steps: tuple[int, ...], asked: int) -> Move:
        """Returns the first legal move that begins with these steps, made by answering `asked` questions; there must be one."""
        ...


class Engine(Protocol[S]):
    """An executor of one Game. Every method raises ArgumentError for a wrong argument or a state of another game, and Fault `E_BUDGET` if it takes too
    much work."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        ...

    def initial(self, seed: int | None, index: int = 0, start: str | None = None) -> S:
        """Returns the first stop of a match. The chance stream is seeded by (seed, index); with `None` play stops at chance nodes, and `play_chance` resolves
        them. `start` names a start of the rules; without it a match begins with the set-up. Raises ArgumentError for a start that does not exist, and Fault."""
        ...

    def to_act(self, state: S) -> tuple[SeatId, ...]:
        """Returns the seats that have to choose (several where the choice is simultaneous), in seat order; empty at chance nodes and at the end."""
        ...

    def moves(self, state: S, seat: int) -> Sequence[Move]:
        """Returns all complete moves of a seat in the order of the rules, which is always the same. In the middle of a decision these are the moves that continue
        the steps already taken. Raises IllegalMove if the seat has not to choose."""
        ...

    def play(self, state: S, seat: int, move: Move) -> S:
        """Plays a complete move and returns the next stop. Raises IllegalMove, and Fault if the rules break a promise."""
        ...

    def parse_move(self, state: S, seat: int, text: str) -> Move | Refusal:
        """Finds the move that a text names, or says why there is none. Selections may be in any order, and those may be left out without which one move remains.
        An empty text names no move. Raises nothing for any text."""
        ...

    def step(self, state: S, seat: int) -> Step:
        """Returns the open step of the seat's decision. Raises IllegalMove if the seat has not to choose."""
        ...

    def take_step(self, state: S, seat: int, value: int) -> S:
        """Takes one step and returns the state after it; the last step plays the move. Raises IllegalMove if `value` is not among the step's options, and
        Fault."""
        ...

    def walk(self, state: S, seat: int, pick: Callable[[Step], int]) -> Move:
        """Builds a complete move: `pick` answers each open step with the value of an option. Nothing is played. Raises IllegalMove if a value is not among
        the options."""
        ...

    def candidates(self, state: S, seat: int) -> Candidates | None:
        """Returns the candidates of the seat's decision, if random players draw before an `ensure` judges (see `plans.candidates`); else None."""
        ...

    def chance(self, state: S, most: int = MOST_OUTCOMES) -> Sequence[ChanceOutcome]:
        """Lists the outcomes of the chance node at the state, in canonical order; none elsewhere. Raises TooManyOutcomes, before it lists any, if there are
        more than `most`."""
        ...

    def play_chance(self, state: S, outcome: ChanceOutcome) -> S:
        """Plays an outcome of the chance node at the state and returns the next stop. Raises Fault."""
        ...

    def chance_count(self, state: S) -> int:
        """Counts the outcomes that `chance` would list, exactly and without listing them; 0 where chance does not decide."""
        ...

    def chance_weight(self, state: S) -> int:
        """Sums the weights of these outcomes without listing them; 0 where chance does not decide."""
        ...

    def sample_chance(self, state: S, seed: int, index: int = 0) -> ChanceOutcome:
        """Samples one of the outcomes by its probability from the chance stream of (seed, index), without listing them. `reseeded` with these numbers draws
        the same outcome. Raises ArgumentError where chance does not decide."""
        ...

    def reseeded(self, state: S, seed: int | None, index: int = 0) -> S:
        """Returns a copy whose later chance comes from the beginning of the chance stream of (seed, index); with `None` play stops at chance nodes.

        At a decision or at the end nothing else changes: the bytes of the position, the steps taken and the observations stay. Settled pieces stay:
        hands, and pieces that were drawn, looked at or put down. The undecided order of piles and bags is drawn anew. At a chance node the new
        stream decides the outcome at once, and play continues to the next stop. Raises Fault.
        """
        ...

    def view(self, state: S, seat: int | None) -> View:
        """Returns all that the seat may know; None: what a spectator may know, who sees what all seats see."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The result; None before the end."""
        ...

    def score_table(self, state: S) -> tuple[tuple[int, ...], ...]:
        """Computes the score lines at a position, by seat and line, as if the match ended here. Raises Fault."""
        ...

    def standings(self, state: S) -> tuple[int, ...]:
        """Computes how well each seat stands at a position, as the rules say it (`judged …`); empty if they do not. Raises Fault."""
        ...

    def is_judged(self, state: S) -> bool:
        """Whether the condition of `judged when …` holds. Raises Fault."""
        ...

    def worlds(self, state: S, seat: int) -> Worlds[S]:
        """Finds the positions that the seat cannot tell from this one, for sampling. Raises WorldsError if something hidden cannot be sampled."""
        ...

    def sample_world(self, state: S, seat: int, dice: Dice) -> S:
        """Samples one of these positions. To sample many, make `worlds` once. Raises WorldsError."""
        ...
