"""Gloriana's tables, declarations and scores, from the fact sheet alone (R rules, A rulings, E examples)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import Literal

from attrs import field, frozen

Kind = Literal["Printed", "Banquet", "Specialist"]
Weather = Literal["Sunny", "Rainy"]

# ---------------------------------------------------------------------------------------------- tables

CORE = ("Horse", "Soldier", "Boat", "Priest", "Actor")
EXTRA = ("Noblewoman", "Cook", "Musician")
SYMBOLS = CORE + EXTRA

EVENT_SYMBOL = {
    "Hunting": "Horse",
    "Military": "Soldier",
    "Maritime": "Boat",
    "Religious": "Priest",
    "Performance": "Actor",
}
FAVOURABLE: dict[str, Weather] = {
    "Hunting": "Sunny",
    "Military": "Sunny",
    "Maritime": "Sunny",
    "Religious": "Rainy",
    "Performance": "Rainy",
    "Banquet": "Rainy",
}
NOBLE_SYMBOL = {"Essex": "Horse", "Leicester": "Soldier", "Lincoln": "Boat", "Arundel": "Priest", "Oxford": "Actor"}
SPECIALIST_EVENT = {
    "Walsingham": "Hunting",
    "Sidney": "Military",
    "Drake": "Maritime",
    "Grindal": "Religious",
    "Shakespeare": "Performance",
}
SPECIALIST_SYMBOL = {name: EVENT_SYMBOL[event] for name, event in SPECIALIST_EVENT.items()}
TAVERNS = ("Lamb & Flag", "Mermaid", "Tabard", "Boar's Head")

POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36)
"""Victory points by size, 0 to 8 (R35, R39); also the bonus by number of types held (R51)."""

CARD_SYMBOLS = 2
"""Symbols shown by a noble and by a specialist (R32)."""

KEPT_SPECIALISTS = 3
"""What an event loses when any specialist stays in hand: flat, not per card (R42, A14)."""

STAFF = {("red", symbol): 5 for symbol in CORE} | {("blue", symbol): 5 if symbol in CORE else 7 for symbol in SYMBOLS}
"""Copies by back and symbol; 71 cards."""


@frozen
class EventCard:
    """An event card: its type, 1 or 2 printed symbols, and the fewest players it is used with (R2, R10)."""

    event: str
    icons: int
    players: int


EVENTS = tuple(
    EventCard(event, icons, players) for event in EVENT_SYMBOL for icons, players in ((2, 3), (1, 3), (1, 3), (1, 4))
)
"""The 20 event cards."""

# ---------------------------------------------------------------------------------------- declarations


def _in_order(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards))


def _names(names: Iterable[str]) -> frozenset[str]:
    return frozenset(names)


@frozen
class Position:
    """What a player holding an event has: staff by symbol, noble, specialists in hand, the card taken, the weather.

    `banquet_only` is the last player's card, which arrives turned over (R26); its `event` and `icons` then never count.
    """

    hand: Mapping[str, int]
    noble: str
    retinue: frozenset[str] = field(converter=_names)
    event: str
    icons: int
    weather: Weather
    banquet_only: bool = False


@frozen
class Declaration:
    """How the event is held: kind, host, staff discarded, noble and specialists used as matches, weather bonus or not.

    Discarded staff showing the event's symbol are event symbols, all others are matches (R32, R33). The noble and the
    host count for the event by themselves and are never named among `matches` in that role (A11).
    """

    kind: Kind
    host: str | None = None
    spent: tuple[str, ...] = field(converter=_in_order, default=())
    matches: tuple[str, ...] = field(converter=_in_order, default=())
    bonus: bool = False


@frozen
class Judgement:
    """Whether a declaration is legal, or why not; size with the bonus and value after R42, both 0 if illegal."""

    legal: bool
    reason: str
    size: int
    value: int


def declaration_value(position: Position, declaration: Declaration) -> Judgement:
    """Judge one declaration (R28 to R42)."""
    reason = _objection(position, declaration)
    if reason:
        return Judgement(False, reason, 0, 0)
    symbol = event_symbol(position, declaration)
    others = _others(position, declaration)
    if symbol is None:
        size = size_of_banquet(len(others))
    else:
        size = size_of_printed_event(event_symbols(position, declaration), len(others))
    size += declaration.bonus
    kept = position.retinue - {*declaration.matches, declaration.host}
    value = max(0, POINTS[size] - (KEPT_SPECIALISTS if kept else 0))
    return Judgement(True, "", size, value)


def size_of_printed_event(symbols: int, unique_others: int) -> int:
    """Size of a printed or specialist event: one per event symbol paired with a unique other symbol (R33, R35, A10)."""
    return min(symbols, unique_others)


def size_of_banquet(unique_symbols: int) -> int:
    """Half the different symbols, rounded up (R40)."""
    return (unique_symbols + 1) // 2


def event_symbol(position: Position, declaration: Declaration) -> str | None:
    """The symbol of the event held; a banquet has none."""
    match declaration.kind:
        case "Printed":
            return EVENT_SYMBOL[position.event]
        case "Banquet":
            return None
        case "Specialist":
            return None if declaration.host is None else SPECIALIST_SYMBOL[declaration.host]


def event_symbols(position: Position, declaration: Declaration) -> int:
    """How many event symbols are declared: staff, event card or host, and a noble who shows the symbol (R32, A12)."""
    symbol = event_symbol(position, declaration)
    if symbol is None:
        return 0
    shown = CARD_SYMBOLS if declaration.kind == "Specialist" else position.icons
    noble = CARD_SYMBOLS if NOBLE_SYMBOL[position.noble] == symbol else 0
    return declaration.spent.count(symbol) + shown + noble


def type_held(position: Position, declaration: Declaration) -> str:
    """The type that counts for the bonus at the end (R51, A16, A17)."""
    match declaration.kind:
        case "Printed":
            return position.event
        case "Banquet":
            return "Banquet"
        case "Specialist":
            assert declaration.host is not None
            return SPECIALIST_EVENT[declaration.host]


def all_legal_declarations(position: Position) -> list[tuple[Declaration, Judgement]]:
    """Every legal declaration with its judgement, by trying all of them: for small hands only."""
    tried = ((d, declaration_value(position, d)) for d in _every_declaration(position))
    return [(declaration, judgement) for declaration, judgement in tried if judgement.legal]


def _every_declaration(position: Position) -> Iterator[Declaration]:
    kinds: list[tuple[Kind, str | None]] = [("Printed", None), ("Banquet", None)]
    kinds.extend(("Specialist", host) for host in sorted(position.retinue))
    counts = [range(position.hand.get(symbol, 0) + 1) for symbol in SYMBOLS]
    helpers = sorted({position.noble} | position.retinue)
    for (kind, host), numbers, matches in product(kinds, list(product(*counts)), list(_subsets(helpers))):
        spent = tuple(Counter(dict(zip(SYMBOLS, numbers, strict=True))).elements())
        for bonus in (False, True):
            yield Declaration(kind, host, spent, matches, bonus)


def _subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))


def _others(position: Position, declaration: Declaration) -> list[str]:
    """The symbols used as matches, one entry for each card, noble or specialist that gives one (R33, R34)."""
    symbol = event_symbol(position, declaration)
    return [s for s in declaration.spent if s != symbol] + [_helper_symbol(name) for name in declaration.matches]


def _helper_symbol(name: str) -> str:
    return NOBLE_SYMBOL[name] if name in NOBLE_SYMBOL else SPECIALIST_SYMBOL[name]


def _objection(position: Position, declaration: Declaration) -> str:
    """Why the declaration is refused, or nothing."""
    others = _others(position, declaration)
    symbol = event_symbol(position, declaration)
    if declaration.kind == "Printed" and position.banquet_only:
        return "a banquet cannot be turned back (R30)"
    if (declaration.kind == "Specialist") != (declaration.host is not None):
        return "a specialist event, and no other, has a host (R28)"
    if declaration.host is not None and declaration.host not in position.retinue:
        return "the host is not in hand (R28)"
    if any(number > position.hand.get(card, 0) for card, number in Counter(declaration.spent).items()):
        return "a discarded card is not in hand (R32)"
    if not {*declaration.matches} <= {position.noble} | position.retinue:
        return "a match is neither the own noble nor a specialist in hand (R34)"
    if declaration.host in declaration.matches:
        return "the host already counts for the event (R34)"
    if symbol is not None and symbol in others:
        return "a match shows the event's own symbol (R33, A11)"
    if len(set(others)) < len(others):
        return "a symbol is matched twice (R33, R40)"
    if symbol is not None and len(others) > event_symbols(position, declaration):
        return "more matches than event symbols (R33, A10)"
    if declaration.bonus and declaration.kind == "Specialist":
        return "a specialist event has no weather (R38)"
    weather_of = "Banquet" if declaration.kind == "Banquet" else position.event
    if declaration.bonus and FAVOURABLE[weather_of] != position.weather:
        return "the weather does not suit the event (R37)"
    return ""


# ----------------------------------------------------------------------- the Gloriana card and the end


def gloriana_takers(values: Sequence[int]) -> list[bool]:
    """For the final values of a round in the order held: does this event take (or keep) the card? (R43, A15)"""
    return [all(value < earlier for earlier in values[:turn]) for turn, value in enumerate(values)]


@frozen
class FinalLines:
    """The lines of a player's final score."""

    events: int
    variety: int
    unpaid: int

    @property
    def total(self) -> int:
        """The sum that decides the game (R53)."""
        return self.events + self.variety + self.unpaid


