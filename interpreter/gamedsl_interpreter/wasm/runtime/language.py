"""The small language of the run-time library: two widths of numbers, memory, and operations of the machine.

A function of the library is a function of Python with numbers as parameters and result: assignments, `if`, `while`, `for … in range(…)`, `break`,
`continue`, `return`, calls, and the operators below. It differs from Python in this:

* An `int` has 32 bits and a `Wide` has 64. An `int` beside a `Wide` is widened without sign.
* Compares, and negative constants, are signed. `//`, `%` and `>>` are not: `rem_s` is.
* A parameter that is a `State` is the address of a record, and never below 0: the optimiser counts on that.
* Capital names are constants. They are numbers of the file itself, or the emitter gives them. `if` with a condition of constants is decided by the emitter,
  and the branch that is not taken is not compiled.
* `a if condition else b` computes both, unless one of them is a call. `and` and `or` do not, and give 0 or 1 or the number of the last part.
* A function without `return` gives 0. Nothing that has a side effect stands in a formula but a call, and that alone.
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
    """The memory of a module in numbers of one width, by address: what is narrower than 32 bits is read without sign."""

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


def copy(to: int, source: int, size: int) -> None:
    """Copies so many bytes; they may overlap."""


def fill(to: int, size: int) -> None:
    """Writes so many zeros."""


def trap() -> NoReturn:
    """Stops the module; the host finds the reason in FAULT."""
    raise NotImplementedError


def unrolled(number: int) -> range:
    """The numbers of a loop that is written out: the body is compiled once for each, with the number as a constant. `number` is a constant itself."""
    return range(number)


def wide(number: int) -> Wide:
    """Without sign."""
    ...


def signed(number: int) -> Wide:
    """Extends a number to 64 bits, with its sign."""
    ...


def wrap(number: Wide) -> int:
    """The low half."""
    ...


def bit(bits: int, place: int) -> int:
    """1 if the bit is set."""
    ...


def popcnt(bits: Number) -> Number:
    """How many bits are set."""
    ...


def ctz(bits: Number) -> Number:
    """Zeros below the lowest bit that is set."""
    ...


def clz(bits: Number) -> Number:
    """Zeros above the highest bit that is set."""
    ...


@overload
def rotl(bits: Wide, places: Wide) -> Wide: ...
@overload
def rotl(bits: int, places: int) -> int: ...
def rotl(bits: Wide | int, places: Wide | int) -> Wide | int:
    """Bits go up, and come in again below."""
    ...


def rotr(bits: int, places: int) -> int:
    """Bits go down, and come in again above."""
    ...


def lt_u(a: Number, b: Number) -> bool:
    """Less, without sign."""
    ...


def ge_u(a: Number, b: Number) -> bool:
    """Not less, without sign."""
    ...


def rem_s(a: Number, b: Number) -> Number:
    """The rest of a division with sign; it has the sign of `a`."""
    ...
