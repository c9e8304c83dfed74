"""Names and sentences of rules as people read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gamedsl.additions import SET
from gamedsl.graph.analysis.title_words import as_title
from gamedsl.json import JsonObject

if TYPE_CHECKING:
    from gamedsl.pipeline import Parsed

_CITED = re.compile(r"^[A-Z]\d+(?:[-,] ?[A-Z]?\d+)*\. ")
_NOTED = re.compile(r"\s*\[[^\[\]]*: [^\[\]]*\]")


def plain(name: str) -> str:
    """Returns a name in words: `Boars_Head` as “Boars Head”."""
    return name.replace("_", " ").strip()


def title_of(name: str) -> str:
    """Returns a name in words with a capital first letter."""
    found = plain(name)
    return found[:1].upper() + found[1:]


def inside_sentence(label: str) -> str:
    """Returns a heading in the form for the inside of a sentence: with a small first letter, unless it is in capitals."""
    return label if label[1:2].isupper() else f"{label[:1].lower()}{label[1:]}"


def game_text(name: str, variants: Sequence[str]) -> str:
    """Names a game: `tic_tac_toe`; `quick_game of tic_tac_toe` for a variant; `tic_tac_toe with rounds up to 5` if the command line changes it."""
    names = [variant for variant in variants if not variant.startswith(SET)]
    changes = [variant.removeprefix(SET) for variant in variants if variant.startswith(SET)]
    named = f"{names[-1]} of {name}" if names else name
    return f"{named} with {', '.join(changes)}" if changes else named


def game_title(name: str, variants: Sequence[str]) -> str:
    """Names a game for players, as a title: `gem_guild` as “Gem Guild”; short words inside stay small."""
    return game_text(as_title(name), [one if one.startswith(SET) else as_title(one) for one in variants])


def title_for_players(look: JsonObject, name: str, variants: Sequence[str]) -> str:
    """Names a game for players: by the title in its look file, or by its name. A variant has its own name, even if it uses the look of its base."""
    title = look.get("title")
    return str(title) if title and not variants else game_title(name, variants)


def variant_names(parsed: Parsed) -> tuple[str, ...]:
    """Returns the names of the variants in rules, in the order in which they are applied."""
    from gamedsl.syntax.tree import declarations

    return tuple(
        d.name.text for _, file in parsed.chain.files for d in file.decls if isinstance(d, declarations.Variant)
    )


def without_citations(text: str) -> str:
    """Returns a sentence without the numbers of the rules from which it was taken, and without notes in brackets."""
    return _NOTED.sub("", _CITED.sub("", text)).strip()