def final_lines(event_values: Iterable[int], types_held: Iterable[str], staff_in_hand: int) -> FinalLines:
    """Events held (R44), bonus for different types with banquets (R51), -1 per staff card in hand (R52, A18)."""
    return FinalLines(sum(event_values), POINTS[len(set(types_held))], -staff_in_hand)


def leaders(totals: Mapping[str, int]) -> set[str]:
    """Who has the highest total; if several, the Gloriana holder, tied or not, chooses one of these (R53, A25)."""
    return {player for player, total in totals.items() if total == max(totals.values())}


def ranking(totals: Mapping[str, int], favourite: str | None = None) -> list[set[str]]:
    """Players by place, equal totals sharing one; of tied leaders the chosen `favourite` is alone on top (R53)."""
    groups = [{p for p, t in totals.items() if t == total} for total in sorted(set(totals.values()), reverse=True)]
    if favourite is None:
        return groups
    assert favourite in groups[0], "only a tied leader can be chosen (A25)"
    return [place for place in ({favourite}, groups[0] - {favourite}, *groups[1:]) if place]


# ---------------------------------------------------------------------------------------- taking staff

Staff = Counter[str]


def take_from_tavern(tavern: Mapping[str, int], court: Mapping[str, int], symbol: str) -> tuple[Staff, Staff, Staff]:
    """(taken, tavern, court) after taking one symbol: the rest goes to the court, the tavern is empty (R20, R21)."""
    assert tavern.get(symbol, 0) > 0, "the tavern does not show this symbol"
    taken = Counter({symbol: tavern[symbol]})
    return taken, Counter[str](), +(Counter(court) + (Counter(tavern) - taken))


