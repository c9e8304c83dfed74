"""The small language of the run-time library: two widths of numbers, memory, and operations of the machine.

A function of the library is a function of Python with numbers as parameters and result: assignments, `if`, `while`, `for … in range(…)`, `break`,
`continue`, `return`, calls, and the operators below. It differs from Python in this:

* An `int` has 32 bits and a `Wide` has 64. An `int` beside a `Wide` is widened without sign.
* Comparisons and negative constants are signed. `//`, `%` and `>>` are unsigned; `rem_s` is signed.
* A parameter that is a `State` is the address of a record, and never below 0: the optimiser relies on that.
* Names in capitals are constants. They are numbers of the file itself, or the emitter gives them. An `if` with a constant condition is decided by the
emitter, and the branch that is not taken is not compiled.
* `a if condition else b` computes both, unless one of them is a call. `and` and `or` compute only what they need, and give 0 or 1 or the number of the
last part.
* A function without `return` gives 0. An expression has no side effect, unless it is a single call.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from typing import NoReturn, TypeAlias, TypeVar, overload

State: TypeAlias = int
"""The address of a record."""


class Wide:
    """A number of 64 bits."""

    def __add__(self, other: Wide | int) -> Wide: ...
    def __sub__(self, other: Wide | int) -> Wide: ...
    def __mul__(self, other: Wide | int) -> Wide: ...
    def __floordiv__(self, other: Wide | int) -> Wide: ...
    def __mod__(self, other: Wide | int) -> Wide: ...
    def __and__(self, other: Wide | int) -> Wide: ...
    def __or__(self, other: Wide | int) -> Wide: ...
    def __xor__(self, other: Wide | int) -> Wide: ...
    def __lshift__(self, other: Wide | int) -> Wide: ...
    def __rshift__(self, other: Wide | int) -> Wide: ...
    def __lt__(self, other: Wide | int) -> bool: ...
    def __le__(self, other: Wide | int) -> bool: ...
    def __gt__(self, other: Wide | int) -> bool: ...
    def __ge__(self, other: Wide | int) -> bool: ...


Number = TypeVar("Number", int, Wide)


class Memory:
    """The memory of a module in numbers of one width, by address. Numbers of less than 32 bits are read without sign."""

    def __getitem__(self, address: int) -> int: ...
    def __setitem__(self, address: int, number: int) -> None: ...


class WideMemory:
    """The memory of a module in numbers of 64 bits."""

    def __getitem__(self, address: int) -> Wide: ...
    def __setitem__(self, address: int, number: Wide) -> None: ...


u8: Memory
u16: Memory
i32: Memory
i64: WideMemory

NUMBER: int = 0
"""A number that the emitter gives."""
WIDE: Wide = Wide()
"""The same, of 64 bits."""


def copy(to: int, source: int, size: int) -> None:
    """Copies `size` bytes; source and target may overlap."""


def fill(to: int, size: int) -> None:
    """Writes `size` zeros."""


def trap() -> NoReturn:
    """Stops the module; the host finds the reason in FAULT."""
    raise NotImplementedError


def unrolled(number: int) -> range:
    """Gives the numbers of an unrolled loop: the body is compiled once for each, with the number as a constant. `number` must be a constant."""
    return range(number)


def wide(number: int) -> Wide:
    """Extends a number to 64 bits, without sign."""
    ...


def signed(number: int) -> Wide:
    """Extends a number to 64 bits, with its sign."""
    ...


def wrap(number: Wide) -> int:
    """Takes the low half."""
    ...


def bit(bits: int, place: int) -> int:
    """Gives 1 if the bit is set, else 0."""
    ...


def popcnt(bits: Number) -> Number:
    """Counts the bits that are set."""
    ...


def ctz(bits: Number) -> Number:
    """Counts the zeros below the lowest set bit."""
    ...


def clz(bits: Number) -> Number:
    """Counts the zeros above the highest set bit."""
    ...


@overload
def rotl(bits: Wide, places: Wide) -> Wide: ...
@overload
def rotl(bits: int, places: int) -> int: ...
def rotl(bits: Wide | int, places: Wide | int) -> Wide | int:
    """Rotates the bits to higher places."""
    ...


def rotr(bits: int, places: int) -> int:
    """Rotates the bits to lower places."""
    ...


def lt_u(a: Number, b: Number) -> bool:
    """Whether a is less than b, without sign."""
    ...


def ge_u(a: Number, b: Number) -> bool:
    """Whether a is not less than b, without sign."""
    ...


def rem_s(a: Number, b: Number) -> Number:
    """Gives the remainder of a signed division; it has the sign of `a`."""
    ...
