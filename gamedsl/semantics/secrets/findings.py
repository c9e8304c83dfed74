"""Turns disclosures that no word of the rules announces into problems."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics.problems.secrets import (
    BranchTells,
    CountTells,
    EndTells,
    OfferTells,
    QuestionTells,
    SentenceTells,
    Tells,
    ValueTells,
)
from gamedsl.semantics.secrets.model import Disclosures, Way

_FOUND: dict[Way, type[Tells]] = {
    Way.SENTENCE: SentenceTells,
    Way.OFFER: OfferTells,
    Way.QUESTION: QuestionTells,
    Way.BRANCH: BranchTells,
    Way.VALUE: ValueTells,
    Way.COUNT: CountTells,
    Way.END: EndTells,
}


def find_unmarked_disclosures(found: Disclosures) -> Iterator[Tells]:
    """Yields one problem for each place, about the first secret disclosed there."""
    places = set[object]()
    for one in found.told:
        if not one.is_meant and one.span not in places:
            places.add(one.span)
            yield _FOUND[one.way](one.span, one.facts[0].sort, one.facts[0].name)
