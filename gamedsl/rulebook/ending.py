"""Describes the end of a match: when it ends, what happens then, the scores, and who wins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gamedsl.rulebook.course import ends_blocks, plain_aim, ranking_text, tells_who_wins
from gamedsl.rulebook.declarations import key_of, section
from gamedsl.rulebook.layout.appendix import steps_in_place
from gamedsl.rulebook.model import (
    Block,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    capital,
    mark_name,
    sentence_of_doc,
    small,
)
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.untold.numbers import tells_number_left_out
from gamedsl.syntax.tree import declarations, statements
from gamedsl.syntax.tree.walk import walk_rules
from gamedsl.values import evolve


def end_section(say: Formulas, decls: Sequence[declarations.Decl]) -> Section:
    """Describes the ends, the last part, the scores and the ranking."""
    ends = [section(say, decl) for decl in decls if isinstance(decl, declarations.Ends)]
    last = [section(say, decl) for decl in decls if isinstance(decl, declarations.End)]
    ranking = [section(say, decl) for decl in decls if isinstance(decl, declarations.Ranking | declarations.Aimed)]
    scores = [decl for decl in decls if isinstance(decl, declarations.Score)]
    rank = next((decl for decl in decls if isinstance(decl, declarations.Ranking)), None)
    is_plain = rank is not None and not rank.doc and plain_aim(say, rank.keys[0], scores) != ""
    if rank is not None and is_plain:
        aim = Paragraph(ranking_text(say, rank, scores))
        ranking = [
            Section("", (aim,), tells=one.tells, exactly=one) if key_of(rank) in one.tells else one for one in ranking
        ]
    own = [decl for decl in decls if isinstance(decl, declarations.Ends)]
    when = join_sections("When the match ends", ends)
    ways = tuple(ends_blocks(say, decls))
    if all(decl.doc and (decl.verdict is None or tells_who_wins(decl)) for decl in own):
        when = evolve(when, blocks=ways)
    elif len(ends) > 1 and all(isinstance(block, Paragraph) for one in ends for block in one.blocks):
        lines = (Step(_in_one_line(one)) for one in ends if one.blocks)
        when = evolve(when, blocks=(Paragraph("The match ends in one of these ways:"), Steps(tuple(lines))))
    elif len(own) < sum(len(one.steps) if isinstance(one, Steps) else 0 for one in ways):
        when = evolve(when, blocks=ways if _says_all(ways, ends) else (*ways, *when.blocks))
    parts = [
        when,
        join_sections("What is done at the end", last),
        _only_exact(_scores(say, scores, decls)) if is_plain and len(scores) == 1 else _scores(say, scores, decls),
        join_sections(
            "Who wins",
            ranking,
            _LAST
            if not _tells_last(rank) and any(isinstance(n, statements.Eliminate) for n in walk_rules(decls))
            else (),
        ),
    ]
    title = "The end and the score" if scores else "The end"
    return Section(title, parts=tuple(part for part in parts if part.blocks or part.parts or part.exactly))


def _says_all(ways: Sequence[Block], ends: Sequence[Section]) -> bool:
    """Whether a list of ways has all that the sections of the ends say."""
    said = {one.text.removeprefix("When ").casefold() for way in ways if isinstance(way, Steps) for one in way.steps}
    return all(_in_one_line(one).casefold() in said for one in ends if one.blocks)


def _in_one_line(end: Section) -> str:
    """Joins the condition of an end and its result: `The fire is out: all players win.`"""
    first, *others = [block.text for block in end.blocks if isinstance(block, Paragraph)]
    first = capital(first.removeprefix("The match ends ").removeprefix("at once ").removeprefix("when "))
    return (
        ": ".join([first.removesuffix("."), *(small(one.removeprefix("Then ")) for one in others)]) if others else first
    )


def _tells_last(rank: declarations.Ranking | None) -> bool:
    """Whether the sentence on who wins says who comes last."""
    return rank is not None and re.search(r"\blast\b", sentence_of_doc(rank.doc)) is not None


def _only_exact(section: Section) -> Section:
    """Moves a section into the step-by-step part of the book. If it has exact steps for its sentences, these replace the sentences."""
    exact = section.exactly or steps_in_place(section)
    return Section(section.title, exactly=evolve(exact, tells=section.tells))


def _scores(say: Formulas, decls: Sequence[declarations.Score], every: Sequence[declarations.Decl]) -> Section:
    """Describes the scores of players: in one table, except for scores that need a list. `every` declaration may have a formula of them."""
    made = [(decl, section(say, decl)) for decl in decls]
    short = [one for one in made if all(isinstance(block, Paragraph) for block in (one[1].exactly or one[1]).blocks)]
    rows = tuple((mark_name(decl.name.text), _score_text(say, decl, found, every)) for decl, found in short)
    long = tuple(found for one in made if one not in short for found in one[1:])
    blocks = (*(_SUM if len(decls) > 1 else ()), *((Table(("for", "what it is worth"), rows),) if rows else ()))
    exact = [
        (mark_name(decl.name.text), join_sentences(None, found.exactly.blocks))
        for decl, found in short
        if found.exactly is not None
    ]
    exactly = Section(
        "Scores",
        (Table(("for", "what it is worth"), tuple(exact)),),
        tells=tuple(key_of(decl) for decl, found in short if found.exactly is not None),
    )
    tells = tuple(key_of(decl) for decl, _ in short)
    return Section("Scores", blocks, long, tells, exactly=exactly if exact else None)


def _score_text(say: Formulas, decl: declarations.Score, found: Section, every: Sequence[declarations.Decl]) -> str:
    """Describes a score in its sentence; in a printed book also by its formula if the sentence leaves out a number."""
    own = sentence_of_doc(decl.doc)
    made = join_sentences(None, (found.exactly or found).blocks)
    if not own or (say.names.is_printed and tells_number_left_out(own, made, decl.value, every)):
        return f"{own} {made}".strip()
    return own


_SUM: tuple[Block, ...] = (Paragraph("These are added up for each player; the sum is the total."),)
_LAST: tuple[Block, ...] = (Paragraph("Whoever is out of the game comes last."),)


def join_sections(title: str, parts: Sequence[Section], more: tuple[Block, ...] = ()) -> Section:
    """Makes one section of several."""
    blocks = (*(block for part in parts for block in part.blocks), *(more if parts else ()))
    exact = [part.exactly for part in parts if part.exactly is not None]
    exactly = None
    if exact:
        own = tuple(block for one in exact for block in one.blocks)
        exactly = Section(title, own, tells=tuple(key for one in exact for key in one.tells))
    return Section(title, blocks, tells=tuple(key for part in parts for key in part.tells), exactly=exactly)


def join_sentences(doc: str | None, blocks: Iterable[Block]) -> str:
    """Joins a sentence of the rules and those that describe its details."""
    return " ".join([sentence_of_doc(doc), *(block.text for block in blocks if isinstance(block, Paragraph))]).strip()
