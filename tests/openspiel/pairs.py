"""Games that both have: what they are called there, and how their moves, chance and results are spelled there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from attrs import frozen

from gamedsl_interpreter.engine import ChanceOutcome, Outcome, View
from openspiel import backgammon
from openspiel.theirs import Game, load

Spelling = Callable[[str, int, View], str]
"""Their text for the text of one of our moves, its seat, and what that seat sees."""

FILES = "abcdefgh"


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _stone(text: str, seat: int, _: View) -> str:
    row, column = _numbers(text)
    return f"{'xo'[seat]}({row - 1},{column - 1})"


def _small_board(text: str, seat: int, view: View) -> str:
    """Boards are numbered along the rows; a mark names its board and its place there."""
    row, column = (number - 1 for number in _numbers(text))
    if text.startswith("name_board"):
        return f"Choose local board {3 * row + column}"
    return f"Local board {row // 3 * 3 + column // 3}: {_stone(f'{row % 3 + 1} {column % 3 + 1}', seat, view)}"


def _point(text: str, seat: int, _: View) -> str:
    """There is no column i; a pass is spelled like a point."""
    if text == "pass_on":
        return f"{'BW'[seat]} PASS"
    row, column = _numbers(text)
    return f"{'BW'[seat]} {'abcdefghjklmnopqrst'[column - 1]}{row}"


def _column(text: str, seat: int, _: View) -> str:
    return f"{'xo'[seat]}{_numbers(text)[0] - 1}"


def _hexagon(text: str, _: int, __: View) -> str:
    row, column = _numbers(text)
    return f"{'abcdefghijklmnopqrstuvwxyz'[column - 1]}{row}"


def _march(text: str, seat: int, view: View) -> str:
    """A star marks a capture."""
    row, column, to_row, to_column = _numbers(text)
    there = _content(view, f"cell[{to_row}, {to_column}].man")
    return f"{FILES[column - 1]}{row}{FILES[to_column - 1]}{to_row}{'*' if there else ''}"


def _disc(text: str, _: int, __: View) -> str:
    row, column = _numbers(text)
    return f"{FILES[column - 1]}{row}"


def _house(text: str, _: int, __: View) -> str:
    return str(_numbers(text)[0])


def _heap(text: str, _: int, __: View) -> str:
    heap, number = _numbers(text)
    return f"pile:{heap}, take:{number};"


_WAYS = {"NE": (-1, 1), "SE": (1, 1), "SW": (1, -1), "NW": (-1, -1)}


def _draughts(text: str, _: int, view: View) -> str:
    """The board is turned round: our first row is their first rank, seen from the other side."""
    landed = dict(view.fields)["landed"]
    row, column = _numbers(text) or _numbers(landed)
    down, right = _WAYS[text.rstrip(")").split("way = ")[1]]
    far = 1 if text.startswith("walk") else 2
    start, end = (row, column), (row + far * down, column + far * right)
    return "".join(f"{FILES[8 - c]}{r}" for r, c in (start, end))


def _amazon(text: str, seat: int, _: View) -> str:
    """Theirs are two actions for where an amazon starts and where she goes, then one for her arrow."""
    numbers = _numbers(text)
    cells = [f"({row}, {column})" for row, column in zip(numbers[::2], numbers[1::2], strict=True)]
    words = ("From", "To") if len(cells) == 2 else ("Shoot:",)
    return " ".join(f"{'XO'[seat]} {word} {cell}" for word, cell in zip(words, cells, strict=True))


def _sowing(text: str, seat: int, _: View) -> str:
    """Each side has letters of its own."""
    return ("ABCDEF      ", "      abcdef")[seat][_numbers(text)[0] - 1]


_POINTS = "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1"
"""Points of the mill board in the order of their numbers there."""


def _mill(text: str, _: int, __: View) -> str:
    """Theirs have numbers for the points. Placing and taking are spelled alike."""
    points = [_POINTS.index(point) // 2 for point in re.findall(r"\b[a-g][1-7]\b", text)]
    return f"Point {points[0]}" if len(points) == 1 else f"Move {points[0]} -> {points[1]}"


def _far(text: str, _: int, view: View) -> str:
    """A cross marks a capture."""
    row, column, to_row, to_column = _numbers(text)
    there = _content(view, f"square[{to_row}, {to_column}].man")
    return f"{FILES[column - 1]}{row}{'x' if there else '-'}{FILES[to_column - 1]}{to_row}"


def _words(**spelling: str) -> Spelling:
    return lambda text, _, __: spelling[text]


def _bid(text: str, seat: int, _: View) -> str:
    return f"[P{seat}]Bid: {_numbers(text)[0]}"


_FACES = {"Ones": 1, "Twos": 2, "Threes": 3, "Fours": 4, "Fives": 5, "Sixes": 6}


def _claim(text: str, _: int, __: View) -> str:
    if text == "call":
        return "Liar"
    return f"{_numbers(text)[0]}-{_FACES[text.rstrip(')').split('f = ')[1]]}"


def _pawn_or_wall(text: str, _: int, __: View) -> str:
    """A wall is named by the square north-west of its middle."""
    row, column = _numbers(text)
    layout = "" if text.startswith("walk") else "h" if "Flat" in text else "v"
    return f"{'abcdefghi'[column - 1]}{row}{layout}"


def _ship_or_shot(text: str, seat: int, _: View) -> str:
    """Their counts begin at 0."""
    row, column = (number - 1 for number in _numbers(text))
    if text.startswith("turns"):
        return f"Pl{seat}: shoot at ({row}, {column})"
    layout = "horizontally" if "way = E" in text else "vertically"
    return f"Pl{seat}: place ship {layout} with top-left corner in ({row}, {column})"


def _man(text: str, _: int, view: View) -> str:
    """The number of the point, and which die comes first where that can be chosen."""
    if not text.startswith("play_both"):
        return str(_numbers(text)[0])
    point, die = _numbers(text)
    high = next(int(value) for name, value in view.fields if name == "high")
    return f"{'high' if die == high else 'low'} {point}"


def _content(view: View, zone: str) -> int:
    """How many pieces a zone has."""
    found = next(one for one in view.zones if one.name == zone)
    return found.count or 0


# ---------------------------------------------------------------- results


def _won(outcome: Outcome) -> list[float]:
    """1 and -1, or 0 for a draw."""
    return [float(2 * share - 1) if share != Fraction(1, 2) else 0.0 for share in outcome.shares]


def _staked(outcome: Outcome) -> list[float]:
    """What one wins the other loses."""
    one, other = outcome.totals
    return [float(one - other), float(other - one)]


def _scored(outcome: Outcome) -> list[float]:
    return [float(total) for total in outcome.totals]


# ---------------------------------------------------------------- chance


def _card(outcome: ChanceOutcome) -> list[str]:
    return [f"Deal:{outcome.values[0]}"]


def _suited(outcome: ChanceOutcome) -> list[str]:
    return [f"Chance outcome:{outcome.values[0]}"]


def _dice(outcome: ChanceOutcome) -> list[str]:
    return [f"Roll {value}" for value in outcome.values]


def _die(outcome: ChanceOutcome) -> list[str]:
    return [str(outcome.values[0])]


def _prize(outcome: ChanceOutcome) -> list[str]:
    return [f"Deal {_numbers(outcome.text)[0]}"]


def _nothing(outcome: ChanceOutcome) -> list[str]:
    raise AssertionError(f"no chance is expected: {outcome.text}")


def _as_it_is(game: Game) -> Game:
    return game


@frozen
class Pair:
    """One of our games (with options) and the same one there. `quick` matches are played by the tests; `hides` says
    that seats do not see everything, `forgets` why their information states tell fewer histories apart than they could. Their
    actions with the word `opening` are one move with the next action; `split` makes several of their moves of one."""

    ours: str
    theirs: str
    move: Spelling
    returns: Callable[[Outcome], list[float]] = _won
    chance: Callable[[ChanceOutcome], list[str]] = _nothing
    options: Mapping[str, str] = {}
    quick: int = 300
    hides: bool = False
    forgets: str = ""
    opening: str = ""
    split: Callable[[Game], Game] = _as_it_is

    def other_side(self) -> Game:
        """Their game."""
        return self.split(load(self.theirs))

    @property
    def label(self) -> str:
        """Names the pair among all."""
        return "-".join((self.ours, *(f"{name}={value}" for name, value in self.options.items())))


PAIRS = (
    Pair("tic_tac_toe", "tic_tac_toe", _stone),
    Pair("phantom_tic_tac_toe", "phantom_ttt(obstype=reveal-nothing)", _stone, quick=100, hides=True),
    Pair(
        "phantom_tic_tac_toe",
        "phantom_ttt(obstype=reveal-numturns)",
        _stone,
        options={"tries": "counted"},
        quick=100,
        hides=True,
    ),
    Pair("ultimate_tic_tac_toe", "ultimate_tic_tac_toe", _small_board, quick=10),
    Pair("go", "go(board_size=9,komi=7.5)", _point, options={"size": "9", "repetition": "drawn"}, quick=1),
    Pair("connect_four", "connect_four", _column, quick=200),
    Pair("breakthrough", "breakthrough", _march, quick=40),
    Pair("hex", "hex(board_size=11)", _hexagon, quick=20),
    Pair("reversi", "othello", _disc, quick=20),
    Pair("kalah", "mancala", _house, quick=100),
    Pair("nim", "nim", _heap),
    Pair("nim", "nim(is_misere=False)", _heap, options={"last_piece": "wins"}),
    Pair("draughts", "checkers", _draughts, options={"patience": "40"}, quick=60),
    Pair("gomoku", "mnk(m=15,n=15,k=5)", _stone, quick=12),
    Pair("amazons", "amazons", _amazon, quick=2, opening="From"),
    Pair("oware", "oware", _sowing, quick=8),
    Pair("nine_mens_morris", "nine_mens_morris", _mill, quick=5),
    Pair("lines_of_action", "lines_of_action", _far, quick=1),
    Pair(
        "backgammon",
        "backgammon(scoring_type=full_scoring)",
        _man,
        _staked,
        _die,
        quick=2,
        split=backgammon.by_steps,
    ),
    Pair("quoridor", "quoridor", _pawn_or_wall, quick=1),
    Pair(
        "pig",
        "pig(horizon=100000)",
        _words(throw="roll", hold="stop"),
        chance=_dice,
        options={"hundred": "rolled"},
        quick=80,
    ),
    Pair(
        "kuhn_poker",
        "kuhn_poker",
        _words(check="Pass", fold="Pass", bet="Bet", call="Bet"),
        _scored,
        _card,
        hides=True,
    ),
    Pair(
        "leduc_poker",
        "leduc_poker",
        _words(fold="Fold", call="Call", **{"raise": "Raise"}),
        _scored,
        _suited,
        hides=True,
    ),
    Pair(
        "sea_battle",
        "battleship(board_width=6,board_height=6,ship_sizes=[2;3;3],ship_values=[1;1;1],num_shots=16,allow_repeated_shots=False)",
        _ship_or_shot,
        _staked,
        options={"waters": "narrow"},
        quick=20,
        hides=True,
    ),
    Pair(
        "sea_battle",
        "battleship(num_shots=100,allow_repeated_shots=False)",
        _ship_or_shot,
        _staked,
        quick=1,
        hides=True,
    ),
    Pair("liars_dice", "liars_dice(numdice=1)", _claim, _scored, _dice, hides=True),
    Pair("liars_dice", "liars_dice(numdice=2)", _claim, _scored, _dice, options={"dice": "2"}, hides=True),
    Pair(
        "goofspiel",
        "goofspiel(num_cards=4,points_order=random,returns_type=total_points)",
        _bid,
        _scored,
        _prize,
        options={"ranks": "4"},
        hides=True,
        forgets="the order in which cards were bid: both hands are shown, and who won each prize, but not with what",
    ),
    Pair(
        "goofspiel",
        "goofspiel(num_cards=13,points_order=random,returns_type=total_points)",
        _bid,
        _scored,
        _prize,
        quick=120,
        hides=True,
        forgets="the order in which cards were bid",
    ),
)
"""All of them."""
