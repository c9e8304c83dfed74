"""Makes the first page of a printed book: what the game is about, the number of players, the goal, and a round in short."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.rulebook.contents import Contents
from gamedsl.rulebook.course import ends_blocks, is_total, loss_of, plain_aim, points_aim, tells_who_wins
from gamedsl.rulebook.declarations import players_text
from gamedsl.rulebook.model import (
    Block,
    Paragraph,
    Step,
    Steps,
    capital,
    mark_name,
    mark_word,
    plain,
    quiet,
    sentence_of_doc,
    small,
    split_sentences,
)
from gamedsl.rulebook.printed.course import round_in_short
from gamedsl.rulebook.printed.material import without_needs
from gamedsl.rulebook.sentences.english import is_noun, is_plural
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.rulebook.sentences.statements import verdict_text
from gamedsl.syntax.tree import declarations


def first_page(say: Formulas, told: Contents, before: Sequence[Block] = ()) -> tuple[Block, ...]:
    """Returns the blocks of the first page; `before` holds blocks on the changes of a variant."""
    about = split_sentences(without_needs(sentence_of_doc(told.game.doc)))
    aims = [one for one in about if _WINS.search(plain(one))]
    if len(aims) == len(about):
        opening, goal = about, () if aims else tuple(_goal(say, told.decls))
    else:
        opening = [one for one in about if one not in aims]
        goal = (_with_end(say, told.decls, " ".join(aims)),) if aims else tuple(_goal(say, told.decls))
    return (
        *((Paragraph(" ".join(opening), is_own=True),) if opening else ()),
        Paragraph(f"{players_text(told.game.fewest, told.game.most).partition(' player')[0]}.", lead="Players:"),
        *goal,
        *before,
        *round_in_short(say, told),
    )


_WINS = re.compile(r"\bwins?\b")


def _goal(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[Block]:
    """Says what wins, and when the match ends."""
    ranking = next((decl for decl in decls if isinstance(decl, declarations.Ranking)), None)
    own = split_sentences(sentence_of_doc(None if ranking is None else ranking.doc))
    ends = [one for one in decls if isinstance(one, declarations.Ends)]
    shared = tuple(
        _end_for_all(say, one) for one in ends if one.doc and one.verdict is not None and one.verdict.which is None
    )
    if first := next((one for one in own if re.search(r"\bwins\b", plain(one))), ""):
        yield _with_end(say, decls, f"{first} {_sources(ranking, decls)}".strip())
    elif shared:
        yield Paragraph("All win together, or all lose.", lead=_GOAL)
        yield Steps(shared)
    elif ranking is None or say.is_flag(ranking.keys[0].value):
        told = [sentence_of_doc(one.doc) for one in ends if one.doc and tells_who_wins(one)]
        yield from (Paragraph(one, lead=_GOAL) for one in told if len(told) == 1 and re.search(r"\bw[io]ns?\b", one))
    elif found := _most(say, ranking, decls):
        who = "player" if ranking.of is None else mark_word(ranking.of.text)
        yield _with_end(say, decls, f"The {who} with {found} wins. {_sources(ranking, decls)}".strip())


def _sources(ranking: declarations.Ranking | None, decls: Sequence[declarations.Decl]) -> str:
    """Lists what gives points, by the names of the scores; empty if there is one score, if a name does not tell, or if the total does not decide."""
    scores = [decl for decl in decls if isinstance(decl, declarations.Score)]
    if (
        ranking is None
        or len(scores) < _SEVERAL
        or not (is_total(ranking.keys[0]) or _TOTAL.search(sentence_of_doc(ranking.doc)))
    ):
        return ""
    lost = [one.name.text for one in scores if loss_of(one.value) is not None]
    won = [one.name.text for one in scores if loss_of(one.value) is None]
    if not won or not all(map(_says_for_what, won)):
        return ""
    what = (
        join_items([quiet(mark_name(name)) for name in lost], "and") if lost and all(map(_says_for_what, lost)) else ""
    )
    costs = f"; some are lost for {what}" if what else "; some can be lost" if lost else ""
    return f"Points come from {join_items([quiet(mark_name(name)) for name in won], 'and')}{costs}."


def _says_for_what(name: str) -> bool:
    """Whether the name of a score is a thing that gives points: `savings`, `barrels_left`, but not `gained`."""
    return is_noun(name) or is_plural(name.partition("_")[0])


_SEVERAL = 2
_TOTAL = re.compile(r"\b(highest|lowest|same|greatest) total\b")


def _end_for_all(say: Formulas, end: declarations.Ends) -> Step:
    """Says what an end of the match means for all players."""
    said = sentence_of_doc(end.doc)
    result = "" if end.verdict is None or tells_who_wins(end) else verdict_text(say.impersonal(), end.verdict)
    return Step(f"{said.removesuffix('.')}: {result}." if result else said)


def _most(say: Formulas, ranking: declarations.Ranking, decls: Sequence[declarations.Decl]) -> str:
    """Names the thing of which the winner has the most or the fewest; empty if the aim is not an amount that players have."""
    scores = [decl for decl in decls if isinstance(decl, declarations.Score)]
    key = ranking.keys[0]
    return plain_aim(say, key, scores) or points_aim(key)


def _with_end(say: Formulas, decls: Sequence[declarations.Decl], goal: str) -> Paragraph:
    """Makes the sentence on the goal, and says when the match ends unless the sentence names a number itself."""
    return Paragraph(f"{goal} {'' if _NUMBER.search(plain(goal)) else _end(say, decls)}".strip(), lead=_GOAL)


_NUMBER = re.compile(r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|first|last)\b")


def _end(say: Formulas, decls: Sequence[declarations.Decl]) -> str:
    """Says in a sentence when the match ends; empty if that takes a list."""
    ways = list(ends_blocks(say, decls))
    if len(ways) == 1 and isinstance(ways[0], Paragraph):
        said = ways[0].text.removeprefix("When the match ends: ")
        return capital(said) if said.startswith("The match") else ""
    steps = [one.text.removesuffix(".") for way in ways if isinstance(way, Steps) for one in way.steps]
    is_short = len(steps) == _FEW and all(plain(one).startswith(("After ", "When ", "At the ")) for one in steps)
    return f"The match ends {join_items([small(one) for one in steps], 'or')}." if is_short else ""


_FEW = 2
"""The number of ways to end that one sentence can name."""
_GOAL = "Goal:"
