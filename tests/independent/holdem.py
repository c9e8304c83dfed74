"""Texas hold'em without its rules file: what seven cards are worth, who may do what, and how pots are paid.

Hands are judged by counting ranks and suits of all seven cards at once, where the rules file compares the parts of five cards. A pot is a list of who can win it,
where the rules file pays out level by level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

RANKS = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
FIGURES = (
    "High_card", "Pair", "Two_pairs", "Three_alike", "Straight", "Flush", "Full_house", "Four_alike", "Straight_flush",
)  # fmt: skip
BIG_BLIND = 2

Card = tuple[int, str]
"""A rank, 2 to 14 for the ace, and a suit."""

Worth = tuple[int, ...]
"""The number of a figure in `FIGURES`, then the ranks that decide between equal figures."""


def worth(cards: Sequence[Card]) -> Worth:
    """What seven cards are worth."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    suit, most = Counter(suit for _, suit in cards).most_common(1)[0]
    flush = sorted((rank for rank, of in cards if of == suit), reverse=True) if most >= 5 else []
    if top := _straight(flush):
        return (8, top)
    times = Counter(ranks)
    fours, threes, twos = ([rank for rank in sorted(times, reverse=True) if times[rank] == n] for n in (4, 3, 2))
    if fours:
        return (7, fours[0], max(rank for rank in ranks if rank != fours[0]))
    if threes and (threes[1:] or twos):
        return (6, threes[0], max(threes[1:] + twos))
    if flush:
        return (5, *flush[:5])
    if top := _straight(ranks):
        return (4, top)
    if threes:
        return (3, threes[0], *[rank for rank in ranks if rank != threes[0]][:2])
    if twos[1:]:
        return (2, *twos[:2], max(rank for rank in ranks if rank not in twos[:2]))
    if twos:
        return (1, twos[0], *[rank for rank in ranks if rank != twos[0]][:3])
    return (0, *ranks[:5])


def _straight(ranks: Sequence[int]) -> int:
    """The highest rank of the best straight, or 0. An ace is also a one."""
    there = set(ranks) | ({1} if 14 in ranks else set[int]())
    return next((top for top in range(14, 4, -1) if there.issuperset(range(top - 4, top + 1))), 0)


def settled(staked: Sequence[int], worths: Sequence[Worth | None], order: Sequence[int]) -> list[int]:
    """What each seat is paid. `worths` is none for a seat that has given up; odd chips go round in `order`."""
    paid = [0] * len(staked)
    pots: dict[tuple[int, ...], int] = {}
    for chip in range(max(staked)):
        able = tuple(seat for seat in order if worths[seat] is not None and staked[seat] > chip)
        pots[able] = pots.get(able, 0) + sum(stake > chip for stake in staked)
    for able, pot in pots.items():
        best = max(worth for seat in able if (worth := worths[seat]) is not None)
        winners = [seat for seat in able if worths[seat] == best]
        for chip in range(pot):
            paid[winners[chip % len(winners)]] += 1
    return paid


@define
class Betting:
    """The bets of one hand: seats of those who still have chips in the match, in the order of play after the button."""

    chips: dict[int, int]
    order: list[int]
    staked: dict[int, int] = field(factory=dict[int, int])
    folded: set[int] = field(factory=set[int])
    waiting: list[int] = field(factory=list[int])
    """Who has to speak, the next one first."""
    to_match: int = BIG_BLIND
    before: int = 0
    """What everybody had to match until the last cards were dealt."""
    step: int = BIG_BLIND
    closed: set[int] = field(factory=set[int])
    """Who has spoken since the last full raise, and may not raise."""

    def start(self) -> None:
        """Blinds, and the order of the first round."""
        self.staked = dict.fromkeys(self.order, 0)
        payers = self.order[::-1] if len(self.order) == 2 else self.order
        self.put(payers[0], 1)
        self.put(payers[1], BIG_BLIND)
        self._ask([*payers[2:], *payers[:2]])

    def street(self) -> bool:
        """The next round of betting, if a card is dealt for it."""
        self.closed, self.step, self.before = set(), BIG_BLIND, self.to_match
        if len(self.left()) > 1:
            self._ask(self.order)
        return len(self.left()) > 1

    def left(self) -> list[int]:
        """Who has not given up."""
        return [seat for seat in self.order if seat not in self.folded]

    def put(self, seat: int, number: int) -> None:
        """Stakes chips, as far as there are any."""
        number = min(number, self.chips[seat])
        self.chips[seat] -= number
        self.staked[seat] += number

    def _ask(self, seats: Sequence[int]) -> None:
        able = [seat for seat in seats if seat not in self.folded and self.chips[seat]]
        rivals = [seat for seat in self.left() if self.chips[seat]]
        self.waiting = [s for s in able if len(rivals) > 1 or self.staked[s] < self.to_match]

    def moves(self) -> set[str]:
        """What the seat that has to speak may do."""
        seat = self.waiting[0]
        missing = self.to_match - self.staked[seat]
        found = {"fold", "call"} if missing else {"check"}
        rivals = [other for other in self.left() if self.chips[other] and other != seat]
        if seat not in self.closed and rivals:
            spare = self.chips[seat] - missing
            high = self.to_match - self.before
            found |= {f"{'raise' if high else 'bet'}(amount = {high + n})" for n in range(self.step, spare)}
            found |= {"all_in"} if spare > 0 else set()
        return found

    def play(self, move: str) -> None:
        """One of the moves."""
        seat = self.waiting.pop(0)
        self.closed.add(seat)
        if move == "fold":
            self.folded.add(seat)
        elif move != "check":
            self.put(seat, self.to_match - self.staked[seat])
        if move == "all_in":
            self._raise(seat, self.chips[seat])
        elif move.startswith(("bet", "raise")):
            self._raise(seat, int(move.split("= ")[1].rstrip(")")) - self.to_match + self.before)
        if len(self.left()) == 1:
            self.waiting = []
        else:
            rivals = [other for other in self.left() if self.chips[other]]
            self.waiting = [s for s in self.waiting if len(rivals) > 1 or self.staked[s] < self.to_match]

    def _raise(self, seat: int, more: int) -> None:
        self.put(seat, more)
        self.to_match += more
        if more >= self.step:
            self.step = more
            self.closed = {seat}
        at = self.order.index(seat)
        after = self.order[at + 1 :] + self.order[:at]
        self.waiting = [other for other in after if other not in self.folded and self.chips[other]]
