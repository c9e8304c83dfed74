"""Books of shipped games and of small rules, for tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from gamedsl import load_rules
from gamedsl.bases import Bases, files_of_games, short_path
from gamedsl.graph.draw.model import Drawing
from gamedsl.pipeline import Parsed, parse_files
from gamedsl.rulebook.book import Form, rulebook
from gamedsl.rulebook.drawn.sentences import drawing_in_words
from gamedsl.rulebook.model import Book, Section, plain, texts
from gamedsl.source import Source

GAMES = [path for path in files_of_games() if path.parent.name != "variants"]
VARIANTS = [path for path in files_of_games() if path.parent.name == "variants"]


def source_of(path: Path) -> Source:
    return Source(path.name, path.read_text("utf-8"))


def parsed_of(source: Source, folder: Path) -> Parsed:
    bases = Bases(folder, (), lambda path: Path(path).read_text("utf-8"), short_path)
    return parse_files(source, bases.find, bases)


@cache
def book_of(path: Path) -> tuple[Parsed, Book]:
    parsed = parsed_of(source_of(path), path.parent)
    return parsed, rulebook(parsed)


@cache
def drawn_of(game: Path | str) -> Drawing:
    """Returns the drawing of a shipped game in words."""
    rules = load_rules(game)
    return drawing_in_words(rules.game(), rules.parsed, {})


def book_of_text(text: str, form: Form = "exact") -> Book:
    return rulebook(parsed_of(Source("made.gdl", text), Path.cwd()), form)


def said_in(section: Section) -> str:
    """Returns the text of a section, in small letters."""
    return " ".join(" ".join(map(plain, texts(section))).split()).casefold()
