"""Glory Islands' board, cards, placements and scores, written from the fact sheet alone (R.. rules, A.. rulings)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal

from attrs import frozen

Cell = tuple[int, int]
"""(row, column), both 1 to 5, from the upper left."""

Reward = Literal["Pirate field", "Chest", "Barrel"]
Ink = Literal["black", "white"]

# ----------------------------------------------------------------------------------------------- board

SEA = 24
HOME, UPPER_RIGHT, COMPASS, LOWER_LEFT = 0, 6, 12, 18
SHIPWRECKS = (UPPER_RIGHT, LOWER_LEFT)
CENTRE: Cell = (3, 3)


def line(position: int) -> tuple[Cell, ...]:
    """The five cells seen from a sea space, nearest first: a row, a column, or a corner's diagonal (fact sheet 2.1)."""
    side, step = divmod(position % SEA, 6)
    near = range(1, 6)
    if step == 0:
        diagonal = [[(i, i) for i in near], [(i, 6 - i) for i in near]][side % 2]
        return tuple(diagonal if side < 2 else reversed(diagonal))
    match side:
        case 0:
            return tuple((r, step) for r in near)
        case 1:
            return tuple((step, 6 - c) for c in near)
        case 2:
            return tuple((6 - r, 6 - step) for r in near)
        case _:
            return tuple((6 - step, c) for c in near)


@frozen
class Board:
    """One side of the board: the island and the reward of every cell, and the storm's cell if there is one."""

    island: Mapping[Cell, str]
    reward: Mapping[Cell, Reward]
    storm: Cell | None

    def size(self, island: str) -> int:
        """How many cells an island has."""
        return list(self.island.values()).count(island)


REWARDS: dict[str, Reward] = {"P": "Pirate field", "T": "Chest", "B": "Barrel"}


def _board(rows: Sequence[str], storm: Cell | None) -> Board:
    marks = {(r, c): mark for r, row in enumerate(rows, 1) for c, mark in enumerate(row.split(), 1) if (r, c) != storm}
    return Board({cell: m[0] for cell, m in marks.items()}, {cell: REWARDS[m[1]] for cell, m in marks.items()}, storm)


_ROWS = ("AP AB AT BP BB", "AB CT CP CB BT", "ET EB CT DP DB", "ET EP FP DB DT", "EP FT FB DT DP")
FRONT = _board(_ROWS, None)
BACK = _board(_ROWS, CENTRE)

CHART = {3: (4, 2, 0), 4: (5, 3, 0), 5: (6, 4, 1), 6: (7, 5, 2)}
"""First, second and third prize by island size; 0 where none is printed (fact sheet 2.4)."""

# ----------------------------------------------------------------------------- cards and sailing track


@frozen
class SailingCard:
    """A sailing card; dots and ink rank cards of equal value (R11)."""

    colour: str
    value: int
    dots: int
    ink: Ink


COLOURS = ("red", "green", "yellow", "blue")
_SINGLES = {"red": (1, 4, 2, 3), "green": (3, 2, 4, 1), "yellow": (2, 1, 3, 4), "blue": (4, 3, 1, 2)}
_THREES = {"red": (3, 2), "green": (2, 3), "yellow": (4, 1), "blue": (1, 4)}
CARDS = tuple(
    card
    for colour, dots in _SINGLES.items()
    for card in (
        *(SailingCard(colour, value, number, "black") for value, number in zip((1, 2, 4, 5), dots, strict=True)),
        SailingCard(colour, 3, _THREES[colour][0], "black"),
        SailingCard(colour, 3, _THREES[colour][1], "white"),
    )
)
COST = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}
"""Sailing spaces paid by card value (R8)."""

SPECIAL_SPACES = 2
"""Sailing spaces that may be paid in place of a barrel for the special of a 3 or a 4 (R34, R35)."""

TRACK = (*range(24, 0, -1), *range(0, -31, -2))
"""Final score by circle of the sailing track, 0 to 39; the circle after the last sinks the ship (fact sheet 2.5)."""
SUNK = len(TRACK)


def sail(circle: int, spaces: int) -> int:
    """The marker's circle after paying; never beyond SUNK (R8, R9)."""
    return min(circle + spaces, SUNK)


def may_pay_spaces(circle: int) -> bool:
    """Can two sailing spaces pay for a special? Not if that sinks the ship (A4)."""
    return circle + SPECIAL_SPACES < SUNK


def rank(card: SailingCard) -> tuple[int, int, int]:
    """Sort key, best card first: value, then dots, then black before white (R10, R11)."""
    return -card.value, -card.dots, int(card.ink == "white")


def turn_order(played: Mapping[str, SailingCard]) -> list[str]:
    """Players from first to last (R10, R11)."""
    return sorted(played, key=lambda player: rank(played[player]))


