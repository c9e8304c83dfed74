"""The cookbook of phrases: each phrase is proved by the example below it, and says the same as the finding that answers the phrase."""

from __future__ import annotations

import re

import pytest
from attrs import frozen

import gamedsl
from docs import pages
from gamedsl.syntax.guessing.own_names import own_names
from gamedsl.syntax.guessing.phrase_table import PHRASES
from gamedsl.syntax.guessing.phrases import Said, find_phrase
from share import share
from tools import phrases
from tools.phrases import Phrase

COOKBOOK = phrases.phrases()

GAMES = {
    topic: tuple(file for file in pages.rules(f"docs/how-to/phrases/{topic}.md") if file.is_whole)
    for topic in phrases.TOPICS
}
"""The rules of each page."""

_BLOCK = re.compile(r"^```gdl\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADER = r"^(?:rule|action|phase|setup|end)\b[^\n]*"
_BODY = re.compile(rf"({_HEADER}):\n(?:    .*\n)+|({_HEADER}?): [^\n]+\n", re.MULTILINE)


@frozen
class Answer:
    """What the finding says to a wording of a phrase."""

    wording: str
    said: Said


def test_the_cookbook_is_large() -> None:
    assert len(COOKBOOK) >= 140
    assert {page.stem for page in phrases.FOLDER.glob("*.md")} == {"README", *phrases.TOPICS}


def test_no_wording_stands_twice() -> None:
    wordings = [wording.lower() for phrase in COOKBOOK for wording in phrase.wordings]
    assert [wording for wording in wordings if wordings.count(wording) > 1] == []


def test_the_index_is_up_to_date() -> None:
    text = phrases.INDEX.read_text(encoding="utf-8")
    assert phrases.with_index(text) == text


@pytest.mark.parametrize("phrase", COOKBOOK, ids=str)
def test_every_phrase_has_lines_and_a_proof(phrase: Phrase) -> None:
    assert _BLOCK.search(phrase.text)
    assert re.search(r"^example |^\$ gamedsl play ", phrase.text, re.MULTILINE)


@pytest.mark.parametrize("topic", phrases.TOPICS)
def test_no_example_proves_nothing(topic: str) -> None:
    for file in GAMES[topic]:
        results = gamedsl.parse_rules(file.text, bases=_bases(topic, file)).examples()
        assert [result.name for result in results if result.notes] == []


RULES = [
    phrase
    for phrase in COOKBOOK
    if any(_BODY.search(block) for block in _BLOCK.findall(phrase.text) if not block.startswith("game "))
]
"""Phrases that are said by rules, whose game is declared elsewhere."""


@pytest.mark.parametrize("phrase", share(RULES, 10), ids=str)
def test_the_example_fails_if_the_rule_does_nothing(phrase: Phrase) -> None:
    (file,) = (file for file in GAMES[phrase.topic] if _blocks(phrase)[0] in file.text)
    text = file.text
    for block in _blocks(phrase):
        text = text.replace(block, _BODY.sub(r'\1\2: "Nothing happens."\n', block))
    assert text != file.text
    own = {name for block in _blocks(phrase) for name in re.findall(r"^example (\w+)", block, re.MULTILINE)}
    rules = gamedsl.parse_rules(text, bases=_bases(phrase.topic, file))
    is_noticed = rules.check().has_errors or any(
        result.name in own and not result.passed for result in rules.examples()
    )
    assert is_noticed


@pytest.mark.parametrize("phrase", COOKBOOK, ids=str)
def test_the_finding_says_the_same(phrase: Phrase) -> None:
    shown = [line.strip().removeprefix("replace ") for block in _blocks(phrase) for line in block.splitlines()]
    for answer in _answers(phrase):
        lines = tuple(line.strip() for line in answer.said.lines)
        found = [shown[at : at + len(lines)] for at in range(len(shown))]
        assert any(_is_same(lines, place) for place in found), (answer.wording, lines)
        assert answer.said.is_own, answer.wording


def test_every_line_of_the_findings_is_in_the_cookbook() -> None:
    said = {"\n".join(answer.said.lines) for phrase in COOKBOOK for answer in _answers(phrase)}
    missing = {row.here for row in PHRASES if not any(re.fullmatch(_pattern(row.here), lines) for lines in said)}
    assert missing == set()


def _blocks(phrase: Phrase) -> list[str]:
    return _BLOCK.findall(phrase.text)


def _bases(topic: str, file: pages.Rules) -> list[str]:
    return [other.text for other in GAMES[topic] if other.file and other != file]


def _answers(phrase: Phrase) -> list[Answer]:
    """What the findings answer to the wordings of a phrase, in the rules of its page."""
    own = own_names("\n".join(file.text for file in GAMES[phrase.topic]))
    answers: list[Answer] = []
    for wording in phrase.wordings:
        words = re.findall(r"\w+|[^\w\s]", wording)
        is_header = words[-1] == ":"
        said = find_phrase(words[:-1] if is_header else words, own, is_header=is_header)
        if said is not None:
            answers.append(Answer(wording, said))
    return answers


def _is_same(lines: tuple[str, ...], shown: list[str]) -> bool:
    """Whether lines are shown. A header goes on with `:`; declarations may go on with more attributes, a reason, or a body."""
    return len(lines) == len(shown) and all(
        re.match(rf"{re.escape(line)}(?=$|[:,]| \")", place) for line, place in zip(lines, shown, strict=True)
    )


def _pattern(template: str) -> str:
    """A pattern for the lines that a template gives. Several pieces that go onto a pile have an order, which the line then names."""
    slots = re.sub(r"\\\{\w+\\\}", ".+", re.escape(template))
    return f"{slots}(, in any order)?"
