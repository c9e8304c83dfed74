"""Folds everything that is known at each point of a function: constants, copies, bounds. Branches with a known condition are removed, short loops of a
known length are unrolled, and code after a jump is removed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly import dividing, shape
from gamedsl_interpreter.wasm.emit.assembly import ir as build
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import COMPARES, Ir, Stmt, c, c64, const_value
from gamedsl_interpreter.wasm.emit.optimise.ranges import EVERY, Range, Ranges

MOST_TURNS = 16
"""The most passes of a loop that is unrolled."""
MOST_WRITTEN = 600
"""The most statements and operations that unrolling one loop may give."""
_UNARY = frozenset(("popcnt", "ctz", "wrap", "extend_u", "extend_s"))
_BINARY = COMPARES | {"add", "sub", "mul", "and", "or", "xor", "shl", "shr_u", "shr_s", "div_u", "rem_u"}
_ALWAYS_FAULTS = "fault"

Read = Callable[[str, int], Ir | None]
"""Gives the constant that a load of a kind reads at an address, if that address is never written."""


def fold(fn: Fn, read: Read, cells: Mapping[int, Range]) -> None:
    """Rewrites a function."""
    fn.body = _Folding(read, cells, fn.addresses).all(fn.body)


@frozen
class _Passes:
    """A loop that is unrolled: the values of its local at the start of each pass and after the last one, and the body of a pass."""

    local: int
    values: tuple[Ir, ...]
    turn: list[Stmt]

    @property
    def number(self) -> int:
        """Gives the number of passes."""
        return len(self.values) - 1


class _Folding:
    def __init__(self, read: Read, cells: Mapping[int, Range], addresses: Iterable[int]) -> None:
        self._read = read
        self._values: dict[int, Ir] = {}
        self._copies: dict[int, set[int]] = {}
        self._ranges = Ranges(cells)
        self._ranges.locals.update(dict.fromkeys(addresses, (0, EVERY[1])))
        self._room = 4 * MOST_WRITTEN
        self._jumps: dict[int, int] = {}
        """An upper bound on the jumps to each label."""
        self._changed: set[int] = set()
        """The locals that the innermost open block has set."""

    # ------------------------------------------------------------ what is known

    def _forget(self, local: int) -> None:
        self._values.pop(local, None)
        self._ranges.locals.pop(local, None)
        for copy in self._copies.pop(local, ()):
            value = self._values.get(copy)
            if value is not None and value.op == "local" and value.args[0] == local:
                del self._values[copy]

    def _learn(self, local: int, value: Ir) -> None:
        bounds = self._ranges.of(value) if value.ty == "i32" else EVERY
        self._forget(local)
        if value.op == "const" or (value.op == "local" and value.args[0] != local):
            self._values[local] = value
            if value.op == "local":
                self._copies.setdefault(value.args[0], set()).add(local)
        if bounds != EVERY:
            self._ranges.locals[local] = bounds

    def _save(self) -> tuple[dict[int, Ir], dict[int, Range]]:
        return dict(self._values), dict(self._ranges.locals)

    def _restore(self, saved: tuple[dict[int, Ir], dict[int, Range]]) -> None:
        self._values, self._ranges.locals = dict(saved[0]), dict(saved[1])
        self._copies = {}
        for local, value in self._values.items():
            if value.op == "local":
                self._copies.setdefault(value.args[0], set()).add(local)

    def _keep_common(self, other: tuple[dict[int, Ir], dict[int, Range]]) -> None:
        """Keeps only facts that hold both here and there."""
        values, bounds = other
        mine, my_bounds = self._values, self._ranges.locals
        both = {local: value for local, value in mine.items() if values.get(local) == value}
        wide = {
            local: (min(low, bounds[local][0]), max(high, bounds[local][1]))
            for local, (low, high) in my_bounds.items()
            if local in bounds
        }
        self._restore((both, wide))

    # ------------------------------------------------------------ statements

    def all(self, stmts: list[Stmt]) -> list[Stmt]:
        """Rewrites the statements that are reached."""
        out: list[Stmt] = []
        for stmt in stmts:
            self._stmt(stmt, out)
            if shape.is_left(out):
                break
        return out

    def _stmt(self, stmt: Stmt, out: list[Stmt]) -> None:
        match stmt.op, stmt.args:
            case "set", (local, value):
                value = self._expr(value)
                if not (value.op == "local" and value.args[0] == local):
                    self._learn(local, value)
                    self._changed.add(local)
                    out.append(Stmt("set", (local, value)))
            case "if", (condition, then, otherwise):
                self._fold_if(self._expr(condition), then, otherwise, out)
            case "block", (label, body):
                self._block(label, body, out)
            case "loop", (label, body):
                for local in shape.locals_set(body):
                    self._forget(local)
                out.append(Stmt("loop", (label, self.all(body))))
            case "br_if", (label, condition):
                condition = self._expr(condition)
                test = const_value(condition)
                if test is None:
                    out.append(Stmt("br_if", (label, condition)))
                    self._note_jump(label)
                    self._ranges.assume(condition, holds=False)
                elif test:
                    out.append(Stmt("br", (label,)))
                    self._note_jump(label)
            case "br", (label,):
                out.append(stmt)
                self._note_jump(label)
            case "switch", (value, labels, default):
                value = self._expr(value)
                number = const_value(value)
                targets = [*labels, default]
                if number is None:
                    out.append(Stmt("switch", (value, labels, default)))
                else:
                    targets = [labels[number] if 0 <= number < len(labels) else default]
                    out.append(Stmt("br", (targets[0],)))
                for label in targets:
                    self._note_jump(label)
            case "store", (kind, address, offset, value):
                out.append(Stmt("store", (kind, *self._split_address(address, offset), self._expr(value))))
            case op, args:
                out.append(Stmt(op, tuple(self._expr(arg) if isinstance(arg, Ir) else arg for arg in args)))
                if op == "drop" and args[0].op == "call" and args[0].args[0] == _ALWAYS_FAULTS:
                    out.append(Stmt("trap", ()))

    def _fold_if(self, condition: Ir, then: list[Stmt], otherwise: list[Stmt], out: list[Stmt]) -> None:
        test = const_value(condition)
        if test is not None:
            for stmt in then if test else otherwise:
                self._stmt(stmt, out)
                if shape.is_left(out):
                    break
            return
        before = self._save()
        self._ranges.assume(condition, holds=True)
        first = self.all(then)
        after_first = self._save()
        self._restore(before)
        self._ranges.assume(condition, holds=False)
        second = self.all(otherwise)
        if shape.is_left(first) and shape.is_left(second):
            out.append(Stmt("if", (condition, first, second)))
            out.append(Stmt("trap", ()))
            return
        if shape.is_left(second):
            self._restore(after_first)
        elif not shape.is_left(first):
            self._keep_common(after_first)
        if not first and second:
            condition, first, second = build.eqz(condition), second, []
        if first or second:
            out.append(Stmt("if", (condition, first, second)))
        elif shape.has_call(condition):
            out.append(Stmt("drop", (condition,)))

    def _block(self, label: int, body: list[Stmt], out: list[Stmt]) -> None:
        written = self._unroll(body)
        if written is not None:
            body = written
        before, outside = self._save(), self._changed
        self._changed = set()
        self._jumps[label] = 0
        done = self.all(body)
        changed, self._changed = self._changed, outside | self._changed
        jumps = self._jumps[label]
        if jumps == 1 and done and done[-1].op == "br" and done[-1].args[0] == label:
            done.pop()
            jumps = 0
        if not jumps:
            out += done
            return
        self._restore(before)
        for local in changed:
            self._forget(local)
        out.append(Stmt("block", (label, done)))

    def _note_jump(self, label: int) -> None:
        self._jumps[label] = self._jumps.get(label, 0) + 1

    # ------------------------------------------------------------ loops of a known length

    def _unroll(self, body: list[Stmt]) -> list[Stmt] | None:
        """Unrolls a loop over numbers or over the bits of a word, if it is short."""
        match body:
            case [Stmt("loop", (again, [Stmt("br_if", (_, ended)), *turn, Stmt("br", (back,))]))] if again == back:
                pass
            case _:
                return None
        passes = self._over_numbers(ended, turn) or self._over_bits(ended, turn)
        if passes is None or again in shape.jumps_to(passes.turn):
            return None
        cost = passes.number * shape.size(passes.turn)
        if cost > min(MOST_WRITTEN, self._room):
            return None
        self._room -= cost
        written: list[Stmt] = []
        for value in passes.values[:-1]:
            written += [Stmt("set", (passes.local, value)), *passes.turn]
        return [*written, Stmt("set", (passes.local, passes.values[-1]))]

    def _over_numbers(self, ended: Ir, turn: list[Stmt]) -> _Passes | None:
        """Reads a loop that counts from one known number to another."""
        match ended, turn:
            case (
                Ir("ge_s", _, (Ir("local", _, (i,)), end)),
                [*rest, Stmt("set", (j, Ir("add", _, (Ir("local", _, (k,)), Ir("const", _, (1,))))))],
            ) if i == j == k:
                pass
            case _:
                return None
        start, last, changed = self._constant_of(i), const_value(self._expr(end)), shape.locals_set(rest)
        if start is None or last is None or not 0 <= last - start <= MOST_TURNS or i in changed:
            return None
        if end.op == "local" and end.args[0] in changed:
            return None
        return _Passes(i, tuple(c(number) for number in range(start, last + 1)), rest)

    def _over_bits(self, ended: Ir, turn: list[Stmt]) -> _Passes | None:
        """Reads a loop that takes the lowest bit of a known word away in each pass."""
        match ended:
            case Ir("eqz", _, (Ir("local", "i64", (word,)) as left,)):
                pass
            case _:
                return None
        bits = self._constant_of(word)
        taken = Stmt("set", (word, left & (left - 1)))
        if bits is None or taken not in turn or bits.bit_count() > MOST_TURNS:
            return None
        if sum(stmt.op == "set" and stmt.args[0] == word for stmt in shape.every(turn)) > 1:
            return None
        values = [bits & (1 << 64) - 1]
        while values[-1]:
            values.append(values[-1] & (values[-1] - 1))
        return _Passes(word, tuple(c64(value) for value in values), turn)

    def _constant_of(self, local: int) -> int | None:
        value = self._values.get(local)
        return None if value is None else const_value(value)

    # ------------------------------------------------------------ expressions

    def _expr(self, ir: Ir) -> Ir:
        match ir.op:
            case "const" | "vconst":
                return ir
            case "local":
                return self._values.get(ir.args[0], ir)
            case "load":
                return self._load(ir)
            case _:
                pass
        args = tuple(self._expr(arg) if isinstance(arg, Ir) else arg for arg in ir.args)
        made = _rebuild(ir, args)
        if made.ty == "i32" and (made.op in COMPARES or made.op == "eqz"):
            decided = self._ranges.decide(made)
            if decided is not None and not shape.has_call(made):
                return c(decided)
        if made.ty == "i32" and made.op in ("div_u", "rem_u"):
            return self._divide(made)
        return made

    def _divide(self, made: Ir) -> Ir:
        left, by = made.args[0], const_value(made.args[1])
        low, high = self._ranges.of(left)
        if by is None or by <= 0 or low < 0:
            return made
        if made.op == "div_u":
            return dividing.quotient(left, high, by)
        return dividing.rest(left, high, by) if left.op == "local" else made

    def _load(self, ir: Ir) -> Ir:
        kind, address, offset = ir.args
        address, offset = self._split_address(address, offset)
        constant = self._read(kind, offset) if address == c(0) else None
        return Ir("load", ir.ty, (kind, address, offset)) if constant is None else constant

    def _split_address(self, address: Ir, offset: int) -> tuple[Ir, int]:
        """Splits an address into an address and an offset. A constant that is added to the address becomes a part of the offset, unless the rest may be
        below 0, as in `table[n + 3]` with n from -3: wasm adds the offset without wrapping around."""
        address = self._expr(address)
        while address.op == "add" and (more := const_value(address.args[1])) is not None and more >= 0:
            if self._ranges.of(address.args[0])[0] < 0:
                break
            address, offset = address.args[0], offset + more
        return build.split_address(address, offset)


def _rebuild(ir: Ir, args: tuple[Ir, ...]) -> Ir:
    op = ir.op
    if op in _BINARY and args[0].ty != "v128":
        return build.op2(op, *args)
    if op in _UNARY:
        return build.op1(op, args[0], ir.ty)
    match op:
        case "eqz" if args[0].ty == "i32":
            return build.eqz(args[0])
        case "select" if ir.ty != "v128":
            return build.select(args[2], args[0], args[1])
        case "if":
            test = const_value(args[0])
            return Ir("if", ir.ty, args) if test is None else args[1] if test else args[2]
        case _:
            return ir if all(a is b for a, b in zip(args, ir.args, strict=True)) else Ir(op, ir.ty, args)
