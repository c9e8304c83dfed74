"""The laws of Gloriana: what every decision offers and does, computed from the fact sheet (R rules, A rulings) and the position before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import define, field

from gamedsl_interpreter.engine import Event, Outcome, View
from independent import gloriana as court
from independent.gloriana import CORE, EVENT_SYMBOL, NOBLE_SYMBOL, POINTS, SPECIALIST_EVENT, SYMBOLS, Declaration
from laws.expected import Expected
from laws.moves import Asked, Choice, asked_for, choices, offered
from property.telling import leaks
from property.walks import Position

OCCASIONS = (*EVENT_SYMBOL, "Banquet")
SKIES: tuple[court.Weather, ...] = ("Sunny", "Rainy")
TAVERNS = ("Lamb_and_Flag", "Mermaid", "Tabard", "Boars_Head")
CREWS = tuple(f"{tavern}.crew" for tavern in TAVERNS)
HELPERS = {**NOBLE_SYMBOL, **{name: EVENT_SYMBOL[event] for name, event in SPECIALIST_EVENT.items()}}
OWN = ("noble", "hand", "retinue", "used", "leaving", "held")
SECRET = {"hand": "owner", "deck": "nobody", "singles": "nobody", "doubles": "nobody", "nobles": "nobody"}
"""Who sees a zone, where that is not everybody (R4, R6, R9, R11)."""


@define
class Court:
    """One match, watched from the set-up to the end."""

    seats: Sequence[str]
    values: dict[str, list[int]] = field(factory=dict[str, list[int]])
    types: dict[str, set[str]] = field(factory=dict[str, set[str]])
    turn_of: str = ""
    gathered: int = 0
    is_mixed: bool = False
    """Whether there were discards before round four."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    # ------------------------------------------------------------ set-up

    def begins(self, now: Position) -> None:
        """The table before the first card is passed (R3 to R12, A1, A2)."""
        nobles = [NOBLE_SYMBOL[next(iter(now.zones[f"{seat}.noble"]))] for seat in self.seats]
        for seat, symbol in zip(self.seats, nobles, strict=True):
            assert now.zones[f"{seat}.hand"] == Counter(set(CORE) - {symbol})
        left = 5 - self.players
        assert now.zones["discards"] == Counter[str](dict.fromkeys(CORE, left)) - Counter[str]()
        blue = {symbol: n for (back, symbol), n in court.STAFF.items() if back == "blue"}
        assert now.piles["deck"] == (Counter(nobles), Counter(blue)), (
            "the nobles' cards lie under the deck, shuffled (R7)"
        )
        used = court.events_in_game(self.players)
        assert now.zones["doubles"] == Counter(f"Double.{c.event}" for c in used if c.icons == 2)
        assert now.zones["singles"] == Counter(f"Single.{c.event}" for c in used if c.icons == 1)
        assert now.zones["for_hire"] == Counter(list(SPECIALIST_EVENT))
        assert sky_of(now) == "Rainy"
        self.values = {seat: [] for seat in self.seats}
        self.types = {seat: set() for seat in self.seats}

    # ------------------------------------------------------------ decisions

    def decided(
        self, before: Position, seat: str, decision: str, asked: list[Asked], text: str, after: Position, is_over: bool
    ) -> None:
        """What was offered, and what came of the choice. `decision` is the rule that asks."""
        then = Expected({name: Counter(held) for name, held in before.zones.items()}, dict(before.fields))
        parts = choices(text)
        if decision == "ranking":
            leaders = court.leaders(self._totals(before))
            offered(asked, "one", "winner", leaders, parts[0].values["winner"])
            assert seat == self._holder(before), "the holder of the Queen's card decides (R53)"
            return
        assert seat == self._due(before, decision), f"it was not the turn of {seat} (R18, R19)"
        match decision:
            case "pass_card":
                gift = parts[0].values["gift"]
                offered(asked, "one", "gift", set(before.zones[f"{seat}.hand"]), gift)
                right = self.seats[self.seats.index(seat) - 1]
                then.move(Counter([gift]), f"{seat}.hand", f"{right}.hand")
            case "take_turn" | "gather_sets":
                self._takes(then, before, seat, decision, asked, parts)
            case "last_turn":
                self._holds(then, before, seat, asked, only_card(before), parts, is_last=True)
            case _:
                raise AssertionError(f"nobody should be asked {decision}")
        self._follows(then, before, after, is_over)

    def _takes(
        self, then: Expected, before: Position, seat: str, decision: str, asked: list[Asked], parts: list[Choice]
    ) -> None:
        crews = {tavern for tavern in TAVERNS if before.zones[f"{tavern}.crew"]}
        menu = {"from_tavern"} if crews else set[str]()
        menu |= {"from_court"} if before.zones["court"] else set()
        if decision == "gather_sets":
            gate = {"take", "decline"} if menu else {"decline"}
            if menu:
                offered(asked, "gate", decision, gate, "decline" if parts[0].declined else "take")
            if parts[0].declined:
                self.gathered = 2
                return
            self.gathered += 1
        else:
            menu |= {"take_event"} | (set[str]() if before.fields["weather_taken"] else {"hire"})
        offered(asked, "menu", decision, menu, parts[0].name)
        match parts[0].name:
            case "from_tavern":
                tavern, symbol = parts[0].values["t"], parts[0].values["s"]
                offered(asked, "one", "t", crews, tavern)
                offered(asked, "one", "s", set(before.zones[f"{tavern}.crew"]), symbol)
                then.move(of(before.zones[f"{tavern}.crew"], symbol), f"{tavern}.crew", f"{seat}.hand")
                then.move(Counter(then.zones[f"{tavern}.crew"]), f"{tavern}.crew", "court")
            case "from_court":
                symbol = parts[0].values["s"]
                offered(asked, "one", "s", set(before.zones["court"]), symbol)
                then.move(of(before.zones["court"], symbol), "court", f"{seat}.hand")
            case "hire":
                helper, face = parts[0].values["helper"], parts[0].values["face"]
                offered(asked, "one", "helper", set(before.zones["for_hire"]), helper)
                offered(asked, "one", "face", {*SKIES}, face)
                then.move(Counter([helper]), "for_hire", f"{seat}.retinue")
                then.fields |= {"weather": SKIES.index(court_sky(face)), "weather_taken": True}
            case _:
                card = parts[0].values["card"]
                offered(asked, "one", "card", set(before.zones["programme"]), card)
                self._holds(then, before, seat, asked, card, parts[1:], is_last=False)

    def _holds(
        self,
        then: Expected,
        before: Position,
        seat: str,
        asked: list[Asked],
        card: str,
        parts: list[Choice],
        is_last: bool,
    ) -> None:
        """R28 to R44: what may be declared, what it is worth, and who gets the Queen's card."""
        how, made = parts[0].name, parts[0]
        retinue = set(before.zones[f"{seat}.retinue"])
        menu = {"hold_banquet"}
        if not is_last:
            menu.add("hold_printed")
        if retinue:
            menu.add("hold_specialist")
        offered(asked, "menu", "last_turn" if is_last else "take_event", menu, how)
        host = made.values.get("host")
        if how == "hold_specialist":
            assert host is not None
            offered(asked, "one", "host", retinue, host)
        size, event = card.split(".")
        theme = {"hold_printed": EVENT_SYMBOL[event], "hold_banquet": None, "hold_specialist": HELPERS.get(host or "")}[
            how
        ]
        noble = next(iter(before.zones[f"{seat}.noble"]))
        hand = before.zones[f"{seat}.hand"]
        spent, matches = made.pieces("spent"), made.pieces("matches")
        most = 99
        if theme is not None:
            assert set(spent) <= {theme}
            offered(asked, "count", "spent", {str(n) for n in range(hand[theme] + 1)}, str(spent[theme]))
            printed = 2 if how == "hold_specialist" or size == "Double" else 1
            most = spent[theme] + printed + (2 if NOBLE_SYMBOL[noble] == theme else 0)
        self._pairs(asked, hand, {noble, *retinue}, theme, most, matches)
        occasion = {
            "hold_printed": event,
            "hold_banquet": "Banquet",
            "hold_specialist": SPECIALIST_EVENT.get(host or ""),
        }[how]
        assert occasion is not None
        suits = how != "hold_specialist" and court.FAVOURABLE[occasion] == sky_of(before)
        bonus = made.values.get("bonus", "no")
        offered(asked, "yes_no", "bonus", {"no", "yes"} if suits else {"no"}, bonus)
        # ------------------------------------ worth
        pairs = matches.total()
        amount = (pairs if theme is not None else -(-pairs // 2)) + (bonus == "yes")
        kept = retinue - set(matches) - {host}
        value = max(0, amount * (amount + 1) // 2 - (3 if kept else 0))
        self._judged(before, seat, card, how, host, spent, matches, bonus == "yes", value, is_last)
        # ------------------------------------ and what becomes of everything
        staff = spent + Counter({name: n for name, n in matches.items() if name in SYMBOLS})
        used = {name for name in retinue if name in matches or name == host}
        then.move(staff, f"{seat}.hand", f"{seat}.used")
        then.move(Counter(used), f"{seat}.retinue", f"{seat}.leaving")
        if how == "hold_specialist":
            then.move(Counter([card]), "programme", "past_events")
        else:
            shown = card if how == "hold_printed" else card.replace(".", "_banquet.")
            then.zones["programme"] -= Counter([card])
            then.zones[f"{seat}.held"] += Counter([shown])
            if shown != card:
                then.zones["other sides"] = then.zones["other sides"] - Counter([shown]) + Counter([card])
        self.values[seat].append(value)
        self.types[seat].add(occasion)
        smallest = before.fields["smallest"]
        if smallest is None or value < smallest:
            then.fields |= {"smallest": value, "gloriana": self.seats.index(seat)}
        then.fields |= {
            f"{seat}.earned": sum(self.values[seat]),
            f"{seat}.shown": tuple(sorted(OCCASIONS.index(kind) for kind in self.types[seat])),
            f"{seat}.done": True,
        }

    def _pairs(
        self,
        asked: list[Asked],
        hand: Counter[str],
        helpers: set[str],
        theme: str | None,
        most: int,
        matches: Counter[str],
    ) -> None:
        """R33, R34, R40: symbol by symbol, whatever shows one that is no symbol of the event, until there are as many pairs as symbols."""
        questions = {one.about: one for one in asked_for(asked, "matches", "group")}
        taken = 0
        for symbol in SYMBOLS:
            kinds = {name for name in helpers if HELPERS[name] == symbol}
            if hand[symbol]:
                kinds.add(symbol)
            chosen = [name for name in matches if name == symbol or HELPERS.get(name) == symbol]
            if symbol == theme or not kinds or taken >= most:
                assert symbol not in questions, f"{symbol} was offered as a pair (R33)"
                assert not chosen, f"{symbol} was taken as a pair (R33)"
                continue
            assert symbol in questions, f"{symbol} was not offered as a pair (R33, R34)"
            assert set(questions[symbol].options) == {"none", *kinds}
            assert sum(matches[name] for name in chosen) <= 1, f"{symbol} was used twice (R33)"
            taken += len(chosen)
        assert taken == matches.total()

    def _judged(
        self, before: Position, seat: str, card: str, how: str, host: str | None, spent: Counter[str], matches: Counter[str],
        bonus: bool, value: int, is_last: bool,
    ) -> None:  # fmt: skip
        """The independent scorer agrees that it is allowed, and what it is worth."""
        size, event = card.split(".")
        position = court.Position(
            before.zones[f"{seat}.hand"],
            next(iter(before.zones[f"{seat}.noble"])),
            frozenset(before.zones[f"{seat}.retinue"]),
            event,
            2 if size == "Double" else 1,
            sky_of(before),
            is_last,
        )
        staff = [*spent.elements(), *(name for name in matches.elements() if name in SYMBOLS)]
        others = [name for name in matches.elements() if name not in SYMBOLS]
        kind: court.Kind = {"hold_printed": "Printed", "hold_banquet": "Banquet", "hold_specialist": "Specialist"}[how]  # type: ignore[assignment]  # the three kinds
        judged = court.declaration_value(position, Declaration(kind, host, staff, others, bonus))
        assert judged.legal, judged.reason
        assert judged.value == value

    # ------------------------------------------------------------ turns and rounds

    def _due(self, before: Position, decision: str) -> str:
        """Whose turn it is, and what is asked in it (R18, R19, R26)."""
        waiting = [seat for seat in self.seats if not before.fields[f"{seat}.done"]]
        if decision == "pass_card":
            return self._holder(before)
        assert (decision != "take_turn") == (len(waiting) == 1), "the last player has a turn of its own (R26)"
        if decision == "gather_sets":
            assert self.gathered < 2, "two sets at most (R26)"
        elif decision == "last_turn":
            anything = any(before.zones[zone] for zone in (*CREWS, "court"))
            assert self.gathered == 2 or not anything, "the last player may gather two sets first (R26)"
        return self.turn_of

    def _follows(self, then: Expected, before: Position, after: Position, is_over: bool) -> None:
        """The round goes on, or ends; nothing else changes."""
        if any(not then.fields[f"{seat}.done"] for seat in self.seats) and before.fields["round"] > 0:
            self._same(then, after)
            if all(not then.fields[f"{seat}.done"] for seat in self.seats) or self.turn_of:
                self._next(then, before)
            return
        if before.fields["round"] > 0:
            self._clears(then)
        if is_over or before.fields["round"] == court.rounds(self.players):  # a tie is still to be decided
            assert before.fields["round"] == court.rounds(self.players), "all rounds are played (R1, R45)"
            assert not then.zones["singles"] | then.zones["doubles"], "all events are used (R2)"
            then.fields |= {name: after.fields[name] for name in ("winner", "reason")}
            self._same(then, after)
            return
        self._round_begins(then, before.fields["round"] + 1, after)

    def _next(self, then: Expected, before: Position) -> None:
        """Whose turn comes: the last player goes on until an event is held (R19, R26)."""
        held = [seat for seat in self.seats if then.fields[f"{seat}.done"]]
        if (
            before.fields[f"{self.turn_of}.done"] == then.fields[f"{self.turn_of}.done"]
            and len(held) == self.players - 1
        ):
            return
        self.turn_of = court.next_player(self.seats, self.turn_of, held) or ""
        self.gathered = 0

    def _clears(self, then: Expected) -> None:
        """R46 to R50."""
        for zone in (*CREWS, "court", *(f"{seat}.used" for seat in self.seats)):
            then.move(Counter(then.zones[zone]), zone, "discards")
        for seat in self.seats:
            then.move(Counter(then.zones[f"{seat}.leaving"]), f"{seat}.leaving", "retired")

    def _round_begins(self, then: Expected, number: int, after: Position) -> None:
        """R13 to R18, R21: whole taverns from the deck, which the discards are shuffled into in round four, or when it is too short."""
        assert number <= court.rounds(self.players)
        deck, discards = then.zones["deck"], then.zones["discards"]
        if number == 4:
            self.is_mixed = bool(+discards)
            deck, discards = deck + discards, Counter[str]()
        filled = min(4, (deck + discards).total() // 4)
        if deck.total() < 4 * filled:
            deck, discards = deck + discards, Counter[str]()
        assert [after.size(crew) for crew in CREWS] == [4] * filled + [0] * (4 - filled), (
            "four cards or none (R14, R21)"
        )
        doubles, singles = court.events_revealed(self.players, number)
        shown = Counter(card.split(".")[0] for card in after.zones["programme"].elements())
        assert shown == Counter(Double=doubles, Single=singles) - Counter[str](), "one event for each player (R15, R16)"
        drawn = sum((after.zones[crew] for crew in CREWS), Counter[str]())
        assert drawn <= deck, "taverns are filled from the deck"
        then.zones |= {"deck": deck - drawn, "discards": discards, **{crew: after.zones[crew] for crew in CREWS}}
        for deck_of, size in (("doubles", "Double"), ("singles", "Single")):
            then.zones[deck_of] -= Counter({c: n for c, n in after.zones["programme"].items() if c.startswith(size)})
        then.zones["programme"] = after.zones["programme"]
        then.fields |= {"round": number, "weather_taken": False, "smallest": None}
        then.fields |= {f"{seat}.done": False for seat in self.seats}
        self._same(then, after)
        self.turn_of, self.gathered = self._holder(after), 0

    def _same(self, then: Expected, after: Position) -> None:
        zones = {name: (+held, after.zones[name]) for name, held in then.zones.items() if +held != after.zones[name]}
        assert not zones, f"expected and found: {zones}"
        fields = {
            name: (value, after.fields[name]) for name, value in then.fields.items() if value != after.fields[name]
        }
        assert not fields, f"expected and found: {fields}"

    def _holder(self, now: Position) -> str:
        number: int = now.fields["gloriana"]
        return self.seats[number]

    # ------------------------------------------------------------ the end

    def _totals(self, now: Position) -> dict[str, int]:
        return {seat: self._lines(now)[seat].total for seat in self.seats}

    def _lines(self, now: Position) -> Mapping[str, court.FinalLines]:
        return {
            seat: court.FinalLines(sum(self.values[seat]), POINTS[len(self.types[seat])], -now.size(f"{seat}.hand"))
            for seat in self.seats
        }

    def ended(self, now: Position, outcome: Outcome) -> None:
        """The score sheet and the places (R51 to R53)."""
        lines = self._lines(now)
        for seat, row, total in zip(self.seats, outcome.scores, outcome.totals, strict=True):
            own = lines[seat]
            assert dict(row) == {"events": own.events, "variety": own.variety, "unpaid": own.unpaid}
            assert total == own.total
        totals = self._totals(now)
        first = {self.seats[seat] for seat in outcome.ranking[0]}
        favourite = next(iter(first)) if len(court.leaders(totals)) > 1 else None
        assert [{self.seats[seat] for seat in group} for group in outcome.ranking] == court.ranking(totals, favourite)
        assert first == court.leaders(totals) or favourite is not None

    # ------------------------------------------------------------ secrets, and what is mixed

    def told(self, seat: str, events: Sequence[Event]) -> None:
        """No move, answer or sentence names what a seat may not see (A24); and in round four everybody sees that the discards are mixed into what is left
        of the deck before the first tavern is filled (R13)."""
        for leak in leaks(seat, events, lambda zone: self._may_see(seat, zone), {*SYMBOLS, *NOBLE_SYMBOL}):
            raise AssertionError(leak)
        number, added, mixed = 0, False, False
        for event in events:
            match event.data:
                case ("field", "round", str(text)):
                    number, added, mixed = int(text), False, False
                case ("move", tuple(), "discards", "deck"):
                    added = True
                case ("shuffle", "deck"):
                    mixed = added
                case ("move", tuple(), "deck", str(to)) if number == 4 and self.is_mixed:
                    assert mixed, f"{to} is filled before the discards are shuffled into the deck (R13)"
                case _:
                    pass

    def _may_see(self, seat: str, zone: str) -> bool:
        owner, _, name = zone.rpartition(".")
        who = SECRET.get(name, "everybody")
        return who == "everybody" or (who == "owner" and owner == seat)

    def sees(self, seat: str, view: View, now: Position) -> None:
        """A seat is shown what lies open, and nothing that is secret (R4, R6, R9 to R11)."""
        for zone in view.zones:
            if zone.name == "other sides":
                continue
            if self._may_see(seat, zone.name):
                assert zone.contents is not None, f"{seat} should see {zone.name}"
                assert Counter(dict(zone.contents)) == now.zones[zone.name]
            else:
                assert zone.contents is None, f"{seat} sees {zone.name}"


def of(cards: Counter[str], symbol: str) -> Counter[str]:
    """All cards with a symbol."""
    return Counter({symbol: cards[symbol]})


def only_card(now: Position) -> str:
    """The event that is left for the last player."""
    (card,) = now.zones["programme"].elements()
    return card


def sky_of(position: Position) -> court.Weather:
    """The weather that lies open."""
    index: int = position.fields["weather"]
    return SKIES[index]


def court_sky(text: str) -> court.Weather:
    """The side of the weather card."""
    return "Sunny" if text == "Sunny" else "Rainy"
