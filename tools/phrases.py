"""The cookbook of phrases, and its index: `python -m tools.phrases` writes the index anew.

A page of `docs/how-to/phrases` has a heading for each phrase. A line `Also: … · …` below it has other wordings, and code blocks have the lines that say it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs/how-to/phrases"
INDEX = FOLDER / "README.md"

TOPICS = ("setup", "turns", "choices", "cards", "hands", "numbers", "boards", "winning")
"""The pages, in the order of a rulebook."""

_BEGIN, _END = "<!-- The index is written by `python -m tools.phrases`. -->\n", "<!-- The end of the index. -->\n"
_MOST = 8
"""A word of more phrases than this helps nobody to find one."""

_SMALL = frozenset(
    re.findall(
        r"\w+",
        "about all also and any are been but can cannot does doe each else ever every everybody everyone five following for four from has have how into its may "
        "must not now off one ones only other others out player seven six than that the their them then there these they this thi those three through twelve two "
        "was what when where which who whoever will with without you your",
    )
)
"""Words that say nothing about a topic."""


@frozen
class Phrase:
    """A phrase with its section: the name of the page, the heading, other wordings, and the text below."""

    topic: str
    heading: str
    also: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return self.heading

    @property
    def wordings(self) -> tuple[str, ...]:
        """All ways to say it."""
        return (self.heading, *self.also)

    @property
    def link(self) -> str:
        """A link to the section, for the index."""
        anchor = re.sub(r"[^\w\- ]", "", self.heading.lower()).strip().replace(" ", "-")
        return f"[{self.heading.removesuffix(':')}]({self.topic}.md#{anchor})"


def phrases() -> tuple[Phrase, ...]:
    """All phrases, page after page."""
    return tuple(phrase for topic in TOPICS for phrase in _of_page(topic))


def _of_page(topic: str) -> Iterator[Phrase]:
    text = (FOLDER / f"{topic}.md").read_text(encoding="utf-8")
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, below = section.partition("\n")
        also = re.match(r"\nAlso: (.*)\n", below)
        yield Phrase(topic, heading, tuple(also[1].split(" · ")) if also else (), below)


def title(topic: str) -> str:
    """The title of a page, without the word that all of them begin with."""
    text = (FOLDER / f"{topic}.md").read_text(encoding="utf-8")
    return text.partition("\n")[0].removeprefix("# Phrases: ")


def index(all_phrases: Iterable[Phrase]) -> str:
    """The phrases by topic, and by their words."""
    listed = tuple(all_phrases)
    topics = (
        f"**[{title(topic)[:1].upper()}{title(topic)[1:]}]({topic}.md)**: "
        + " · ".join(phrase.link for phrase in listed if phrase.topic == topic)
        for topic in TOPICS
    )
    words = (f"* **{word}**: " + " · ".join(phrase.link for phrase in of) for word, of in _by_word(listed))
    return "## By topic\n\n" + "\n\n".join(topics) + "\n\n## By word\n\n" + "\n".join(words) + "\n"


def _by_word(listed: tuple[Phrase, ...]) -> Iterator[tuple[str, list[Phrase]]]:
    words: dict[str, list[Phrase]] = {}
    for phrase in listed:
        found = {_singular(word) for text in phrase.wordings for word in re.findall(r"[a-z]{3,}", text.lower())}
        for word in found - _SMALL:
            words.setdefault(word, []).append(phrase)
    yield from ((word, words[word]) for word in sorted(words) if len(words[word]) <= _MOST)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")) else word


def with_index(text: str) -> str:
    """The first page with its index as it should be."""
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{index(phrases())}\n{_END}{after}"


if __name__ == "__main__":
    INDEX.write_text(with_index(INDEX.read_text(encoding="utf-8")), encoding="utf-8")
