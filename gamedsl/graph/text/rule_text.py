"""Converts formulas, effects, selections and random draws of a Game back to short rule-like text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import assert_never

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.traits import Binding
from gamedsl.graph.model.types import FieldId
from gamedsl.graph.text.formula_text import formula, index_text
from gamedsl.graph.text.names import Words, name_at, rule_name

Event = statements.Roll | statements.Draw | statements.Resolve

INDENT = "  "


# ---------------------------------------------------------------- effects


def effect_lines(words: Words, effect: source_statements.Stmt) -> tuple[str, ...]:
    """Returns the lines of an effect, blocks indented."""
    match effect:
        case statements.If(condition, then, otherwise):
            rest = ("else:", *_block(words, otherwise)) if otherwise else ()
            return (f"if {formula(words, condition)}:", *_block(words, then), *rest)
        case statements.For(locals, source, body):
            names = ", ".join(name_at(words.locals, local, "local") for local in locals)
            return (f"for {names} in {formula(words, source)}:", *_block(words, body))
        case statements.Repeat(limit, number, until, body, _, cut_off, reason):
            head = f"repeat {limit.replace('_', ' ')} {formula(words, number)}{_spell_cut_off(words, cut_off, reason)}"
            return (f"{head}{_spell_after(words, ' until ', until)}:", *_block(words, body))
        case statements.SetLocal() | statements.SetField() | statements.ResetFields() | statements.Award():
            return (_assignment(words, effect),)
        case (
            statements.Move()
            | statements.SwapZones()
            | statements.SwapPieces()
            | statements.Rotate()
            | statements.Shuffle()
            | statements.Peek()
            | statements.Say()
            | statements.Eliminate()
        ):
            return (_spell_move(words, effect),)
        case (
            statements.Check()
            | statements.Ensure()
            | statements.CallRule()
            | statements.StartCount()
            | statements.CountPass()
        ):
            return (_spell_bookkeeping(words, effect),)
        case statements.Roll() | statements.Draw() | statements.Resolve():
            return (event_line(words, effect),)
        case source_statements.RollBlock(rolls):
            return ("roll:", *_block(words, rolls))
        case source_statements.Choose(_, _, parts, _, owner, otherwise=otherwise):
            chosen = (f"choose {owner}:", *(INDENT + part_line(words, part) for part in parts))
            return chosen if otherwise is None else (*chosen, "else:", *_block(words, otherwise))
        case source_statements.EndGame(reason):
            return (f'end game "{words.game.reasons[reason]}"',)
        case source_statements.Require(requirement):
            return (part_line(words, requirement),)
        case source_statements.DrawKeep(draw, _, keep, _, _, to, least=least, rest=rest):
            how_many = formula(words, keep) if least is None else f"{formula(words, least)}..{formula(words, keep)}"
            others = "" if rest is None else f", rest to {formula(words, rest)}"
            return (f"{event_line(words, draw)}, keep {how_many} to {formula(words, to)}{others}",)
        case source_statements.Each(me, body=body):
            return (f"each {name_at(words.locals, me, 'local')}:", *_block(words, body))
        case _:
            assert_never(effect)


def _block(words: Words, body: Iterable[source_statements.Stmt]) -> tuple[str, ...]:
    return tuple(INDENT + line for effect in body for line in effect_lines(words, effect))


def _assignment(
    words: Words, effect: statements.SetLocal | statements.SetField | statements.ResetFields | statements.Award
) -> str:
    match effect:
        case statements.SetLocal(local, value):
            return f"let {name_at(words.locals, local, 'local')} = {formula(words, value)}"
        case statements.SetField(field, index, value):
            return _change(words, _field(words, field, index), field, index, value)
        case statements.ResetFields(fields, owner):
            names = ", ".join(name_at(words.fields, field, "field") for field in fields)
            return f"reset {names}{_spell_after(words, ' of ', owner)}"
        case statements.Award(field, prizes, ranking, rounding, _, share):
            given = f"award {name_at(words.fields, field, 'field')} from {formula(words, prizes)}"
            shared = ", ties share one" if share == "one" else ""
            return f"{given} to {formula(words, ranking)}{shared}, rounded {rounding}"
        case _:
            assert_never(effect)


def _change(words: Words, place: str, field: FieldId, index: tuple[Expr, ...], value: Expr) -> str:
    """Returns an assignment, as `f += v` where a rule would say so."""
    inner = value.operand if isinstance(value, expressions.Within) else value
    match inner:
        case expressions.Arithmetic("+" | "-" as sign, expressions.FieldAt() as old, right) if not words.exact:
            if (old.field, old.index) == (field, index):
                return f"{place} {sign}= {formula(words, right)}"
        case _:
            pass
    return f"{place} = {formula(words, value)}"


def _spell_move(
    words: Words,
    effect: statements.Move
    | statements.SwapZones
    | statements.SwapPieces
    | statements.Rotate
    | statements.Shuffle
    | statements.Peek
    | statements.Say
    | statements.Eliminate,
) -> str:
    match effect:
        case statements.Move(what, to, under, from_bottom):
            bottom = " from the bottom" if from_bottom else ""
            return f"move {formula(words, what)}{bottom} {_onto(under)} {formula(words, to)}"
        case statements.SwapZones(first, second):
            return f"swap {formula(words, first)} with {formula(words, second)}"
        case statements.SwapPieces(first, second):
            pieces = "pieces " if words.exact else ""
            return f"swap {pieces}{formula(words, first)} with {formula(words, second)}"
        case statements.Rotate(zone, side):
            return f"rotate {name_at(words.zones, zone, 'zone')} {side}"
        case statements.Shuffle(zone, what, into, under):
            return f"shuffle{_spell_after(words, ' ', zone)}{_spell_after(words, ' ', what)}{_spell_after(words, f' {_onto(under)} ', into)}"
        case statements.Peek(what, seat, unseen):
            seen = ", seen by nobody" if unseen else ""
            return f"peek {formula(words, what)}{f' by {formula(words, seat)}' if words.exact else ''}{seen}"
        case statements.Say(texts, values):
            shown = [f"{{{formula(words, value)}}}" for value in values]
            return f'say "{"".join(part for pair in zip_longest(texts, shown, fillvalue="") for part in pair)}"'
        case statements.Eliminate(player):
            return f"eliminate {formula(words, player)}"
        case _:
            assert_never(effect)


def _spell_bookkeeping(
    words: Words,
    effect: statements.Check | statements.Ensure | statements.CallRule | statements.StartCount | statements.CountPass,
) -> str:
    match effect:
        case statements.Ensure(name, condition, why):
            return f"ensure {name}: {formula(words, condition)}{_why(why)}"
        case statements.Check(condition, code, name):
            return f"require {f'[{code}] ' if words.exact else ''}{name}: {formula(words, condition)}"
        case statements.CallRule(rule, me, args):
            acting = _spell_after(words, " as ", me) if words.exact else ""
            return f"{rule_name(words, rule)}({', '.join(formula(words, arg) for arg in args)}){acting}"
        case statements.StartCount(counter):
            return f"count[{counter}] = 0"
        case statements.CountPass(counter, limit):
            return f"count[{counter}] += 1, at most {limit}"
        case _:
            assert_never(effect)


# ---------------------------------------------------------------- selections and chance


def part_line(words: Words, part: statements.Part) -> str:
    """Returns one part of a decision on one line."""
    match part:
        case statements.Bind(local, value):
            return f"let {name_at(words.locals, local, 'local')} = {formula(words, value)}"
        case statements.Select(name, local, quantity, number, sources, element, distinct, _, least, secret, why, ask):
            at = Binding.WHERE if len(sources) == 1 else Binding.OR
            chosen = " else ".join(formula(words, source, at) for source in sources)
            bound = f"{name_at(words.locals, element, 'local')} => " if words.exact else ""
            apart = "" if distinct is None else f", distinct {bound}{formula(words, distinct)}"
            seen = ", seen by owner" if secret else ""
            wanted = _quantity(words, quantity, number, least)
            return f"{_spell_named(words, name, local)}: {wanted} {chosen}{_why(why)}{apart}{seen}{_ask(ask)}"
        case statements.YesNo(name, local, condition, _, why, ask):
            return (
                f"{_spell_named(words, name, local)}: may{_spell_after(words, ' if ', condition)}{_why(why)}{_ask(ask)}"
            )
        case statements.Requirement(name, condition, why):
            return f"require {name}: {formula(words, condition)}{_why(why)}"
        case _:
            assert_never(part)


def _why(sentence: str | None) -> str:
    return "" if sentence is None else f' "{sentence}"'


def _ask(question: str | None) -> str:
    return "" if question is None else f', ask "{question}"'


def event_line(words: Words, event: Event) -> str:
    """Returns random draws on one line."""
    match event:
        case statements.Roll(name, local, quantity, number, source, _, seat):
            seen = "" if seat is None else f", seen by {formula(words, seat)}"
            what = f"{_quantity(words, quantity, number, None)} {formula(words, source)}{seen}"
            return f"roll {_spell_named(words, name, local)}: {what}"
        case statements.Draw(number, up_to, source, element, condition, to, under, _, from_bottom):
            bound = f"{name_at(words.locals, element, 'local')} => " if words.exact and element is not None else ""
            where = "" if condition is None else f" where {bound}{formula(words, condition)}"
            place = f"{'under ' if from_bottom else ''}{formula(words, source)}"
            wanted = f"{'up to ' if up_to else ''}{formula(words, number)} from {place}"
            return f"draw {wanted}{where} {_onto(under)} {formula(words, to)}"
        case statements.Resolve(zone, number):
            return f"settle {_stretch(words, number)} of {formula(words, zone)}"
        case _:
            assert_never(event)


def _stretch(words: Words, number: Expr | None) -> str:
    """Names the part of a pile, from its top, whose order becomes known."""
    match number:
        case None:
            return "all"
        case expressions.Const(1):
            return "the top"
        case _:
            return f"the top {formula(words, number, Binding.POSTFIX)}"


def _quantity(words: Words, quantity: str, number: Expr | None, least: Expr | None) -> str:
    bound = formula(words, number, Binding.POSTFIX) if number is not None else ""
    low = formula(words, least, Binding.POSTFIX) if least is not None else ""
    match quantity:
        case "up_to" if low:
            return f"{low}..{bound} of"
        case "up_to":
            return f"up to {bound} of"
        case "any" if low and not bound:
            return "some of" if low == "1" else f"{low} or more of"
        case "exactly" if not low:
            return f"{bound} of"
        case _:
            unused = ", ".join(part for part in (bound, low and f"at least {low}") if part)
            return f"{quantity} of" + (f" ({unused})" if words.exact and unused else "")


def _spell_cut_off(words: Words, cut_off: bool, reason: int) -> str:
    number = f" (reason {reason})" if words.exact and (cut_off or reason) else ""
    return f"{', else cut off' if cut_off else ''}{number}"


# ---------------------------------------------------------------- small shapes


def _onto(under: bool) -> str:
    return "under" if under else "to"


def _spell_after(words: Words, lead: str, expr: Expr | None) -> str:
    return "" if expr is None else f"{lead}{formula(words, expr)}"


def _field(words: Words, field: FieldId, index: tuple[Expr, ...]) -> str:
    owned = 0 <= field < len(words.game.fields) and words.game.fields[field].owned
    return index_text(words, name_at(words.fields, field, "field"), index, owned)


def _spell_named(words: Words, name: str, local: int) -> str:
    bound = name_at(words.locals, local, "local")
    return name if bound == name or not words.exact else f"{name} ({bound})"