def take_from_court(court: Mapping[str, int], symbol: str) -> tuple[Staff, Staff]:
    """(taken, court) after taking one symbol from the court: the rest stays (R22)."""
    assert court.get(symbol, 0) > 0, "the court does not show this symbol"
    taken = Counter({symbol: court[symbol]})
    return taken, Counter(court) - taken


def staff_sets(
    taverns: Mapping[str, Mapping[str, int]], court: Mapping[str, int]
) -> dict[tuple[str, str], tuple[Staff, dict[str, Staff], Staff]]:
    """Every set on offer: (tavern name or "Court", symbol) -> (taken, taverns, court) afterwards (R20, R22)."""
    plain = {name: Counter(staff) for name, staff in taverns.items()}
    sets: dict[tuple[str, str], tuple[Staff, dict[str, Staff], Staff]] = {}
    for name, staff in plain.items():
        for symbol in +staff:
            taken, empty, rest = take_from_tavern(staff, court, symbol)
            sets[name, symbol] = taken, plain | {name: empty}, rest
    for symbol in +Counter(court):
        taken, rest = take_from_court(court, symbol)
        sets["Court", symbol] = taken, plain, rest
    return sets


def last_player_takings(
    taverns: Mapping[str, Mapping[str, int]], court: Mapping[str, int], sets: int = 2
) -> set[tuple[str, ...]]:
    """All staff the last player may take, as sorted cards: none, one or two sets, one after the other (R26, A4)."""
    takings: set[tuple[str, ...]] = {()}
    for taken, taverns_left, court_left in staff_sets(taverns, court).values() if sets else ():
        more = last_player_takings(taverns_left, court_left, sets - 1)
        takings |= {_in_order((*taken.elements(), *rest)) for rest in more}
    return takings


