"""The parts of a tree that several instances search in parallel: each holds the positions whose hash belongs to it (see `emit/hosts/exploring.py`).

A part works in its own thread. It puts positions that belong to another part into a box in its own memory. Its thread copies them to a box in the
memory of the other part, as soon as the thread of that part has emptied that box.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from struct import pack_into, unpack_from
from threading import Condition, Thread
from time import perf_counter

from gamedsl.values import define, field, frozen
from gamedsl_interpreter.wasm.emit.assembly.binary import MOST_PAGES
from gamedsl_interpreter.wasm.emit.hosts.exploring import SLACK
from gamedsl_interpreter.wasm.emit.memory.memory import PAGE
from gamedsl_interpreter.wasm.instances.calls import round_up
from gamedsl_interpreter.wasm.instances.instance import Instance

SLICE = 0.05
"""Seconds after which a call returns to the host."""
LARGE = 4096
"""The least entries of a level for which threads are worth starting."""
_BOXED = 1 << 18
"""The bytes at which a box counts as full: few enough to stay in a processor's cache."""
_LEAST_BOXED = 64
"""The least entries at which a box counts as full, if they are long."""
_FIRST_PLACES = 1024
_FULL, _MORE = 2, 1


class FullError(Exception):
    """A table is full, or there are more positions than allowed."""


