"""What a game does in several places is drawn once."""

from __future__ import annotations

from io import BytesIO

from pypdf import PdfReader

import gamedsl
from gamedsl.graph.draw.model import Drawing
from gamedsl.graph.draw.pages import pages_of
from gamedsl.graph.draw.svg import svg_of
from gamedsl.rulebook.drawn.paper import pdf_of
from gamedsl.rulebook.drawn.sentences import drawing_in_words
from gamedsl.rulebook.drawn.shared import with_shared_parts
from gamedsl.values import evolve
from unit.rulebook.books import drawn_of

RULES = """
game errands:
    players 2

each player:
    coins = 0

rounds at most 5:
    mornings
    evenings

phase mornings, each player:
    errand

phase evenings, each player:
    if coins >= 2:
        errand

rule errand:
    roll way: one of 1..6
    coins += way
    choose one:
        sing
        rest

action sing:
    roll gift: one of 1..3
    coins += gift

action rest:
    coins += 1

score points: coins

ranking by highest total, ties shared
"""


def shared(text: str, labels: dict[str, str]) -> Drawing:
    """The drawing of these rules in which nothing is drawn twice."""
    rules = gamedsl.parse_rules(text)
    return with_shared_parts(drawing_in_words(rules.game(), rules.parsed, labels))


def test_a_rule_of_several_places_has_a_part_of_its_own() -> None:
    drawn = shared(RULES, {"errand": "Run an errand"})
    assert [one.name for one in drawn.clusters] == ["Mornings", "Run an errand", "Evenings"]
    calls = [one for one in drawn.elements if one.part]
    assert [(one.title, one.cluster, one.part) for one in calls] == [
        ("Run an errand", "Mornings", "Run an errand"),
        ("Run an errand", "Evenings", "Run an errand"),
    ]
    assert sum(one.form == "decision" for one in drawn.elements) == 1
    part = [one for one in drawn.elements if one.cluster == "Run an errand"]
    assert part[0].title == "From: Mornings, Evenings"
    assert part[-1].title == "→ back to where you came from"


def test_all_arrows_join_boxes_and_every_box_is_in_a_part() -> None:
    drawn = shared(RULES, {})
    ids = {one.id for one in drawn.elements}
    assert {id for one in drawn.arrows for id in (one.source, one.target)} <= ids
    assert sorted(id for one in drawn.clusters for id in one.elements) == sorted(ids)
    assert len({(one.source, one.target) for one in drawn.arrows}) == len(drawn.arrows)


def test_places_that_differ_stay_as_they_are() -> None:
    rule = RULES[RULES.index("rule errand") : RULES.index("action sing")]
    other = rule.replace("errand", "favour").replace("coins += way", "coins += 2 * way")
    text = RULES.replace("        errand\n", "        favour\n").replace(rule, rule + other)
    drawn = shared(text, {})
    assert not any(one.part for one in drawn.elements)


def test_a_box_of_a_picture_leads_to_its_part() -> None:
    picture = svg_of(evolve(shared(RULES, {}), is_linked=True))
    assert picture.count('<a href="#part-1">\n<g') == 2
    assert "<a href" not in svg_of(shared(RULES, {}))


def test_a_box_on_paper_names_the_page_of_its_part() -> None:
    drawn = with_shared_parts(drawn_of("glory_islands"))
    pages = pages_of(drawn)
    texts = [page.extract_text() for page in PdfReader(BytesIO(pdf_of(drawn))).pages]
    for page in pages[1:]:
        for box in page.drawing.elements:
            if box.part:
                number = page.links[box.id]
                assert box.lines == (f"page {number + 1}",)
                assert "From:" in texts[number]
                assert box.part in {cluster.name for cluster in pages[number].drawing.clusters}
