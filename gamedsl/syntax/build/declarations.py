"""Actions for the file, its declarations, and the changes of variants and seats."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.build.actions import Actions, CaseLine, Lost, kept, number, string
from gamedsl.syntax.lines import Token

Policy = Literal["highest", "lowest", "first", "last", "random", "none", "yes", "no"]
_POLICIES: dict[str, Policy] = {
    "HIGHEST": "highest", "LOWEST": "lowest", "FIRST": "first", "LAST": "last", "RANDOM": "random", "NONE": "none",
    "YES": "yes", "NO": "no",
}  # fmt: skip
_WHERE_TO: dict[str, Literal["after", "before"]] = {"AFTER": "after", "BEFORE": "before"}
_DEMANDS: dict[str, Literal["require", "ensure"]] = {"REQUIRE": "require", "ENSURE": "ensure"}

Ties = tuple[bool, tree.Expr | None]
"""Whether ties are shared, and the ranking that decides them."""


class DeclarationActions(Actions):
    """Builds the file, its declarations, and changes to declarations."""

    __slots__ = ()

    def on_start(self, at: Span, *decls: tree.Decl | Lost) -> tuple[tree.Decl, ...]:
        return kept(decls)

    def on_bad(self, at: Span) -> Lost:
        return Lost.LOST

    def on_doc(self, at: Span, doc: Token) -> str | None:
        return string(doc)

    # ------------------------------------------------------------ the game and its options

    def on_game(
        self, at: Span, name: Token, doc: str | None, fewest: Token, most: Token | None, *bad: Lost
    ) -> tree.Game:
        low = number(fewest)
        return tree.Game(self.declared(name), doc, low, low if most is None else number(most), span=at)

    def on_ends(
        self, at: Span, after_round: Literal[True] | None, condition: tree.Expr, doc: Token | None
    ) -> tree.Ends:
        return tree.Ends(after_round is not None, condition, string(doc), span=at)

    def on_after_round(self, at: Span) -> Literal[True]:
        return True

    def on_option(self, at: Span, name: Token, *values: tree.Literal_, doc: Token | None) -> tree.Option:
        return tree.Option(self.declared(name), values, string(doc), span=at)

    def on_enum(self, at: Span, name: Token, *values: Token, doc: Token | None) -> tree.EnumType:
        elements = tuple(self.declared(token) for token in values)
        return tree.EnumType(self.declared(name), elements, string(doc), span=at)

    def on_record_enum(self, at: Span, name: Token, rows: tree.Rows) -> tree.RecordType:
        return tree.RecordType(self.declared(name), rows, span=at)

    # ------------------------------------------------------------ the course of a match

    def on_setup(self, at: Span, body: tree.Suite) -> tree.Setup:
        self.check_lets()
        return tree.Setup(body, span=at)

    def on_rounds(
        self, at: Span, limit: tree.Limit | None, doc: str | None, *phases: tree.RoundEntry | Lost
    ) -> tree.Rounds:
        return tree.Rounds(limit, doc, kept(phases), span=at)

    def on_rounds_line(self, at: Span, limit: tree.Limit | None, phase: tree.RoundEntry) -> tree.Rounds:
        return tree.Rounds(limit, None, (phase,), span=at)

    def on_round_entry(
        self, at: Span, name: Token, until: tree.Expr | None, limit: tree.Limit | None
    ) -> tree.RoundEntry:
        return tree.RoundEntry(self.ident(name), until, limit, span=at)

    def on_phase(self, at: Span, name: Token, each: tree.EachClause | None, body: tree.Suite) -> tree.Phase:
        self.check_lets()
        return tree.Phase(self.declared(name), each, body, span=at)

    def on_end(self, at: Span, body: tree.Suite) -> tree.End:
        self.check_lets()
        return tree.End(body, span=at)

    def on_rule_word(self, at: Span, word: Token) -> bool:
        return word[1] == "action"

    def on_rule(
        self,
        at: Span,
        is_action: bool,
        name: Token,
        params: tuple[tree.Param, ...] | None,
        into: Token | None,
        once: tree.Ident | None,
        body: tree.Suite,
    ) -> tree.Rule:
        self.check_lets()
        return tree.Rule(is_action, self.declared(name), params or (), self.maybe(into), body, once, span=at)

    def on_history(
        self, at: Span, name: Token, most: Token | None, *parts: tree.Expr, doc: Token | None
    ) -> tree.History:
        bound = None
        if most is not None:
            bound = tree.Number(number(most), span=Span(self.source.name, most[2], most[3]))
        return tree.History(self.declared(name), bound, parts, string(doc), span=at)

    def on_whenever(
        self, at: Span, of: Token, taken: tuple[tree.Ident, ...] | None, name: Token | None, body: tree.Suite
    ) -> tree.Whenever:
        self.check_lets()
        own = None if name is None else self.declared(name)
        return tree.Whenever(self.ident(of), taken or (), own, body, span=at)

    def on_taking(self, at: Span, *names: Token) -> tuple[tree.Ident, ...]:
        return self.idents(names)

    def on_once(self, at: Span, period: Token) -> tree.Ident:
        return self.ident(period)

    def on_up_to(self, at: Span, most: tree.Expr) -> tree.Limit:
        return tree.Limit("up_to", most, span=at)

    def on_at_most(self, at: Span, most: Token, cut_off: Literal[True] | None) -> tree.Limit:
        bound = tree.Number(number(most), span=Span(self.source.name, most[2], most[3]))
        return tree.Limit("at_most", bound, cut_off is not None, span=at)

    def on_cut_off(self, at: Span) -> Literal[True]:
        return True

    # ------------------------------------------------------------ results

    def on_score(self, at: Span, name: Token, after: Token | None, value: tree.Expr, doc: Token | None) -> tree.Score:
        return tree.Score(self.declared(name), value, string(doc), self.maybe(after), span=at)

    def on_score_cases(
        self, at: Span, name: Token, after: Token | None, subject: tree.Expr, doc: str | None, *lines: CaseLine
    ) -> tree.Score:
        return tree.Score(self.declared(name), self.cases(at, subject, lines), doc, self.maybe(after), span=at)

    def on_ranking(
        self, at: Span, of: Token | None, keys: tuple[tree.Key, ...], ties: Ties | None, doc: Token | None
    ) -> tree.Ranking:
        shared, decider = ties or (False, None)
        return tree.Ranking(self.maybe(of), keys, shared, decider, string(doc), span=at)

    def on_ties_shared(self, at: Span) -> Ties:
        return True, None

    def on_ties_decided(self, at: Span, decider: tree.Expr) -> Ties:
        return False, decider

    def on_invariant(self, at: Span, name: Token, condition: tree.Expr, doc: Token | None) -> tree.Invariant:
        return tree.Invariant(self.declared(name), condition, string(doc), span=at)

    def on_possible(self, at: Span, name: Token, condition: tree.Expr, doc: Token | None) -> tree.Possible:
        return tree.Possible(self.declared(name), condition, string(doc), span=at)

    # ------------------------------------------------------------ seats and variants

    def on_seat(
        self,
        at: Span,
        name: Token,
        condition: tree.Expr | None,
        doc: str | None,
        *members: tree.Field | tree.Define | tree.Change | tuple[tree.Answer, ...] | Lost,
    ) -> tree.Seat:
        flat: list[tree.Field | tree.Define | tree.Change | tree.Answer] = []
        for member in members:
            if isinstance(member, tuple):
                flat.extend(member)
            elif not isinstance(member, Lost):
                flat.append(member)
        return tree.Seat(self.declared(name), condition, doc, tuple(flat), span=at)

    def on_answers(self, at: Span, *answers: tree.Answer | Lost) -> tuple[tree.Answer, ...]:
        return kept(answers)

    def on_answer(self, at: Span, name: Token, policy: tuple[Policy, tree.Expr | None]) -> tree.Answer:
        return tree.Answer(self.ident(name), *policy, span=at)

    def on_policy(self, at: Span, word: Token, key: tree.Expr | None = None) -> tuple[Policy, tree.Expr | None]:
        return _POLICIES[word[0]], key

    def on_when_block(self, at: Span, condition: tree.Expr, doc: str | None, *changes: tree.Change | Lost) -> tree.When:
        return tree.When(condition, doc, kept(changes), span=at)

    def on_when_line(self, at: Span, condition: tree.Expr, change: tree.Change) -> tree.When:
        return tree.When(condition, None, (change,), span=at)

    def on_variant(self, at: Span, name: Token, *rest: tree.Ident | str | tree.Change | Lost) -> tree.Variant:
        bases = tuple(part for part in rest if isinstance(part, tree.Ident))
        docs = [part for part in rest if isinstance(part, str)]
        changes = tuple(part for part in rest if not isinstance(part, tree.Ident | str | Lost))
        return tree.Variant(self.declared(name), bases, docs[0] if docs else None, changes, span=at)

    def on_base_name(self, at: Span, name: Token) -> tree.Ident:
        return self.ident(name)

    def on_base_path(self, at: Span, path: Token) -> tree.Ident:
        return self.sentence(path)

    # ------------------------------------------------------------ changes

    def on_change(self, at: Span, seat: tree.Seat) -> tree.Seat:
        return seat

    def on_set_copies(
        self, at: Span, of: tree.Expr, zone: tree.Expr | None, value: tree.Expr, doc: Token | None
    ) -> tree.SetCopies:
        return tree.SetCopies(of, zone, value, span=at)

    def on_set_value(self, at: Span, place: tree.Expr, value: tree.Expr, doc: Token | None) -> tree.SetValue:
        return tree.SetValue(place, value, span=at)

    def on_set_players(self, at: Span, fewest: Token, most: Token | None, doc: Token | None) -> tree.SetPlayers:
        low = number(fewest)
        return tree.SetPlayers(low, low if most is None else number(most), span=at)

    def on_set_total(self, at: Span, total: Token, component: Token, doc: Token | None) -> tree.SetTotal:
        return tree.SetTotal(number(total), self.ident(component), span=at)

    def on_set_limit(self, at: Span, part: Token, limit: tree.Limit, doc: Token | None) -> tree.SetLimit:
        return tree.SetLimit(self.ident(part), limit, False, span=at)

    def on_set_rounds_limit(self, at: Span, limit: tree.Limit, doc: Token | None) -> tree.SetLimit:
        start = self.source.text.index("rounds", at.start)
        place = Span(at.source, start, start + len("rounds"))
        return tree.SetLimit(tree.Ident("rounds", span=place), limit, False, span=at)

    def on_set_entry_limit(self, at: Span, entry: Token, limit: tree.Limit, doc: Token | None) -> tree.SetLimit:
        return tree.SetLimit(self.ident(entry), limit, True, span=at)

    def on_case_of(self, at: Span, *values: tree.Expr) -> tuple[tree.Expr, ...]:
        return values

    def on_set_match(
        self, at: Span, values: tuple[tree.Expr, ...], part: Token, to: tree.Expr, doc: Token | None
    ) -> tree.ChangeMatch:
        return tree.ChangeMatch("set", values, self.ident(part), to, span=at)

    def on_add_match_value(
        self, at: Span, values: tuple[tree.Expr, ...], part: Token, to: tree.Expr, doc: Token | None
    ) -> tree.ChangeMatch:
        return tree.ChangeMatch("add", values, self.ident(part), to, span=at)

    def on_replace_match(
        self, at: Span, values: tuple[tree.Expr, ...], part: tree.Name, to: tree.Suite
    ) -> tree.ChangeMatch:
        self.check_lets()
        return tree.ChangeMatch("replace", values, _part(part), to, span=at)

    def on_add_match(
        self, at: Span, values: tuple[tree.Expr, ...], part: tree.Name, to: tree.Suite
    ) -> tree.ChangeMatch:
        self.check_lets()
        return tree.ChangeMatch("add", values, _part(part), to, span=at)

    def on_remove_match(self, at: Span, values: tuple[tree.Expr, ...], part: tree.Name) -> tree.ChangeMatch:
        return tree.ChangeMatch("remove", values, _part(part), None, span=at)

    def on_replace_end(self, at: Span, sentence: Token, new: tree.Ends) -> tree.ChangeEnd:
        return tree.ChangeEnd(self.sentence(sentence), new, span=at)

    def on_remove_end(self, at: Span, sentence: Token) -> tree.ChangeEnd:
        return tree.ChangeEnd(self.sentence(sentence), None, span=at)

    def on_remove_when(self, at: Span, condition: tree.Expr) -> tree.RemoveWhen:
        return tree.RemoveWhen(condition, span=at)

    def on_replace(self, at: Span, decl: tree.Decl) -> tree.Replace:
        return tree.Replace(decl, span=at)

    def on_add(self, at: Span, decl: tree.Decl) -> tree.Add:
        return tree.Add(decl, span=at)

    def on_insert(
        self, at: Span, call: tree.Expr, side: Literal["after", "before"], anchor: Token, part: tree.Name
    ) -> tree.Insert:
        return tree.Insert(call, side, self.ident(anchor), _part(part), span=at)

    def on_setup_part(self, at: Span) -> tree.Name:
        return tree.Name("setup", span=at)

    def on_rounds_part(self, at: Span) -> tree.Name:
        return tree.Name("rounds", span=at)

    def on_end_part(self, at: Span) -> tree.Name:
        return tree.Name("end", span=at)

    def on_players_part(self, at: Span) -> tree.Name:
        return tree.Name("players", span=at)

    def on_ranking_part(self, at: Span) -> tree.Name:
        return tree.Name("ranking", span=at)

    def on_where_to(self, at: Span, word: Token) -> Literal["after", "before"]:
        return _WHERE_TO[word[0]]

    def on_remove(self, at: Span, name: Token) -> tree.Remove:
        return tree.Remove(self.ident(name), span=at)

    def on_remove_broken(self, at: Span, part: tree.Name) -> tree.RemoveBroken:
        return tree.RemoveBroken(_part(part), span=at)

    def on_demand(self, at: Span, word: Token) -> Literal["require", "ensure"]:
        return _DEMANDS[word[0]]

    def on_replace_requirement(
        self,
        at: Span,
        word: Literal["require", "ensure"],
        name: Token,
        part: tree.Name,
        condition: tree.Expr,
        why: Token | None,
    ) -> tree.ReplaceRequirement:
        kind = tree.EnsureStmt if word == "ensure" else tree.RequireStmt
        new = kind(self.ident(name), condition, string(why), span=at)
        return tree.ReplaceRequirement(new, _part(part), span=at)

    def on_remove_requirement(
        self, at: Span, word: Literal["require", "ensure"], name: Token, part: tree.Name
    ) -> tree.RemoveRequirement:
        return tree.RemoveRequirement(word, self.ident(name), _part(part), span=at)


def _part(part: tree.Name) -> tree.Ident:
    """Returns the name of the part of the rules that a change is in."""
    return tree.Ident(part.id, span=part.span)
