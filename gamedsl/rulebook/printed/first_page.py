"""Makes the first page of a printed book: what the game is about, for how many it is, and what wins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.rulebook.contents import Contents
from gamedsl.rulebook.course import is_total, plain_aim, tells_who_wins
from gamedsl.rulebook.declarations import players_text
from gamedsl.rulebook.model import Block, Paragraph, plain, split_sentences, told_doc, worded
from gamedsl.rulebook.printed.material import without_needs
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.syntax.tree import declarations


def first_page(say: Formulas, told: Contents, before: Sequence[Block] = ()) -> tuple[Block, ...]:
    """Returns the blocks of the first page; `before` is what a variant changes."""
    about = without_needs(told_doc(told.game.doc))
    return (
        *((Paragraph(about, is_own=True),) if about else ()),
        Paragraph(f"For {players_text(told.game.fewest, told.game.most)}."),
        *before,
        *_goal(say, told.decls),
    )


def _goal(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[Block]:
    """Says in a sentence what wins."""
    ranking = next((decl for decl in decls if isinstance(decl, declarations.Ranking)), None)
    own = split_sentences(told_doc(None if ranking is None else ranking.doc))
    first = next((one for one in own if re.search(r"\bwins\b", plain(one))), "")
    if first:
        yield Paragraph(f"{_GOAL} {first}")
        return
    if ranking is None or say.is_flag(ranking.keys[0].value):
        ends = [one for one in decls if isinstance(one, declarations.Ends) and one.doc and tells_who_wins(one)]
        own = [told_doc(one.doc) for one in ends]
        said = own[0] if len(own) == 1 and re.search(r"\bw[io]ns?\b", own[0]) else ""
        yield from (Paragraph(f"{_GOAL} {one}") for one in (said,) if one)
        return
    scores = [decl for decl in decls if isinstance(decl, declarations.Score)]
    key = ranking.keys[0]
    who = "player" if ranking.of is None else worded(ranking.of.text)
    found = plain_aim(say, key, scores)
    if not found and is_total(key):
        found = f"the {'most' if key.direction == 'highest' else 'fewest'} points"
    if found:
        yield Paragraph(f"{_GOAL} The {who} with {found} wins.")


_GOAL = "Goal:"
