"""Lists the games that come with the language: names, bases, numbers of players, and a sentence on each."""

from __future__ import annotations

import re
from pathlib import Path

from gamedsl.bases import Bases, content, files_of_games, short_path
from gamedsl.pipeline.reading import Trees, parse_files
from gamedsl.reports.titles import without_citations
from gamedsl.source import Source
from gamedsl.syntax.marks import sentence_or_none
from gamedsl.syntax.tree import declarations
from gamedsl.values import frozen


@frozen
class ShippedGame:
    """A game that comes with the language, or a variant of one (`of` names its bases). `load_rules` takes its `name`; `fewest` to `most` people play it;
    `sentence` describes it."""

    name: str
    file: Path
    of: tuple[str, ...]
    fewest: int
    most: int
    sentence: str

    @property
    def players(self) -> str:
        """The numbers of players: `2`, or `2 to 4`."""
        return str(self.fewest) if self.fewest == self.most else f"{self.fewest} to {self.most}"


def shipped_games() -> tuple[ShippedGame, ...]:
    """Returns the games that come with the language, and variants of them, in the order of their names."""
    trees: Trees = {}  # a base of several variants is parsed once
    return tuple(sorted((_read_game(place, trees) for place in files_of_games()), key=lambda game: game.name))


def _read_game(place: Path, trees: Trees) -> ShippedGame:
    bases = Bases(str(place.parent), (), _header, short_path)
    source = Source(short_path(place), _header(place))
    parsed = parse_files(source, bases.find, bases, trees=trees)
    own = parsed.chain.files[-1][1].decls
    variant = next((decl for decl in own if isinstance(decl, declarations.Variant)), None)
    game = parsed.game
    doc = sentence_or_none(variant.doc if variant is not None else game.doc if game is not None else None)
    of = tuple(base.text for base in variant.bases) if variant is not None else ()
    fewest, most = (0, 0) if game is None else (game.fewest, game.most)
    return ShippedGame(place.stem, place, of, fewest, most, without_citations(doc or ""))


_FIRST_BLOCK = re.compile(r"^(game|variant)\b.*\n(?:(?:[ \t#].*)?\n)*", re.MULTILINE)


def _header(place: Path) -> str:
    """Returns the text of a shipped file up to the end of its first block, which describes the game or variant."""
    text = content(str(place)).decode("utf-8")
    block = _FIRST_BLOCK.search(text)
    return text if block is None else text[: block.end()]
