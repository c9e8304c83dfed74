"""How the moves of a plan are counted: what is a product, what is computed once, and what has to be enumerated."""

from __future__ import annotations

from functools import cache

from differential.rules_files import GAMES, every_setup
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl_interpreter.plans.analysis import Analysis
from gamedsl_interpreter.plans.counting import counting
from gamedsl_interpreter.plans.facts import Dependence
from gamedsl_interpreter.plans.ways import Counting, Kept, One, Several, nodes


@cache
def counted(name: str, players: int) -> dict[str, Counting]:
    """The trees of a shipped game, by the names of their plans."""
    setups = every_setup([GAMES / f"{name}.gdl"])
    game = next(setup for setup in setups if setup.setup.players == players).game()
    analysis = Analysis(game)
    plans = [node.plan for node in game.nodes if isinstance(node, DecisionNode | TogetherNode)]
    return {plan.name: counting(game, analysis, plan) for plan in plans}


def choices(tree: Counting) -> dict[str, One | Several]:
    """The choices of a tree by name, the last one of each name."""
    return {node.part.name: node for node in nodes(tree.root) if isinstance(node, One | Several)}


def test_the_event_that_is_taken_does_not_change_what_a_banquet_can_be() -> None:
    card = choices(counted("gloriana", 4)["take_turn"])["card"]
    assert card.dependence is Dependence.CHOICE
    assert [type(h.what) for h in card.hoisted] == [Kept, Kept]


def test_pairs_depend_only_on_how_many_cards_are_spent() -> None:
    found = choices(counted("gloriana", 4)["take_turn"])
    assert found["spent"].dependence is Dependence.NUMBER
    assert found["matches"].dependence is Dependence.NONE
    assert found["matches"].rivals == ()
    assert [h.what.part.name for h in found["spent"].hoisted if isinstance(h.what, Several)] == ["matches"]


def test_the_way_of_an_amazon_depends_on_where_it_stands() -> None:
    found = choices(counted("classics/amazons", 2)["go"])
    assert found["start"].dependence is Dependence.CHOICE
    assert found["target"].dependence is Dependence.NONE
