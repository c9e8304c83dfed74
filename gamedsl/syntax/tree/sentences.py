"""Replaces words in the sentences of rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, cast

from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import is_tuple, parts_of, walk
from gamedsl.values import evolve, field_names

_N = TypeVar("_N", bound=Node)

_SENTENCES = ("doc", "why", "ask", "texts")
"""The parts of nodes that are sentences, or pieces of one between values."""


def sentences_of(node: Node) -> Iterator[str]:
    """Yields the sentences in a tree."""
    for one in walk(node):
        yield from own_sentences(one)


def own_sentences(node: object) -> Iterator[str]:
    """Yields the sentences of a node itself."""
    for name in _SENTENCES:
        said = getattr(node, name, None)
        if isinstance(said, str):
            yield said
        elif is_tuple(said):
            yield from (part for part in said if isinstance(part, str))


def has_words(node: Node, words: str) -> bool:
    """Whether a sentence in a tree has these words."""
    return bool(words) and any(words in said and _pattern(words).search(said) for said in sentences_of(node))


def replace_words(node: _N, change: declarations.Reword) -> _N:
    """Returns a tree with other words in its sentences."""
    return cast("_N", _reword(node, change)) if has_words(node, change.old.text) else node


def with_other_words(said: str, change: declarations.Reword) -> str:
    """Returns a sentence with other words."""
    return _pattern(change.old.text).sub(lambda _: change.new, said)


def rewordings(files: Sequence[declarations.File]) -> Iterator[tuple[declarations.File, list[declarations.Reword]]]:
    """Yields each file of a chain with the changes of words that later files of the chain make."""
    later: list[declarations.Reword] = []
    for file in reversed(files):
        yield file, list(later)
        variants = (decl for decl in file.decls if isinstance(decl, declarations.Variant))
        own = [change for variant in variants for change in variant.changes if isinstance(change, declarations.Reword)]
        later = [*own, *later]


def _pattern(words: str) -> re.Pattern[str]:
    """Matches whole words."""
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")


def _reword(node: object, change: declarations.Reword) -> object:
    if is_tuple(node):
        items = tuple(_reword(item, change) for item in node)
        return node if all(a is b for a, b in zip(items, node, strict=True)) else items
    if parts_of(type(node)) is None:
        return node
    parts: Any = node  # there is no type for "any class of values"
    made = {
        name: (_in_sentence if name in _SENTENCES else _reword)(getattr(parts, name), change)
        for name in field_names(node.__class__) or ()
        if name != "span"
    }
    is_same = all(part is getattr(parts, name) for name, part in made.items())
    return node if is_same else evolve(parts, **made)


def _in_sentence(said: object, change: declarations.Reword) -> object:
    """Replaces the words in a sentence or in its pieces."""
    if is_tuple(said):
        return tuple(_in_sentence(part, change) for part in said)
    return with_other_words(said, change) if isinstance(said, str) else said
