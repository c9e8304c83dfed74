"""Drawings of graphs of many sizes, made at random: where their boxes lie, and how they are divided into pages. A row has a digest of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from io import BytesIO
from random import Random

from pypdf import PdfReader

from gamedsl.graph.draw.dot import dot_of
from gamedsl.graph.draw.joint import join_drawings
from gamedsl.graph.draw.joint_text import joint_text
from gamedsl.graph.draw.json import json_of
from gamedsl.graph.draw.mermaid import mermaid_of
from gamedsl.graph.draw.model import Arrow, Cluster, Drawing, Element, Form
from gamedsl.graph.draw.pages import pages_of, scale_of
from gamedsl.graph.draw.svg import svg_of
from gamedsl.graph.model.types import NodeId
from gamedsl.rulebook.drawn.paper import pdf_of
from golden.conftest import Compare, CompareRows
from golden.test_cards import page_operators
from golden.test_drawings import rounded

_DRAWINGS = 40
_FORMS: tuple[Form, ...] = ("effect", "branch", "decision", "together", "chance", "effect", "effect")
_WORDS = ("take", "a card", "from the deck,", "then", "pay as many coins as", "it costs", "and", "go on")


def test_made_drawings(golden_rows: CompareRows) -> None:
    golden_rows("made_drawings.txt", [partial(_row, number) for number in range(1, _DRAWINGS + 1)], 4)


def test_pages_on_paper(golden: Compare) -> None:
    reader = PdfReader(BytesIO(pdf_of(_made(14))))
    links = [rounded(str(one.get_object()["/Rect"])) for page in reader.pages for one in page.get("/Annots") or ()]
    golden("printed_drawing.txt", "\n".join((*map(page_operators, reader.pages), *links)) + "\n")


def _row(number: int) -> str:
    before, drawn = _made(number - 1), _made(number)
    pages, joint = pages_of(drawn), join_drawings(before, drawn)
    texts = (svg_of(joint), mermaid_of(joint), dot_of(joint), repr(json_of(joint)), joint_text(joint))
    return (
        f"{number}: {len(drawn.elements)} boxes, scale {scale_of(drawn)[0]:.3f}, picture {_digest(svg_of(drawn))}, "
        f"{len(pages)} pages {_digest(pages)}, with the one before {_digest(texts)}"
    )


def _digest(thing: object) -> str:
    return sha256(rounded(repr(thing)).encode()).hexdigest()[:8]


def _made(number: int) -> Drawing:
    """Makes a drawing with about so many boxes. Each leads to the next one, and some to others."""
    dice = Random(number)
    clusters: list[Cluster] = []
    elements: list[Element] = []
    for part in range(1 + number // 8):
        boxes = dice.randint(1, 3 + number // 4)
        ids = tuple(NodeId(len(elements) + at) for at in range(boxes))
        clusters.append(Cluster(f"part {part}", ids, "About it." if part % 2 else ""))
        elements += [_box(dice, id, f"part {part}") for id in ids]
    elements.append(Element(NodeId(len(elements)), "end", "", "Done.", (), (NodeId(len(elements)),), "end", ("end",)))
    clusters.append(Cluster("end", (elements[-1].id,)))
    arrows = tuple(arrow for one in elements[:-1] for arrow in _arrows(dice, one, len(elements)))
    return Drawing(f"made_{number}", None, "2 players", NodeId(0), tuple(elements), arrows, tuple(clusters))


def _box(dice: Random, id: NodeId, cluster: str) -> Element:
    form = dice.choice(_FORMS)
    lines = tuple(" ".join(dice.choices(_WORDS, k=dice.randint(1, 7))) for _ in range(dice.randint(1, 5)))
    path = (cluster, *(f"rule {dice.randint(0, 1)}" for _ in range(dice.randint(0, 2))))
    who = "the player" if form in ("decision", "together") else ""
    return Element(id, form, who, f"Box {id}", () if form == "branch" else lines, (id,), cluster, path, is_told=True)


def _arrows(dice: Random, one: Element, size: int) -> Iterator[Arrow]:
    """Yields one arrow for each line of a choice, two of a test, and one of others."""
    match one.form:
        case "decision" | "together":
            labels = one.lines
        case "branch":
            labels = ("yes", "no")
        case _:
            labels = ("",)
    targets = dict.fromkeys((one.id + 1, *(dice.randrange(size) for _ in labels[1:])))
    yield from (Arrow(one.id, NodeId(target), label) for target, label in zip(targets, labels, strict=False))
