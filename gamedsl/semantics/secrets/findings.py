"""Turns disclosures that no word of the rules announces into problems."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics.problems import secrets
from gamedsl.semantics.secrets.model import Disclosures, Way

_FOUND: dict[Way, type[secrets.Tells]] = {
    Way.SENTENCE: secrets.SentenceTells,
    Way.OFFER: secrets.OfferTells,
    Way.QUESTION: secrets.QuestionTells,
    Way.BRANCH: secrets.BranchTells,
    Way.VALUE: secrets.ValueTells,
    Way.COUNT: secrets.CountTells,
    Way.END: secrets.EndTells,
}


def find_unmarked_disclosures(found: Disclosures) -> Iterator[secrets.Tells]:
    """Yields one problem for each place, about the first secret disclosed there."""
    places = set[object]()
    for one in found.told:
        if not one.is_meant and one.span not in places:
            places.add(one.span)
            yield _FOUND[one.way](one.span, one.facts[0].sort, one.facts[0].name)
