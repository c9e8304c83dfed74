"""All facts that the rules of a game imply, in the order in which they are added to its book."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.rulebook.contents import Contents, sentences_in
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.untold.boards import place_facts
from gamedsl.rulebook.untold.fact import Fact
from gamedsl.rulebook.untold.numbers import actor_facts, end_facts
from gamedsl.rulebook.untold.refusals import refusal_facts
from gamedsl.rulebook.untold.stocks import stock_facts
from gamedsl.rulebook.untold.turns import turn_facts


def facts(say: Formulas, told: Contents) -> Iterator[Fact]:
    """Yields facts about the rules, whether or not one of their sentences states them."""
    sentences = " ".join(sentences_in(told.decls))
    yield from turn_facts(told.decls, told.game.most)
    yield from place_facts(say.names, told.decls, sentences)
    yield from refusal_facts(told.decls)
    yield from end_facts(say, told.decls)
    yield from stock_facts(say.names, told.decls)
    # Its words such as `fewer than` would look as if they told what stock_facts tells.
    yield from actor_facts(say, told.decls)
