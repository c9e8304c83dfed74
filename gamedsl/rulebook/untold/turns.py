"""Facts about turns: their direction, who begins the next round, and which choices are compulsory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.rulebook.course import asks
from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.model import capital, readable
from gamedsl.rulebook.sentences.english import is_noun, with_article
from gamedsl.rulebook.untold.fact import Fact
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.walk import walk


def turn_facts(decls: Sequence[declarations.Decl], most_players: int) -> Iterator[Fact]:
    """Yields facts about the turns of a game that hold for up to this many players."""
    phases = [one for one in decls if isinstance(one, declarations.Phase) and one.each is not None]
    turns = [one for one in phases if one.each is not None and _is_turn(one.each) and asks(one, decls)]
    rounds = tuple(key_of(one) for one in decls if isinstance(one, declarations.Rounds))
    if turns and most_players > _TWO:
        yield Fact("Turns go clockwise.", _CLOCKWISE, (key_of(turns[0]),), rounds)
    yield from _next_beginners(decls, turns)
    yield from _open_match(decls)
    for phase in turns if most_players > 1 else ():
        yield from _first_of(phase)
        yield from _duties(phase, decls)


def _first_of(phase: declarations.Phase) -> Iterator[Fact]:
    """Says who begins in a phase whose book does not tell who acts, because not everybody does."""
    match phase.each:
        case statements.EachClause(first=formulas.Name(name), where=where) if where is not None and is_noun(name):
            told = re.compile(rf"\b{re.escape(readable(name))}\b|\b(begin|start|lead)\w*|\bfirst\b", re.IGNORECASE)
            yield Fact(f"{capital(with_article(name))} begins.", told, (key_of(phase),), is_local=True)
        case _:
            pass


_TWO = 2
_CLOCKWISE = re.compile(
    r"\b(clockwise|left neighbour(?! of the \w+ becomes)|in the order in which|order of|in any order of)\b|\b(on|to) (your|the|their|whose)( \w+[’']s)? left\b",
    re.IGNORECASE,
)


def _is_turn(each: statements.EachClause) -> bool:
    """Whether players take turns in the order in which they sit."""
    return each.noun.text == "player" and not (each.together or each.order or each.keys)


def _next_beginners(decls: Sequence[declarations.Decl], turns: Sequence[declarations.Phase]) -> Iterator[Fact]:
    """Says who begins after the first round, if the rules have only one way for it."""
    names = {one.each.first.id for one in turns if one.each is not None and isinstance(one.each.first, formulas.Name)}
    for name in sorted(names):
        changes = [
            (decl, node)
            for decl in decls
            if isinstance(decl, declarations.WithBody)
            for node in walk(decl)
            if isinstance(node, statements.Assign) and node.target == formulas.Name(name)
        ]
        own = tuple(key_of(one) for one in turns if one.each is not None and one.each.first == formulas.Name(name))
        places = tuple(key_of(decl) for decl, _ in changes)
        if not changes:
            yield Fact("The same player begins every round.", _NEXT, own)
        elif all(_is_left(node.value, name) for _, node in changes):
            yield Fact(f"Then the next player on the left becomes {with_article(name)}.", _NEXT, places, own)


_NEXT = re.compile(
    r"\b(begins?|leads?|starts?|starter|opener|dealer|deals|player) (in )?(the next|every|each|next|anew)\b"
    r"|\b(becomes?|the next (dealer|player|round|hand)|first player|begins the|to the left)\b",
    re.IGNORECASE,
)


def _open_match(decls: Sequence[declarations.Decl]) -> Iterator[Fact]:
    """Says what a match without a winner is: one that ends with its last round, although only a flag of players decides who has won or lost."""
    rounds = next((one for one in decls if isinstance(one, declarations.Rounds)), None)
    ranking = next((one for one in decls if isinstance(one, declarations.Ranking)), None)
    limit = None if rounds is None else rounds.limit
    if ranking is None or limit is None or limit.cut_off or not isinstance(limit.number, formulas.Number):
        return
    flags = {
        one.name.text
        for block in decls
        if isinstance(block, fields.Fields)
        for one in block.members
        if isinstance(one, fields.Field) and isinstance(one.start, formulas.FlagLiteral)
    }
    key = ranking.keys[0].value
    if ranking.ties_shared and len(ranking.keys) == 1 and isinstance(key, formulas.Name) and key.id in flags:
        text = f"A match that is still open after {limit.number.value} rounds is drawn."
        yield Fact(text, _DRAWN, (key_of(ranking),))


_DRAWN = re.compile(r"\b(a draw|(match|game|it|that)\b[^.]*\bdrawn|tie|tied|undecided)\b", re.IGNORECASE)
"""Words that tell of a match without a winner; cards are drawn, too."""


def _is_left(value: formulas.Expr, name: str) -> bool:
    return value == formulas.Apply(formulas.Name("left"), (formulas.Name(name),))


# ---------------------------------------------------------------- what has to be done


def _duties(phase: declarations.Phase, decls: Sequence[declarations.Decl]) -> Iterator[Fact]:
    """Says whether players may do nothing in their turn, and whether they may stop."""
    rules = {decl.name.text: decl for decl in decls if isinstance(decl, declarations.Rule)}
    key = (key_of(phase),)
    match _first_decision(phase.body, rules):
        case statements.Choose(may=False, if_able=False, otherwise=None, menu=menu) as choice if _is_duty(choice):
            if menu is not None and any(_IDLE.search(_name_of(line)) for line in menu.lines):
                return
            yield Fact("Nobody may pass.", _PASSES, key, is_local=True)
        case statements.Choose(may=False, if_able=True) as choice if _is_duty(choice):
            yield Fact("Nobody may pass who can do something.", _PASSES, key, is_local=True)
        case statements.Choose(may=True):
            yield Fact("Nobody has to do that.", _FREE, key, is_local=True)
        case statements.Repeat(
            statements.Limit(kind="up_to"), None, statements.Suite(body=(statements.Choose(menu=menu) as choice,))
        ) if menu is not None:
            if not any(_name_of(line) in rules and rules[_name_of(line)].once for line in menu.lines):
                yield Fact("You may take the same one again.", _AGAIN, key, is_local=True)
            if choice.if_able and not choice.may:
                yield Fact("Nobody may pass who can do something.", _PASSES, key, is_local=True)
        case statements.Repeat(until=formulas.Name("declined")):
            yield Fact("You may stop at any time, and need not do anything.", _FREE, key, is_local=True)
        case _:
            pass


_PASSES = re.compile(
    r"\b(must|have to|has to|need not|nobody may|if you can|can neither|may not|passes|may pass|or pass|you may (also )?(do|end|stop))\b|\bno (move|choice)\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"\b(same|twice|different|again|repeat\w*|once|one after (the other|another)|combination|as often)\b", re.IGNORECASE
)
_FREE = re.compile(
    r"\b(may|up to|at most|as often|as many|or fewer|any number|until|stop|end|like|want|wish|need not|decides?|if you|can|optional|or not|passes|pass)\b",
    re.IGNORECASE,
)
_IDLE = re.compile(r"pass|stop|rest|hold|stand|wait|nothing|end|fold|decline|give_up|skip|check")
"""Names of actions by which players do nothing."""


def _is_duty(choice: statements.Choose) -> bool:
    """Whether a choice is compulsory."""
    picks = [pick for line in choice.lines if isinstance(line, statements.Selection) for pick in line.picks]
    return all(
        isinstance(pick, statements.PickOf) and pick.quantity.kind in ("one", "some") for pick in picks
    ) and bool(picks or choice.menu)


def _name_of(line: statements.MenuEntry) -> str:
    of = line.call.of if isinstance(line.call, formulas.Apply) else line.call
    return of.id if isinstance(of, formulas.Name) else ""


def _first_decision(
    body: statements.Suite, rules: dict[str, declarations.Rule]
) -> statements.Choose | statements.Repeat | None:
    """Returns the first statement of a body that matters to players, if it is a choice or repeats one."""
    for one in body.body:
        match one:
            case statements.LetStmt() | statements.Say() | statements.Assign():
                continue
            case statements.CallStmt(formulas.Name(name)) if name in rules and not rules[name].is_action:
                return _first_decision(rules[name].body, rules)
            case statements.Choose() | statements.Repeat():
                return one
            case _:
                return None
    return None