@define
class Room:
    """The layout of tables: two of levels and, if `seen` is not 0, one of all positions that were seen. `level` and `seen` are bytes of an entry. With
    several parts, two boxes for each part come before them: for entries that go to it, and for entries that come from it."""

    level: int
    seen: int
    start: int
    parts: int

    @property
    def box(self) -> int:
        """The bytes of a box; 0 if there is one part."""
        return 0 if self.parts == 1 else round_up(self.level * (max(_LEAST_BOXED, _BOXED // self.level) + SLACK))

    def tables(self, entries: int) -> list[tuple[int, int, int]]:
        """Returns the addresses of the entries and of the index of each table, and the bytes of an entry."""
        at, addresses = self.start + 2 * self.parts * self.box, list[tuple[int, int, int]]()
        for size in (self.level, self.level, self.seen):
            if size:
                index = at + round_up(size * entries)
                addresses.append((at, index, size))
                at = index + 8 * _places(entries)
        return addresses

    def end(self, entries: int) -> int:
        """Returns the address where the last table ends."""
        return self.tables(entries)[-1][1] + 8 * _places(entries)

    def fitting(self, entries: int) -> int:
        """Returns `entries`, or fewer if memory has too little room; equal for any number of parts."""
        while Room(self.level, self.seen, self.start, 1).end(entries) > MOST_PAGES * PAGE - _ROOM_FOR_BOXES:
            entries = entries * 7 // 8
        return entries


_ROOM_FOR_BOXES = 1 << 26


@frozen
class Plan:
    """The data that all parts of a tree share: the addresses of the module, the layout of tables, the bytes before an entry's hash, the number of parts."""

    addresses: Mapping[str, int]
    room: Room
    entries: int
    hash_at: int
    parts: int


class Part:
    """One instance with the positions of one part."""

    def __init__(self, number: int, plan: Plan, instance: Instance) -> None:
        self.number = number
        self.memory = instance.memory
        self.call = instance.functions
        self._instance = instance
        self._a = plan.addresses
        self._plan = plan
        self._slice = 1 << 12
        for name, (at, index, stride) in zip(("FROM", "TO", "SEEN"), plan.room.tables(plan.entries), strict=False):
            hash_at = plan.hash_at if name != "SEEN" else stride - 8
            places = _FIRST_PLACES - 1, stride, hash_at, index, _places(plan.entries) - 1
            pack_into("<8i", self.memory, self._a[name], at, 0, index, *places)
        self.set("PARTS", plan.parts)
        self.set("PART", number)
        if plan.parts > 1:
            for part in range(plan.parts):
                self._empty(part)

    # ------------------------------------------------------------ boxes

    def _box(self, part: int) -> int:
        """Returns the address of the box for a part; the boxes from other parts come after all of these, in the same order."""
        return self._plan.room.start + part * self._plan.room.box

    def _empty(self, part: int) -> None:
        at = self._box(part)
        full = at + self._plan.room.box - SLACK * self._plan.room.level
        pack_into("<ii", self.memory, self._a["BOXES"] + 8 * part, at, full)

    def boxes(self) -> list[int]:
        """Lists the parts with entries in their boxes since the last post."""
        if self._plan.parts == 1:
            return []
        ends = unpack_from("<" + "ii" * self._plan.parts, self.memory, self._a["BOXES"])[::2]
        return [part for part, end in enumerate(ends) if end > self._box(part)]

    def post(self, other: Part) -> int:
        """Copies the entries for another part into the memory of that part, whose box has to be empty; returns their number."""
        start = self._box(other.number)
        (end,) = unpack_from("<i", self.memory, self._a["BOXES"] + 8 * other.number)
        at = other._box(self._plan.parts + self.number)
        other.memory[at : at + end - start] = self.memory[start:end]
        self._empty(other.number)
        return int(end - start) // self._plan.room.level

    def receive(self, part: int, entries: int) -> None:
        """Takes `entries` entries out of the box from another part. Raises FullError."""
        if not self.call["received"](self._box(self._plan.parts + part), entries):
            raise FullError

    # ------------------------------------------------------------ slices

    def slice(self, name: str) -> int:
        """Runs one slice of a function; returns why it stopped. Raises FullError."""
        began = perf_counter()
        status = self.call[name](self._slice)
        spent = perf_counter() - began
        if spent > SLICE:
            self._slice = max(1, self._slice // 2)
        elif spent < SLICE / 4 and not self.word("BOX_FULL"):
            self._slice = min(1 << 24, self._slice * 4)
        if status == _FULL:
            raise FullError
        return int(status)

    # ------------------------------------------------------------ memory

    def word(self, name: str) -> int:
        """Reads a variable of the module."""
        value: int = unpack_from("<i", self.memory, self._a[name])[0]
        return value

    def set(self, name: str, value: int) -> None:
        """Writes a variable of the module."""
        pack_into("<i", self.memory, self._a[name], value)

    def wide(self, at: int) -> int:
        """Reads a number of 128 bits."""
        low, high = unpack_from("<QQ", self.memory, at)
        return int(low | high << 64)

    def count(self, table: str = "TO") -> int:
        """Returns the number of entries of a table."""
        value: int = unpack_from("<i", self.memory, self._a[table] + 4)[0]
        return value


def deliver(parts: Sequence[Part], sender: Part) -> None:
    """Carries the boxes of one part to the others, while none of them works. Raises FullError."""
    for other in sender.boxes():
        parts[other].receive(sender.number, sender.post(parts[other]))
    sender.set("BOX_FULL", 0)


def work(parts: Sequence[Part], name: str, watch: Callable[[], None], *, is_large: bool) -> None:
    """Runs a function in all parts until it is done and no box is left; in threads if `is_large`. `watch` is called after each slice, and raises an
    error to end the work. Raises also FullError, Trapped.

    The calling thread only waits for threads, so it receives a keyboard interrupt at once. The threads end after their slice.
    """
    shift = _Shift(parts, name, watch)
    if len(parts) == 1 or not is_large:
        shift.alone()
        return
    threads = [Thread(target=shift.beside_others, args=[part], daemon=True) for part in parts]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(SLICE)
    finally:
        shift.end()
    if shift.failed:
        raise shift.failed[0]


@define
class _Shift:
    """Parts that run one function at the same time."""

    parts: Sequence[Part]
    name: str
    watch: Callable[[], None]
    failed: list[BaseException] = field(factory=list[BaseException])
    _posted: list[list[int]] = field(init=False)
    """By receiver and sender: the entries in the box from one part to another; 0 if it is empty."""
    _changed: Condition = field(factory=Condition)
    _finished: int = 0
    _is_ended: bool = False

    def __attrs_post_init__(self) -> None:
        self._posted = [[0] * len(self.parts) for _ in self.parts]

    def alone(self) -> None:
        """Does the work of all parts in the calling thread."""
        for part in self.parts:
            is_done = False
            while not is_done:
                is_done = part.slice(self.name) != _MORE
                deliver(self.parts, part)
                self.watch()

    def beside_others(self, part: Part) -> None:
        """Does the work of one part in its own thread. An error stops all parts, and `work` raises it in the caller's thread."""
        try:
            is_done = False
            while not is_done and not self._is_ended:
                is_done = part.slice(self.name) != _MORE
                self._post(part)
                self._receive(part)
                self.watch()
            with self._changed:
                self._finished += 1
                self._changed.notify_all()
            self._receive_until(part, lambda: self._finished == len(self.parts))
        except BaseException as error:  # noqa: BLE001 (see above)
            self.failed.append(error)
            self.end()

    def _post(self, part: Part) -> None:
        """Copies the boxes of a part to the others. While it waits for one of them, it receives incoming entries, so two parts never wait for each other."""
        for other in part.boxes():
            posted = self._posted[other]
            self._receive_until(part, lambda posted=posted: not posted[part.number])  # type: ignore[misc]
            if self._is_ended:
                return
            entries = part.post(self.parts[other])
            with self._changed:
                posted[part.number] = entries
                self._changed.notify_all()
        part.set("BOX_FULL", 0)

    def _receive(self, part: Part) -> None:
        """Receives the incoming entries."""
        posted = self._posted[part.number]
        for sender, entries in enumerate(posted):
            if entries and not self._is_ended:
                part.receive(sender, entries)
                with self._changed:
                    posted[sender] = 0
                    self._changed.notify_all()

    def _receive_until(self, part: Part, is_over: Callable[[], bool]) -> None:
        """Receives incoming entries until the condition holds and none is left."""
        while not self._is_ended:
            with self._changed:
                while not (self._is_ended or is_over() or any(self._posted[part.number])):
                    self._changed.wait()
                if not any(self._posted[part.number]):
                    return
            self._receive(part)

    def end(self) -> None:
        """Ends the work: no more slices begin."""
        with self._changed:
            self._is_ended = True
            self._changed.notify_all()


def _places(entries: int) -> int:
    """Returns the size of an index that is at least half empty, and doubles when it would not be."""
    return max(_FIRST_PLACES, 1 << (2 * entries + 1).bit_length())
