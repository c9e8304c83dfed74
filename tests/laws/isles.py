"""The laws of Glory Islands: what every decision offers and does, and who is asked next, computed from the fact sheet and the position before it.

Where Morgan sails, whole turns pass between two questions. There, and with shipwrecks, only what holds in every position is looked at; what Morgan does is
read from what everybody is told, see `morgan`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from attrs import define, field

from gamedsl_interpreter.engine import Event, Outcome, View
from independent import glory_islands as isles
from independent.glory_islands import BACK, FRONT, Board, Cell
from laws.isles_position import (
    CARD,
    CELLS,
    TREASURES,
    WRECKS,
    ExpectedIsles,
    card_of,
    cell_in,
    named,
    pirates_in,
    space,
    value_of,
    without,
)
from laws.morgan import Log
from laws.moves import Asked, Choice, asked_for, choices, offered
from property.telling import leaks
from property.walks import Position

SECRET = {
    "hand": "owner",
    "treasure": "owner",
    "loot": "owner",
    "drawn": "owner",
    "sack": "nobody",
    "deck": "nobody",
    "wrecks": "nobody",
    "stack": "nobody",
}
"""Who sees a zone, where that is not everybody (R2, R7, R30, R56, R68, R70). Morgan's treasure lies open (R62)."""


