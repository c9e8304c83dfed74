"""Actions for the file, its declarations, and the changes of variants and seats."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax.build.actions import Actions, CaseLine, Lost, Said, number, string
from gamedsl.syntax.lines import Token
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import frozen

Policy = Literal["highest", "lowest", "first", "last", "random", "none", "yes", "no"]
_POLICIES: dict[str, Policy] = {
    "HIGHEST": "highest", "LOWEST": "lowest", "FIRST": "first", "LAST": "last", "RANDOM": "random", "NONE": "none",
    "YES": "yes", "NO": "no",
}  # fmt: skip

Ties = tuple[bool, formulas.Expr | None]
"""Whether ties are shared, and the ranking that decides them."""


@frozen
class Chain:
    """`, once for each c`, with the name of the parameter."""

    of: Ident


class DeclarationActions(Actions):
    """Builds the file, its declarations, and changes to declarations."""

    __slots__ = ()

    def on_bad(self, at: Span) -> Lost:
        return Lost.LOST

    def on_doc(self, at: Span, doc: Token) -> str | None:
        return string(doc)

    # ------------------------------------------------------------ the game and its options

    def on_game(
        self, at: Span, name: Token, doc: str | None, fewest: Token, most: Token | None, *bad: Lost
    ) -> declarations.Game:
        low = number(fewest)
        return declarations.Game(self.declare(name), doc, low, low if most is None else number(most), span=at)

    def on_option(self, at: Span, name: Token, *values: formulas.Literal_, doc: Token | None) -> declarations.Option:
        return declarations.Option(self.declare(name), values, None if doc is None else string(doc), span=at)

    # ------------------------------------------------------------ the course of a match

    def on_setup(self, at: Span, body: statements.Suite) -> declarations.Setup:
        self.check_lets()
        return declarations.Setup(body, span=at)

    def on_rounds_line(
        self, at: Span, limit: statements.Limit | None, phase: declarations.RoundEntry
    ) -> declarations.Rounds:
        return declarations.Rounds(limit, None, (phase,), span=at)

    def on_phase(
        self, at: Span, name: Token, each: statements.EachClause | None, body: statements.Suite
    ) -> declarations.Phase:
        self.check_lets()
        return declarations.Phase(self.declare(name), each, body, span=at)

    def on_end(self, at: Span, body: statements.Suite) -> declarations.End:
        self.check_lets()
        return declarations.End(body, span=at)

    def on_rule(
        self,
        at: Span,
        word: Token,
        name: Token,
        params: tuple[fields.Param, ...] | None,
        into: Token | None,
        once: Token | Chain | None,
        body: statements.Suite,
    ) -> declarations.Rule:
        self.check_lets()
        is_action, named = word[1] == "action", self.declare(name)
        period, chain = self._limits(once)
        return declarations.Rule(is_action, named, params or (), self.maybe(into), body, period, chain, span=at)

    def on_chain(self, at: Span, name: Token) -> Chain:
        return Chain(self.ident(name))

    def _limits(self, once: Token | Chain | None) -> tuple[Ident | None, Ident | None]:
        """Returns the period of `, once each turn`, and the parameter of `, once for each c`: at most one of them is written."""
        return (None, once.of) if isinstance(once, Chain) else (self.maybe(once), None)

    def on_history(
        self, at: Span, name: Token, most: Token | None, *parts: formulas.Expr, doc: Token | None
    ) -> declarations.History:
        bound = None
        if most is not None:
            bound = formulas.Number(number(most), span=Span(self.source.name, most[2], most[3]))
        return declarations.History(self.declare(name), bound, parts, string(doc), span=at)

    def on_whenever(
        self,
        at: Span,
        of: Token,
        taken: tuple[Token, ...] | None,
        other: Token | None,
        name: Token | None,
        once: Token | Chain | None,
        body: statements.Suite,
    ) -> declarations.Whenever:
        self.check_lets()
        own, rival = self.maybe_declare(name), self.maybe_declare(other)
        period, chain = self._limits(once)
        return declarations.Whenever(
            self.ident(of), self.idents(taken or ()), own, body, rival, period, chain=chain, span=at
        )

    def on_taken_openly(self, at: Span, name: Token) -> Token:
        self.marks.append(self.ident(name).span)
        return name

    def on_up_to(self, at: Span, most: formulas.Expr) -> statements.Limit:
        return statements.Limit("up_to", most, span=at)

    def on_at_most(self, at: Span, most: Token, cut_off: Said | None) -> statements.Limit:
        bound = formulas.Number(number(most), span=Span(self.source.name, most[2], most[3]))
        return statements.Limit("at_most", bound, cut_off is not None, span=at)

    # ------------------------------------------------------------ results

    def on_score(
        self, at: Span, name: Token, after: Token | None, value: formulas.Expr, doc: Token | None
    ) -> declarations.Score:
        return declarations.Score(self.declare(name), value, string(doc), self.maybe(after), span=at)

    def on_score_cases(
        self, at: Span, name: Token, after: Token | None, subject: formulas.Expr, doc: str | None, *lines: CaseLine
    ) -> declarations.Score:
        return declarations.Score(self.declare(name), self.cases(at, subject, lines), doc, self.maybe(after), span=at)

    def on_ranking(
        self, at: Span, of: Token | None, keys: tuple[formulas.Key, ...], ties: Ties | None, doc: Token | None
    ) -> declarations.Ranking:
        shared, decider = ties or (False, None)
        return declarations.Ranking(self.maybe(of), keys, shared, decider, string(doc), span=at)

    def on_aimed(self, at: Span, aim: Token, judged: declarations.Judged | None) -> declarations.Aimed:
        return declarations.Aimed(self.ident(aim), judged, span=at)

    def on_judged_after(self, at: Span, choices: Token, value: formulas.Expr) -> declarations.Judged:
        return declarations.Judged(number(choices), None, value, span=at)

    def on_judged_when(self, at: Span, when: formulas.Expr, value: formulas.Expr) -> declarations.Judged:
        return declarations.Judged(None, when, value, span=at)

    def on_remove_aim(self, at: Span) -> declarations.Remove:
        return declarations.Remove(Ident("players aim", span=at), span=at)

    def on_ties_shared(self, at: Span) -> Ties:
        return True, None

    def on_ties_decided(self, at: Span, decider: formulas.Expr) -> Ties:
        return False, decider

    # ------------------------------------------------------------ seats and variants

    def on_seat(
        self,
        at: Span,
        name: Token,
        condition: formulas.Expr | None,
        doc: str | None,
        *members: fields.Field | fields.Define | declarations.Change | tuple[declarations.Answer, ...] | Lost,
    ) -> declarations.Seat:
        flat: list[fields.Field | fields.Define | declarations.Change | declarations.Answer] = []
        for member in members:
            if isinstance(member, tuple):
                flat.extend(member)
            elif not isinstance(member, Lost):
                flat.append(member)
        return declarations.Seat(self.declare(name), condition, doc, tuple(flat), span=at)

    def on_answer(self, at: Span, name: Token, policy: tuple[Policy, formulas.Expr | None]) -> declarations.Answer:
        return declarations.Answer(self.ident(name), *policy, span=at)

    def on_policy(self, at: Span, word: Token, key: formulas.Expr | None = None) -> tuple[Policy, formulas.Expr | None]:
        return _POLICIES[word[0]], key

    def on_when_line(self, at: Span, condition: formulas.Expr, change: declarations.Change) -> declarations.When:
        return declarations.When(condition, None, (change,), span=at)

    def on_variant(
        self, at: Span, name: Token, *rest: Ident | str | declarations.Change | Lost
    ) -> declarations.Variant:
        bases = tuple(part for part in rest if isinstance(part, Ident))
        docs = [part for part in rest if isinstance(part, str)]
        changes = tuple(part for part in rest if not isinstance(part, Ident | str | Lost))
        return declarations.Variant(self.declare(name), bases, docs[0] if docs else None, changes, span=at)

    def on_base_name(self, at: Span, name: Token) -> Ident:
        return self.ident(name)

    def on_base_path(self, at: Span, path: Token) -> Ident:
        return self.sentence(path)

    # ------------------------------------------------------------ changes

    def on_change(self, at: Span, seat: declarations.Seat) -> declarations.Seat:
        return seat

    def on_set_copies(
        self, at: Span, of: formulas.Expr, zone: formulas.Expr | None, value: formulas.Expr, doc: Token | None
    ) -> declarations.SetCopies:
        return declarations.SetCopies(of, zone, value, span=at)

    def on_set_value(
        self, at: Span, place: formulas.Expr, value: formulas.Expr, doc: Token | None
    ) -> declarations.SetValue:
        return declarations.SetValue(place, value, span=at)

    def on_set_players(self, at: Span, fewest: Token, most: Token | None, doc: Token | None) -> declarations.SetPlayers:
        low = number(fewest)
        return declarations.SetPlayers(low, low if most is None else number(most), span=at)

    def on_set_total(self, at: Span, total: Token, component: Token, doc: Token | None) -> declarations.SetTotal:
        return declarations.SetTotal(number(total), self.ident(component), span=at)

    def on_set_limit(self, at: Span, part: Token, limit: statements.Limit, doc: Token | None) -> declarations.SetLimit:
        return declarations.SetLimit(self.ident(part), limit, False, span=at)

    def on_set_rounds_limit(self, at: Span, limit: statements.Limit, doc: Token | None) -> declarations.SetLimit:
        start = self.source.text.index("rounds", at.start)
        place = Span(at.source, start, start + len("rounds"))
        return declarations.SetLimit(Ident("rounds", span=place), limit, False, span=at)

    def on_set_entry_limit(
        self, at: Span, entry: Token, limit: statements.Limit, doc: Token | None
    ) -> declarations.SetLimit:
        return declarations.SetLimit(self.ident(entry), limit, True, span=at)

    def on_set_match(
        self, at: Span, values: tuple[formulas.Expr, ...], part: Token, to: formulas.Expr, doc: Token | None
    ) -> declarations.ChangeMatch:
        return declarations.ChangeMatch("set", values, self.ident(part), to, span=at)

    def on_add_match_value(
        self, at: Span, values: tuple[formulas.Expr, ...], part: Token, to: formulas.Expr, doc: Token | None
    ) -> declarations.ChangeMatch:
        return declarations.ChangeMatch("add", values, self.ident(part), to, span=at)

    def on_replace_match(
        self, at: Span, values: tuple[formulas.Expr, ...], part: Token | formulas.Name, to: statements.Suite
    ) -> declarations.ChangeMatch:
        self.check_lets()
        return declarations.ChangeMatch("replace", values, self.ident(part), to, span=at)

    def on_add_match(
        self, at: Span, values: tuple[formulas.Expr, ...], part: Token | formulas.Name, to: statements.Suite
    ) -> declarations.ChangeMatch:
        self.check_lets()
        return declarations.ChangeMatch("add", values, self.ident(part), to, span=at)

    def on_remove_match(
        self, at: Span, values: tuple[formulas.Expr, ...], part: Token | formulas.Name
    ) -> declarations.ChangeMatch:
        return declarations.ChangeMatch("remove", values, self.ident(part), None, span=at)

    def on_ends(
        self, at: Span, after: declarations.EndsAfter | None, condition: formulas.Expr, doc: Token | None
    ) -> declarations.Ends:
        return declarations.Ends(after, condition, string(doc), span=at)

    def on_after_round(self, at: Span) -> declarations.EndsAfter:
        return "round"

    def on_after_one_more_round(self, at: Span) -> declarations.EndsAfter:
        return "one more round"

    def on_after_a_turn_each(self, at: Span) -> declarations.EndsAfter:
        return "one more turn each"

    def on_after_turns_of_others(self, at: Span) -> declarations.EndsAfter:
        return "one more turn of the others"

    def on_decided_end(
        self,
        at: Span,
        verdict: statements.Verdict,
        after: declarations.EndsAfter | None,
        condition: formulas.Expr,
        doc: Token | None,
    ) -> declarations.Ends:
        return declarations.Ends(after, condition, string(doc), verdict, span=at)

    def on_otherwise_end(self, at: Span, verdict: statements.Verdict, doc: Token | None) -> declarations.Ends:
        return declarations.Ends(None, None, string(doc), verdict, span=at)

    def on_all_players(self, at: Span) -> None:
        return None

    def on_players_where(self, at: Span, condition: formulas.Expr) -> formulas.Expr:
        return condition

    def on_replace_end(self, at: Span, sentence: Token, new: declarations.Ends) -> declarations.ChangeEnd:
        return declarations.ChangeEnd(self.sentence(sentence), new, span=at)

    def on_remove_end(self, at: Span, sentence: Token) -> declarations.ChangeEnd:
        return declarations.ChangeEnd(self.sentence(sentence), None, span=at)

    def on_reword(self, at: Span, old: Token, new: Token) -> declarations.Reword:
        return declarations.Reword(self.sentence(old), self.sentence(new).text, span=at)

    def on_replace_requirement(
        self,
        at: Span,
        word: Token,
        name: Token,
        part: Token | formulas.Name,
        condition: formulas.Expr,
        why: Token | None,
    ) -> declarations.ReplaceRequirement:
        kind = statements.EnsureStmt if word[0] == "ENSURE" else statements.RequireStmt
        new = kind(self.ident(name), condition, string(why), span=at)
        return declarations.ReplaceRequirement(new, self.ident(part), span=at)
