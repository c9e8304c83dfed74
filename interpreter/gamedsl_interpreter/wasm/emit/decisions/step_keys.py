"""Identifies an open step and its options independently of the position, for trees whose nodes are reached in different worlds.

A search that was asked to look at a step (PROBE) writes to KEY_STEP what distinguishes the step from all others: a hash of its number (from the names
of the decision and of the selection, and the kind of step) and of its subject. KEY_WORDS says what distinguishes the options of the step: 0 means their
value; 1 or 2 means that many words of the option's element, which lies KEY_SIZE times the value after KEY_AT. If KEY_ORDER is not 0, the value 0 stands
for no element, and value v for the element whose number is the v-th of the words from KEY_ORDER on.
"""

from __future__ import annotations

from gamedsl.graph.model import types
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, load, op2, wide
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.memory.memory import Memory
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_piece, is_scalar
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

_WORDS = ("KEY_WORDS", "KEY_AT", "KEY_SIZE", "KEY_ORDER")
_FACTOR = 0x9FB21C651E98DF25


@frozen
class Key:
    """The recorded identity of a step: the words of its subject, the place of its elements, their type, and the place of their order."""

    about: tuple[Ir, ...] = ()
    elements: int = 0
    size: int = 0
    words: int = 0
    order: Ir | None = None


@define
class StepKeys:
    """The places where keys are recorded, and the numbers of steps."""

    places: dict[str, int]
    numbers: dict[tuple[str, str, str], int] = field(factory=dict[tuple[str, str, str], int])

    def number(self, decision: str, kind: str, name: str) -> int:
        """Gives the number of a step of a decision, by its kind and name."""
        return self.numbers.setdefault((decision, kind, name), len(self.numbers) + 1)

    def note(self, code: Lowering, number: int, key: Key) -> None:
        """Records the current step."""
        fn = code.fn
        hash_: Ir = c64(number * _FACTOR % (1 << 64))
        for word in key.about:
            hash_ = op2("rotl", hash_ ^ wide(fn.let(word)), c64(29)) * _FACTOR
        fn.store("i64", c(0), hash_, self.places["KEY_STEP"])
        order = c(0) if key.order is None else key.order
        for name, value in zip(_WORDS, (c(key.words), c(key.elements), c(key.size), order), strict=True):
            fn.store("32", c(0), value, self.places[name])


def step_keys(memory: Memory) -> StepKeys:
    """Reserves places for keys."""
    return StepKeys({"KEY_STEP": memory.space(8), **{name: memory.space(4) for name in _WORDS}})


def words_of(of: types.Type) -> int:
    """Gives how many words an element has that can be chosen. Raises Unsupported for collections."""
    if is_scalar(of):
        return 1
    if is_piece(of):
        return 2
    raise Unsupported("choices among collections, for players that think")


def element_words(of: types.Type, elements: int, size: int, i: Ir) -> tuple[Ir, ...]:
    """Gives the words of element i. Raises Unsupported for collections."""
    return tuple(load("i32", i * size + elements, 4 * word) for word in range(words_of(of)))
