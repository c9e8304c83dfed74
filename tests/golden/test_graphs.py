"""The graphs of some games, and the pages on which one is drawn in words, are as they are written in `graphs/`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gamedsl.graph.draw.pages import pages_of
from gamedsl.graph.text.dump import dump
from games import shipped
from golden.conftest import Compare
from unit.rulebook.books import drawn_of


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "gloriana", "glory_islands"])
def test_graphs(name: str, golden: Compare) -> None:
    for setup in shipped.first_setups(name):
        golden(f"graphs/{name}-{setup.players}.txt", dump(shipped.game(name, setup)))


def test_pages_of_a_large_graph(golden: Compare) -> None:
    golden("graphs/pages_of_kiln_lane.txt", "\n".join(_pages()) + "\n")


def _pages() -> Iterator[str]:
    """Yields the parts of each page with their boxes, and which boxes lead to which page."""
    for number, page in enumerate(pages_of(drawn_of("kiln_lane"))):
        drawn = page.drawing
        yield f"page {number} begins with {drawn.start}, {len(drawn.arrows)} arrows, links {dict(page.links)}"
        yield from (f"  {part.name}: {' '.join(map(str, part.elements))}" for part in drawn.clusters)
        yield from (f"    {one.id} {one.form} {one.title}, {len(one.lines)} lines" for one in drawn.elements)