def swap_cards(order: Sequence[str], cards: Mapping[str, SailingCard]) -> dict[str, SailingCard]:
    """Each player's card after the swaps: in every tie first with last, and of four the middle two (R45, R46, A17)."""
    swapped = dict(cards)
    for value in {card.value for card in cards.values()}:
        tied = [player for player in order if cards[player].value == value]
        for giver, taker in zip(tied, reversed(tied), strict=True):
            swapped[taker] = cards[giver]
    return swapped


Pile = Counter[SailingCard]


def end_of_round(
    played: Mapping[str, SailingCard],
    hands: Mapping[str, Pile],
    discards: Mapping[str, Pile],
    morgan: str | None = None,
) -> tuple[dict[str, Pile], dict[str, Pile]]:
    """(hands, discards) after swap, discard and return; the played cards have left `hands` (R45 to R49, R57, A20).

    Leave sunk players out (A3). Morgan's hand is his face-down deck.
    """
    kept = swap_cards(turn_order(played), played)
    new_hands = {player: hand.copy() for player, hand in hands.items()}
    new_discards = {player: pile.copy() for player, pile in discards.items()}
    for player, card in kept.items():
        new_discards[player][card] += 1
        if player == morgan and sum(new_hands[player].values()) > 1:
            continue
        if player == morgan or card.value == 1:
            new_hands[player] += new_discards[player]
            new_discards[player] = Counter()
    return new_hands, new_discards


# ---------------------------------------------------------------------------------- moving and placing


def stops(position: int, value: int) -> list[int]:
    """Where a ship may end its move (R14, A2)."""
    return [(position + steps) % SEA for steps in range(1, value + 1)]


def stopovers(position: int) -> list[tuple[int, int]]:
    """(stopover, final stop) pairs open to a 5 (R15)."""
    return [((position + a) % SEA, (position + b) % SEA) for a, b in combinations(range(1, 6), 2)]


def legal_spots(occupied: Collection[Cell], position: int, reach: int, storm: Cell | None = None) -> set[Cell]:
    """Where a pirate may go from a stop: empty cells in reach, else the next empty one, else none (R22 to R26, A8).

    The storm is always empty and counts as a cell for humans (A22); where a pirate goes from there: `empty_cells`.
    """
    free = [cell for cell in line(position) if cell == storm or cell not in occupied]
    in_reach = {cell for cell in line(position)[:reach] if cell in free}
    return in_reach or set(free[:1])


def spots_without_supply(
    occupied: Collection[Cell], own: Iterable[Cell], position: int, reach: int, storm: Cell | None = None
) -> dict[Cell, set[Cell]]:
    """Own pirate taken back -> new cells for it; a pirate that would only fit its old cell is not offered (R27, A7)."""
    choices = {back: legal_spots(set(occupied) - {back}, position, reach, storm) - {back} for back in own}
    return {back: spots for back, spots in choices.items() if spots}


def empty_cells(board: Board, occupied: Collection[Cell]) -> set[Cell]:
    """Where a pirate may go from the storm, or by the special of a 4: any empty cell but the storm (R35, R67, A14)."""
    return set(board.island) - set(occupied)


def field_glory(board: Board, pirates: Mapping[Cell, str], position: int) -> dict[str, int]:
    """Glory by owner for pirates on fields of the whole line of a final stop, whoever sails (R16 to R18, A5)."""
    return dict(Counter(pirates[c] for c in line(position) if c in pirates and board.reward[c] == "Pirate field"))


COMPASS_BONUS = (4, 2, 1, 0)
HOME_BONUS = (6, 3, 1, 0)


def arrival_bonuses(progress: int, steps: int, compass_before: int, home_before: int) -> tuple[int, int]:
    """(compass, home) glory of a move, by how many ships arrived earlier; a whole lap is 24 (R19, R20, A25)."""
    after = progress + steps
    compass = COMPASS_BONUS[compass_before] if progress < COMPASS <= after else 0
    home = HOME_BONUS[home_before] if progress < SEA <= after else 0
    return compass, home


BARRELS, BARREL_LIMIT, PIRATES, MORGAN_PIRATES = 8, 3, 5, 8
TOKEN_KINDS: tuple[str, ...] = ("ruby", "spice", "emerald", "crown", "doubloon")


def barrel_supply(humans: int) -> int:
    """Barrels left after dealing one to each human (R2, R4, R56)."""
    return BARRELS - humans


def bag(humans: int) -> dict[str, int]:
    """Treasure tokens by kind at the start (R3, R66)."""
    return dict.fromkeys(TOKEN_KINDS, 7 if humans == 4 else 6)


def barrel_gained(held: int, supply: int) -> int:
    """Barrels taken for a barrel space: 1, or 0 if none is left or three are held (R31, R32, A15)."""
    return int(held < BARREL_LIMIT and supply > 0)


# --------------------------------------------------------------------------------------------- scoring


def full_islands(board: Board, occupied: Collection[Cell]) -> set[str]:
    """Islands to be scored at the end of a turn (R38)."""
    return set(board.island.values()) - {board.island[cell] for cell in empty_cells(board, occupied)}


