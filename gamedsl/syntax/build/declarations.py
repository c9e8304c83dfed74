"""Actions for the file, its declarations, and the changes of variants and seats."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.build.actions import Actions, CaseLine, Lost, Said, number, string
from gamedsl.syntax.lines import Token
from gamedsl.values import frozen

Policy = Literal["highest", "lowest", "first", "last", "random", "none", "yes", "no"]
_POLICIES: dict[str, Policy] = {
    "HIGHEST": "highest", "LOWEST": "lowest", "FIRST": "first", "LAST": "last", "RANDOM": "random", "NONE": "none",
    "YES": "yes", "NO": "no",
}  # fmt: skip

Ties = tuple[bool, tree.Expr | None]
"""Whether ties are shared, and the ranking that decides them."""


@frozen
class Chain:
    """`, once for each c`, with the name of the parameter."""

    of: tree.Ident


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
    ) -> tree.Game:
        low = number(fewest)
        return tree.Game(self.declared(name), doc, low, low if most is None else number(most), span=at)

    # ------------------------------------------------------------ the course of a match

    def on_setup(self, at: Span, body: tree.Suite) -> tree.Setup:
        self.check_lets()
        return tree.Setup(body, span=at)

    def on_rounds_line(self, at: Span, limit: tree.Limit | None, phase: tree.RoundEntry) -> tree.Rounds:
        return tree.Rounds(limit, None, (phase,), span=at)

    def on_phase(self, at: Span, name: Token, each: tree.EachClause | None, body: tree.Suite) -> tree.Phase:
        self.check_lets()
        return tree.Phase(self.declared(name), each, body, span=at)

    def on_end(self, at: Span, body: tree.Suite) -> tree.End:
        self.check_lets()
        return tree.End(body, span=at)

    def on_rule(
        self,
        at: Span,
        word: Token,
        name: Token,
        params: tuple[tree.Param, ...] | None,
        into: Token | None,
        once: Token | Chain | None,
        body: tree.Suite,
    ) -> tree.Rule:
        self.check_lets()
        is_action, named = word[1] == "action", self.declared(name)
        period, chain = self._limits(once)
        return tree.Rule(is_action, named, params or (), self.maybe(into), body, period, chain, span=at)

    def on_chain(self, at: Span, name: Token) -> Chain:
        return Chain(self.ident(name))

    def _limits(self, once: Token | Chain | None) -> tuple[tree.Ident | None, tree.Ident | None]:
        """Returns the period of `, once each turn`, and the parameter of `, once for each c`: at most one of them is written."""
        return (None, once.of) if isinstance(once, Chain) else (self.maybe(once), None)

    def on_history(
        self, at: Span, name: Token, most: Token | None, *parts: tree.Expr, doc: Token | None
    ) -> tree.History:
        bound = None
        if most is not None:
            bound = tree.Number(number(most), span=Span(self.source.name, most[2], most[3]))
        return tree.History(self.declared(name), bound, parts, string(doc), span=at)

    def on_whenever(
        self,
        at: Span,
        of: Token,
        taken: tuple[Token, ...] | None,
        other: Token | None,
        name: Token | None,
        once: Token | Chain | None,
        body: tree.Suite,
    ) -> tree.Whenever:
        self.check_lets()
        own, rival = self.maybe_declared(name), self.maybe_declared(other)
        period, chain = self._limits(once)
        return tree.Whenever(self.ident(of), self.idents(taken or ()), own, body, rival, period, chain=chain, span=at)

    def on_taken_openly(self, at: Span, name: Token) -> Token:
        self.marks.append(self.ident(name).span)
        return name

    def on_up_to(self, at: Span, most: tree.Expr) -> tree.Limit:
        return tree.Limit("up_to", most, span=at)

    def on_at_most(self, at: Span, most: Token, cut_off: Said | None) -> tree.Limit:
        bound = tree.Number(number(most), span=Span(self.source.name, most[2], most[3]))
        return tree.Limit("at_most", bound, cut_off is not None, span=at)

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

    def on_aimed(self, at: Span, aim: Token) -> tree.Aimed:
        return tree.Aimed(self.ident(aim), span=at)

    def on_remove_aim(self, at: Span) -> tree.Remove:
        return tree.Remove(tree.Ident("players aim", span=at), span=at)

    def on_ties_shared(self, at: Span) -> Ties:
        return True, None

    def on_ties_decided(self, at: Span, decider: tree.Expr) -> Ties:
        return False, decider

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

    def on_answer(self, at: Span, name: Token, policy: tuple[Policy, tree.Expr | None]) -> tree.Answer:
        return tree.Answer(self.ident(name), *policy, span=at)

    def on_policy(self, at: Span, word: Token, key: tree.Expr | None = None) -> tuple[Policy, tree.Expr | None]:
        return _POLICIES[word[0]], key

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

    def on_set_match(
        self, at: Span, values: tuple[tree.Expr, ...], part: Token, to: tree.Expr, doc: Token | None
    ) -> tree.ChangeMatch:
        return tree.ChangeMatch("set", values, self.ident(part), to, span=at)

    def on_add_match_value(
        self, at: Span, values: tuple[tree.Expr, ...], part: Token, to: tree.Expr, doc: Token | None
    ) -> tree.ChangeMatch:
        return tree.ChangeMatch("add", values, self.ident(part), to, span=at)

    def on_replace_match(
        self, at: Span, values: tuple[tree.Expr, ...], part: Token | tree.Name, to: tree.Suite
    ) -> tree.ChangeMatch:
        self.check_lets()
        return tree.ChangeMatch("replace", values, self.ident(part), to, span=at)

    def on_add_match(
        self, at: Span, values: tuple[tree.Expr, ...], part: Token | tree.Name, to: tree.Suite
    ) -> tree.ChangeMatch:
        self.check_lets()
        return tree.ChangeMatch("add", values, self.ident(part), to, span=at)

    def on_remove_match(self, at: Span, values: tuple[tree.Expr, ...], part: Token | tree.Name) -> tree.ChangeMatch:
        return tree.ChangeMatch("remove", values, self.ident(part), None, span=at)

    def on_ends(self, at: Span, after: tree.EndsAfter | None, condition: tree.Expr, doc: Token | None) -> tree.Ends:
        return tree.Ends(after, condition, string(doc), span=at)

    def on_after_round(self, at: Span) -> tree.EndsAfter:
        return "round"

    def on_after_one_more_round(self, at: Span) -> tree.EndsAfter:
        return "one more round"

    def on_after_a_turn_each(self, at: Span) -> tree.EndsAfter:
        return "one more turn each"

    def on_after_turns_of_others(self, at: Span) -> tree.EndsAfter:
        return "one more turn of the others"

    def on_decided_end(
        self, at: Span, verdict: tree.Verdict, after: tree.EndsAfter | None, condition: tree.Expr, doc: Token | None
    ) -> tree.Ends:
        return tree.Ends(after, condition, string(doc), verdict, span=at)

    def on_otherwise_end(self, at: Span, verdict: tree.Verdict, doc: Token | None) -> tree.Ends:
        return tree.Ends(None, None, string(doc), verdict, span=at)

    def on_all_players(self, at: Span) -> None:
        return None

    def on_players_where(self, at: Span, condition: tree.Expr) -> tree.Expr:
        return condition

    def on_replace_end(self, at: Span, sentence: Token, new: tree.Ends) -> tree.ChangeEnd:
        return tree.ChangeEnd(self.sentence(sentence), new, span=at)

    def on_remove_end(self, at: Span, sentence: Token) -> tree.ChangeEnd:
        return tree.ChangeEnd(self.sentence(sentence), None, span=at)

    def on_replace_requirement(
        self,
        at: Span,
        word: Token,
        name: Token,
        part: Token | tree.Name,
        condition: tree.Expr,
        why: Token | None,
    ) -> tree.ReplaceRequirement:
        kind = tree.EnsureStmt if word[0] == "ENSURE" else tree.RequireStmt
        new = kind(self.ident(name), condition, string(why), span=at)
        return tree.ReplaceRequirement(new, self.ident(part), span=at)
