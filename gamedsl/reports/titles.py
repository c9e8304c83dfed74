"""Names of rules as titles for people."""

from __future__ import annotations


def plain(name: str) -> str:
    """Returns a name in words: `Boars_Head` as “Boars Head”."""
    return name.replace("_", " ").strip()


def titled(name: str) -> str:
    """Returns a name in words with a capital first letter."""
    found = plain(name)
    return found[:1].upper() + found[1:]