def pirates_on(board: Board, pirates: Mapping[Cell, str], island: str) -> dict[str, int]:
    """Pirates by owner on an island."""
    return dict(Counter(owner for cell, owner in pirates.items() if board.island[cell] == island))


def score_island(counts: Mapping[str, int], trigger: str, size: int) -> dict[str, int]:
    """Glory of every participant of a full island (R39 to R43, A10 to A12)."""
    first, second, third = CHART[size]
    present = {player: number for player, number in counts.items() if number > 0}
    places = [{p for p, n in present.items() if n == number} for number in sorted(set(present.values()), reverse=True)]
    if len(places) == 1 and len(present) > 1:
        everyone = _shared(first + second + third, places[0])
        return {player: glory + (player == trigger) for player, glory in everyone.items()}
    if len(places[0]) > 1:
        prizes = [first + second, third]
    elif len(places) > 1 and len(places[1]) > 1:
        prizes = [first, second + third]
    else:
        prizes = [first, second, third]
    glory = dict.fromkeys(present, 0)
    for prize, place in zip(prizes, places, strict=False):
        glory |= _shared(prize, place)
    return glory


def _shared(prize: int, players: Collection[str]) -> dict[str, int]:
    """A prize divided evenly, rounded up."""
    return dict.fromkeys(players, -(-prize // len(players)))


SET_POINTS = (0, 1, 3, 6, 10, 15)
"""Glory of a set by number of different treasures (R53)."""


def treasure_sets(tokens: Mapping[str, int]) -> int:
    """Glory for treasure: sets as large as possible, one after the other, each token used once (R53, E8)."""
    deepest = max(tokens.values(), default=0)
    return sum(SET_POINTS[sum(number > layer for number in tokens.values())] for layer in range(deepest))


@frozen
class FinalLines:
    """The lines of a player's final score."""

    glory: int
    barrels: int
    pirates: int
    sailing: int
    treasure: int
    shipwrecks: int

    @property
    def total(self) -> int:
        """The sum that decides the game; it may be negative (R54, A24)."""
        return self.glory + self.barrels + self.pirates + self.sailing + self.treasure + self.shipwrecks


def final_lines(
    glory: int, barrels: int, pirates: int, circle: int, tokens: Mapping[str, int], wrecks: Iterable[int] = ()
) -> FinalLines | None:
    """Final score of a player, or None if sunk (R50 to R53, R70, A3)."""
    if circle >= SUNK:
        return None
    return FinalLines(glory, barrels, pirates, TRACK[circle], treasure_sets(tokens), sum(wrecks))


def winners(totals: Mapping[str, int]) -> set[str]:
    """Everybody with the highest total (R54, A19)."""
    return {player for player, total in totals.items() if total == max(totals.values())}


def places(totals: Mapping[str, int | None]) -> list[set[str]]:
    """Players by place; those without a total are lost, and last together (R9, R54, A3)."""
    afloat = sorted({total for total in totals.values() if total is not None}, reverse=True)
    groups = [{player for player, total in totals.items() if total == points} for points in afloat]
    lost = {player for player, total in totals.items() if total is None}
    return [*groups, lost] if lost else groups


# ------------------------------------------------------------------------------- Morgan and shipwrecks


def morgan_stops(position: int, value: int) -> list[int]:
    """Every stop of Morgan's move: the full value, a 5 in one step and four (R58, R59)."""
    return [(position + steps) % SEA for steps in ((1, 5) if value == 5 else (value,))]


def morgan_spot(occupied: Collection[Cell], position: int, supply: int, storm: Cell | None = None) -> Cell | None:
    """Morgan's cell: the nearest empty one of the line but the storm; None without pirates or space (R60, R61, A21)."""
    free = [cell for cell in line(position) if cell not in occupied and cell != storm]
    return free[0] if free and supply else None


MORGAN_REWARD: dict[Reward, tuple[int, int]] = {"Pirate field": (1, 0), "Chest": (0, 1), "Barrel": (2, 0)}
"""(glory, random tokens) for Morgan by reward of the cell (R29, R62, R63)."""


def morgan_colours(chosen: Collection[str]) -> set[str]:
    """Colours that Morgan may have: green, or any spare one if a player has chosen green (R55, R73)."""
    every: set[str] = set(COLOURS)
    return {"green"} if "green" not in chosen else every - set(chosen)


SHIPWRECK_TOKENS = {4: 1, 3: 3, 2: 4, 1: 2}
"""Copies by value; two stacks of five (R68)."""


def shipwreck_takings(stack: Sequence[int], barrels: int) -> set[tuple[int, ...]]:
    """What a human may take when ending on a stack, sorted: nothing, one token, or two for a barrel (R69, A23)."""
    most = 2 if barrels else 1
    return {tuple(sorted(taken)) for number in range(most + 1) for taken in combinations(stack, number)}