def next_player(seats: Sequence[str], active: str, held: Collection[str]) -> str | None:
    """The next player clockwise who has not held an event, or None at the end of the round (R19, R27)."""
    turn = seats.index(active) + 1
    return next((seat for seat in (*seats[turn:], *seats[:turn]) if seat not in held), None)


# --------------------------------------------------------------------- set-up, rounds and conservation


def rounds(players: int) -> int:
    """Rounds of a game (R1)."""
    return 4 if players == 5 else 5


def events_in_game(players: int) -> list[EventCard]:
    """The event cards in use (R2, R10)."""
    return [card for card in EVENTS if card.players <= players]


def events_revealed(players: int, round_number: int) -> tuple[int, int]:
    """(double, single) events turned up in this round, counted from 1 (R15, R16)."""
    doubles = 2 if players == 5 and round_number == 4 else 1
    return doubles, players - doubles


def starting_hands(players: int) -> list[int]:
    """Hand sizes in turn order, after the noble's card is put away and the first player's gift (R7, R8, A3)."""
    return [3, *[4] * (players - 2), 5]


def starting_staff(players: int) -> dict[str, int]:
    """Cards per place before round one: deck (blue cards on n red ones), discard pile, all hands (R5 to R8)."""
    return {"deck": 46 + players, "discard": 25 - 5 * players, "hands": 4 * players}


def reshuffles(round_number: int) -> bool:
    """Are all discards shuffled with the rest of the deck before the taverns are filled? (R13, A22)"""
    return round_number == 4


def tavern_fill(staff_available: int) -> tuple[int, ...]:
    """Cards put on each of the four taverns, in order: four each, or none where four are not left (R14, R21, A21)."""
    return tuple(4 if staff_available >= 4 * (tavern + 1) else 0 for tavern in range(4))


def deck_when_filling(players: int, round_number: int) -> int:
    """Cards in the draw deck before the taverns of rounds 1 to 3 are filled, or before round four's shuffle."""
    assert 1 <= round_number <= 4, "after round four's shuffle it depends on what players keep"
    return 46 + players - 16 * (round_number - 1)


def staff_out_of_balance(places: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """By symbol, how many cards all places together hold too many (or, negative, too few); empty when 71 are right."""
    found: Staff = Counter()
    for place in places:
        found.update(place)
    due = {symbol: sum(copies for (_, shown), copies in STAFF.items() if shown == symbol) for symbol in SYMBOLS}
    return {s: found[s] - due.get(s, 0) for s in {*found, *due} if found[s] != due.get(s, 0)}
