"""Replaces the names of the rules in a book by the labels of a look file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping

from gamedsl.errors import GameDslError
from gamedsl.json import Json
from gamedsl.rulebook.model import (
    Book,
    Key,
    Section,
    capital,
    clean,
    readable,
    replace_names,
    small,
    with_texts,
)
from gamedsl.rulebook.sentences.english import is_noun
from gamedsl.values import evolve, frozen

_HEADINGS = ("zone", "field")
"""Sections whose labels are headings on a page; in sentences they begin with a small letter."""
_SECTIONS = ("value", "class", *_HEADINGS)


class LabelError(GameDslError):
    """Mistakes in the labels of a look file: all findings, a sentence each."""

    def __init__(self, findings: Iterable[str]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(self.findings))


@frozen
class Labels:
    """The title of the game, or nothing, and labels by the names of the rules."""

    title: str
    names: Mapping[str, str]


def labels_of(text: str) -> Labels:
    """Reads the labels in a look file. The other parts of the file are for pages and cards, which also check that its names are those of the rules. Raises
    LabelError."""
    try:
        data: Mapping[str, Json] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LabelError([f"this is no TOML: {error}"]) from None
    return labels_in(data)


def labels_in(data: Mapping[str, Json]) -> Labels:
    """Reads the labels in the data of a look file. Raises LabelError."""
    findings: list[str] = []
    labels: dict[str, str] = {}
    for section in _SECTIONS:
        for name, label in _labels_in(data, section):
            if isinstance(label, str):
                labels[readable(name)] = _small(clean(label)) if section in _HEADINGS else clean(label)
            else:
                findings.append(f"[{section}.{name}] label is a text")
    title = data.get("title", "")
    if not isinstance(title, str):
        findings.append("title is a text")
    if findings:
        raise LabelError(findings)
    return Labels(clean(str(title)), labels)


def _labels_in(data: Mapping[str, Json], section: str) -> Iterable[tuple[str, Json]]:
    entries = data.get(section)
    for name, entry in entries.items() if isinstance(entries, dict) else ():
        if isinstance(entry, dict) and entry.get("label", "") != "":
            yield str(name), entry["label"]


def _small(label: str) -> str:
    """Writes a heading inside a sentence with a small first letter, unless it is in capitals."""
    return label if label[1:2].isupper() else f"{label[:1].lower()}{label[1:]}"


def labelled(book: Book, labels: Labels) -> Book:
    """Returns the book with its labels in place of names."""
    title = labels.title or book.title
    names = {**labels.names, book.title: title}
    return Book(
        title,
        tuple(_section(section, names, labels.names) for section in book.sections),
    )


def with_words(book: Book, words: Mapping[str, str]) -> Book:
    """Returns the book with words in place of names, which stay in its index: what the rules call one piece of a component."""
    return Book(book.title, tuple(_section(section, words, {}) for section in book.sections))


def _section(section: Section, names: Mapping[str, str], keys: Mapping[str, str]) -> Section:
    return _with_keys(with_texts(section, lambda text: names.get(text) or rename_marked(text, names)), keys)


def rename_marked(text: str, names: Mapping[str, str]) -> str:
    """Replaces the marked names in a text, and the articles that no longer fit them. `names` maps the names in their readable form."""

    def write(article: str, name: str) -> tuple[str, str] | None:
        new = names.get(name)
        if new is None and name != small(name) and (found := names.get(small(name))) is not None:
            new = capital(found)
        if new is None or new == name:
            return None
        first = article[:1]
        if article.lower() == "the ":
            if new.lower().startswith("the "):
                return "", capital(new) if first == "T" else new
            return article if is_noun(small(new)) else "", new
        return (f"{first}{'n' if new[:1].lower() in 'aeio' else ''} " if article else ""), new

    return replace_names(text, write)


def _with_keys(section: Section, keys: Mapping[str, str]) -> Section:
    parts = tuple(_with_keys(part, keys) for part in section.parts)
    return evolve(section, parts=parts, tells=tuple(_key(key, keys) for key in section.tells))


def _key(key: Key, names: Mapping[str, str]) -> Key:
    """Applies labels to index entries, but only to those of zones, fields and components, since games and rules may share their names."""
    is_thing = key.sort in ("zone", "field", "component")
    return Key(key.sort, names.get(readable(key.name), key.name), key.place) if is_thing else key
