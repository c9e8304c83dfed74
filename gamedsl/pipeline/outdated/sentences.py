"""Finds the sentences of its bases that a variant contradicts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.graph.compiled import Setup
from gamedsl.pipeline.outdated.facts import OldFact, old_facts
from gamedsl.pipeline.outdated.units import Unit, is_story, numbers_in, units_of
from gamedsl.pipeline.reading import Parsed
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.problems.variants import OldSentence, OutdatedSentences
from gamedsl.source import Source, Span
from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.sentences import own_sentences
from gamedsl.syntax.tree.walk import walk_in_order
from gamedsl.values import evolve, frozen
from gamedsl.variants.blame import setup_without
from gamedsl.variants.merge import Chain, merge


@frozen
class _Sentence:
    """A sentence that a variant inherits, and the declaration that it is about."""

    text: str
    unit: Unit
    place: Span
    """Its place, or that of the declaration if the file does not have it in these words."""


def find_outdated_sentences(parsed: Parsed, setup: Setup) -> Iterator[OutdatedSentences]:
    """Yields inherited sentences that contradict changes of the last file, as one problem for each change. `setup` is a setup of the rules with the changes."""
    *bases, (file, last) = parsed.chain.files
    changes = [one for decl in last.decls if isinstance(decl, declarations.Variant) for one in decl.changes]
    if not bases or not changes:
        return
    chain = Chain(tuple(bases), tuple(pair for pair in parsed.chain.ancestors if pair[0] != file))
    alike = setup_without(chain, setup)
    before = None if alike is None else merge(chain, alike)[0]
    after = merge(parsed.chain, setup)[0]
    if before is None or after is None:
        return
    facts = tuple(old_facts(before, after, file, changes))
    if not facts:
        return
    sentences = tuple(_list_inherited(after, file, {source.name: source for source in parsed.sources}))
    for change in dict.fromkeys(fact.change for fact in facts):
        own = [fact for fact in facts if fact.change == change]
        every = [old for fact in own for old in _contradictions(fact, sentences)]
        longest_last = sorted(every, key=lambda old: (old.span.source, old.span.start, old.span.end))
        found = {(old.span.source, old.span.start): old for old in longest_last}
        if found:
            yield OutdatedSentences(change, tuple(found.values()))


def _contradictions(fact: OldFact, sentences: Sequence[_Sentence]) -> Iterator[OldSentence]:
    for said in sentences:
        if fact.only is not None and (said.unit.name not in fact.only or is_story(said.unit.decl)):
            continue
        found = fact.pattern.search(said.text)
        if found is None or (fact.about is not None and not fact.about.search(said.text)):
            continue
        if fact.number is not None and fact.number in numbers_in(said.unit.node):
            continue
        is_exact = said.place.end - said.place.start == len(said.text)
        at = said.place.start if is_exact else said.place.start - found.start()
        place = Span(said.place.source, at + found.start(), at + found.end())
        yield OldSentence(place, found[0], fact.now, _to_replace(said.text, found))


def _to_replace(sentence: str, found: re.Match[str]) -> str:
    """Returns the words to replace: a number with its noun, else with the words around it, which tell it from other numbers."""
    if " " in found[0]:
        return found[0]
    before = re.search(r"(?:[^ ]+ ){0,2}$", sentence[: found.start()])
    after = re.match(r"(?: [^ ]*\w){0,2}", sentence[found.end() :])
    return f"{'' if before is None else before[0]}{found[0]}{'' if after is None else after[0]}"


def _list_inherited(rules: Merged, file: str, sources: dict[str, Source]) -> Iterator[_Sentence]:
    """Yields the sentences of the rules that come from another file."""
    for unit in units_of(rules.written):
        if isinstance(unit.decl, declarations.Invariant | declarations.Possible):
            continue
        for node in walk_in_order(unit.node):
            if isinstance(node, Node) and node.span.source != file and (source := sources.get(node.span.source)):
                for text in own_sentences(node):
                    start = source.text.find(text, node.span.start)
                    if 0 <= start < max(node.span.end, unit.decl.span.end):
                        place = Span(node.span.source, start, start + len(text))
                        yield from (_Sentence(one, unit, at) for one, at in _split(text, place))
                    else:
                        yield from (_Sentence(one, unit, node.span) for one, _ in _split(text, node.span))


def _split(text: str, place: Span) -> Iterator[tuple[str, Span]]:
    """Yields the sentences of a text with their places."""
    at = 0
    for one in re.split(r"(?<=[.!?;:]) ", text):
        yield one, evolve(place, start=place.start + at, end=place.start + at + len(one))
        at += len(one) + 1
