"""Names of rules as titles for people."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.additions import SET


def plain(name: str) -> str:
    """Returns a name in words: `Boars_Head` as “Boars Head”."""
    return name.replace("_", " ").strip()


def titled(name: str) -> str:
    """Returns a name in words with a capital first letter."""
    found = plain(name)
    return found[:1].upper() + found[1:]


def game_text(name: str, variants: Sequence[str]) -> str:
    """Names a game: `tic_tac_toe`; `quick_game of tic_tac_toe` for a variant; `tic_tac_toe with rounds up to 5` if the command line changes it."""
    names = [variant for variant in variants if not variant.startswith(SET)]
    changes = [variant.removeprefix(SET) for variant in variants if variant.startswith(SET)]
    named = f"{names[-1]} of {name}" if names else name
    return f"{named} with {', '.join(changes)}" if changes else named
