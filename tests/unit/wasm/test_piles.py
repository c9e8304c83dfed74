"""Piles in their working form: whatever happens to them, their canonical bytes, bags and draws are those of the reference executor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from random import Random
from struct import pack, unpack_from

import pytest
from attrs import define
from hypothesis import given
from hypothesis import strategies as st

from gamedsl.graph.bytes.codings import Coding, PileZone, zone_coding
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import ZoneId
from gamedsl.pipeline import compile, parse_files, setups
from gamedsl.source import Source
from gamedsl_interpreter.random import Dice, chance
from gamedsl_interpreter.reference.play.stages import stages_of
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.collections import Pile
from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encode
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import call, load
from gamedsl_interpreter.wasm.emit.assembly.source import Library
from gamedsl_interpreter.wasm.emit.chance import dealing
from gamedsl_interpreter.wasm.emit.context import Context, context
from gamedsl_interpreter.wasm.emit.piles import landing, mixing, pools, tops, working
from gamedsl_interpreter.wasm.instances.instance import Instance
from gamedsl_interpreter.wasm.instances.module import Program

RULES = """game heaps:
    players 1

type letter: A, B, C, D, E
type suit: Cups, Swords

component 15 coin in money:
    name   count
    Penny  6
    Groat  4
    Crown  3
    Pound  1
    Noble  1

component 30 chip in chips:
    letter       suit       count
    each letter  each suit  3

component 10 card in cards:
    letter       suit       count
    each letter  each suit  1

shared:
    money: pile of coin, seen by nobody
    purse: bag of coin
    row_of_money: pile of coin
    chips: pile of chip, seen by nobody
    tray: bag of chip
    row_of_chips: pile of chip
    cards: pile of card, seen by nobody
    hand: bag of card
    row_of_cards: pile of card

each player:
    said: 0..9 = 0

rounds at most 99:
    speak

phase speak, each player:
    draw 1 from money to purse
    draw 1 from chips to tray
    draw 1 from cards to hand
    draw up to 1 from money to row_of_money
    draw up to 1 from chips to row_of_chips
    draw up to 1 from cards to row_of_cards
    move row_of_money to purse
    move row_of_chips to tray
    move row_of_cards to hand
    shuffle purse to money
    shuffle tray to chips
    shuffle hand to cards
    choose number: one of 1..9
    said = number

score said: said

