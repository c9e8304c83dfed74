"""Prints worked examples that have one sentence only: beside their rule, or, if they are about several, in a table behind the other examples."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from gamedsl.rulebook.glance import called_in
from gamedsl.rulebook.model import (
    Block,
    Key,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    capital,
    named,
    placed,
    plain,
    texts,
    told_doc,
)
from gamedsl.rulebook.names import Names, story_name
from gamedsl.rulebook.stories.examples import is_about_data, is_told
from gamedsl.syntax.tree import declarations, example_lines
from gamedsl.values import evolve, frozen


@frozen
class _Case:
    """An example in a sentence: what it is called, what it says, and the rule that it is about, if that is one."""

    name: str
    said: str
    rule: str


def with_cases(
    chapters: Sequence[Section], names: Names, decls: Sequence[declarations.Decl], examples: str
) -> tuple[Section, ...]:
    """Returns the chapters with the examples in a sentence that they do not tell; `examples` is the title of the chapter of examples."""
    text = " ".join(plain(text) for one in placed(tuple(chapters)) for text in texts(one.section))
    people = {
        name.text
        for one in decls
        if isinstance(one, example_lines.Example)
        for line in one.lines
        if isinstance(line, example_lines.ExamplePlayers)
        for name in line.names
    }
    cases = [
        _Case(story_name(names, one.name.text), said, _rule_of(one))
        for one in decls
        if isinstance(one, example_lines.Example) and _is_case(one)
        if (said := told_doc(one.doc)) and _says_something(people, plain(said)) and plain(said) not in text
    ]
    hosts = _hosts([one for one in chapters if one.title != examples], {one.rule for one in cases})
    beside: dict[Key, list[_Case]] = {}
    for case in cases:
        if case.rule in hosts:
            beside.setdefault(hosts[case.rule], []).append(case)
    rest = [case for case in cases if case.rule not in hosts]
    return tuple(_with_rest(one, rest) if one.title == examples else _with_beside(one, beside) for one in chapters)


_SHORTEST = 4
"""The fewest words of a sentence that says something by itself."""


def _says_something(people: Collection[str], sentence: str) -> bool:
    """Whether a sentence is understood without the position of its example: it is no mere heading, and does not begin with one of the people there."""
    words = sentence.split()
    return len(words) >= _SHORTEST and words[0].partition("’")[0].partition("'")[0] not in people


def _is_case(example: example_lines.Example) -> bool:
    shows_secrets = any(isinstance(line, example_lines.ExampleSees) for line in example.lines)
    return not is_told(example) and (not is_about_data(example) or shows_secrets)


def _rule_of(example: example_lines.Example) -> str:
    """Returns the only rule that players choose in an example, or else the only part of the rules that runs; empty if there are several."""
    chosen: dict[str, None] = {}
    run: dict[str, None] = {}
    for line in example.lines:
        match line:
            case example_lines.ExamplePlays(moves=moves) | example_lines.ExampleCannot(moves=moves):
                for move in moves:
                    if not isinstance(move, example_lines.Decline) and (name := called_in(move)):
                        chosen[name] = None
            case example_lines.ExampleRun(call=call):
                run[called_in(call)] = None
            case _:
                pass
    found = chosen or run
    return next(iter(found)) if len(found) == 1 else ""


def _hosts(chapters: Sequence[Section], rules: set[str]) -> dict[str, Key]:
    """Returns the first declaration of the section that tells each of some rules in a sentence of its own."""
    found: dict[str, Key] = {}
    for place in placed(tuple(chapters)):
        for key in place.section.tells:
            is_rule = key.sort in ("rule", "action", "phase") and key.name in rules
            if is_rule and any(isinstance(block, Paragraph) and block.is_own for block in place.section.blocks):
                found.setdefault(key.name, place.section.tells[0])
    return found


def _with_beside(section: Section, beside: Mapping[Key, Sequence[_Case]]) -> Section:
    own = beside.get(section.tells[0], ()) if section.tells else ()
    parts = tuple(_with_beside(part, beside) for part in section.parts)
    return evolve(section, blocks=(*section.blocks, *_told(own)), parts=parts)


def _told(cases: Sequence[_Case]) -> Iterator[Block]:
    lines = [f"{named(capital(case.name))}. {case.said}" for case in cases]
    if len(lines) == 1:
        yield Paragraph(lines[0], lead=_LEAD)
    elif lines:
        yield Paragraph("", lead=_LEAD)
        yield Steps(tuple(map(Step, lines)))


_LEAD = "For example:"


def _with_rest(chapter: Section, cases: Sequence[_Case]) -> Section:
    """Puts the other cases behind the examples."""
    rows = tuple((named(capital(case.name)), case.said) for case in cases)
    more = (Section("More cases", (Table(("case", "what holds"), rows),)),) if rows else ()
    return evolve(chapter, parts=(*chapter.parts, *more))
