"""Replaces the names of the rules in a book by the labels of a look file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping

from gamedsl.diagnostics.suggest import closest
from gamedsl.errors import GameDslError
from gamedsl.json import Json
from gamedsl.reports.titles import inside_sentence
from gamedsl.reports.toml_lines import read_toml
from gamedsl.rulebook.model import (
    INSTEAD,
    Book,
    Key,
    Section,
    Table,
    capital,
    clean,
    readable,
    replace_names,
    small,
    with_texts,
)
from gamedsl.rulebook.sentences.english import is_noun
from gamedsl.syntax.tree import declarations, statements
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve, frozen

_HEADINGS = ("zone", "field", "rule")
"""Sections whose labels are headings; in sentences they begin with a small letter."""
_SECTIONS = ("value", "class", *_HEADINGS)
_NAMED = declarations.Rule | declarations.PickDecl | declarations.Phase | declarations.Score | statements.Selection


class LabelError(GameDslError):
    """Mistakes in the labels of a look file: all findings, a sentence each."""

    def __init__(self, findings: Iterable[str]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(self.findings))


@frozen
class Headings:
    """A look file's words for the parts of a table of the rules: its rows or numbers, the values in a list, and its columns. A part without words is empty."""

    head: str = ""
    values: str = ""
    columns: tuple[str, ...] = ()

    def of(self, table: Table) -> Table:
        """Returns a table with these headings."""
        first, *others = table.head
        name = readable(table.of)
        words = {first: self.head or first, name: self.values or name}
        if name in others:
            return evolve(table, head=tuple(words.get(one, one) for one in table.head))
        head = (self.head or first, *(self.columns if len(self.columns) == len(others) else others))
        rows = tuple((words.get(row[0], row[0]), *row[1:]) for row in table.rows)
        return evolve(table, head=head, rows=rows)


@frozen
class Labels:
    """The title of the game (empty: none), labels by the names of the rules, and the names that must be names of rules or choices."""

    title: str
    names: Mapping[str, str]
    rules: tuple[str, ...] = ()
    headings: Mapping[str, Headings] = {}


def labels_of(text: str) -> Labels:
    """Reads the labels in a look file. The other parts of the file are for pages and cards, which also check that its names are those of the rules. Raises
    LabelError."""
    try:
        data = read_toml(text)
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
                labels[readable(name)] = _in_sentences(section, clean(label)) if section in _HEADINGS else clean(label)
            else:
                findings.append(f"[{section}.{name}] label is a text")
    title = data.get("title", "")
    if not isinstance(title, str):
        findings.append("title is a text")
    if findings:
        raise LabelError(findings)
    rules = tuple(name for name, _ in _labels_in(data, "rule"))
    return Labels(clean(str(title)), labels, rules, dict(_headings_in(data)))


def _in_sentences(section: str, label: str) -> str:
    """Returns a heading in the form for sentences: `Walls left` beside a number counts `walls`."""
    said = inside_sentence(label)
    return said.removesuffix(" left") if section == "field" else said


def _headings_in(data: Mapping[str, Json]) -> Iterable[tuple[str, Headings]]:
    tables = data.get("list")
    for name, entry in tables.items() if isinstance(tables, dict) else ():
        if isinstance(entry, dict):
            head, values, columns = (entry.get(part, "") for part in ("head", "values", "columns"))
            own = tuple(clean(str(one)) for one in columns) if isinstance(columns, list) else ()
            yield str(name), Headings(clean(str(head)), clean(str(values)), own)


def check_labels(labels: Labels, decls: Iterable[declarations.Decl]) -> None:
    """Raises LabelError for a label in the part for rules whose name is neither a rule, nor a line of the scores, nor a choice."""
    if not labels.rules:
        return
    nodes = (node for decl in decls for node in walk(decl))
    known = {node.name.text for node in nodes if isinstance(node, _NAMED)}
    if wrong := [name for name in labels.rules if name not in known]:
        raise LabelError([f"[rule]: the rules have no `{name}`{_hint(name, known)}" for name in wrong])


def _hint(name: str, known: Iterable[str]) -> str:
    near = closest(name, known)
    return f": did you mean `{near}`?" if near else ""


def _labels_in(data: Mapping[str, Json], section: str) -> Iterable[tuple[str, Json]]:
    entries = data.get(section)
    for name, entry in entries.items() if isinstance(entries, dict) else ():
        if isinstance(entry, dict) and entry.get("label", "") != "":
            yield str(name), entry["label"]


def with_labels(book: Book, labels: Labels) -> Book:
    """Returns the book with its labels in place of names."""
    title = labels.title or book.title
    names = {**labels.names, book.title: title}
    sections = tuple(_section(section, names, labels.names) for section in book.sections)
    return evolve(book, title=title, sections=tuple(_with_headings(one, labels.headings) for one in sections))


def _with_headings(section: Section, headings: Mapping[str, Headings]) -> Section:
    """Returns a section with the headings of tables that a look file gives."""
    blocks = tuple(
        headings[block.of].of(block) if isinstance(block, Table) and block.of in headings else block
        for block in section.blocks
    )
    return evolve(section, blocks=blocks, parts=tuple(_with_headings(part, headings) for part in section.parts))


def with_words(book: Book, words: Mapping[str, str]) -> Book:
    """Returns the book with other words for names: `words` holds what the rules call one piece of a component. The index keeps the names."""
    return evolve(book, sections=tuple(_section(section, words, {}) for section in book.sections))


def _section(section: Section, names: Mapping[str, str], keys: Mapping[str, str]) -> Section:
    texts = with_texts(section, lambda text: names.get(text) or rename_marked(text, names))
    return _with_keys(_with_titles(texts, keys), keys)


def _with_titles(section: Section, names: Mapping[str, str]) -> Section:
    """Returns a section with the labels of rules as titles."""
    lead = INSTEAD if section.title.startswith(INSTEAD) else ""
    name = small(section.title.removeprefix(lead))
    is_rule = any(key.sort in _RULES and readable(key.name) == name for key in section.tells)
    title = f"{lead}{capital(names[name])}" if is_rule and name in names else section.title
    return evolve(section, title=title, parts=tuple(_with_titles(part, names) for part in section.parts))


_RULES = ("rule", "action", "pick", "phase")


def rename_marked(text: str, names: Mapping[str, str]) -> str:
    """Replaces the marked names in a text, and the articles that no longer fit them. `names` maps the names in their readable form."""

    def write(article: str, name: str) -> tuple[str, str] | None:
        new = _label_of(name, names)
        if new is None and name != small(name) and (found := _label_of(small(name), names)) is not None:
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


def _label_of(name: str, names: Mapping[str, str]) -> str | None:
    """Returns the label of a name; for words that hold together, such as `led suit`, that of the first ones. None if there is none."""
    words = name.split("\u00a0")
    firsts = (" ".join(words[:number]) for number in range(len(words) - 1, 0, -1))
    return names.get(name) or next((names[one] for one in firsts if one in names), None)


def _with_keys(section: Section, keys: Mapping[str, str]) -> Section:
    parts = tuple(_with_keys(part, keys) for part in section.parts)
    return evolve(section, parts=parts, tells=tuple(_key(key, keys) for key in section.tells))


def _key(key: Key, names: Mapping[str, str]) -> Key:
    """Applies labels to index entries. Games may use one name for several things, so only entries for zones, fields, components, scores and rules are
    changed."""
    is_thing = key.sort in ("zone", "field", "component", "score", *_RULES)
    return Key(key.sort, names.get(readable(key.name), key.name), key.place) if is_thing else key
