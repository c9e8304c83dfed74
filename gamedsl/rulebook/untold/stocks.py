"""Facts about stocks and numbers: what happens when a deck runs out, and where a number stops."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from gamedsl.rulebook.changes import block_name
from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.members import member_key
from gamedsl.rulebook.model import Key, capital, mark_word, readable
from gamedsl.rulebook.names import Names
from gamedsl.rulebook.sentences.english import is_noun, is_plural, plural, with_article
from gamedsl.rulebook.untold.fact import Fact
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.walk import name_of_place, walk


def stock_facts(names: Names, decls: Sequence[declarations.Decl]) -> Iterator[Fact]:
    """Yields facts about the stocks and numbers of a game."""
    openings = tuple(key_of(one) for one in decls if isinstance(one, declarations.Setup | declarations.Rounds))
    yield from _allowances(decls)
    refilled: set[str] = set()
    for block in (decl for decl in decls if isinstance(decl, fields.Fields)):
        for one in block.members:
            for source in (
                own.source.text
                for own in (one.attributes if isinstance(one, fields.Field) else ())
                if isinstance(own, fields.Refilled)
            ):
                refilled.add(one.name.text)
                runs = "run" if is_plural(one.name.text) else "runs"
                text = f"When {with_article(one.name.text)} {runs} out, shuffle {with_article(source)} and put them beneath it."
                yield Fact(text, _RUNS_OUT, (member_key(one, block_name(block)),), openings)
    shared = [
        one for block in decls if isinstance(block, fields.Fields) and block.owner is None for one in block.members
    ]
    open_rows = {one.name.text for one in shared if isinstance(one, fields.Field) and not _is_hidden(one)}
    hidden = {one.name.text for one in shared if isinstance(one, fields.Field) and _is_hidden(one)}
    for decl in decls:
        if isinstance(decl, declarations.WithBody):
            for node in walk(decl):
                match node:
                    case statements.Draw(
                        up_to=True, number=formulas.Number(1), source=formulas.Name(source), target=formulas.Name(row)
                    ) if (
                        isinstance(decl, declarations.Rule | declarations.Phase)
                        and source in hidden
                        and row in open_rows
                    ):
                        yield from _next(names, source, row, decl)
                        yield from _empty(names, node, source, decl, openings, refilled)
                    case statements.Draw(up_to=True, source=formulas.Name(source)):
                        yield from _empty(names, node, source, decl, openings, refilled)
                    case statements.Assign(
                        op="=", target=target, value=formulas.Apply(formulas.Name("max" | "min") as which, args)
                    ):
                        yield from _limit(target, which.id, args, (key_of(decl),))
                    case statements.Choose(condition=condition) if condition is not None:
                        yield from _room(names, condition, decl)
                    case _:
                        pass


def _allowances(decls: Sequence[declarations.Decl]) -> Iterator[Fact]:
    """Says which value a number without a sentence gets again at the start of each round, if it is more than 0."""
    rounds = tuple(key_of(one) for one in decls if isinstance(one, declarations.Rounds))
    for block in (decl for decl in decls if isinstance(decl, fields.Fields)):
        owner = "" if block.owner is None else block.owner.text
        for one in block.members:
            match one:
                case fields.Field(name, start=formulas.Number(start), indices=(), doc=None, is_shown=True) if (
                    start > 0 and owner in _OWNERS and is_noun(name.text) and _begins_anew(one)
                ):
                    whose = f"each player’s {mark_word(name.text)}" if owner else with_article(name.text)
                    text = (
                        f"At the start of each round, {whose} {'are' if is_plural(name.text) else 'is'} {start} again."
                    )
                    said = rf"\b{re.escape(readable(name.text))}\b"
                    yield Fact(text, re.compile(rf"{said}[^.]*\bround\b|\bround\b[^.]*{said}", re.IGNORECASE), rounds)
                case _:
                    pass


_OWNERS = ("", "player")
"""Those whose numbers are told in one sentence: the table and each player."""


def _begins_anew(field: fields.Field) -> bool:
    """Whether a field gets its first value again in each round."""
    return any(isinstance(one, fields.ResetEach) and one.period.text == "round" for one in field.attributes)


def _empty(
    names: Names,
    draw: statements.Draw,
    source: str,
    decl: declarations.WithBody,
    openings: tuple[Key, ...],
    refilled: Collection[str],
) -> Iterator[Fact]:
    """Says what happens if a stock has too few pieces for a draw."""
    if source in refilled or not is_noun(source):
        return
    pieces = plural(names.pieces.get(source, "piece"))
    text = (
        f"When {with_article(source)} {'are' if is_plural(source) else 'is'} empty, no {pieces} are drawn any more."
        if draw.number == formulas.Number(1)
        else f"If there are fewer {pieces} in {with_article(source)}, take those that are left."
    )
    yield Fact(text, _RUNS_OUT, (key_of(decl),), openings)


def _is_hidden(one: fields.Field) -> bool:
    """Whether nobody sees the content of a place."""
    return any(isinstance(own, fields.SeenBy) and own.who.text == "nobody" for own in one.attributes)


def _next(names: Names, source: str, row: str, decl: declarations.WithBody) -> Iterator[Fact]:
    """Says that a new piece comes into a row where one has been taken."""
    piece = names.pieces.get(source, "piece")
    if is_noun(source) and is_noun(row):
        text = f"Then the next {mark_word(piece)} of {with_article(source)} comes to {with_article(row)}."
        yield Fact(text, _COMES, (key_of(decl),), is_local=True)


_COMES = re.compile(
    r"\b(place|places|refill(ed|s)?|fill(ed|s)?|fresh|new|next|another|drawn?|draws|turn(ed|s)? up|comes?|replaced?|added|dealt|reveal(ed|s)?)\b",
    re.IGNORECASE,
)


def _room(names: Names, condition: formulas.Expr, decl: declarations.WithBody) -> Iterator[Fact]:
    """Says how many pieces somebody can have, if the choice that adds pieces requires fewer."""
    filled = {
        node.target.id
        for node in walk(decl)
        if isinstance(node, statements.Move) and isinstance(node.target, formulas.Name)
    }
    for node in walk(condition):
        match node:
            case formulas.Binary(
                "<", formulas.Apply(formulas.Name("count"), (formulas.Name(zone),)), formulas.Number(most)
            ) if zone in names.of_players & filled and is_noun(zone):
                pieces = names.several(names.pieces.get(zone, "piece"))
                text = f"You can have {most} {pieces} in your {mark_word(zone)} at most."
                yield Fact(
                    text, re.compile(rf"\b({most}|fewer than|at most|room for)\b"), (key_of(decl),), is_local=True
                )
            case _:
                pass


_RUNS_OUT = re.compile(
    r"\b(runs? out|(is|are) empty|used up|too few|if fewer|fewer than|(is|are) left|last card|shuffled? (in|it in|them in|the discards|beneath))\b",
    re.IGNORECASE,
)


def _limit(target: formulas.Expr, which: str, args: Sequence[formulas.Arg], where: tuple[Key, ...]) -> Iterator[Fact]:
    """Says at which limit a number stops that a rule raises or lowers."""
    of = target.of if isinstance(target, formulas.Index) else target
    name = name_of_place(of) if isinstance(of, formulas.Name | formulas.Attribute) else ""
    bounds = [one.value for one in args if isinstance(one, formulas.Number)]
    is_own = any(node == target for one in args for node in walk(one))
    if not is_noun(name) or len(bounds) != 1 or not is_own:
        return
    verb = ("fall", "below") if which == "max" else ("rise", "above")
    many = is_plural(name)
    yield Fact(
        f"{capital(mark_word(name)) if many else capital(with_article(name))} never {verb[0]}{'' if many else 's'} {verb[1]} {bounds[0]}.",
        _STOPS,
        where,
        is_local=True,
    )


_STOPS = re.compile(
    r"\b(never|below|less than|at most|up to|no more than|than nothing|more than|lost)\b", re.IGNORECASE
)
