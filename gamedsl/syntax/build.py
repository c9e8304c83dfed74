"""Grammar forms to tree nodes: one method for each form, named after it, from its parts and its place.

Parts are tokens, nodes, lists of them, or None for an optional part that is not there. Lines that could not be read
arrive as LOST and are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Literal, TypeVar, cast

from attrs import define, evolve, field

from gamedsl.source import Source, Span
from gamedsl.syntax import problems as p
from gamedsl.syntax import tree as t
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems import SyntaxProblem

Parts = list[Any]
Build = Callable[[Parts, Span], Any]
T = TypeVar("T")


NO_NUMBERS = frozenset([
    "all", "any", "count", "first", "join", "last", "leaders", "max", "min", "no", "none", "one", "only", "sets", "some",
    "sum",
])  # fmt: skip
"""Functions and words for quantities: none of them can be a name, so none can stand for a number."""


class _Lost(Enum):
    LOST = "a line that could not be read"


LOST = _Lost.LOST

FOREIGN_VALUES = {
    "true": "yes", "True": "yes", "TRUE": "yes", "false": "no", "False": "no", "FALSE": "no", "null": "none",
    "NULL": "none", "nil": "none", "None": "none", "undefined": "none",
}  # fmt: skip


def _kept(items: Iterable[T | _Lost]) -> tuple[T, ...]:
    return tuple(item for item in items if not isinstance(item, _Lost))


@define
class Builder:
    """Builds the nodes of one text; `problems` are those that only show in a complete form."""

    source: Source
    refused: frozenset[str]
    """Words that are no names: the reserved ones and those of operators."""
    problems: list[SyntaxProblem] = field(factory=list[SyntaxProblem])
    _lets: dict[str, Span] = field(factory=dict[str, Span])
    """The local names of the rule that is being read."""
    _sets: list[t.Name] = field(factory=list[t.Name])
    """What is assigned in the rule that is being read, where it is a plain name."""

    def method(self, form: str) -> Build:
        """The method that builds `form`."""
        return cast(Build, getattr(self, "on_" + form))

    # ------------------------------------------------------------ helpers

    def _ident(self, token: Token) -> t.Ident:
        return t.Ident(token[1], span=Span(self.source.name, token[2], token[3]))

    def _maybe(self, token: Token | None) -> t.Ident | None:
        return None if token is None else self._ident(token)

    def _maybe_declared(self, token: Token | None) -> t.Ident | None:
        return None if token is None else self._declared(token)

    def _idents(self, tokens: Iterable[Token]) -> tuple[t.Ident, ...]:
        return tuple(self._ident(token) for token in tokens)

    def _declared(self, token: Token) -> t.Ident:
        ident = self._ident(token)
        if ident.text in self.refused:
            self.problems.append(p.ReservedName(ident.span, ident.text))
        return ident

    def _string(self, token: Token | None) -> str | None:
        return None if token is None else token[1][1:-1]

    def _text(self, at: Span) -> str:
        return self.source.text[at.start : at.end]

    def _check_lets(self) -> None:
        """Compare what a rule sets with what it has named by `let`."""
        for name in self._sets:
            first = self._lets.get(name.id)
            if first is not None and first.start < name.span.start:
                self.problems.append(p.SetAgain(name.span, name.id, first))
        self._lets.clear()
        self._sets.clear()

    # ------------------------------------------------------------ the file

    def on_start(self, c: Parts, at: Span) -> tuple[t.Decl, ...]:
        return _kept(c)

    def on_bad(self, c: Parts, at: Span) -> _Lost:
        return LOST

    def on_doc(self, c: Parts, at: Span) -> str | None:
        return self._string(c[0])

    # ------------------------------------------------------------ declarations

    def on_game(self, c: Parts, at: Span) -> t.Game:
        name, doc, fewest, most = c[:4]
        low = int(fewest[1])
        return t.Game(self._declared(name), doc, low, low if most is None else int(most[1]), span=at)

    def on_ends(self, c: Parts, at: Span) -> t.Ends:
        after_round, condition, doc = c
        return t.Ends(after_round is not None, condition, self._string(doc), span=at)

    def on_after_round(self, c: Parts, at: Span) -> bool:
        return True

    def on_option(self, c: Parts, at: Span) -> t.Option:
        return t.Option(self._declared(c[0]), tuple(c[1:-1]), self._string(c[-1]), span=at)

    def on_enum(self, c: Parts, at: Span) -> t.EnumType:
        values = tuple(self._declared(token) for token in c[1:-1])
        return t.EnumType(self._declared(c[0]), values, self._string(c[-1]), span=at)

    def on_record_enum(self, c: Parts, at: Span) -> t.RecordType:
        return t.RecordType(self._declared(c[0]), c[1], span=at)

    def on_component(self, c: Parts, at: Span) -> t.Component:
        rest: Parts = [part for part in c[2:] if not isinstance(part, _Modifier)]
        if isinstance(rest[0], _Kinds):
            return self._component(c, at, rows=rest[0].rows, lets=rest[0].formulas)
        if len(rest) == 1:
            return self._component(c, at, doc=self._string(rest[0]))
        return self._component(c, at, numbers=rest[0], doc=self._string(rest[1]), lets=rest[2] or ())

    def on_component_csv(self, c: Parts, at: Span) -> t.Component:
        return self._component(c, at, csv=self._string(c[-2]), lets=c[-1] or ())

    def on_kinds(self, c: Parts, at: Span) -> _Kinds:
        doc, *rows, formulas = c
        kept = _kept(cast(list[t.Row | _Lost], rows))
        end = kept[-1].span.end if kept and formulas else at.end
        return _Kinds(t.Rows(doc, kept, span=Span(at.source, at.start, end)), formulas or ())

    def on_no_kinds(self, c: Parts, at: Span) -> _Kinds:
        first: t.Define = c[1][0]
        self.problems.append(p.IncompleteBlock(first.span, "component", ("NAME",)))
        return _Kinds(t.Rows(c[0], (), span=Span(at.source, at.start, at.start)), c[1])

    def on_by_formula(self, c: Parts, at: Span) -> tuple[t.Define, ...]:
        return cast(tuple[t.Define, ...], c[0])

    def on_formulas(self, c: Parts, at: Span) -> tuple[t.Define, ...]:
        return _kept(c)

    def _component(
        self,
        c: Parts,
        at: Span,
        *,
        rows: t.Rows | None = None,
        numbers: t.Expr | None = None,
        csv: str | None = None,
        doc: str | None = None,
        lets: tuple[t.Define, ...] = (),
    ) -> t.Component:
        said: dict[str, tuple[t.Ident, ...]] = {}
        for part in c[2:]:
            if isinstance(part, _Modifier):
                if part.sort in said:
                    self.problems.append(p.SaidTwice(part.span, part.sort))
                said.setdefault(part.sort, part.names)
        per, pivot, start, back = (said.get(sort, ()) for sort in ("each", "by", "in", "back"))
        return t.Component(
            None if c[0] is None else int(c[0][1]),
            self._declared(c[1]),
            per[0] if per else None,
            (pivot[0], pivot[1]) if pivot else None,
            start[0] if start else None,
            back[0] if back else None,
            rows,
            numbers,
            csv,
            doc,
            lets,
            span=at,
        )

    def on_per_element_count(self, c: Parts, at: Span) -> _Modifier:
        return _Modifier("each", self._idents(c), at)

    def on_pivot(self, c: Parts, at: Span) -> _Modifier:
        return _Modifier("by", self._idents(c), at)

    def on_start_zone(self, c: Parts, at: Span) -> _Modifier:
        return _Modifier("in", self._idents(c), at)

    def on_back(self, c: Parts, at: Span) -> _Modifier:
        return _Modifier("back", self._idents(c), at)

    def on_list_table(self, c: Parts, at: Span) -> t.ListTable:
        first = 1 if c[1] is None else c[1]
        return t.ListTable(self._declared(c[0]), first, tuple(c[2:-1]), self._string(c[-1]), span=at)

    def on_grid_table(self, c: Parts, at: Span) -> t.RowTable:
        return t.RowTable(self._declared(c[0]), c[1], span=at)

    def on_table_csv(self, c: Parts, at: Span) -> t.CsvTable:
        return t.CsvTable(self._declared(c[0]), self._string(c[1]) or "", span=at)

    def on_grid(self, c: Parts, at: Span) -> t.Grid:
        name, rows, columns, hexagonal, by, per, *block = c
        doc, layers = (block[0], _kept(block[1:])) if block else (None, ())
        named, size = self._declared(name), (int(rows[1]), int(columns[1]))
        return t.Grid(named, *size, hexagonal is not None, doc, layers, self._maybe_declared(by), per, span=at)

    def on_hex(self, c: Parts, at: Span) -> bool:
        return True

    def on_per(self, c: Parts, at: Span) -> t.Ident:
        return self._ident(c[0])

    def on_ring(self, c: Parts, at: Span) -> t.Ring:
        name, size, per, *block = c
        doc, layers = (block[0], _kept(block[1:])) if block else (None, ())
        return t.Ring(self._declared(name), int(size[1]), doc, layers, per, span=at)

    def on_track(self, c: Parts, at: Span) -> t.Track:
        name, size, per, *block = c
        doc, layers = (block[0], _kept(block[1:])) if block else (None, ())
        return t.Track(self._declared(name), int(size[1]), doc, layers, per, span=at)

    def on_ring_around(self, c: Parts, at: Span) -> t.RingAround:
        return t.RingAround(self._declared(c[0]), self._ident(c[1]), c[2], span=at)

    def on_layer(self, c: Parts, at: Span) -> t.Layer:
        return t.Layer(self._declared(c[0]), c[1], span=at)

    def on_graph(self, c: Parts, at: Span) -> t.Graph:
        name, by, per, doc, *paths = c
        return t.Graph(self._declared(name), self._maybe(by), doc, _kept(paths), per, span=at)

    def on_path(self, c: Parts, at: Span) -> t.Path:
        return t.Path(None, self._idents(c), span=at)

    def on_named_path(self, c: Parts, at: Span) -> t.Path:
        return t.Path(self._declared(c[0]), self._idents(c[1:]), span=at)

    # ------------------------------------------------------------ rows and cells

    def on_rows(self, c: Parts, at: Span) -> t.Rows:
        return t.Rows(c[0], _kept(c[1:]), span=at)

    def on_row(self, c: Parts, at: Span) -> t.Row:
        return t.Row(tuple(c), span=at)

    def on_snum(self, c: Parts, at: Span) -> int:
        return int(c[0][1])

    def on_neg_snum(self, c: Parts, at: Span) -> int:
        return -int(c[0][1])

    def on_cell_name(self, c: Parts, at: Span) -> t.CellName:
        if c[0][1] in self.refused:
            self.problems.append(p.ReservedName(at, c[0][1]))
        return t.CellName(c[0][1], span=at)

    def on_cell_int(self, c: Parts, at: Span) -> t.CellNumber:
        return t.CellNumber(c[0], span=at)

    def on_cell_yes(self, c: Parts, at: Span) -> t.CellFlag:
        return t.CellFlag(True, span=at)

    def on_cell_no(self, c: Parts, at: Span) -> t.CellFlag:
        return t.CellFlag(False, span=at)

    def on_cell_blank(self, c: Parts, at: Span) -> t.CellBlank:
        if self._text(Span("", max(0, at.start - 1), at.end + 1)).strip(" \t\r\n:#") != ".":
            self.problems.append(p.GluedCell(at))
        return t.CellBlank(span=at)

    def on_cell_each(self, c: Parts, at: Span) -> t.CellEach:
        return t.CellEach(self._ident(c[0]), span=at)

    def on_cell_zone(self, c: Parts, at: Span) -> t.CellZone:
        return t.CellZone(self._ident(c[0]), span=at)

    # ------------------------------------------------------------ fields and their types

    def on_shared(self, c: Parts, at: Span) -> t.Fields:
        doc, members = c[0]
        return t.Fields(None, doc, members, span=at)

    def on_per_element(self, c: Parts, at: Span) -> t.Fields:
        doc, members = c[1]
        return t.Fields(self._ident(c[0]), doc, members, span=at)

    def on_field_block(self, c: Parts, at: Span) -> tuple[str | None, tuple[t.Field | t.Define, ...]]:
        return c[0], _kept(c[1:])

    def on_field(self, c: Parts, at: Span) -> t.Field:
        name, index, sort, start, *attributes, doc = c
        return t.Field(self._declared(name), index, sort, start, tuple(attributes), self._string(doc), span=at)

    def on_zone(self, c: Parts, at: Span) -> t.ZoneType:
        return t.ZoneType(c[0], self._idents(c[1:]), span=at)

    def on_value_bag(self, c: Parts, at: Span) -> t.ValueBagType:
        return t.ValueBagType(c[0], int(c[1][1]), int(c[2][1]), span=at)

    def on_zone_word(self, c: Parts, at: Span) -> str:
        return cast(str, c[0][1])

    def on_set_of(self, c: Parts, at: Span) -> t.SetType:
        return t.SetType(self._ident(c[0]), span=at)

    def on_maybe_optional(self, c: Parts, at: Span) -> t.TypeExpr:
        return cast(t.TypeExpr, c[0]) if c[1] is None else t.OptionalType(c[0], span=at)

    def on_union(self, c: Parts, at: Span) -> t.UnionType | t.OptionalType:
        *types, none = c
        names = tuple(cast(t.TypeName, sort).name for sort in types)
        union = t.UnionType(names, span=names[0].span.to(names[-1].span))
        return union if none is None else t.OptionalType(union, span=at)

    def on_none_type(self, c: Parts, at: Span) -> bool:
        return True

    def on_type_name(self, c: Parts, at: Span) -> t.TypeName:
        return t.TypeName(self._ident(c[0]), span=at)

    def on_int_range(self, c: Parts, at: Span) -> t.RangeType:
        return t.RangeType(c[0], c[1], span=at)

    def on_seen_by(self, c: Parts, at: Span) -> t.SeenBy:
        return t.SeenBy(self._ident(c[0]), span=at)

    def on_count_hidden(self, c: Parts, at: Span) -> t.CountHidden:
        return t.CountHidden(span=at)

    def on_reset_each(self, c: Parts, at: Span) -> t.ResetEach:
        return t.ResetEach(self._ident(c[0]), span=at)

    def on_capacity(self, c: Parts, at: Span) -> t.Capacity:
        return t.Capacity(int(c[0][1]), span=at)

    def on_refilled(self, c: Parts, at: Span) -> t.Refilled:
        return t.Refilled(self._ident(c[0]), span=at)

    def on_define(self, c: Parts, at: Span) -> t.Define:
        return t.Define(self._declared(c[0]), c[1] or (), c[2], self._string(c[3]), span=at)

    def on_params(self, c: Parts, at: Span) -> tuple[t.Param, ...]:
        return tuple(c)

    def on_param(self, c: Parts, at: Span) -> t.Param:
        return t.Param(self._declared(c[0]), c[1], span=at)

    def on_pick_decl(self, c: Parts, at: Span) -> t.PickDecl:
        name, params, *picks, distinct, doc = c
        return t.PickDecl(
            self._declared(name), params or (), tuple(picks), self._maybe(distinct), self._string(doc), span=at
        )

    # ------------------------------------------------------------ the skeleton

    def on_setup(self, c: Parts, at: Span) -> t.Setup:
        self._check_lets()
        return t.Setup(c[0], span=at)

    def on_rounds(self, c: Parts, at: Span) -> t.Rounds:
        return t.Rounds(c[0], c[1], _kept(c[2:]), span=at)

    def on_round_entry(self, c: Parts, at: Span) -> t.RoundEntry:
        return t.RoundEntry(self._ident(c[0]), c[1], c[2], span=at)

    def on_phase(self, c: Parts, at: Span) -> t.Phase:
        self._check_lets()
        return t.Phase(self._declared(c[0]), c[1], c[2], span=at)

    def on_end(self, c: Parts, at: Span) -> t.End:
        self._check_lets()
        return t.End(c[0], span=at)

    def on_rule_word(self, c: Parts, at: Span) -> bool:
        return cast(bool, c[0][1] == "action")

    def on_rule(self, c: Parts, at: Span) -> t.Rule:
        is_action, name, params, into, once, body = c
        self._check_lets()
        return t.Rule(is_action, self._declared(name), params or (), self._maybe(into), body, once, span=at)

    def on_once(self, c: Parts, at: Span) -> t.Ident:
        return self._ident(c[0])

    def on_up_to(self, c: Parts, at: Span) -> t.Limit:
        return t.Limit("up_to", c[0], span=at)

    def on_at_most(self, c: Parts, at: Span) -> t.Limit:
        return t.Limit("at_most", self._number(c[0]), c[1] is not None, span=at)

    def on_cut_off(self, c: Parts, at: Span) -> bool:
        return True

    def _number(self, token: Token) -> t.Number:
        return t.Number(int(token[1]), span=Span(self.source.name, token[2], token[3]))

    def on_score(self, c: Parts, at: Span) -> t.Score:
        name, after, value, doc = c
        return t.Score(self._declared(name), value, self._string(doc), self._maybe(after), span=at)

    def on_ranking(self, c: Parts, at: Span) -> t.Ranking:
        of, keys, ties, doc = c
        shared, decider = (False, None) if ties is None else ties
        return t.Ranking(self._maybe(of), keys, shared, decider, self._string(doc), span=at)

    def on_ties_shared(self, c: Parts, at: Span) -> tuple[bool, None]:
        return True, None

    def on_ties_decided(self, c: Parts, at: Span) -> tuple[bool, t.Expr]:
        return False, c[0]

    def on_invariant(self, c: Parts, at: Span) -> t.Invariant:
        return t.Invariant(self._declared(c[0]), c[1], self._string(c[2]), span=at)

    # ------------------------------------------------------------ changes

    def on_seat(self, c: Parts, at: Span) -> t.Seat:
        name, condition, doc, *members = c
        flat: list[Any] = []
        for member in members:
            if isinstance(member, list):
                flat.extend(cast(list[t.Answer], member))
            else:
                flat.append(member)
        return t.Seat(self._declared(name), condition, doc, _kept(flat), span=at)

    def on_answers(self, c: Parts, at: Span) -> list[t.Answer]:
        return list(_kept(c))

    def on_answer(self, c: Parts, at: Span) -> t.Answer:
        policy, key = c[1]
        return t.Answer(self._ident(c[0]), policy, key, span=at)

    def on_policy(self, c: Parts, at: Span) -> tuple[str, t.Expr | None]:
        return c[0][1], c[1] if len(c) > 1 else None

    def on_when_block(self, c: Parts, at: Span) -> t.When:
        return t.When(c[0], c[1], _kept(c[2:]), span=at)

    def on_variant(self, c: Parts, at: Span) -> t.Variant:
        bases: list[Token] = [part for part in c[1:] if isinstance(part, tuple)]
        docs = [part for part in c if isinstance(part, str)]
        changes = _kept(part for part in c[1 + len(bases) :] if not isinstance(part, str))
        return t.Variant(self._declared(c[0]), self._idents(bases), docs[0] if docs else None, changes, span=at)

    def on_change(self, c: Parts, at: Span) -> t.Change:
        return cast(t.Change, c[0])

    def on_set_copies(self, c: Parts, at: Span) -> t.SetCopies:
        return t.SetCopies(c[0], c[1], c[2], span=at)

    def on_set_value(self, c: Parts, at: Span) -> t.SetValue:
        return t.SetValue(c[0], c[1], span=at)

    def on_replace(self, c: Parts, at: Span) -> t.Replace:
        return t.Replace(c[0], span=at)

    def on_add(self, c: Parts, at: Span) -> t.Add:
        return t.Add(c[0], span=at)

    def on_insert(self, c: Parts, at: Span) -> t.Insert:
        call, side, anchor, part = c
        return t.Insert(call, side, self._ident(anchor), t.Ident(part.id, span=part.span), span=at)

    def on_setup_part(self, c: Parts, at: Span) -> t.Name:
        return t.Name("setup", span=at)

    def on_rounds_part(self, c: Parts, at: Span) -> t.Name:
        return t.Name("rounds", span=at)

    def on_end_part(self, c: Parts, at: Span) -> t.Name:
        return t.Name("end", span=at)

    def on_where_to(self, c: Parts, at: Span) -> str:
        return cast(str, c[0][1])

    def on_remove(self, c: Parts, at: Span) -> t.Remove:
        return t.Remove(self._ident(c[0]), span=at)

    # ------------------------------------------------------------ examples

    def on_example(self, c: Parts, at: Span) -> t.Example:
        return t.Example(self._declared(c[0]), self._maybe(c[1]), c[2], _kept(c[3:]), span=at)

    def on_ex_players(self, c: Parts, at: Span) -> t.ExamplePlayers:
        return t.ExamplePlayers(self._idents(c), span=at)

    def on_ex_with(self, c: Parts, at: Span) -> t.ExampleWith:
        pairs = zip(c[::2], c[1::2], strict=True)
        return t.ExampleWith(tuple((self._ident(name), value) for name, value in pairs), span=at)

    def on_ex_given(self, c: Parts, at: Span) -> t.ExampleGiven:
        return t.ExampleGiven(_kept(c), span=at)

    def on_ex_run(self, c: Parts, at: Span) -> t.ExampleRun:
        return t.ExampleRun(None, c[0], span=at)

    def on_ex_run_part(self, c: Parts, at: Span) -> t.ExampleRun:
        return t.ExampleRun(None, t.Name(self._text(at), span=at), span=at)

    def on_ex_run_as(self, c: Parts, at: Span) -> t.ExampleRun:
        return t.ExampleRun(c[0], c[1], span=at)

    def on_ex_roll(self, c: Parts, at: Span) -> t.ExampleRoll:
        return t.ExampleRoll(self._ident(c[0]), c[1], span=at)

    def on_ex_draw(self, c: Parts, at: Span) -> t.ExampleDraw:
        return t.ExampleDraw(tuple(c[:-1]), c[-1], span=at)

    def on_ex_plays(self, c: Parts, at: Span) -> t.ExamplePlays:
        return t.ExamplePlays(c[0], tuple(c[1:]), span=at)

    def on_ex_declines(self, c: Parts, at: Span) -> t.ExampleDeclines:
        return t.ExampleDeclines(c[0], self._ident(c[1]), span=at)

    def on_decline(self, c: Parts, at: Span) -> t.Decline:
        return t.Decline(self._ident(c[0]), span=at)

    def on_ex_cannot(self, c: Parts, at: Span) -> t.ExampleCannot:
        return t.ExampleCannot(c[0], tuple(c[1:-1]), self._maybe(c[-1]), span=at)

    def on_ex_options(self, c: Parts, at: Span) -> t.ExampleOptions:
        values = tuple(value for value in c[2:] if value is not None)
        return t.ExampleOptions(c[0], self._ident(c[1]), values, span=at)

    def on_ex_then(self, c: Parts, at: Span) -> t.ExampleThen:
        return t.ExampleThen(c[0], span=at)

    def on_given_zone(self, c: Parts, at: Span) -> t.GivenZone:
        return t.GivenZone(c[0], tuple(c[1:]), span=at)

    def on_free_content(self, c: Parts, at: Span) -> t.FreeContent:
        self._check_number(c[0], "given")
        return t.FreeContent(c[0], c[1], span=at)

    def on_given_value(self, c: Parts, at: Span) -> t.GivenValue:
        return t.GivenValue(c[0], c[1], span=at)

    # ------------------------------------------------------------ statements

    def on_suite(self, c: Parts, at: Span) -> t.Suite:
        return t.Suite(c[0], _kept(c[1:]), span=at)

    def on_suite_line(self, c: Parts, at: Span) -> t.Suite:
        return t.Suite(None, (c[0],), span=at)

    def on_let(self, c: Parts, at: Span) -> t.LetStmt:
        name = self._declared(c[0])
        self._lets.setdefault(name.text, name.span)
        return t.LetStmt(name, c[1], span=at)

    def on_call(self, c: Parts, at: Span) -> t.CallStmt:
        return t.CallStmt(c[0], span=at)

    def on_assign(self, c: Parts, at: Span) -> t.Assign:
        target, operator, value = c
        if isinstance(target, t.Name):
            self._sets.append(target)
        return t.Assign(operator, target, value, span=at)

    def on_assign_op(self, c: Parts, at: Span) -> str:
        sort = c[0][0]
        return "=" if sort == "EQUAL" else "+=" if sort == "ADD_SET" else "-="

    def on_require(self, c: Parts, at: Span) -> t.RequireStmt:
        return t.RequireStmt(self._declared(c[0]), c[1], self._string(c[2]), span=at)

    def on_move(self, c: Parts, at: Span) -> t.Move:
        what, source, side, target = c
        return t.Move(what, source, side, target, span=at)

    def on_move_some(self, c: Parts, at: Span) -> t.Move:
        quantity, what, source, side, target = c
        return t.Move(what, source, side, target, quantity, span=at)

    def on_draw(self, c: Parts, at: Span) -> t.Draw:
        up_to, number, source, side, target = c
        return t.Draw(up_to is not None, number, source, None, side, target, span=at)

    def on_draw_keep(self, c: Parts, at: Span) -> t.Draw:
        up_to, number, source, keep, side, target = c
        return t.Draw(up_to is not None, number, source, keep, side, target, span=at)

    def on_dest(self, c: Parts, at: Span) -> str:
        return cast(str, c[0][1])

    def on_side(self, c: Parts, at: Span) -> str:
        return cast(str, c[0][1])

    def on_upto(self, c: Parts, at: Span) -> bool:
        return True

    def on_swap(self, c: Parts, at: Span) -> t.Swap:
        return t.Swap(c[0], c[1], span=at)

    def on_rotate(self, c: Parts, at: Span) -> t.Rotate:
        return t.Rotate(c[0], c[1], span=at)

    def on_shuffle(self, c: Parts, at: Span) -> t.Shuffle:
        what, side, target = c
        return t.Shuffle(what, side, target, span=at)

    def on_peek(self, c: Parts, at: Span) -> t.Peek:
        return t.Peek(c[0], span=at)

    def on_reveal(self, c: Parts, at: Span) -> t.Reveal:
        return t.Reveal(c[0], span=at)

    def on_eliminate(self, c: Parts, at: Span) -> t.Eliminate:
        return t.Eliminate(c[0], span=at)

    def on_award(self, c: Parts, at: Span) -> t.Award:
        place, prizes, to, share, rounding = c
        return t.Award(place, prizes, to, rounding, share, span=at)

    def on_share(self, c: Parts, at: Span) -> str:
        return "all" if len(c) == 1 else "one"

    def on_if_(self, c: Parts, at: Span) -> t.If:
        pairs = zip(c[:-1:2], c[1:-1:2], strict=True)
        return t.If(tuple(pairs), c[-1], span=at)

    def on_match(self, c: Parts, at: Span) -> t.Match:
        arms = _kept(c[1:])
        named = tuple(arm for arm in arms if isinstance(arm, t.MatchArm))
        otherwise = [arm for arm in arms if isinstance(arm, t.Suite)]
        return t.Match(c[0], named, otherwise[0] if otherwise else None, span=at)

    def on_arm(self, c: Parts, at: Span) -> t.MatchArm:
        return t.MatchArm(tuple(c[:-1]), c[-1], span=at)

    def on_match_else(self, c: Parts, at: Span) -> t.Suite:
        return cast(t.Suite, c[0])

    def on_for_(self, c: Parts, at: Span) -> t.For:
        first, second, source, body = c
        names = (first,) if second is None else (first, second)
        return t.For(tuple(self._declared(name) for name in names), source, body, span=at)

    def on_each_(self, c: Parts, at: Span) -> t.Each:
        return t.Each(c[0], c[1], span=at)

    def on_each_clause(self, c: Parts, at: Span) -> t.EachClause:
        noun, order, keys, first, where, together, until, limit = c
        at_once = together is not None
        return t.EachClause(self._ident(noun), order, first, where, at_once, until, limit, keys or (), span=at)

    def on_together(self, c: Parts, at: Span) -> bool:
        return True

    def on_until(self, c: Parts, at: Span) -> t.Expr:
        return cast(t.Expr, c[0])

    def on_repeat(self, c: Parts, at: Span) -> t.Repeat:
        return t.Repeat(c[0], c[1], c[2], span=at)

    def on_repeat_until(self, c: Parts, at: Span) -> t.Repeat:
        until, limit, body = c
        return t.Repeat(limit, until, body, span=at)

    def on_as_(self, c: Parts, at: Span) -> t.As:
        return t.As(c[0], c[1], span=at)

    # ------------------------------------------------------------ choices

    def on_choose_head(self, c: Parts, at: Span) -> _ChooseHead:
        may: _May | None = c[0]
        return _ChooseHead(may is not None, c[1] is not None, None if may is None else may.condition)

    def on_may(self, c: Parts, at: Span) -> _May:
        return _May(c[0])

    def on_if_able(self, c: Parts, at: Span) -> bool:
        return True

    def on_choose(self, c: Parts, at: Span) -> t.Choose:
        return cast(_ChooseHead, c[0]).choose((c[1],), None, at)

    def on_choose_block(self, c: Parts, at: Span) -> t.Choose:
        return cast(_ChooseHead, c[0]).choose(_kept(c[1:-1]), c[-1], at)

    def on_choose_menu(self, c: Parts, at: Span) -> t.Choose:
        return cast(_ChooseHead, c[0]).choose((), c[1], at)

    def on_then_menu(self, c: Parts, at: Span) -> t.Menu:
        return cast(t.Menu, c[0])

    def on_menu(self, c: Parts, at: Span) -> t.Menu:
        return t.Menu(_kept(c), span=at)

    def on_menu_line(self, c: Parts, at: Span) -> t.MenuEntry:
        return t.MenuEntry(c[0], c[1], span=at)

    def on_roll(self, c: Parts, at: Span) -> t.Roll:
        return t.Roll((c[0],), span=at)

    def on_roll_block(self, c: Parts, at: Span) -> t.Roll:
        return t.Roll(_kept(c), span=at)

    def on_selection(self, c: Parts, at: Span) -> t.Selection:
        name, *picks, distinct, secret = c
        return t.Selection(self._declared(name), tuple(picks), self._maybe(distinct), secret is not None, span=at)

    def on_secret(self, c: Parts, at: Span) -> bool:
        return True

    def on_selection_lines(self, c: Parts, at: Span) -> t.Selection:
        selection: t.Selection = c[0]
        picks, distinct, secret = list(selection.picks), selection.distinct, selection.secret
        for line in _kept(c[1:]):
            if isinstance(line, t.Ident):
                distinct = line
            elif line is True:
                secret = True
            elif isinstance(line, _More):
                self._narrow(picks, line)
            else:
                picks.append(line)
        return evolve(selection, picks=tuple(picks), distinct=distinct, secret=secret, span=at)

    def _narrow(self, picks: list[t.Pick], line: _More) -> None:
        """A deeper `where` line belongs to the pick above it."""
        last = picks[-1]
        if isinstance(last, t.PickOf):
            source = t.Filter(last.source, line.condition, line.name, span=last.source.span.to(line.span))
            picks[-1] = evolve(last, source=source, span=last.span.to(line.span))
        else:
            self.problems.append(p.Unfitting(line.span, "where", self._text(last.span), ("ONE", "ANY")))

    def on_more_where(self, c: Parts, at: Span) -> _More:
        return _More(self._maybe_declared(c[0]), c[1], at)

    def on_more_else(self, c: Parts, at: Span) -> t.Pick:
        return cast(t.Pick, c[0])

    def on_more_secret(self, c: Parts, at: Span) -> bool:
        return True

    def on_more_distinct(self, c: Parts, at: Span) -> t.Ident:
        return self._ident(c[0])

    def on_pick(self, c: Parts, at: Span) -> t.PickOf:
        return t.PickOf(c[0], c[1], span=at)

    def on_yes_no(self, c: Parts, at: Span) -> t.PickYesNo:
        return t.PickYesNo(c[0], span=at)

    def on_named_pick(self, c: Parts, at: Span) -> t.PickNamed:
        if isinstance(c[0], t.SomeOf):
            name = c[0].name.span
            self.problems.append(p.MissingOf(Span(name.source, name.start, name.start), str(c[0].number)))
        return t.PickNamed(c[0], span=at)

    def on_quantity(self, c: Parts, at: Span) -> t.Quantity:
        if isinstance(c[0], tuple):  # a word
            return t.Quantity("up_to", c[2], span=at) if len(c) == 3 else t.Quantity(_QUANTITIES[c[0][0]], span=at)
        number: t.Expr = c[0]
        self._check_number(number, "choice")
        if len(c) == 3:
            return t.Quantity("between", number, c[2], span=at)
        match number:
            case t.Binary("-", t.Number(), t.Number()):  # `1-2 of hand`
                minus = self.source.text.index("-", number.left.span.end)
                self.problems.append(p.ForeignSign(Span(at.source, minus, minus + 1), "-", ".."))
            case _:
                pass
        return t.Quantity("exactly", number, span=at)

    def _check_number(self, number: t.Expr, of: p.Counted) -> None:
        """`count of hand`: a word that names no number, although as a name it could."""
        word = self._text(number.span)
        if isinstance(number, t.Name | t.FlagLiteral | t.NoneLiteral) and word in NO_NUMBERS:
            self.problems.append(p.NoQuantity(number.span, word, of))

    # ------------------------------------------------------------ expressions

    def on_filter(self, c: Parts, at: Span) -> t.Filter:
        source, name, condition = c
        return t.Filter(source, condition, self._maybe_declared(name), span=at)

    def on_leading(self, c: Parts, at: Span) -> t.Leading:
        source, name, condition = c
        return t.Leading(source, condition, self._maybe_declared(name), span=at)

    def on_sort(self, c: Parts, at: Span) -> t.Sort:
        source, name, keys = c
        return t.Sort(source, keys, self._maybe_declared(name), span=at)

    def on_keys(self, c: Parts, at: Span) -> tuple[t.Key, ...]:
        return tuple(c)

    def on_key(self, c: Parts, at: Span) -> t.Key:
        return t.Key(c[0][1], c[1], span=at)

    def on_ternary(self, c: Parts, at: Span) -> t.Ternary:
        yes, condition, no = c
        return t.Ternary(condition, yes, no, span=at)

    def on_match_expr(self, c: Parts, at: Span) -> t.MatchExpr:
        subject, *arms, otherwise = c
        return t.MatchExpr(subject, tuple(arms), otherwise, span=at)

    def on_case(self, c: Parts, at: Span) -> tuple[tuple[t.Expr, ...], t.Expr]:
        values: tuple[t.Arg, ...] = c[0]
        kept: list[t.Expr] = []
        for value in values:
            if isinstance(value, t.Named | t.Comprehension) or value == t.Name("else"):
                self.problems.append(p.NoCase(value.span))
            else:
                kept.append(value)
        return tuple(kept), c[1]

    def on_either(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary("or", c[0], c[1], span=at)

    def on_both(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary("and", c[0], c[1], span=at)

    def on_negate(self, c: Parts, at: Span) -> t.Unary:
        return t.Unary("not", c[0], span=at)

    def on_compare(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary(_COMPARISON[c[1][1]], c[0], c[2], span=at)

    def on_equal(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary("is", c[0], c[1], span=at)

    def on_differ(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary("is not", c[0], c[1], span=at)

    def on_member(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary("in", c[0], c[1], span=at)

    def on_not_member(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary("not in", c[0], c[1], span=at)

    def on_span(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary("..", c[0], c[1], span=at)

    def on_plus(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary("+", c[0], c[1], span=at)

    def on_minus(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary("-", c[0], c[1], span=at)

    def on_times(self, c: Parts, at: Span) -> t.Binary:
        return t.Binary("*", c[0], c[1], span=at)

    def on_divide(self, c: Parts, at: Span) -> t.Divide:
        return t.Divide(c[0], c[1], c[2], span=at)

    def on_rounding(self, c: Parts, at: Span) -> str:
        return cast(str, c[1][1])

    def on_neg(self, c: Parts, at: Span) -> t.Unary:
        return t.Unary("-", c[0], span=at)

    def on_attribute(self, c: Parts, at: Span) -> t.Attribute:
        return t.Attribute(c[0], self._ident(c[1]), span=at)

    def on_index(self, c: Parts, at: Span) -> t.Index:
        return t.Index(c[0], c[1], span=at)

    def on_apply(self, c: Parts, at: Span) -> t.Apply:
        return t.Apply(c[0], c[1] or (), span=at)

    def on_name(self, c: Parts, at: Span) -> t.Name:
        word = c[0][1]
        if word in FOREIGN_VALUES:
            self.problems.append(p.ForeignValue(at, word, FOREIGN_VALUES[word]))
        return t.Name(word, span=at)

    def on_int(self, c: Parts, at: Span) -> t.Number:
        return t.Number(int(c[0][1]), span=at)

    def on_some_of(self, c: Parts, at: Span) -> t.SomeOf:
        return t.SomeOf(int(c[0][1]), self._ident(c[1]), span=at)

    def on_yes(self, c: Parts, at: Span) -> t.FlagLiteral:
        return t.FlagLiteral(True, span=at)

    def on_no(self, c: Parts, at: Span) -> t.FlagLiteral:
        return t.FlagLiteral(False, span=at)

    def on_none_(self, c: Parts, at: Span) -> t.NoneLiteral:
        return t.NoneLiteral(span=at)

    def on_shared_name(self, c: Parts, at: Span) -> t.Attribute:
        of = t.Name("shared", span=Span(at.source, at.start, at.start + len("shared")))
        return t.Attribute(of, self._ident(c[0]), span=at)

    def on_me(self, c: Parts, at: Span) -> t.Me:
        return t.Me(span=at)

    def on_it(self, c: Parts, at: Span) -> t.It:
        return t.It(span=at)

    def on_list(self, c: Parts, at: Span) -> t.ListLiteral:
        return t.ListLiteral(c[0] or (), span=at)

    def on_args(self, c: Parts, at: Span) -> tuple[t.Arg, ...]:
        return tuple(c)

    def on_named(self, c: Parts, at: Span) -> t.Named:
        return t.Named(self._ident(c[0]), c[1], span=at)

    def on_comprehension(self, c: Parts, at: Span) -> t.Comprehension:
        return t.Comprehension(c[0], self._declared(c[1]), c[2], span=at)

    def on_combinations(self, c: Parts, at: Span) -> t.Comprehension:
        body, var, number, source = c
        self._check_number(number, "comprehension")
        return t.Comprehension(body, self._declared(var), source, number, span=at)


_QUANTITIES: dict[str, Literal["one", "any", "some"]] = {"ONE": "one", "ANY": "any", "SOME": "some"}
_COMPARISON: dict[str, Literal["<", "<=", ">", ">="]] = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}


@define
class _Kinds:
    """The rows of a component, and the formulas below them."""

    rows: t.Rows
    formulas: tuple[t.Define, ...]


@define
class _May:
    """`may` before `choose`, perhaps with a condition."""

    condition: t.Expr | None


@define
class _ChooseHead:
    """`[may [if c]] choose [if able]`."""

    may: bool
    if_able: bool
    condition: t.Expr | None

    def choose(
        self, lines: tuple[t.Selection | t.LetStmt | t.RequireStmt, ...], menu: t.Menu | None, at: Span
    ) -> t.Choose:
        """The statement that begins so."""
        return t.Choose(self.may, self.if_able, lines, menu, self.condition, span=at)


@define
class _Modifier:
    """A part of a component's heading."""

    sort: Literal["each", "by", "in", "back"]
    names: tuple[t.Ident, ...]
    span: Span


@define
class _More:
    """A deeper `where` line below a selection."""

    name: t.Ident | None
    condition: t.Expr
    span: Span
