"""Prints worked examples that have only one sentence: after the example whose position they share, with their rule, or, if they are about several rules, in
a table after the other examples."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from gamedsl.rulebook.glance import name_of_call
from gamedsl.rulebook.model import (
    Block,
    Key,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    capital,
    mark_name,
    plain,
    sections_in_order,
    sentence_of_doc,
    texts,
)
from gamedsl.rulebook.names import story_name
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.stories.examples import example_blocks, is_about_data, is_told
from gamedsl.syntax.tree import declarations, example_lines, formulas
from gamedsl.values import evolve, frozen


@frozen
class _Case:
    """An example as a sentence: its name, the sentence, the example whose position it begins with, and the rule that it is about, if it is about one rule.
    `shown` tells its position and what happens, if the sentence alone does not make clear of what it speaks."""

    name: str
    said: str
    of: str
    rule: str
    shown: str = ""


def with_cases(
    chapters: Sequence[Section], say: Formulas, decls: Sequence[declarations.Decl], examples: str
) -> tuple[Section, ...]:
    """Returns the chapters with the examples in a sentence that they do not tell; `examples` is the title of the chapter of examples."""
    text = " ".join(plain(text) for one in sections_in_order(tuple(chapters)) for text in texts(one.section))
    people = {
        name.text
        for one in decls
        if isinstance(one, example_lines.Example)
        for line in one.lines
        if isinstance(line, example_lines.ExamplePlayers)
        for name in line.names
    }
    cases = [
        _Case(
            story_name(say.names, one.name.text),
            said,
            "" if one.of is None else one.of.text,
            _rule_of(one),
            _shown(say.impersonal(), one) if _speaks_of_its_case(people, plain(said)) else "",
        )
        for one in decls
        if isinstance(one, example_lines.Example) and _is_case(one)
        if (said := sentence_of_doc(one.doc)) and _says_something(people, plain(said)) and plain(said) not in text
    ]
    worked = {key.name: key for one in chapters if one.title == examples for part in one.parts for key in part.tells}
    hosts = _hosts([one for one in chapters if one.title != examples], {one.rule for one in cases})
    found = [(case, worked.get(case.of) or hosts.get(case.rule)) for case in cases]
    beside: dict[Key, list[_Case]] = {}
    for case, host in found:
        if host is not None:
            beside.setdefault(host, []).append(case)
    rest = [case for case, host in found if host is None]
    told = tuple(_with_beside(one, beside) for one in chapters)
    return tuple(_with_rest(one, rest) if one.title == examples else one for one in told)


_SHORTEST = 4
"""The fewest words of a sentence that says something by itself."""


def _says_something(people: Collection[str], sentence: str) -> bool:
    """Whether a sentence makes sense without the position of its example: it is no mere heading, and does not begin with one of the people in it."""
    words = sentence.split()
    return len(words) >= _SHORTEST and words[0].partition("’")[0].partition("'")[0] not in people


def _speaks_of_its_case(people: Collection[str], sentence: str) -> bool:
    """Whether a sentence tells of somebody in the example, or of things that only its position shows: `The second smithy pays for itself.`"""
    words = set(re.findall(r"[^\W\d_]+", sentence))
    return not words.isdisjoint(people) or _DEFINITE.match(sentence) is not None


_DEFINITE = re.compile(r"(The|Here|It|They|This|These|Both|Now|Then|Everything|Nothing)\b")
"""How a sentence begins that speaks of a certain position."""


def _shown(say: Formulas, example: example_lines.Example) -> str:
    """Tells an example in one text; empty if it is too long, if it runs a rule with values of its own, as no match does, or if it begins with the position of
    another one, which stands above it."""
    runs = [line.call for line in example.lines if isinstance(line, example_lines.ExampleRun)]
    if example.of is not None or any(isinstance(call, formulas.Apply) for call in runs):
        return ""
    parts: list[str] = []
    for block in example_blocks(say, example):
        match block:
            case Paragraph(text):
                parts.append(_ONLY_PLAYERS.sub("", text))
            case Table(rows=rows):
                parts.append("; ".join(f"{place}: {what}" for place, what in rows) + ".")
            case _:
                return ""
    said = " ".join(part for part in parts if part)
    return said if len(plain(said).split()) <= _LONGEST else ""


_ONLY_PLAYERS = re.compile(r"^There are \d+ players\. ?")
_LONGEST = 70


def _is_case(example: example_lines.Example) -> bool:
    shows_secrets = any(isinstance(line, example_lines.ExampleSees) for line in example.lines)
    return not is_told(example) and (not is_about_data(example) or shows_secrets)


def _rule_of(example: example_lines.Example) -> str:
    """Returns the only part of the rules that an example is about, empty if there are several: the rule in which players choose, or else the rule that runs.
    Choices in the set-up or in whole rounds count for the set-up or the rounds."""
    chosen: dict[str, None] = {}
    run: list[str] = []
    for line in example.lines:
        match line:
            case example_lines.ExamplePlays(moves=moves) | example_lines.ExampleCannot(moves=moves):
                for move in moves:
                    if run and run[-1] in _WHOLE:
                        chosen[run[-1]] = None
                    elif not isinstance(move, example_lines.Decline) and (name := name_of_call(move)):
                        chosen[name] = None
            case example_lines.ExampleRun(call=call):
                run.append(name_of_call(call))
            case _:
                pass
    found = chosen or dict.fromkeys(run)
    return next(iter(found)) if len(found) == 1 else ""


_WHOLE = {"setup": "set-up", "rounds": "rounds", "end": "last part"}
"""Parts of the rules that have no name of their own: how examples run them, and their sorts."""


def _hosts(chapters: Sequence[Section], rules: set[str]) -> dict[str, Key]:
    """Returns the first declaration of the section that tells each of some rules in a sentence of its own."""
    found: dict[str, Key] = {}
    for place in sections_in_order(tuple(chapters)):
        for key in place.section.tells:
            whole = next((name for name, sort in _WHOLE.items() if sort == key.sort), "")
            has_own = any(isinstance(block, Paragraph) and block.is_own for block in place.section.blocks)
            if (whole or key.name) in rules and (whole or (key.sort in ("rule", "action", "phase") and has_own)):
                found.setdefault(whole or key.name, place.section.tells[0])
    return found


def _with_beside(section: Section, beside: Mapping[Key, Sequence[_Case]]) -> Section:
    own = beside.get(section.tells[0], ()) if section.tells else ()
    parts = tuple(_with_beside(part, beside) for part in section.parts)
    return evolve(section, blocks=(*section.blocks, *_blocks_of(own)), parts=parts)


def _blocks_of(cases: Sequence[_Case]) -> Iterator[Block]:
    lines = [
        Step(
            f"{mark_name(capital(case.name))}. {case.said}",
            (Step(f"{_IN_THIS_CASE} {case.shown}"),) if case.shown else (),
        )
        for case in cases
    ]
    if len(lines) == 1:
        yield Paragraph(" ".join((lines[0].text, *(step.text for step in lines[0].steps))), lead=_LEAD)
    elif lines:
        yield Paragraph("", lead=_LEAD)
        yield Steps(tuple(lines))


_LEAD, _IN_THIS_CASE = "Note:", "The example:"


def _with_rest(chapter: Section, cases: Sequence[_Case]) -> Section:
    """Puts the remaining cases after the examples."""
    rows = tuple((mark_name(capital(case.name)), case.said) for case in cases)
    more = (Section("More cases", (Table(("case", "what holds"), rows),)),) if rows else ()
    return evolve(chapter, parts=(*chapter.parts, *more))