ranking by highest total
"""

FAMILIES = (("money", "purse", "row_of_money"), ("chips", "tray", "row_of_chips"), ("cards", "hand", "row_of_cards"))


@lru_cache
def _game() -> Game:
    parsed = parse_files(Source("heaps.gdl", RULES), lambda _: None)
    return compile(parsed, next(iter(setups(parsed)))).game


def _family(name: str) -> ZoneId:
    return next(ZoneId(i) for i, zone in enumerate(_game().zones) if zone.name == name)


@define
class Table:
    """A pile, a bag and a pile of known pieces of the same kinds, in the memory of a module and as values; both draw from the same stream."""

    ctx: Context
    instance: Instance
    names: dict[str, str]
    zones: tuple[ZoneId, ZoneId, ZoneId]
    at: int
    pile: Pile
    bag: Counter[int]
    row: list[int]
    dice: Dice

    def call(self, what: str, *args: int) -> int:
        """Calls a function with the addresses of the pile and of its extra bytes."""
        return self.called(what, self.address(0), self._extra, *args)

    def called(self, what: str, *args: int) -> int:
        """Calls a function with arguments that lie behind the record."""
        at = self.at + self.ctx.record.size
        self.instance.memory[at : at + 4 * len(args)] = pack(f"<{len(args)}i", *args)
        return self.instance.functions[f"ask {self.names.get(what, what)}"](at)

    @property
    def _extra(self) -> int:
        return self.at + self.ctx.record.piles[self.zones[0]].at

    def address(self, zone: int) -> int:
        """Where a zone lies."""
        return self.at + self.ctx.record.zones[self.zones[zone]].offset

    @property
    def stream(self) -> int:
        """Where the stream lies."""
        return self.at + self.ctx.record.extras.stream

    def coding(self, zone: int) -> Coding:
        """How a zone is written."""
        return zone_coding(self.ctx.game, self.ctx.game.zones[self.zones[zone]])

    @property
    def _values(self) -> tuple[types.Value, ...]:
        counts = tuple(sorted((kind, number) for kind, number in self.bag.items() if number))
        return self.pile, counts, collections.normal(((kind, 1),) for kind in self.row)

    def write(self) -> None:
        """Puts the values into memory."""
        for zone, value in enumerate(self._values):
            coding = self.coding(zone)
            data = pack("<" + coding.codes, *coding.spread(value))
            self.instance.memory[self.address(zone) : self.address(zone) + len(data)] = data
        stream = self.dice.stream
        self.instance.memory[self.stream : self.stream + 16] = pack("<QQ", stream.state, stream.increment)

    def check(self) -> None:
        """The canonical bytes, and where the stream stands."""
        self.called("plain", self.at, self.ctx.game.zones[self.zones[0]].base)
        for zone, value in enumerate(self._values):
            coding = self.coding(zone)
            words = unpack_from("<" + coding.codes, self.instance.memory, self.address(zone))
            assert words == tuple(coding.spread(value)), self.ctx.game.zones[self.zones[zone]].name
        extra = self.instance.memory[self._extra : self._extra + self.ctx.record.piles[self.zones[0]].stride]
        assert not any(extra)
        stream = self.dice.stream
        assert unpack_from("<QQ", self.instance.memory, self.stream) == (stream.state, stream.increment)


@lru_cache
def _program() -> tuple[Context, Instance, tuple[dict[str, str], ...], int]:
    """The functions of all piles of the game in one running module, their names, and the address of a record."""
    ctx = context(_game())
    ctx.constants["STREAM"] = ctx.record.extras.stream
    names = tuple(_names(ctx, *map(_family, family)) for family in FAMILIES)
    at = ctx.memory.space(ctx.record.size + 64, 16)
    source = Library(["random", "faults", "bits", "zones", "piles", "moving", "drawing"])
    functions = [*(source.function(name, ctx.constants) for name in source.names), *ctx.functions.bounded]
    functions += [_asking(fn) for fn in functions]
    exports = [fn.name for fn in functions if fn.name.startswith("ask ")]
    code = encode(Module(functions, exports, ctx.memory.pages(), ctx.memory.data, ()))
    return ctx, Program(code).instance(), names, at


def _asking(fn: Fn) -> Fn:
    """A function that reads its arguments out of memory: hosts give three at most."""
    asking = Fn(f"ask {fn.name}", ("i32",), "i32")
    asking.ret(call(fn.name, "i32", *(load(ty, asking.param(0), 4 * i) for i, ty in enumerate(fn.params))))
    return asking


@pytest.fixture(scope="module", autouse=True)
def _freed() -> Iterator[None]:
    """The module ends with these tests."""
    yield
    _program.cache_clear()


def _names(ctx: Context, pile: ZoneId, bag: ZoneId, row: ZoneId) -> dict[str, str]:
    form, pool = ctx.record.piles[pile], pools.of_bag(ctx.game, bag)
    assert pool is not None
    own = pools.of_pile(form)
    into_bag, into_row = landing.landing(ctx, own.kinds, bag), landing.landing(ctx, own.kinds, row)
    assert into_bag is not None
    assert into_row is not None
    return {
        "to bag": dealing.dealer(ctx, pile, own, into_bag),
        "to row": dealing.dealer(ctx, pile, own, into_row),
        "settle": working.resolver(ctx, form),
        "open": working.opener(ctx, form),
        "shuffle": mixing.shuffler(ctx, form),
        "stack": mixing.stacker(ctx, form, bag, pool),
        "mix": mixing.mixer(ctx, form, bag, pool),
        "under": mixing.underlayer(ctx, form, bag, pool),
        "top": tops.reader(ctx, pile),
        "pop": tops.taker(ctx, pile),
        "push": tops.putter(ctx, pile),
        "top of row": tops.reader(ctx, row),
        "pop of row": tops.taker(ctx, row),
    }


def _table(which: int, pile: Pile, bag: Counter[int], seed: int) -> Table:
    ctx, instance, names, at = _program()
    instance.memory[at : at + ctx.record.size] = bytes(ctx.record.size)
    zones = _family(FAMILIES[which][0]), _family(FAMILIES[which][1]), _family(FAMILIES[which][2])
    table = Table(ctx, instance, names[which], zones, at, pile, bag, [], Dice(chance(seed)))
    table.write()
    return table


def _kinds(which: int) -> tuple[int, ...]:
    coding = zone_coding(_game(), _game().zones[_family(FAMILIES[which][0])])
    assert isinstance(coding, PileZone)
    return tuple(coding.kinds.kinds)


def _random(which: int, random: Random) -> tuple[Pile, Counter[int]]:
    """A pile with any stretches, and the rest of the pieces."""
    every = [kind for kind in _kinds(which) for _ in range(_game().kinds[kind].copies)]
    random.shuffle(every)
    number = random.randint(0, len(every))
    stretches: list[list[int]] = []
    for kind in every[:number]:
        if stretches and random.random() < 0.7:
            stretches[-1].append(kind)
        else:
            stretches.append([kind])
    pile = collections.normal(collections.bag((kind, 1) for kind in stretch) for stretch in stretches)
    return pile, Counter(every[number:])


# ---------------------------------------------------------------- what may happen to a pile


def _drawn(table: Table, number: int, *, ordered: bool) -> tuple[int, ...]:
    stages = stages_of(reversed(table.pile), number, ordered)
    kinds = tuple(kind for stage in stages for kind in stage.sample(table.dice))
    table.pile, _ = collections.take_from_top(table.pile, dict(Counter(kinds)))
    return kinds


def _to_bag(table: Table, random: Random) -> None:
    number = random.randint(1, 6)
    missing = table.call("to bag", table.address(1), 0, number, table.stream)
    kinds = _drawn(table, number, ordered=False)
    table.bag.update(kinds)
    assert missing == number - len(kinds)


def _to_row(table: Table, random: Random) -> None:
    number = random.randint(1, 4)
    table.call("to row", table.address(2), 0, number, table.stream)
    table.row += _drawn(table, number, ordered=True)


def _settle(table: Table, random: Random) -> None:
    depth = random.choice((0, 1, 1, 2, 5, -1))
    table.call("settle", depth, table.stream)
    number = collections.pile_size(table.pile) if depth < 0 else depth
    kinds = _drawn(table, number, ordered=True)
    table.pile = collections.normal((*table.pile, *(((kind, 1),) for kind in reversed(kinds))))


def _shuffle(table: Table, _: Random) -> None:
    table.call("shuffle")
    table.pile = collections.normal([collections.flat(table.pile)])


def _emptied(table: Table, way: str) -> collections.Counts:
    """The bag goes to the pile in one of the ways."""
    counts = collections.bag(table.bag.items())
    if counts:
        table.call(way, table.address(1), collections.bag_size(counts))
        table.bag.clear()
    return counts


def _stack(table: Table, _: Random) -> None:
    table.pile = collections.normal((*table.pile, _emptied(table, "stack")))


def _under(table: Table, _: Random) -> None:
    table.pile = collections.normal((_emptied(table, "under"), *table.pile))


def _mix(table: Table, _: Random) -> None:
    counts = _emptied(table, "mix")
    table.pile = (
        collections.normal([collections.bag_join(collections.flat(table.pile), counts)]) if counts else table.pile
    )


def _known_top(pile: Pile) -> int | None:
    return pile[-1][0][0] if pile and len(pile[-1]) == 1 else None


def _pop(table: Table, _: Random) -> None:
    """A stretch of one kind that was not settled may count as unknown."""
    kind, found = _known_top(table.pile), table.call("top", 0)
    if found >= 0:
        assert _kinds_of(table)[found] == kind
        assert table.call("pop", 0)
        assert kind is not None
        table.pile = collections.take_from_top(table.pile, {kind: 1})[0]
        table.bag[kind] += 1
        table.call("push", found)
        table.bag[kind] -= 1
        table.pile = collections.normal((*table.pile, ((kind, 1),)))
    else:
        assert found == (tops.UNKNOWN if table.pile else tops.EMPTY)
        assert not table.call("pop", 0)


def _row_back(table: Table, _: Random) -> None:
    row = table.address(2)
    if table.row:
        number = table.called("top of row", row, 0, 0)
        assert _kinds_of(table)[number] == table.row[-1]
        assert table.called("pop of row", row, 0, 0)
        kind = table.row.pop()
        table.call("push", number)
        table.pile = collections.normal((*table.pile, ((kind, 1),)))


def _kinds_of(table: Table) -> tuple[int, ...]:
    return table.ctx.record.piles[table.zones[0]].kinds


EVENTS: tuple[Callable[[Table, Random], None], ...] = (
    _to_bag,
    _to_bag,
    _to_row,
    _settle,
    _settle,
    _shuffle,
    _stack,
    _under,
    _mix,
    _pop,
    _row_back,
    _row_back,
)


@pytest.mark.parametrize("which", range(len(FAMILIES)))
@given(st.integers(0, 1 << 32))
def test_a_pile_says_the_same_in_both_forms(which: int, seed: int) -> None:
    random = Random(seed)
    table = _table(which, *_random(which, random), seed)
    table.check()
    for _ in range(random.randint(1, 12)):
        random.choice(EVENTS)(table, random)
        if random.random() < 0.3:
            table.check()
    table.check()


@pytest.mark.parametrize("which", range(len(FAMILIES)))
@given(st.integers(0, 1 << 32))
def test_opening_a_stretch_changes_nothing(which: int, seed: int) -> None:
    table = _table(which, *_random(which, Random(seed)), seed)
    if table.pile:
        table.call("open")
    table.check()


@pytest.mark.parametrize("which", [0, 1])
def test_draws_from_all_small_multisets(which: int) -> None:
    kinds = _kinds(which)[:3]
    for counts in product(range(4), range(4), range(3)):
        segment = tuple((kind, count) for kind, count in zip(kinds, counts, strict=True) if count)
        for number, way in product(range(1, sum(counts) + 2), ("to bag", "to row", "settle")):
            table = _table(which, collections.normal([segment]), Counter(), 10 * number + sum(counts))
            drawn = _drawn(table, number, ordered=way != "to bag")
            if way == "settle":
                table.pile = collections.normal((*table.pile, *(((kind, 1),) for kind in reversed(drawn))))
                table.call(way, number, table.stream)
            elif way == "to bag":
                table.bag.update(drawn)
                table.call(way, table.address(1), 0, number, table.stream)
            else:
                table.row += drawn
                table.call(way, table.address(2), 0, number, table.stream)
            table.check()


def test_every_pile_that_is_drawn_from_has_a_working_form() -> None:
    piles = _program()[0].record.piles
    assert [piles[_family(name)].is_mask for name, _, _ in FAMILIES] == [False, False, True]
    assert [piles[_family(name)].words for name, _, _ in FAMILIES] == [1, 2, 1]
    assert not any(_family(row) in piles for _, _, row in FAMILIES)
