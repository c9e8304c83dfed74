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
from gamedsl.syntax import tree
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
    _sets: list[tree.Name] = field(factory=list[tree.Name])
    """What is assigned in the rule that is being read, where it is a plain name."""

    def method(self, form: str) -> Build:
        """The method that builds `form`."""
        return cast(Build, getattr(self, "on_" + form))

    # ------------------------------------------------------------ helpers

    def _ident(self, token: Token) -> tree.Ident:
        return tree.Ident(token[1], span=Span(self.source.name, token[2], token[3]))

    def _maybe(self, token: Token | None) -> tree.Ident | None:
        return None if token is None else self._ident(token)

    def _maybe_declared(self, token: Token | None) -> tree.Ident | None:
        return None if token is None else self._declared(token)

    def _idents(self, tokens: Iterable[Token]) -> tuple[tree.Ident, ...]:
        return tuple(self._ident(token) for token in tokens)

    def _declared(self, token: Token) -> tree.Ident:
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

    def on_start(self, c: Parts, at: Span) -> tuple[tree.Decl, ...]:
        return _kept(c)

    def on_bad(self, c: Parts, at: Span) -> _Lost:
        return LOST

    def on_doc(self, c: Parts, at: Span) -> str | None:
        return self._string(c[0])

    # ------------------------------------------------------------ declarations

    def on_game(self, c: Parts, at: Span) -> tree.Game:
        name, doc, fewest, most = c[:4]
        low = int(fewest[1])
        return tree.Game(self._declared(name), doc, low, low if most is None else int(most[1]), span=at)

    def on_ends(self, c: Parts, at: Span) -> tree.Ends:
        after_round, condition, doc = c
        return tree.Ends(after_round is not None, condition, self._string(doc), span=at)

    def on_after_round(self, c: Parts, at: Span) -> bool:
        return True

    def on_option(self, c: Parts, at: Span) -> tree.Option:
        return tree.Option(self._declared(c[0]), tuple(c[1:-1]), self._string(c[-1]), span=at)

    def on_enum(self, c: Parts, at: Span) -> tree.EnumType:
        values = tuple(self._declared(token) for token in c[1:-1])
        return tree.EnumType(self._declared(c[0]), values, self._string(c[-1]), span=at)

    def on_record_enum(self, c: Parts, at: Span) -> tree.RecordType:
        return tree.RecordType(self._declared(c[0]), c[1], span=at)

    def on_component(self, c: Parts, at: Span) -> tree.Component:
        rest: Parts = [part for part in c[2:] if not isinstance(part, _Modifier)]
        if isinstance(rest[0], _Kinds):
            return self._component(c, at, rows=rest[0].rows, lets=rest[0].formulas)
        if len(rest) == 1:
            return self._component(c, at, doc=self._string(rest[0]))
        return self._component(c, at, numbers=rest[0], doc=self._string(rest[1]), lets=rest[2] or ())

    def on_component_csv(self, c: Parts, at: Span) -> tree.Component:
        return self._component(c, at, csv=self._string(c[-2]), lets=c[-1] or ())

    def on_kinds(self, c: Parts, at: Span) -> _Kinds:
        doc, *rows, formulas = c
        kept = _kept(cast(list[tree.Row | _Lost], rows))
        end = kept[-1].span.end if kept and formulas else at.end
        return _Kinds(tree.Rows(doc, kept, span=Span(at.source, at.start, end)), formulas or ())

    def on_no_kinds(self, c: Parts, at: Span) -> _Kinds:
        first: tree.Define = c[1][0]
        self.problems.append(p.IncompleteBlock(first.span, "component", ("NAME",)))
        return _Kinds(tree.Rows(c[0], (), span=Span(at.source, at.start, at.start)), c[1])

    def on_by_formula(self, c: Parts, at: Span) -> tuple[tree.Define, ...]:
        return cast(tuple[tree.Define, ...], c[0])

    def on_formulas(self, c: Parts, at: Span) -> tuple[tree.Define, ...]:
        return _kept(c)

    def _component(
        self,
        c: Parts,
        at: Span,
        *,
        rows: tree.Rows | None = None,
        numbers: tree.Expr | None = None,
        csv: str | None = None,
        doc: str | None = None,
        lets: tuple[tree.Define, ...] = (),
    ) -> tree.Component:
        said: dict[str, tuple[tree.Ident, ...]] = {}
        for part in c[2:]:
            if isinstance(part, _Modifier):
                if part.sort in said:
                    self.problems.append(p.SaidTwice(part.span, part.sort))
                said.setdefault(part.sort, part.names)
        per, pivot, start, back = (said.get(sort, ()) for sort in ("each", "by", "in", "back"))
        return tree.Component(
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

    def on_list_table(self, c: Parts, at: Span) -> tree.ListTable:
        first = 1 if c[1] is None else c[1]
        return tree.ListTable(self._declared(c[0]), first, tuple(c[2:-1]), self._string(c[-1]), span=at)

    def on_grid_table(self, c: Parts, at: Span) -> tree.RowTable:
        return tree.RowTable(self._declared(c[0]), c[1], span=at)

    def on_table_csv(self, c: Parts, at: Span) -> tree.CsvTable:
        return tree.CsvTable(self._declared(c[0]), self._string(c[1]) or "", span=at)

    def on_grid(self, c: Parts, at: Span) -> tree.Grid:
        name, rows, columns, hexagonal, by, per, *block = c
        doc, layers = (block[0], _kept(block[1:])) if block else (None, ())
        named, size = self._declared(name), (int(rows[1]), int(columns[1]))
        return tree.Grid(named, *size, hexagonal is not None, doc, layers, self._maybe_declared(by), per, span=at)

    def on_hex(self, c: Parts, at: Span) -> bool:
        return True

    def on_per(self, c: Parts, at: Span) -> tree.Ident:
        return self._ident(c[0])

    def on_ring(self, c: Parts, at: Span) -> tree.Ring:
        name, size, per, *block = c
        doc, layers = (block[0], _kept(block[1:])) if block else (None, ())
        return tree.Ring(self._declared(name), int(size[1]), doc, layers, per, span=at)

    def on_track(self, c: Parts, at: Span) -> tree.Track:
        name, size, per, *block = c
        doc, layers = (block[0], _kept(block[1:])) if block else (None, ())
        return tree.Track(self._declared(name), int(size[1]), doc, layers, per, span=at)

    def on_ring_around(self, c: Parts, at: Span) -> tree.RingAround:
        return tree.RingAround(self._declared(c[0]), self._ident(c[1]), c[2], span=at)

    def on_layer(self, c: Parts, at: Span) -> tree.Layer:
        return tree.Layer(self._declared(c[0]), c[1], span=at)

    def on_graph(self, c: Parts, at: Span) -> tree.Graph:
        name, by, per, doc, *paths = c
        return tree.Graph(self._declared(name), self._maybe(by), doc, _kept(paths), per, span=at)

    def on_path(self, c: Parts, at: Span) -> tree.Path:
        return tree.Path(None, self._idents(c), span=at)

    def on_named_path(self, c: Parts, at: Span) -> tree.Path:
        return tree.Path(self._declared(c[0]), self._idents(c[1:]), span=at)

    # ------------------------------------------------------------ rows and cells

    def on_rows(self, c: Parts, at: Span) -> tree.Rows:
        return tree.Rows(c[0], _kept(c[1:]), span=at)

    def on_row(self, c: Parts, at: Span) -> tree.Row:
        return tree.Row(tuple(c), span=at)

    def on_snum(self, c: Parts, at: Span) -> int:
        return int(c[0][1])

    def on_neg_snum(self, c: Parts, at: Span) -> int:
        return -int(c[0][1])

    def on_cell_name(self, c: Parts, at: Span) -> tree.CellName:
        if c[0][1] in self.refused:
            self.problems.append(p.ReservedName(at, c[0][1]))
        return tree.CellName(c[0][1], span=at)

    def on_cell_int(self, c: Parts, at: Span) -> tree.CellNumber:
        return tree.CellNumber(c[0], span=at)

    def on_cell_yes(self, c: Parts, at: Span) -> tree.CellFlag:
        return tree.CellFlag(True, span=at)

    def on_cell_no(self, c: Parts, at: Span) -> tree.CellFlag:
        return tree.CellFlag(False, span=at)

    def on_cell_blank(self, c: Parts, at: Span) -> tree.CellBlank:
        if self._text(Span("", max(0, at.start - 1), at.end + 1)).strip(" \t\r\n:#") != ".":
            self.problems.append(p.GluedCell(at))
        return tree.CellBlank(span=at)

    def on_cell_each(self, c: Parts, at: Span) -> tree.CellEach:
        return tree.CellEach(self._ident(c[0]), span=at)

    def on_cell_zone(self, c: Parts, at: Span) -> tree.CellZone:
        return tree.CellZone(self._ident(c[0]), span=at)

    # ------------------------------------------------------------ fields and their types

    def on_shared(self, c: Parts, at: Span) -> tree.Fields:
        doc, members = c[0]
        return tree.Fields(None, doc, members, span=at)

    def on_per_element(self, c: Parts, at: Span) -> tree.Fields:
        doc, members = c[1]
        return tree.Fields(self._ident(c[0]), doc, members, span=at)

    def on_field_block(self, c: Parts, at: Span) -> tuple[str | None, tuple[tree.Field | tree.Define, ...]]:
        return c[0], _kept(c[1:])

    def on_field(self, c: Parts, at: Span) -> tree.Field:
        name, index, sort, start, *attributes, doc = c
        return tree.Field(self._declared(name), index, sort, start, tuple(attributes), self._string(doc), span=at)

    def on_zone(self, c: Parts, at: Span) -> tree.ZoneType:
        return tree.ZoneType(c[0], self._idents(c[1:]), span=at)

    def on_value_bag(self, c: Parts, at: Span) -> tree.ValueBagType:
        return tree.ValueBagType(c[0], int(c[1][1]), int(c[2][1]), span=at)

    def on_zone_word(self, c: Parts, at: Span) -> str:
        return cast(str, c[0][1])

    def on_set_of(self, c: Parts, at: Span) -> tree.SetType:
        return tree.SetType(self._ident(c[0]), span=at)

    def on_maybe_optional(self, c: Parts, at: Span) -> tree.TypeExpr:
        return cast(tree.TypeExpr, c[0]) if c[1] is None else tree.OptionalType(c[0], span=at)

    def on_union(self, c: Parts, at: Span) -> tree.UnionType | tree.OptionalType:
        *types, none = c
        names = tuple(cast(tree.TypeName, sort).name for sort in types)
        union = tree.UnionType(names, span=names[0].span.to(names[-1].span))
        return union if none is None else tree.OptionalType(union, span=at)

    def on_none_type(self, c: Parts, at: Span) -> bool:
        return True

    def on_type_name(self, c: Parts, at: Span) -> tree.TypeName:
        return tree.TypeName(self._ident(c[0]), span=at)

    def on_int_range(self, c: Parts, at: Span) -> tree.RangeType:
        return tree.RangeType(c[0], c[1], span=at)

    def on_seen_by(self, c: Parts, at: Span) -> tree.SeenBy:
        return tree.SeenBy(self._ident(c[0]), span=at)

    def on_count_hidden(self, c: Parts, at: Span) -> tree.CountHidden:
        return tree.CountHidden(span=at)

    def on_reset_each(self, c: Parts, at: Span) -> tree.ResetEach:
        return tree.ResetEach(self._ident(c[0]), span=at)

    def on_capacity(self, c: Parts, at: Span) -> tree.Capacity:
        return tree.Capacity(int(c[0][1]), span=at)

    def on_refilled(self, c: Parts, at: Span) -> tree.Refilled:
        return tree.Refilled(self._ident(c[0]), span=at)

    def on_define(self, c: Parts, at: Span) -> tree.Define:
        return tree.Define(self._declared(c[0]), c[1] or (), c[2], self._string(c[3]), span=at)

    def on_params(self, c: Parts, at: Span) -> tuple[tree.Param, ...]:
        return tuple(c)

    def on_param(self, c: Parts, at: Span) -> tree.Param:
        return tree.Param(self._declared(c[0]), c[1], span=at)

    def on_pick_decl(self, c: Parts, at: Span) -> tree.PickDecl:
        name, params, *picks, distinct, doc = c
        return tree.PickDecl(
            self._declared(name), params or (), tuple(picks), self._maybe(distinct), self._string(doc), span=at
        )

    # ------------------------------------------------------------ the skeleton

    def on_setup(self, c: Parts, at: Span) -> tree.Setup:
        self._check_lets()
        return tree.Setup(c[0], span=at)

    def on_rounds(self, c: Parts, at: Span) -> tree.Rounds:
        return tree.Rounds(c[0], c[1], _kept(c[2:]), span=at)

    def on_round_entry(self, c: Parts, at: Span) -> tree.RoundEntry:
        return tree.RoundEntry(self._ident(c[0]), c[1], c[2], span=at)

    def on_phase(self, c: Parts, at: Span) -> tree.Phase:
        self._check_lets()
        return tree.Phase(self._declared(c[0]), c[1], c[2], span=at)

    def on_end(self, c: Parts, at: Span) -> tree.End:
        self._check_lets()
        return tree.End(c[0], span=at)

    def on_rule_word(self, c: Parts, at: Span) -> bool:
        return cast(bool, c[0][1] == "action")

    def on_rule(self, c: Parts, at: Span) -> tree.Rule:
        is_action, name, params, into, once, body = c
        self._check_lets()
        return tree.Rule(is_action, self._declared(name), params or (), self._maybe(into), body, once, span=at)

    def on_once(self, c: Parts, at: Span) -> tree.Ident:
        return self._ident(c[0])

    def on_up_to(self, c: Parts, at: Span) -> tree.Limit:
        return tree.Limit("up_to", c[0], span=at)

    def on_at_most(self, c: Parts, at: Span) -> tree.Limit:
        return tree.Limit("at_most", self._number(c[0]), c[1] is not None, span=at)

    def on_cut_off(self, c: Parts, at: Span) -> bool:
        return True

    def _number(self, token: Token) -> tree.Number:
        return tree.Number(int(token[1]), span=Span(self.source.name, token[2], token[3]))

    def on_score(self, c: Parts, at: Span) -> tree.Score:
        name, after, value, doc = c
        return tree.Score(self._declared(name), value, self._string(doc), self._maybe(after), span=at)

    def on_ranking(self, c: Parts, at: Span) -> tree.Ranking:
        of, keys, ties, doc = c
        shared, decider = (False, None) if ties is None else ties
        return tree.Ranking(self._maybe(of), keys, shared, decider, self._string(doc), span=at)

    def on_ties_shared(self, c: Parts, at: Span) -> tuple[bool, None]:
        return True, None

    def on_ties_decided(self, c: Parts, at: Span) -> tuple[bool, tree.Expr]:
        return False, c[0]

    def on_invariant(self, c: Parts, at: Span) -> tree.Invariant:
        return tree.Invariant(self._declared(c[0]), c[1], self._string(c[2]), span=at)

    # ------------------------------------------------------------ changes

    def on_seat(self, c: Parts, at: Span) -> tree.Seat:
        name, condition, doc, *members = c
        flat: list[Any] = []
        for member in members:
            if isinstance(member, list):
                flat.extend(cast(list[tree.Answer], member))
            else:
                flat.append(member)
        return tree.Seat(self._declared(name), condition, doc, _kept(flat), span=at)

    def on_answers(self, c: Parts, at: Span) -> list[tree.Answer]:
        return list(_kept(c))

    def on_answer(self, c: Parts, at: Span) -> tree.Answer:
        policy, key = c[1]
        return tree.Answer(self._ident(c[0]), policy, key, span=at)

    def on_policy(self, c: Parts, at: Span) -> tuple[str, tree.Expr | None]:
        return c[0][1], c[1] if len(c) > 1 else None

    def on_when_block(self, c: Parts, at: Span) -> tree.When:
        return tree.When(c[0], c[1], _kept(c[2:]), span=at)

    def on_variant(self, c: Parts, at: Span) -> tree.Variant:
        bases: list[Token] = [part for part in c[1:] if isinstance(part, tuple)]
        docs = [part for part in c if isinstance(part, str)]
        changes = _kept(part for part in c[1 + len(bases) :] if not isinstance(part, str))
        return tree.Variant(self._declared(c[0]), self._idents(bases), docs[0] if docs else None, changes, span=at)

    def on_change(self, c: Parts, at: Span) -> tree.Change:
        return cast(tree.Change, c[0])

    def on_set_copies(self, c: Parts, at: Span) -> tree.SetCopies:
        return tree.SetCopies(c[0], c[1], c[2], span=at)

    def on_set_value(self, c: Parts, at: Span) -> tree.SetValue:
        return tree.SetValue(c[0], c[1], span=at)

    def on_replace(self, c: Parts, at: Span) -> tree.Replace:
        return tree.Replace(c[0], span=at)

    def on_add(self, c: Parts, at: Span) -> tree.Add:
        return tree.Add(c[0], span=at)

    def on_insert(self, c: Parts, at: Span) -> tree.Insert:
        call, side, anchor, part = c
        return tree.Insert(call, side, self._ident(anchor), tree.Ident(part.id, span=part.span), span=at)

    def on_setup_part(self, c: Parts, at: Span) -> tree.Name:
        return tree.Name("setup", span=at)

    def on_rounds_part(self, c: Parts, at: Span) -> tree.Name:
        return tree.Name("rounds", span=at)

    def on_end_part(self, c: Parts, at: Span) -> tree.Name:
        return tree.Name("end", span=at)

    def on_where_to(self, c: Parts, at: Span) -> str:
        return cast(str, c[0][1])

    def on_remove(self, c: Parts, at: Span) -> tree.Remove:
        return tree.Remove(self._ident(c[0]), span=at)

    # ------------------------------------------------------------ examples

    def on_example(self, c: Parts, at: Span) -> tree.Example:
        return tree.Example(self._declared(c[0]), self._maybe(c[1]), c[2], _kept(c[3:]), span=at)

    def on_ex_players(self, c: Parts, at: Span) -> tree.ExamplePlayers:
        return tree.ExamplePlayers(self._idents(c), span=at)

    def on_ex_with(self, c: Parts, at: Span) -> tree.ExampleWith:
        pairs = zip(c[::2], c[1::2], strict=True)
        return tree.ExampleWith(tuple((self._ident(name), value) for name, value in pairs), span=at)

    def on_ex_given(self, c: Parts, at: Span) -> tree.ExampleGiven:
        return tree.ExampleGiven(_kept(c), span=at)

    def on_ex_run(self, c: Parts, at: Span) -> tree.ExampleRun:
        return tree.ExampleRun(None, c[0], span=at)

    def on_ex_run_part(self, c: Parts, at: Span) -> tree.ExampleRun:
        return tree.ExampleRun(None, tree.Name(self._text(at), span=at), span=at)

    def on_ex_run_as(self, c: Parts, at: Span) -> tree.ExampleRun:
        return tree.ExampleRun(c[0], c[1], span=at)

    def on_ex_roll(self, c: Parts, at: Span) -> tree.ExampleRoll:
        return tree.ExampleRoll(self._ident(c[0]), c[1], span=at)

    def on_ex_draw(self, c: Parts, at: Span) -> tree.ExampleDraw:
        return tree.ExampleDraw(tuple(c[:-1]), c[-1], span=at)

    def on_ex_plays(self, c: Parts, at: Span) -> tree.ExamplePlays:
        return tree.ExamplePlays(c[0], tuple(c[1:]), span=at)

    def on_ex_declines(self, c: Parts, at: Span) -> tree.ExampleDeclines:
        return tree.ExampleDeclines(c[0], self._ident(c[1]), span=at)

    def on_decline(self, c: Parts, at: Span) -> tree.Decline:
        return tree.Decline(self._ident(c[0]), span=at)

    def on_ex_cannot(self, c: Parts, at: Span) -> tree.ExampleCannot:
        return tree.ExampleCannot(c[0], tuple(c[1:-1]), self._maybe(c[-1]), span=at)

    def on_ex_options(self, c: Parts, at: Span) -> tree.ExampleOptions:
        values = tuple(value for value in c[2:] if value is not None)
        return tree.ExampleOptions(c[0], self._ident(c[1]), values, span=at)

    def on_ex_then(self, c: Parts, at: Span) -> tree.ExampleThen:
        return tree.ExampleThen(c[0], span=at)

    def on_given_zone(self, c: Parts, at: Span) -> tree.GivenZone:
        return tree.GivenZone(c[0], tuple(c[1:]), span=at)

    def on_free_content(self, c: Parts, at: Span) -> tree.FreeContent:
        self._check_number(c[0], "given")
        return tree.FreeContent(c[0], c[1], span=at)

    def on_given_value(self, c: Parts, at: Span) -> tree.GivenValue:
        return tree.GivenValue(c[0], c[1], span=at)

    # ------------------------------------------------------------ statements

    def on_suite(self, c: Parts, at: Span) -> tree.Suite:
        return tree.Suite(c[0], _kept(c[1:]), span=at)

    def on_suite_line(self, c: Parts, at: Span) -> tree.Suite:
        return tree.Suite(None, (c[0],), span=at)

    def on_let(self, c: Parts, at: Span) -> tree.LetStmt:
        name = self._declared(c[0])
        self._lets.setdefault(name.text, name.span)
        return tree.LetStmt(name, c[1], span=at)

    def on_call(self, c: Parts, at: Span) -> tree.CallStmt:
        return tree.CallStmt(c[0], span=at)

    def on_assign(self, c: Parts, at: Span) -> tree.Assign:
        target, operator, value = c
        if isinstance(target, tree.Name):
            self._sets.append(target)
        return tree.Assign(operator, target, value, span=at)

    def on_assign_op(self, c: Parts, at: Span) -> str:
        sort = c[0][0]
        return "=" if sort == "EQUAL" else "+=" if sort == "ADD_SET" else "-="

    def on_require(self, c: Parts, at: Span) -> tree.RequireStmt:
        return tree.RequireStmt(self._declared(c[0]), c[1], self._string(c[2]), span=at)

    def on_move(self, c: Parts, at: Span) -> tree.Move:
        what, source, side, target = c
        return tree.Move(what, source, side, target, span=at)

    def on_move_some(self, c: Parts, at: Span) -> tree.Move:
        quantity, what, source, side, target = c
        return tree.Move(what, source, side, target, quantity, span=at)

    def on_draw(self, c: Parts, at: Span) -> tree.Draw:
        up_to, number, source, side, target = c
        return tree.Draw(up_to is not None, number, source, None, side, target, span=at)

    def on_draw_keep(self, c: Parts, at: Span) -> tree.Draw:
        up_to, number, source, keep, side, target = c
        return tree.Draw(up_to is not None, number, source, keep, side, target, span=at)

    def on_dest(self, c: Parts, at: Span) -> str:
        return cast(str, c[0][1])

    def on_side(self, c: Parts, at: Span) -> str:
        return cast(str, c[0][1])

    def on_upto(self, c: Parts, at: Span) -> bool:
        return True

    def on_swap(self, c: Parts, at: Span) -> tree.Swap:
        return tree.Swap(c[0], c[1], span=at)

    def on_rotate(self, c: Parts, at: Span) -> tree.Rotate:
        return tree.Rotate(c[0], c[1], span=at)

    def on_shuffle(self, c: Parts, at: Span) -> tree.Shuffle:
        what, side, target = c
        return tree.Shuffle(what, side, target, span=at)

    def on_peek(self, c: Parts, at: Span) -> tree.Peek:
        return tree.Peek(c[0], span=at)

    def on_reveal(self, c: Parts, at: Span) -> tree.Reveal:
        return tree.Reveal(c[0], span=at)

    def on_eliminate(self, c: Parts, at: Span) -> tree.Eliminate:
        return tree.Eliminate(c[0], span=at)

    def on_award(self, c: Parts, at: Span) -> tree.Award:
        place, prizes, to, share, rounding = c
        return tree.Award(place, prizes, to, rounding, share, span=at)

    def on_share(self, c: Parts, at: Span) -> str:
        return "all" if len(c) == 1 else "one"

    def on_if_(self, c: Parts, at: Span) -> tree.If:
        pairs = zip(c[:-1:2], c[1:-1:2], strict=True)
        return tree.If(tuple(pairs), c[-1], span=at)

    def on_match(self, c: Parts, at: Span) -> tree.Match:
        arms = _kept(c[1:])
        named = tuple(arm for arm in arms if isinstance(arm, tree.MatchArm))
        otherwise = [arm for arm in arms if isinstance(arm, tree.Suite)]
        return tree.Match(c[0], named, otherwise[0] if otherwise else None, span=at)

    def on_arm(self, c: Parts, at: Span) -> tree.MatchArm:
        return tree.MatchArm(tuple(c[:-1]), c[-1], span=at)

    def on_match_else(self, c: Parts, at: Span) -> tree.Suite:
        return cast(tree.Suite, c[0])

    def on_for_(self, c: Parts, at: Span) -> tree.For:
        first, second, source, body = c
        names = (first,) if second is None else (first, second)
        return tree.For(tuple(self._declared(name) for name in names), source, body, span=at)

    def on_each_(self, c: Parts, at: Span) -> tree.Each:
        return tree.Each(c[0], c[1], span=at)

    def on_each_clause(self, c: Parts, at: Span) -> tree.EachClause:
        noun, order, keys, first, where, together, until, limit = c
        at_once = together is not None
        return tree.EachClause(self._ident(noun), order, first, where, at_once, until, limit, keys or (), span=at)

    def on_together(self, c: Parts, at: Span) -> bool:
        return True

    def on_until(self, c: Parts, at: Span) -> tree.Expr:
        return cast(tree.Expr, c[0])

    def on_repeat(self, c: Parts, at: Span) -> tree.Repeat:
        return tree.Repeat(c[0], c[1], c[2], span=at)

    def on_repeat_until(self, c: Parts, at: Span) -> tree.Repeat:
        until, limit, body = c
        return tree.Repeat(limit, until, body, span=at)

    def on_as_(self, c: Parts, at: Span) -> tree.As:
        return tree.As(c[0], c[1], span=at)

    # ------------------------------------------------------------ choices

    def on_choose_head(self, c: Parts, at: Span) -> _ChooseHead:
        may: _May | None = c[0]
        return _ChooseHead(may is not None, c[1] is not None, None if may is None else may.condition)

    def on_may(self, c: Parts, at: Span) -> _May:
        return _May(c[0])

    def on_if_able(self, c: Parts, at: Span) -> bool:
        return True

    def on_choose(self, c: Parts, at: Span) -> tree.Choose:
        return cast(_ChooseHead, c[0]).choose((c[1],), None, at)

    def on_choose_block(self, c: Parts, at: Span) -> tree.Choose:
        return cast(_ChooseHead, c[0]).choose(_kept(c[1:-1]), c[-1], at)

    def on_choose_menu(self, c: Parts, at: Span) -> tree.Choose:
        return cast(_ChooseHead, c[0]).choose((), c[1], at)

    def on_then_menu(self, c: Parts, at: Span) -> tree.Menu:
        return cast(tree.Menu, c[0])

    def on_menu(self, c: Parts, at: Span) -> tree.Menu:
        return tree.Menu(_kept(c), span=at)

    def on_menu_line(self, c: Parts, at: Span) -> tree.MenuEntry:
        return tree.MenuEntry(c[0], c[1], span=at)

    def on_roll(self, c: Parts, at: Span) -> tree.Roll:
        return tree.Roll((c[0],), span=at)

    def on_roll_block(self, c: Parts, at: Span) -> tree.Roll:
        return tree.Roll(_kept(c), span=at)

    def on_selection(self, c: Parts, at: Span) -> tree.Selection:
        name, *picks, distinct, secret = c
        return tree.Selection(self._declared(name), tuple(picks), self._maybe(distinct), secret is not None, span=at)

    def on_secret(self, c: Parts, at: Span) -> bool:
        return True

    def on_selection_lines(self, c: Parts, at: Span) -> tree.Selection:
        selection: tree.Selection = c[0]
        picks, distinct, secret = list(selection.picks), selection.distinct, selection.secret
        for line in _kept(c[1:]):
            if isinstance(line, tree.Ident):
                distinct = line
            elif line is True:
                secret = True
            elif isinstance(line, _More):
                self._narrow(picks, line)
            else:
                picks.append(line)
        return evolve(selection, picks=tuple(picks), distinct=distinct, secret=secret, span=at)

    def _narrow(self, picks: list[tree.Pick], line: _More) -> None:
        """A deeper `where` line belongs to the pick above it."""
        last = picks[-1]
        if isinstance(last, tree.PickOf):
            source = tree.Filter(last.source, line.condition, line.name, span=last.source.span.to(line.span))
            picks[-1] = evolve(last, source=source, span=last.span.to(line.span))
        else:
            self.problems.append(p.Unfitting(line.span, "where", self._text(last.span), ("ONE", "ANY")))

    def on_more_where(self, c: Parts, at: Span) -> _More:
        return _More(self._maybe_declared(c[0]), c[1], at)

    def on_more_else(self, c: Parts, at: Span) -> tree.Pick:
        return cast(tree.Pick, c[0])

    def on_more_secret(self, c: Parts, at: Span) -> bool:
        return True

    def on_more_distinct(self, c: Parts, at: Span) -> tree.Ident:
        return self._ident(c[0])

    def on_pick(self, c: Parts, at: Span) -> tree.PickOf:
        return tree.PickOf(c[0], c[1], span=at)

    def on_yes_no(self, c: Parts, at: Span) -> tree.PickYesNo:
        return tree.PickYesNo(c[0], span=at)

    def on_named_pick(self, c: Parts, at: Span) -> tree.PickNamed:
        if isinstance(c[0], tree.SomeOf):
            name = c[0].name.span
            self.problems.append(p.MissingOf(Span(name.source, name.start, name.start), str(c[0].number)))
        return tree.PickNamed(c[0], span=at)

    def on_quantity(self, c: Parts, at: Span) -> tree.Quantity:
        if isinstance(c[0], tuple):  # a word
            return (
                tree.Quantity("up_to", c[2], span=at) if len(c) == 3 else tree.Quantity(_QUANTITIES[c[0][0]], span=at)
            )
        number: tree.Expr = c[0]
        self._check_number(number, "choice")
        if len(c) == 3:
            return tree.Quantity("between", number, c[2], span=at)
        match number:
            case tree.Binary("-", tree.Number(), tree.Number()):  # `1-2 of hand`
                minus = self.source.text.index("-", number.left.span.end)
                self.problems.append(p.ForeignSign(Span(at.source, minus, minus + 1), "-", ".."))
            case _:
                pass
        return tree.Quantity("exactly", number, span=at)

    def _check_number(self, number: tree.Expr, of: p.Counted) -> None:
        """`count of hand`: a word that names no number, although as a name it could."""
        word = self._text(number.span)
        if isinstance(number, tree.Name | tree.FlagLiteral | tree.NoneLiteral) and word in NO_NUMBERS:
            self.problems.append(p.NoQuantity(number.span, word, of))

    # ------------------------------------------------------------ expressions

    def on_filter(self, c: Parts, at: Span) -> tree.Filter:
        source, name, condition = c
        return tree.Filter(source, condition, self._maybe_declared(name), span=at)

    def on_leading(self, c: Parts, at: Span) -> tree.Leading:
        source, name, condition = c
        return tree.Leading(source, condition, self._maybe_declared(name), span=at)

    def on_sort(self, c: Parts, at: Span) -> tree.Sort:
        source, name, keys = c
        return tree.Sort(source, keys, self._maybe_declared(name), span=at)

    def on_keys(self, c: Parts, at: Span) -> tuple[tree.Key, ...]:
        return tuple(c)

    def on_key(self, c: Parts, at: Span) -> tree.Key:
        return tree.Key(c[0][1], c[1], span=at)

    def on_ternary(self, c: Parts, at: Span) -> tree.Ternary:
        yes, condition, no = c
        return tree.Ternary(condition, yes, no, span=at)

    def on_match_expr(self, c: Parts, at: Span) -> tree.MatchExpr:
        subject, *arms, otherwise = c
        return tree.MatchExpr(subject, tuple(arms), otherwise, span=at)

    def on_case(self, c: Parts, at: Span) -> tuple[tuple[tree.Expr, ...], tree.Expr]:
        values: tuple[tree.Arg, ...] = c[0]
        kept: list[tree.Expr] = []
        for value in values:
            if isinstance(value, tree.Named | tree.Comprehension) or value == tree.Name("else"):
                self.problems.append(p.NoCase(value.span))
            else:
                kept.append(value)
        return tuple(kept), c[1]

    def on_either(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary("or", c[0], c[1], span=at)

    def on_both(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary("and", c[0], c[1], span=at)

    def on_negate(self, c: Parts, at: Span) -> tree.Unary:
        return tree.Unary("not", c[0], span=at)

    def on_compare(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary(_COMPARISON[c[1][1]], c[0], c[2], span=at)

    def on_equal(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary("is", c[0], c[1], span=at)

    def on_differ(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary("is not", c[0], c[1], span=at)

    def on_member(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary("in", c[0], c[1], span=at)

    def on_not_member(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary("not in", c[0], c[1], span=at)

    def on_span(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary("..", c[0], c[1], span=at)

    def on_plus(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary("+", c[0], c[1], span=at)

    def on_minus(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary("-", c[0], c[1], span=at)

    def on_times(self, c: Parts, at: Span) -> tree.Binary:
        return tree.Binary("*", c[0], c[1], span=at)

    def on_divide(self, c: Parts, at: Span) -> tree.Divide:
        return tree.Divide(c[0], c[1], c[2], span=at)

    def on_rounding(self, c: Parts, at: Span) -> str:
        return cast(str, c[1][1])

    def on_neg(self, c: Parts, at: Span) -> tree.Unary:
        return tree.Unary("-", c[0], span=at)

    def on_attribute(self, c: Parts, at: Span) -> tree.Attribute:
        return tree.Attribute(c[0], self._ident(c[1]), span=at)

    def on_index(self, c: Parts, at: Span) -> tree.Index:
        return tree.Index(c[0], c[1], span=at)

    def on_apply(self, c: Parts, at: Span) -> tree.Apply:
        return tree.Apply(c[0], c[1] or (), span=at)

    def on_name(self, c: Parts, at: Span) -> tree.Name:
        word = c[0][1]
        if word in FOREIGN_VALUES:
            self.problems.append(p.ForeignValue(at, word, FOREIGN_VALUES[word]))
        return tree.Name(word, span=at)

    def on_int(self, c: Parts, at: Span) -> tree.Number:
        return tree.Number(int(c[0][1]), span=at)

    def on_some_of(self, c: Parts, at: Span) -> tree.SomeOf:
        return tree.SomeOf(int(c[0][1]), self._ident(c[1]), span=at)

    def on_yes(self, c: Parts, at: Span) -> tree.FlagLiteral:
        return tree.FlagLiteral(True, span=at)

    def on_no(self, c: Parts, at: Span) -> tree.FlagLiteral:
        return tree.FlagLiteral(False, span=at)

    def on_none_(self, c: Parts, at: Span) -> tree.NoneLiteral:
        return tree.NoneLiteral(span=at)

    def on_shared_name(self, c: Parts, at: Span) -> tree.Attribute:
        of = tree.Name("shared", span=Span(at.source, at.start, at.start + len("shared")))
        return tree.Attribute(of, self._ident(c[0]), span=at)

    def on_me(self, c: Parts, at: Span) -> tree.Me:
        return tree.Me(span=at)

    def on_it(self, c: Parts, at: Span) -> tree.It:
        return tree.It(span=at)

    def on_list(self, c: Parts, at: Span) -> tree.ListLiteral:
        return tree.ListLiteral(c[0] or (), span=at)

    def on_args(self, c: Parts, at: Span) -> tuple[tree.Arg, ...]:
        return tuple(c)

    def on_named(self, c: Parts, at: Span) -> tree.Named:
        return tree.Named(self._ident(c[0]), c[1], span=at)

    def on_comprehension(self, c: Parts, at: Span) -> tree.Comprehension:
        return tree.Comprehension(c[0], self._declared(c[1]), c[2], span=at)

    def on_combinations(self, c: Parts, at: Span) -> tree.Comprehension:
        body, var, number, source = c
        self._check_number(number, "comprehension")
        return tree.Comprehension(body, self._declared(var), source, number, span=at)


_QUANTITIES: dict[str, Literal["one", "any", "some"]] = {"ONE": "one", "ANY": "any", "SOME": "some"}
_COMPARISON: dict[str, Literal["<", "<=", ">", ">="]] = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}


@define
class _Kinds:
    """The rows of a component, and the formulas below them."""

    rows: tree.Rows
    formulas: tuple[tree.Define, ...]


@define
class _May:
    """`may` before `choose`, perhaps with a condition."""

    condition: tree.Expr | None


@define
class _ChooseHead:
    """`[may [if c]] choose [if able]`."""

    may: bool
    if_able: bool
    condition: tree.Expr | None

    def choose(
        self, lines: tuple[tree.Selection | tree.LetStmt | tree.RequireStmt, ...], menu: tree.Menu | None, at: Span
    ) -> tree.Choose:
        """The statement that begins so."""
        return tree.Choose(self.may, self.if_able, lines, menu, self.condition, span=at)


@define
class _Modifier:
    """A part of a component's heading."""

    sort: Literal["each", "by", "in", "back"]
    names: tuple[tree.Ident, ...]
    span: Span


@define
class _More:
    """A deeper `where` line below a selection."""

    name: tree.Ident | None
    condition: tree.Expr
    span: Span
