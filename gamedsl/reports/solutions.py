"""Describes exact solutions for people and as data."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from fractions import Fraction
from itertools import zip_longest

from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl_interpreter.aims import Aim, Number, Payoff
from gamedsl_interpreter.solving.hidden_games import HiddenSolution, Mixture
from gamedsl_interpreter.solving.open_games import MoveValue, OpenSolution

FEW = 20
"""The most first moves and information sets that people are shown."""

_UNITS = {Aim.VICTORY: "share of the victory", Aim.POINTS: "points", Aim.LEAD: "lead", Aim.RANK: "rank"}


def unit_of(aim: Aim) -> str:
    """Names the unit of values for an aim."""
    return _UNITS[aim]


Rows = list[tuple[str, ...]]
"""A table: a head, then rows; the first column is a name."""


def open_sentence(game: Game, answer: OpenSolution) -> str:
    """Describes the result of best play in one sentence."""
    ahead = [seat for seat, share in enumerate(answer.payoff) if share == 1]
    if answer.aim is Aim.VICTORY and len(answer.payoff) == 2 and answer.is_exact:
        if ahead and answer.length is not None:
            return f"{game.seats[ahead[0]]} can force a win, in {_moves(answer.length)} at the latest."
        if ahead:
            return f"{game.seats[ahead[0]]} can force a win."
        if answer.payoff[0] == answer.payoff[1] == Fraction(1, 2):
            return "With best play neither is better off: nobody can force more than half of the victory."
    unit = _UNITS[answer.aim]
    return f"With best play the {unit} {'is' if unit != 'points' else 'are'} on average:"


def payoff_rows(game: Game, aim: Aim, payoff: Payoff) -> Rows:
    """Returns a row for each player."""
    return [("seat", _UNITS[aim]), *((game.seats[seat], format_number(number)) for seat, number in enumerate(payoff))]


def move_rows(answer: OpenSolution, mover: int) -> Rows:
    """Returns a row for each first move, the best first; at most `FEW`."""
    has_lengths = any(move.length is not None for move in answer.moves)
    head = ("first move", _UNITS[answer.aim], *(("ends after",) if has_lengths else ()))
    rows: Rows = [head]
    for move in answer.moves[:FEW]:
        length = "" if move.length is None else _moves(move.length)
        rows.append((move.move, format_number(move.payoff[mover]), *((length,) if has_lengths else ())))
    return rows


def best_count(answer: OpenSolution, mover: int) -> int:
    """Returns how many first moves are as good as the best one."""
    return sum(move.payoff[mover] == answer.moves[0].payoff[mover] for move in answer.moves)


def mixture_lines(game: Game, mixtures: Sequence[Mixture], clean: Callable[[str], str]) -> list[str]:
    """Describes the first choices of the strategies: what the seat knows, and how often to make each move. At most `FEW`. `clean` replaces the names of the
    rules by those for people."""
    first = [one for one in mixtures if one.information.earlier == 0]
    seen = [{*one.information.observed} for one in first]
    usual = [
        set[str]().union(*own[:1]).intersection(*own)
        for seat in range(len(game.seats))
        for own in [[texts for texts, one in zip(seen, first, strict=True) if one.information.seat == seat]]
    ]
    lines: list[str] = []
    for one in first[:FEW]:
        seat = one.information.seat
        known = "; ".join(map(clean, _list_news(one.information.observed, usual[seat]))) or "nothing has happened"
        lines.append(f"{game.seats[seat]} ({known}): {_mixture_text(one)}")
    if len(mixtures) > len(lines):
        lines.append(f"… and {len(mixtures) - len(lines):,} more information sets; `--json` has all of them")
    return lines


def _list_news(observed: Sequence[str], usual: Set[str]) -> Sequence[str]:
    """Returns of what a seat has seen what tells this information set from others: what is in all of them says nothing, numbers follow from what was done, and
    a sentence of the rules tells a choice."""
    own = [text for text in observed if text not in usual]
    told = [text for text in own if not _VALUE.fullmatch(text)] or own
    return [
        text
        for text, after in zip_longest(told, told[1:], fillvalue="")
        if not (after.endswith(".") and after.startswith(f"{text.partition(':')[0]} ") and ": " in text)
    ]


_VALUE = re.compile(r"\S+ is \S*[^.\s]")
"""What a field has become, as the executor tells it."""


def open_data(game: Game, answer: OpenSolution) -> JsonObject:
    """Returns the solution as data: exact values are fractions as texts, approximate ones are numbers."""
    return {
        "method": "positions",
        "aim": answer.aim.value,
        "positions": answer.positions,
        "exact": answer.is_exact,
        "values": _values(game, answer.payoff),
        "length": answer.length,
        "first": None if answer.mover is None else game.seats[answer.mover],
        "moves": [_move_data(game, move) for move in answer.moves],
        "decided": answer.decided,
        "play": [{"seat": game.seats[one.seat], "move": one.text} for one in answer.play],
    }


def data_of_hidden(game: Game, answer: HiddenSolution) -> JsonObject:
    """Returns the solution as data."""
    return {
        "method": "histories",
        "aim": answer.aim.value,
        "histories": answer.histories,
        "values": _values(game, answer.payoff),
        "exploitability": answer.exploitability,
        "rounds": answer.rounds,
        "strategy": [
            {
                "seat": game.seats[one.information.seat],
                "observed": list(one.information.observed),
                "moves": dict(zip(one.information.moves, one.shares, strict=True)),
            }
            for one in answer.mixtures
        ],
    }


def format_number(number: Number) -> str:
    """Formats a number: `1/2`, `3`, `-0.0556`; fractions with large denominators as decimals."""
    if isinstance(number, Fraction) and number.denominator <= 1000:
        return str(number)
    return f"{float(number):.6f}" if isinstance(number, Fraction) else f"{number:.4f}"


def _move_data(game: Game, move: MoveValue) -> JsonObject:
    return {"move": move.move, "values": _values(game, move.payoff), "length": move.length}


def _values(game: Game, payoff: Payoff) -> JsonObject:
    return {
        game.seats[seat]: str(number) if isinstance(number, Fraction) else number for seat, number in enumerate(payoff)
    }


def _mixture_text(one: Mixture) -> str:
    shares = sorted(zip(one.information.moves, one.shares, strict=True), key=lambda pair: -pair[1])
    kept = [(move, share) for move, share in shares if share >= 0.005]
    return ", ".join(f"{move} {share:.0%}" for move, share in kept)


def _moves(number: int) -> str:
    return f"{number:,} move{'' if number == 1 else 's'}"