@define
class Isles:
    """One match, watched from the choice of colours to the end."""

    seats: Sequence[str]
    humans: int
    storm: bool
    is_whole: bool
    """Whether every decision can be followed: no Morgan, no shipwrecks."""
    copies: Counter[str] = field(factory=Counter[str])
    chosen: dict[str, str] = field(factory=dict[str, str])
    queue: list[str] = field(factory=list[str])
    next: tuple[str, str] = ("", "")
    after_dig: str = ""
    landing: str = ""

    @property
    def board(self) -> Board:
        """The side of the board that is played."""
        return BACK if self.storm else FRONT

    def begins(self, now: Position) -> None:
        """The table before colours are chosen (R2 to R5, R55, R56, R66)."""
        bag = isles.bag(self.humans)
        kinds = dict(zip(TREASURES, isles.TOKEN_KINDS, strict=True))
        assert now.zones["sack"] == Counter({name: bag[kind] for name, kind in kinds.items()})
        for seat in self.seats:
            crew = isles.MORGAN_PIRATES if seat == "Morgan" else isles.PIRATES
            assert now.zones[f"{seat}.crew"] == Counter({f"pirate.{seat}": crew})
            assert (now.fields[f"{seat}.glory"], now.fields[f"{seat}.marker"], now.fields[f"{seat}.sailed"]) == (
                0,
                0,
                0,
            )
        assert now.zones["supply"] == Counter(barrel=isles.BARRELS)
        self.copies = now.copies()
        self.next = (self.seats[0], "outfit")

    # ------------------------------------------------------------ decisions

    def decided(
        self, before: Position, seat: str, decision: str, asked: list[Asked], text: str, after: Position, is_over: bool
    ) -> None:
        """What was offered, and what came of the choice. `decision` is the rule that asks."""
        self._always(after)
        if decision == "play_cards" and "Morgan" in self.seats and not before.fields["Morgan.out"]:
            assert before.size("Morgan.deck") > 1, "with one card left his discards are shuffled into his deck (R57)"
        if not self.is_whole:
            return
        then = ExpectedIsles({name: Counter(held) for name, held in before.zones.items()}, dict(before.fields))
        first, *more = choices(text)
        assert self.next == (seat, decision), f"{self.next} was expected, and {seat} was asked {decision}"
        match decision:
            case "outfit":
                self._outfit(then, seat, asked, first)
            case "play_cards":
                self._plays(then, seat, asked, first)
            case "stop_over":
                self._stops(then, seat, asked, first)
            case "sail":
                self._sails(then, seat, asked, first)
            case "place":
                self._lands(then, seat, asked, first)
            case "blown":
                berth = cell_in(first.values["berth"])
                assert berth is not None
                free = isles.empty_cells(BACK, without(pirates_in(before), isles.CENTRE))
                offered(asked, "one", "berth", {f"space[{r}, {c}]" for r, c in free}, first.values["berth"])
                then.move(Counter([f"pirate.{seat}"]), space(isles.CENTRE), space(berth))
                self._collects(then, seat, berth, after)
            case "dig":
                self._keeps(then, seat, asked, first)
            case "special":
                self._special(then, seat, asked, first, more, after)
            case "score_islands":
                self._scores(then, seat, asked, first.values["isle"])
            case _:
                raise AssertionError(f"nobody should be asked {decision}")
        self._same(then, after)
        assert is_over == (self.next == ("", "")), "the match ends after the round of the first ship home (R6, R21)"

    def _outfit(self, then: ExpectedIsles, seat: str, asked: list[Asked], made: Choice) -> None:
        flag = made.values["flag"]
        offered(asked, "one", "flag", {name.split(".")[1] for name in then.zones["decks"]}, flag)
        own = Counter(name for name in CARD if name.endswith(flag))
        then.move(own, "decks", f"{seat}.hand")
        then.move(Counter(barrel=1), "supply", f"{seat}.barrels")
        at = self.seats.index(seat) + 1
        self.next = (self.seats[at], "outfit") if at < len(self.seats) else (self.seats[0], "play_cards")

    def _plays(self, then: ExpectedIsles, seat: str, asked: list[Asked], made: Choice) -> None:
        """R7 to R11: cards are shown when all have chosen; ships pay, some are lost, and the others are put in order."""
        card = made.values["card"]
        offered(asked, "one", "card", set(then.zones[f"{seat}.hand"]), card)
        self.chosen[seat] = card
        playing = [other for other in self.seats if not then.fields[f"{other}.out"]]
        missing = [other for other in playing if other not in self.chosen]
        if missing:
            self.next = (missing[0], "play_cards")
            return
        for other, name in self.chosen.items():
            then.move(Counter([name]), f"{other}.hand", f"{other}.played")
            circle = isles.sail(then.fields[f"{other}.marker"], isles.COST[CARD[name].value])
            then.fields[f"{other}.marker"] = circle
            if circle == isles.SUNK:
                self._sinks(then, other)
        afloat = {other: CARD[name] for other, name in self.chosen.items() if not then.fields[f"{other}.out"]}
        self.chosen = {}
        order = isles.turn_order(afloat)
        then.fields["order"] = tuple(self.seats.index(other) for other in order)
        self.queue = order
        self._next_turn(then)

    def _sinks(self, then: ExpectedIsles, seat: str) -> None:
        """R9, A3: barrels go back, and everything else leaves the game."""
        then.fields[f"{seat}.out"] = True
        then.move(Counter(then.zones[f"{seat}.barrels"]), f"{seat}.barrels", "supply")
        for zone in ("hand", "played", "discard", "crew", "treasure"):
            then.move(Counter(then.zones[f"{seat}.{zone}"]), f"{seat}.{zone}", "box")
        for cell in CELLS:
            if then.zones[space(cell)][f"pirate.{seat}"]:
                then.move(Counter([f"pirate.{seat}"]), space(cell), "box")

    # ------------------------------------------------------------ a turn

    def _next_turn(self, then: ExpectedIsles) -> None:
        """The next ship in the order sails; after the last one cards are exchanged, discarded and taken back (R45 to R48)."""
        if self.queue:
            seat = self.queue[0]
            then.fields[f"{seat}.moved"] = 0
            self.next = (seat, "stop_over" if value_of(then, seat) == 5 else "sail")
            return
        numbers: tuple[int, ...] = then.fields["order"]
        order = [self.seats[number] for number in numbers if not then.fields[f"{self.seats[number]}.out"]]
        played = {seat: card_of(then, seat) for seat in order}
        hands = {seat: Counter({CARD[name]: n for name, n in then.zones[f"{seat}.hand"].items()}) for seat in order}
        piles = {seat: Counter({CARD[name]: n for name, n in then.zones[f"{seat}.discard"].items()}) for seat in order}
        new_hands, new_piles = isles.end_of_round(played, hands, piles)
        for seat in order:
            then.zones[f"{seat}.hand"] = named(new_hands[seat])
            then.zones[f"{seat}.discard"] = named(new_piles[seat])
            then.zones[f"{seat}.played"] = Counter()
        is_home = any(then.fields[f"{seat}.sailed"] >= isles.SEA for seat in self.seats)
        self.next = ("", "") if is_home or not order else (min(order, key=self.seats.index), "play_cards")

    def _advance(self, then: ExpectedIsles, seat: str, steps: int) -> None:
        """R19, R20, A25."""
        sailed = then.fields[f"{seat}.sailed"]
        others = [then.fields[f"{other}.sailed"] for other in self.seats if other != seat]
        before = [sum(other >= mark for other in others) for mark in (isles.COMPASS, isles.SEA)]
        then.glory(seat, sum(isles.arrival_bonuses(sailed, steps, before[0], before[1])))
        then.fields[f"{seat}.sailed"] += steps
        then.fields[f"{seat}.moved"] += steps

    def _stops(self, then: ExpectedIsles, seat: str, asked: list[Asked], made: Choice) -> None:
        """R15, R17: no field wins anything at the stop."""
        offered(asked, "gate", "stop_over", {"take", "decline"}, "decline" if made.declined else "take")
        if made.declined:
            self.next = (seat, "sail")
            return
        offered(asked, "one", "stage", {"1", "2", "3", "4"}, made.values["stage"])
        self._advance(then, seat, int(made.values["stage"]))
        self._must_land(seat, "sail")

    def _sails(self, then: ExpectedIsles, seat: str, asked: list[Asked], made: Choice) -> None:
        """R13, R14, R16, R18: fields win glory where the ship comes to rest."""
        most = value_of(then, seat) - then.fields[f"{seat}.moved"]
        offered(asked, "one", "steps", {str(steps) for steps in range(1, most + 1)}, made.values["steps"])
        self._advance(then, seat, int(made.values["steps"]))
        earned = isles.field_glory(self.board, pirates_in(then), then.fields[f"{seat}.sailed"])
        for owner, points in earned.items():
            then.glory(owner, points)
        self._must_land(seat, "special")

    def _landings(self, then: ExpectedIsles, seat: str) -> dict[Cell | None, set[Cell]]:
        """Which pirate may land where: one from on board (none), or one's own from a space (R22 to R27)."""
        sailed, reach = then.fields[f"{seat}.sailed"], value_of(then, seat)
        pirates, storm = pirates_in(then), self.board.storm
        if then.zones[f"{seat}.crew"]:
            spots = isles.legal_spots(pirates, sailed, reach, storm)
            return {None: spots} if spots else {}
        own = [cell for cell, owner in pirates.items() if owner == seat]
        return {back: spots for back, spots in isles.spots_without_supply(pirates, own, sailed, reach, storm).items()}  # noqa: C416 (a dict with wider keys)

    def _must_land(self, seat: str, afterwards: str) -> None:
        self.landing = afterwards
        self.next = (seat, "place")

    def _lands(self, then: ExpectedIsles, seat: str, asked: list[Asked], made: Choice) -> None:
        landings = self._landings(then, seat)
        if made.declined:
            assert not landings, "a pirate must land if one can (R22, R26, R27)"
            self._goes_on(then, seat, self.landing)
            return
        back, spot = cell_in(made.values["pirate"]), cell_in(made.values["spot"])
        assert spot is not None
        if back is None and not then.zones[f"{seat}.crew"]:
            (back,) = landings  # the only one has no place behind its name
        assert back in landings, f"{back} is none of {landings.keys()} (R27)"
        offers = {cell_in(option) for one in asked if one.name == "pirate" for option in one.options} or {back}
        assert offers == landings.keys(), f"{offers} could be taken back, not {landings.keys()} (R27, A7)"
        offered(asked, "one", "spot", {f"space[{r}, {c}]" for r, c in landings[back]}, made.values["spot"])
        then.move(Counter([f"pirate.{seat}"]), f"{seat}.crew" if back is None else space(back), space(spot))
        if spot == self.board.storm:
            self.next = (seat, "blown")
        else:
            self._collects(then, seat, spot, None)

    def _collects(self, then: ExpectedIsles, seat: str, cell: Cell, after: Position | None) -> None:
        """R28 to R32."""
        del after
        reward = self.board.reward[cell]
        if reward == "Pirate field":
            then.glory(seat, 1)
        elif reward == "Barrel":
            gained = isles.barrel_gained(then.zones[f"{seat}.barrels"].total(), then.zones["supply"].total())
            then.move(Counter(barrel=gained), "supply", f"{seat}.barrels")
        if reward == "Chest":
            self._draws(then, seat, 2, self.landing)
        else:
            self._goes_on(then, seat, self.landing)

    def _keeps(self, then: ExpectedIsles, seat: str, asked: list[Asked], made: Choice) -> None:
        """R30, R33, A16: one of what was drawn; nothing from an empty sack."""
        drawn = then.zones[f"{seat}.drawn"]
        assert made.declined != bool(+drawn), "one of what was drawn is kept (R30)"
        if not made.declined:
            offered(asked, "one", "kept", set(drawn), made.values["kept"])
            then.move(Counter([made.values["kept"]]), f"{seat}.drawn", f"{seat}.treasure")
            then.move(Counter(then.zones[f"{seat}.drawn"]), f"{seat}.drawn", "sack")
        self._goes_on(then, seat, self.after_dig)

    def _draws(self, then: ExpectedIsles, seat: str, number: int, afterwards: str) -> None:
        """What is drawn is open: only how much."""
        then.fields["drawn"] = (seat, min(number, then.zones["sack"].total()))
        self.after_dig = afterwards
        self.next = (seat, "dig")

    def _goes_on(self, then: ExpectedIsles, seat: str, afterwards: str) -> None:
        if afterwards != "islands":
            self.next = (seat, afterwards)
        elif isles.full_islands(self.board, pirates_in(then)):
            self.next = (seat, "score_islands")
        else:
            self.queue = self.queue[1:]
            self._next_turn(then)

    # ------------------------------------------------------------ specials and islands

    def _special(
        self, then: ExpectedIsles, seat: str, asked: list[Asked], made: Choice, more: list[Choice], after: Position
    ) -> None:
        """R33 to R37, A4, A13, A14."""
        value, pirates = value_of(then, seat), pirates_in(then)
        barrels = then.zones[f"{seat}.barrels"].total()
        pays = ({"spend_barrel"} if barrels else set[str]()) | (
            {"spend_circles"} if isles.may_pay_spaces(then.fields[f"{seat}.marker"]) else set[str]()
        )
        own = {cell for cell, owner in pirates.items() if owner == seat}
        menu = set[str]()
        if value == 2 and barrels and then.zones["sack"]:
            menu = {"search"}
        if value == 3 and pays and isles.legal_spots(pirates, then.fields[f"{seat}.sailed"], 5, self.board.storm):
            menu = {"land_another"}
        free = isles.empty_cells(self.board, pirates)
        if value == 4 and pays and own and free:
            menu = {"relocate"}
        taken = "decline" if made.declined else "take"
        offered(asked, "gate", "special", {"take", "decline"} if menu else {"decline"}, taken)
        if made.declined:
            self._goes_on(then, seat, "islands")
            return
        offered(asked, "menu", "special", menu, made.name)
        self.landing = "islands"
        if made.name == "search":
            then.move(Counter(barrel=1), f"{seat}.barrels", "supply")
            self._draws(then, seat, 3, "islands")
            return
        pay = more[-1].name
        offered(asked, "menu", made.name, pays, pay)
        if pay == "spend_barrel":
            then.move(Counter(barrel=1), f"{seat}.barrels", "supply")
        else:
            then.fields[f"{seat}.marker"] += isles.SPECIAL_SPACES
        if made.name == "land_another":
            self._must_land(seat, "islands")
            return
        berths = {f"space[{r}, {c}]" for r, c in free}
        offered(asked, "one", "berth", berths, made.values["berth"])
        moved = cell_in(made.values["pirate"])
        berth = cell_in(made.values["berth"])
        if moved is None:
            (moved,) = own  # the only one has no place behind its name
        assert berth is not None
        assert moved in own, "only one's own pirates move (R35)"
        offers = {cell_in(option) for one in asked_for(asked, "pirate", "one") for option in one.options} or {moved}
        assert offers == own
        then.move(Counter([f"pirate.{seat}"]), space(moved), space(berth))
        self._collects(then, seat, berth, after)

    def _scores(self, then: ExpectedIsles, seat: str, asked: list[Asked], isle: str) -> None:
        """R38 to R44."""
        pirates = pirates_in(then)
        offered(asked, "one", "isle", isles.full_islands(self.board, pirates), isle)
        counts = isles.pirates_on(self.board, pirates, isle)
        for owner, points in isles.score_island(counts, seat, self.board.size(isle)).items():
            then.glory(owner, points)
        for cell, island in self.board.island.items():
            if island == isle:
                then.move(Counter([f"pirate.{pirates[cell]}"]), space(cell), f"{pirates[cell]}.crew")
        self._goes_on(then, seat, "islands")

    # ------------------------------------------------------------ what always holds

    def _always(self, now: Position) -> None:
        """Nothing is lost or made; cards, barrels and pirates are where they may be."""
        assert now.copies() == self.copies, "pieces were lost or made"
        for seat in self.seats:
            assert now.size(f"{seat}.barrels") <= isles.BARREL_LIMIT, "three barrels at most (R32)"
            assert 0 <= now.fields[f"{seat}.marker"] <= isles.SUNK
            if seat == "Morgan":
                assert not now.zones[f"{seat}.hand"], "Morgan's cards do not come back to a hand (R57)"
                assert not now.zones[f"{seat}.barrels"], "Morgan has no barrels (R56)"
            cards = sum((now.zones[f"{seat}.{zone}"] for zone in ("hand", "played", "discard")), Counter[str]())
            if f"{seat}.deck" in now.zones:
                cards += now.zones[f"{seat}.deck"]
            values = sorted(CARD[name].value for name in cards.elements())
            assert not values or values == [1, 2, 3, 3, 4, 5], "a swap exchanges equal values (R45)"
        for cell in CELLS:
            assert now.size(space(cell)) <= 1

    def _same(self, then: ExpectedIsles, after: Position) -> None:
        seat, number = then.fields.pop("drawn", ("", 0))
        if number:
            drawn = after.zones[f"{seat}.drawn"]
            assert drawn.total() == number, f"{number} are drawn (R30, R33, A16)"
            then.move(drawn, "sack", f"{seat}.drawn")
        zones = {name: (+held, after.zones[name]) for name, held in then.zones.items() if +held != after.zones[name]}
        assert not zones, f"expected and found: {zones}"
        told = ("glory", "marker", "sailed", "out")
        names = ["order", *(f"{seat}.{name}" for seat in self.seats for name in told)]
        fields = {
            name: (then.fields[name], after.fields[name]) for name in names if then.fields[name] != after.fields[name]
        }
        assert not fields, f"expected and found: {fields}"

    def ended(self, now: Position, outcome: Outcome) -> None:
        """The score sheet and the places (R50 to R54, R70)."""
        kinds = dict(zip(TREASURES, isles.TOKEN_KINDS, strict=True))
        totals: dict[str, int | None] = {}
        ashore = Counter(pirates_in(now).values())
        for seat, row, total in zip(self.seats, outcome.scores, outcome.totals, strict=True):
            tokens = {kinds[name]: n for name, n in now.zones[f"{seat}.treasure"].items()}
            wrecks = [int(name[-1]) for name in now.zones.get(f"{seat}.loot", Counter[str]()).elements()]
            line = isles.final_lines(
                now.fields[f"{seat}.glory"],
                now.size(f"{seat}.barrels"),
                ashore[seat],
                now.fields[f"{seat}.marker"],
                tokens,
                wrecks,
            )
            totals[seat] = None if line is None else line.total
            if line is None:
                continue
            told = dict(row)
            assert told["renown"] == line.glory
            assert (told["barrels_left"], told["ashore_men"]) == (line.barrels, line.pirates)
            assert (told["sailing_track"], told["treasures"]) == (line.sailing, line.treasure)
            assert told.get("wrecks_raised", 0) == line.shipwrecks
            assert total == line.total
        assert [{self.seats[seat] for seat in group} for group in outcome.ranking] == isles.places(totals)

    def told(self, seat: str, events: Sequence[Event]) -> None:
        """No move, answer or sentence names what a seat may not see (R7, R30, R70); into a stack looks who comes to rest there (R69)."""
        for leak in leaks(
            seat, events, lambda zone: self._may_see(seat, zone), {*CARD, *TREASURES, *WRECKS}, ("stack",)
        ):
            raise AssertionError(leak)
        self._pays_for_wrecks(seat, events)
        if "Morgan" in self.seats:
            Log(self.board).read(events)

    def _pays_for_wrecks(self, seat: str, events: Sequence[Event]) -> None:
        """A second token costs a barrel (R69)."""
        owed = 0
        for event in events:
            data: Any = event.data
            match data:
                case ("choose", _, parts):
                    assert owed == 0, "a second token costs a barrel (R69)"
                    owed = int("another" in dict(parts[0][2]))
                case ("move", (("barrel", 1),), source, "supply") if source == f"{seat}.barrels":
                    owed = 0
                case _:
                    pass
        assert owed == 0, "a second token costs a barrel (R69)"

    def _may_see(self, seat: str, zone: str) -> bool:
        owner, _, name = zone.rpartition(".")
        who = "everybody" if zone == "Morgan.treasure" else SECRET.get(name, "everybody")
        return who == "everybody" or (who == "owner" and owner == seat)

    def sees(self, seat: str, view: View, now: Position) -> None:
        """A seat is shown what lies open, and nothing that is secret."""
        for zone in view.zones:
            if self._may_see(seat, zone.name):
                assert zone.contents is not None, f"{seat} should see {zone.name}"
                assert Counter(dict(zone.contents)) == now.zones[zone.name]
            else:
                assert zone.contents is None, f"{seat} sees {zone.name}"
