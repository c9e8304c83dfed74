"""Games that both have: what they are called there, and how their moves, chance and results are spelled there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from attrs import frozen

from gamedsl_interpreter.engine import ChanceOutcome, Outcome, View

Spelling = Callable[[str, int, View], str]
"""Their text for the text of one of our moves, its seat, and what that seat sees."""

FILES = "abcdefgh"


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _stone(text: str, seat: int, _: View) -> str:
    row, column = _numbers(text)
    return f"{'xo'[seat]}({row - 1},{column - 1})"


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


def _words(**spelling: str) -> Spelling:
    return lambda text, _, __: spelling[text]


def _bid(text: str, seat: int, _: View) -> str:
    return f"[P{seat}]Bid: {_numbers(text)[0]}"


_FACES = {"Ones": 1, "Twos": 2, "Threes": 3, "Fours": 4, "Fives": 5, "Sixes": 6}


def _claim(text: str, _: int, __: View) -> str:
    if text == "call":
        return "Liar"
    return f"{_numbers(text)[0]}-{_FACES[text.rstrip(')').split('f = ')[1]]}"


def _content(view: View, zone: str) -> int:
    """How many pieces a zone has."""
    found = next(one for one in view.zones if one.name == zone)
    return found.count or 0


# ---------------------------------------------------------------- results


def _won(outcome: Outcome) -> list[float]:
    """1 and -1, or 0 for a draw."""
    return [float(2 * share - 1) if share != Fraction(1, 2) else 0.0 for share in outcome.shares]


def _scored(outcome: Outcome) -> list[float]:
    return [float(total) for total in outcome.totals]


# ---------------------------------------------------------------- chance


def _card(outcome: ChanceOutcome) -> list[str]:
    return [f"Deal:{outcome.values[0]}"]


def _suited(outcome: ChanceOutcome) -> list[str]:
    return [f"Chance outcome:{outcome.values[0]}"]


def _dice(outcome: ChanceOutcome) -> list[str]:
    return [f"Roll {value}" for value in outcome.values]


def _prize(outcome: ChanceOutcome) -> list[str]:
    return [f"Deal {_numbers(outcome.text)[0]}"]


def _nothing(outcome: ChanceOutcome) -> list[str]:
    raise AssertionError(f"no chance is expected: {outcome.text}")


@frozen
class Pair:
    """One of our games (with options) and the same one there. `quick` matches are played by the tests; `hides` says
    that seats do not see everything, `forgets` why their information states tell fewer histories apart than they could."""

    ours: str
    theirs: str
    move: Spelling
    returns: Callable[[Outcome], list[float]] = _won
    chance: Callable[[ChanceOutcome], list[str]] = _nothing
    options: Mapping[str, str] = {}
    quick: int = 1000
    hides: bool = False
    forgets: str = ""

    @property
    def label(self) -> str:
        """Names the pair among all."""
        return "-".join((self.ours, *(f"{name}={value}" for name, value in self.options.items())))


PAIRS = (
    Pair("tic_tac_toe", "tic_tac_toe", _stone),
    Pair("connect_four", "connect_four", _column),
    Pair("breakthrough", "breakthrough", _march, quick=200),
    Pair("hex", "hex(board_size=11)", _hexagon, quick=40),
    Pair("reversi", "othello", _disc, quick=40),
    Pair("kalah", "mancala", _house, quick=500),
    Pair("nim", "nim", _heap),
    Pair("nim", "nim(is_misere=False)", _heap, options={"last_piece": "wins"}),
    Pair("draughts", "checkers", _draughts, options={"patience": "40"}, quick=200),
    Pair("gomoku", "mnk(m=15,n=15,k=5)", _stone, quick=25),
    Pair(
        "pig",
        "pig(horizon=100000)",
        _words(throw="roll", hold="stop"),
        chance=_dice,
        options={"hundred": "rolled"},
        quick=300,
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
        quick=500,
        hides=True,
        forgets="the order in which cards were bid",
    ),
)
"""All of them."""
