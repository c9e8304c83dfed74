"""Two graphs in one drawing: nodes are matched by what they are, so a change touches its own nodes and what leads to them."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from gamedsl import pipeline
from gamedsl.graph.draw.dot import dot_of
from gamedsl.graph.draw.joint import differing, joint_drawing
from gamedsl.graph.draw.joint_text import joint_text
from gamedsl.graph.draw.json import json_of
from gamedsl.graph.draw.mermaid import mermaid_of
from gamedsl.graph.draw.model import Drawing, drawing
from gamedsl.graph.draw.svg import svg_of
from gamedsl.graph.model.game import Game
from gamedsl.graph.text.dump import dump
from gamedsl.source import Source

RULES = """\
game digs:
    players 2
shared:
    heap: 0..99 = 20
    opening: 0..99 = 0
setup:
    roll luck: one of 1..6
    opening = luck
phase morning, each player:
    choose one:
        take
        wait
phase evening, each player:
    choose one:
        take
        wait
action take:
    choose few: one of 1..3 where it < heap
    heap -= few
action wait:
    heap += 1
rounds up to 3:
    morning
    evening
score rest: heap
ranking by highest total, ties shared
"""


@cache
def _game(rules: str) -> Game:
    parsed = pipeline.parse_files(Source("digs", rules), lambda _: None)
    return pipeline.compile(parsed, pipeline.setups(parsed)[0]).game


def _with(rules: str) -> Drawing:
    return joint_drawing(_game(RULES), _game(rules))


def _states(drawn: Drawing) -> list[tuple[str, str, str]]:
    """Of what differs: state, form and the end of the path."""
    elements, _ = differing(drawn)
    return [(element.state, element.form, " > ".join(element.path)) for element in elements]


def test_the_same_graph_has_no_differences() -> None:
    drawn = _with(RULES)
    assert differing(drawn) == ([], [])
    assert len(drawn.elements) == len(drawing(_game(RULES)).elements)
    assert "The graphs are the same" in joint_text(drawn)


ADDED = RULES.replace(
    "    choose one:\n        take\n        wait\nphase evening",
    "    choose one:\n        take\n        skip\n        wait\nphase evening",
).replace("action wait:", "action skip:\n    heap += 2\naction wait:")


def test_a_new_action_is_one_new_node_and_what_leads_to_it() -> None:
    drawn = _with(ADDED)
    assert _states(drawn) == [("changed", "decision", "morning"), ("new", "effect", "morning > skip")]
    _, arrows = differing(drawn)
    assert {arrow.state for arrow in arrows} == {"new"}
    assert len(arrows) == 2
    before, after = (dump(_game(rules)).splitlines() for rules in (RULES, ADDED))
    assert len(set(after) - set(before)) > 30  # numbers follow upon each other


def test_what_is_gone_is_drawn_too() -> None:
    drawn = joint_drawing(_game(ADDED), _game(RULES))
    assert _states(drawn) == [("changed", "decision", "morning"), ("gone", "effect", "morning > skip")]
    assert [element.title for element in drawn.elements if element.state == "gone"] == ["− skip"]


def test_a_changed_effect_shows_both_lines() -> None:
    drawn = _with(RULES.replace("heap += 1", "heap += 2"))
    elements, arrows = differing(drawn)
    assert [element.lines for element in elements] == [("− heap += 1", "+ heap += 2")] * 2
    assert list(arrows) == []


def test_a_changed_selection_changes_its_decisions() -> None:
    elements, _ = differing(_with(RULES.replace("one of 1..3 where it < heap", "one of 1..4 where it < heap")))
    assert [element.form for element in elements] == ["decision", "decision"]
    assert all(any(line.startswith("+ take: few: one of 1..4") for line in element.lines) for element in elements)


def test_a_phase_that_moves_is_the_same() -> None:
    drawn = _with(RULES.replace("    morning\n    evening\n", "    evening\n    morning\n"))
    elements, arrows = differing(drawn)
    assert list(elements) == []
    assert {arrow.state for arrow in arrows} == {"new", "gone"}


@pytest.mark.parametrize("form", [dot_of, mermaid_of, svg_of])
def test_drawings_say_it_in_colour_and_without(form: object) -> None:
    assert callable(form)
    text = str(form(_with(ADDED)))
    assert "#1a7f37" in text
    assert "#9a6700" in text
    assert "+ skip" in re.sub(r"#43;", "+", text)
    if form is svg_of:
        ElementTree.fromstring(text)


def test_data_have_a_state_only_where_two_graphs_are_drawn() -> None:
    both, one = json_of(_with(ADDED)), json_of(drawing(_game(RULES)))
    assert {node.get("state") for node in both["nodes"]} == {"same", "changed", "new"}
    assert {edge.get("state") for edge in both["edges"]} == {"same", "new"}
    assert all("state" not in node for node in one["nodes"])


def test_the_text_tells_only_what_differs() -> None:
    text = joint_text(_with(ADDED))
    assert "nodes: 1 new, 0 gone, 1 changed" in text
    assert len(text.splitlines()) < 20
    assert text.count("+ -> ") == 2  # to the new action, and from it to what follows


@pytest.mark.parametrize(
    "rules",
    [
        ADDED,
        RULES.replace("heap += 1", "if heap > 3:\n        heap += 2\n    else: heap += 1"),
        RULES.replace("    evening\n", ""),
        RULES.replace("setup:\n    roll luck: one of 1..6\n    opening = luck\n", ""),
    ],
)
def test_each_side_is_there_as_a_whole(rules: str) -> None:
    before, after, both = drawing(_game(RULES)), drawing(_game(rules)), _with(rules)
    states = [element.state for element in both.elements]
    assert [element.id for element in both.elements] == list(range(len(states)))
    assert len(before.elements) == len(states) - states.count("new")
    assert len(after.elements) == len(states) - states.count("gone")
    arrows = [arrow.state for arrow in both.arrows]
    assert len(before.arrows) == len(arrows) - arrows.count("new")
    assert len(after.arrows) == len(arrows) - arrows.count("gone")
    assert [(e.form, e.path) for e in after.elements] == [(e.form, e.path) for e in both.elements if e.state != "gone"]


def test_indented_lines_keep_their_indentation() -> None:
    text = joint_text(_with(RULES.replace("heap += 1", "if heap > 3: heap += 2")))
    assert "    − heap += 1\n    + if heap > 3:\n    +   heap += 2\n" in text
