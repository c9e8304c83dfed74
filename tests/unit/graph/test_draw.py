"""What is drawn is what runs, in four formats; the picture holds together for any graph."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from gamedsl.graph.draw import dot, graph_json, mermaid, svg
from gamedsl.graph.draw.groups import targets
from gamedsl.graph.draw.model import drawing
from gamedsl.graph.draw.scene import Placed, Point, scene
from gamedsl.graph.model.expressions import Const
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode, EffectNode, EndNode, Node
from gamedsl.graph.model.types import FLAG, NodeId
from share import less
from unit.graph.court import court
from unit.graph.samples import number, set_field, tic_tac_toe

SAMPLES = (tic_tac_toe, court)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games with any graph of tests and effects in some clusters, numbered in program order."""
    count = draw(st.integers(1, 24))
    clusters = sorted(draw(st.lists(st.integers(0, 3), min_size=count, max_size=count)))
    node_ids = st.integers(0, count).map(NodeId)
    nodes: list[Node] = []
    for cluster in clusters:
        name, first, second = f"phase{cluster}", draw(node_ids), draw(node_ids)
        body = (set_field(0, number(1)),)
        test = BranchNode(Const(True, FLAG), first, second, "some test", name, (name,))
        effect = EffectNode(body, first, name, (name, f"rule{cluster}"))
        nodes.append(test if draw(st.booleans()) else effect)
    ends = (*nodes, EndNode("end", ("end",)))
    return evolve(tic_tac_toe(), nodes=ends, builtins=evolve(tic_tac_toe().builtins, reason=None))


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_node_is_part_of_one_element(sample: Callable[[], Game]) -> None:
    game = sample()
    nodes = [node for element in drawing(game).elements for node in element.nodes]
    assert sorted(nodes) == list(range(len(game.nodes)))


@given(games())
@settings(max_examples=less(60, 12), deadline=None)
def test_arrows_are_the_edges_of_the_graph(game: Game) -> None:
    drawn = drawing(game)
    element = {node: e.id for e in drawn.elements for node in e.nodes}
    edges = {(element[id], element[t]) for id in element for t in targets(game.nodes[id])}
    arrows = {(arrow.source, arrow.target) for arrow in drawn.arrows}
    assert arrows <= edges
    assert all(source == target for source, target in edges - arrows)


def test_books_of_the_compiler_join_what_follows() -> None:
    end = drawing(tic_tac_toe()).elements[-1]
    assert (end.form, end.nodes) == ("end", (NodeId(7), NodeId(9)))


def test_effects_of_one_rule_in_a_row_are_one_element() -> None:
    hire = next(element for element in drawing(court()).elements if element.title == "hire")
    assert hire.nodes == (NodeId(12), NodeId(13))
    assert hire.lines == ("move helper to spoils", "earned += helper.worth")


def test_a_decision_shows_who_chooses_what() -> None:
    decision = next(element for element in drawing(court()).elements if element.form == "decision")
    assert decision.who == "the player"
    assert decision.lines == ("hire(helper)", "event > feast(spent)", "event > hunt(spent, rain?)", "or decline")


def test_an_arrow_says_why_the_game_ends() -> None:
    game = tic_tac_toe()
    nodes = tuple(evolve(n, label="") if isinstance(n, BranchNode) else n for n in game.nodes)
    labels = [arrow.label for arrow in drawing(evolve(game, nodes=nodes)).arrows if arrow.target == NodeId(9)]
    assert labels == ["", "the board is full"]


def test_the_end_says_only_reasons_that_can_come_about() -> None:
    end = drawing(tic_tac_toe()).elements[-1]
    assert end.lines == ("three in a row", "the board is full", "ranking: players by highest points")


def test_effects_that_go_round_without_anything_to_show_are_drawn_once() -> None:
    silent = (EffectNode((), NodeId(1), "a", ("a",)), EffectNode((), NodeId(0), "a", ("a",)))
    drawn = drawing(evolve(tic_tac_toe(), nodes=silent))
    assert [element.nodes for element in drawn.elements] == [(NodeId(0), NodeId(1))]


# ---------------------------------------------------------------- formats


@pytest.mark.parametrize("sample", SAMPLES)
def test_json_is_plain_and_complete(sample: Callable[[], Game]) -> None:
    data = graph_json(sample())
    assert json.loads(json.dumps(data)) == data
    names = {node["id"] for node in data["nodes"]}
    assert {end for edge in data["edges"] for end in (edge["from"], edge["to"])} <= names
    assert sorted(name for cluster in data["clusters"] for name in cluster["nodes"]) == sorted(names)


@pytest.mark.parametrize("sample", SAMPLES)
def test_dot_and_mermaid_have_a_line_for_each_arrow(sample: Callable[[], Game]) -> None:
    arrows = len(drawing(sample()).arrows) + 1
    assert len(re.findall(r"^  \w+ -> n\d+", dot(sample()), re.MULTILINE)) == arrows
    assert len(re.findall(r"^    \w+ -->(?:\|\"[^\"|]*\"\|)? n\d+$", mermaid(sample()), re.MULTILINE)) == arrows


def test_mermaid_texts_cannot_break_out_of_their_quotes() -> None:
    nasty = evolve(court(), zones=tuple(evolve(z, name='a"]<b>;%%{') for z in court().zones))
    for line in mermaid(nasty).splitlines():
        assert line.count('"') in (0, 2)
        assert "<b>" not in line


@pytest.mark.parametrize("sample", SAMPLES)
def test_svg_is_well_formed_and_needs_nothing_else(sample: Callable[[], Game]) -> None:
    text = svg(sample())
    root = ElementTree.fromstring(text)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "rect", "path", "circle", "polygon", "text", "g"}
    assert "href" not in text
    assert "url(" not in text


# ---------------------------------------------------------------- the picture


@given(games())
@settings(max_examples=less(60, 12), deadline=None)
def test_boxes_do_not_overlap_and_lines_keep_clear_of_them(game: Game) -> None:
    placed = scene(drawing(game), top=0, least_width=0)
    for i, box in enumerate(placed.boxes):
        assert not any(_overlap(box, other) for other in placed.boxes[i + 1 :])
    for route in placed.routes:
        for a, b in zip(route.points, route.points[1:], strict=False):
            assert not any(_crosses(a, b, box) for box in placed.boxes), (route.source, route.target)


@given(games())
@settings(max_examples=less(30, 6), deadline=None)
def test_lines_run_up_down_and_sideways(game: Game) -> None:
    for route in scene(drawing(game), top=0, least_width=0).routes:
        for (x, y), (u, v) in zip(route.points, route.points[1:], strict=False):
            assert abs(x - u) < 0.6 or abs(y - v) < 0.6


@given(games())
@settings(max_examples=less(30, 6), deadline=None)
def test_everything_lies_on_the_picture(game: Game) -> None:
    placed = scene(drawing(game), top=0, least_width=0)
    for box in placed.boxes:
        frame = next(f for f in placed.frames if f.name == box.box.element.cluster)
        assert frame.x <= box.x
        assert box.x + box.box.width <= frame.x + frame.width
        assert frame.y <= box.y
        assert box.y + box.box.height <= frame.y + frame.height
    for route in placed.routes:
        assert all(0 < x < placed.width and 0 < y < placed.height for x, y in route.points)


def _overlap(a: Placed, b: Placed) -> bool:
    across = a.x < b.x + b.box.width and b.x < a.x + a.box.width
    return across and a.y < b.y + b.box.height and b.y < a.y + a.box.height


def _crosses(a: Point, b: Point, box: Placed) -> bool:
    left, right = sorted((a[0], b[0]))
    upper, lower = sorted((a[1], b[1]))
    across = left < box.x + box.box.width - 1 and box.x + 1 < right + 0.001
    return across and upper < box.y + box.box.height - 1 and box.y + 1 < lower + 0.001
