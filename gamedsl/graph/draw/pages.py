"""Divides a drawing into pages for paper: an overview of its parts, then each part by itself.

An arrow that leaves a part ends in a small box that names the part to which it leads. A part whose text would be too small on a page is divided further, by the
rules in it. What is chosen and done at once, without anything between, stands with the choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from gamedsl.graph.draw.model import Arrow, Cluster, Drawing, Element
from gamedsl.graph.draw.scene import scene
from gamedsl.graph.draw.svg import lead_height, least_width
from gamedsl.graph.model.types import NodeId
from gamedsl.values import evolve, frozen

WIDTH, HEIGHT = 190.0, 272.0
"""The part of an A4 page that is printed on, in millimetres, upright."""
LARGEST = 0.3
"""The most millimetres of a pixel: a small drawing does not fill its page."""
_SMALLEST = 0.17
"""The millimetres of a pixel with which the text can still be read: about six points."""
_FEW_TO_DIVIDE = 4
"""The fewest boxes of a rule that get a page of their own."""
_SHORT = 3
"""The most lines of what is done that stand with the choice of it."""


@frozen
class PageOfDrawing:
    """One page. `links` are the numbers of the pages, from 0, to which its boxes lead, by the boxes; in the first one, all of them are links."""

    drawing: Drawing
    links: Mapping[NodeId, int]


@frozen
class _Part:
    """A page before it is drawn: its title, a sentence on it, and its elements."""

    title: str
    about: str
    ids: tuple[NodeId, ...]


def scale_of(drawn: Drawing) -> tuple[float, bool]:
    """Returns the millimetres of a pixel with which a drawing fits a page, and whether the page lies across."""
    placed = scene(drawn, lead_height(drawn), least_width(drawn))
    upright = min(WIDTH / placed.width, HEIGHT / placed.height, LARGEST)
    across = min(HEIGHT / placed.width, WIDTH / placed.height, LARGEST)
    return (across, True) if across > upright else (upright, False)


def pages_of(drawn: Drawing) -> tuple[PageOfDrawing, ...]:
    """Returns the pages of a drawing in words, the overview first."""
    short = _with_deeds(drawn)
    by_id = {one.id: one for one in short.elements}
    parts = [
        part
        for cluster in short.clusters
        for part in _divided(short, by_id, _Part(cluster.name, cluster.about, cluster.elements))
    ]
    home = {id: at for at, part in enumerate(parts) for id in part.ids}
    pages = [_page(short, by_id, parts, home, at) for at in range(len(parts))]
    return (_overview(short, parts, home), *pages)


# ---------------------------------------------------------------- what is done at once


def _with_deeds(drawn: Drawing) -> Drawing:
    """Returns a drawing in which short deeds stand with the choices that alone lead to them."""
    entries = Counter(one.target for one in drawn.arrows)
    leaving: dict[NodeId, list[Arrow]] = {}
    for one in drawn.arrows:
        leaving.setdefault(one.source, []).append(one)
    by_id = {one.id: one for one in drawn.elements}
    joined: dict[NodeId, Arrow] = {}
    for one in drawn.arrows:
        source, target = by_id[one.source], by_id[one.target]
        after = leaving.get(target.id, [])
        is_deed = (
            target.form == "effect" and entries[target.id] == 1 and len(after) == 1 and len(target.lines) <= _SHORT
        )
        if (
            source.form in ("decision", "together")
            and is_deed
            and any(_names(line, one.label) for line in source.lines)
            and after[0].target != target.id
        ):
            joined[target.id] = one
    told: dict[NodeId, Element] = {}
    for deed, way in joined.items():
        source = told.get(way.source, by_id[way.source])
        said = " ".join(line.strip() for line in by_id[deed].lines)
        lines = tuple(f"{line}: {said}" if _names(line, way.label) else line for line in source.lines)
        told[source.id] = evolve(source, lines=lines)
    arrows: dict[tuple[NodeId, NodeId], list[Arrow]] = {}
    for one in drawn.arrows:
        if one.source not in joined:
            aim = leaving[one.target][0].target if one.target in joined else one.target
            arrows.setdefault((one.source, aim), []).append(evolve(one, target=aim))
    alone = Counter(source for source, _ in arrows)
    return evolve(
        drawn,
        elements=tuple(told.get(one.id, one) for one in drawn.elements if one.id not in joined),
        arrows=tuple(
            evolve(
                every[0],
                label="" if alone[source] == 1 else ", ".join(dict.fromkeys(one.label for one in every if one.label)),
            )
            for (source, _), every in arrows.items()
        ),
        clusters=tuple(
            evolve(one, elements=tuple(id for id in one.elements if id not in joined)) for one in drawn.clusters
        ),
    )


def _names(line: str, label: str) -> bool:
    """Whether a line of a choice is what an arrow is labelled with: the last of the actions in it."""
    return line == label or line.endswith(f", then {label}")


# ---------------------------------------------------------------- parts


def _divided(drawn: Drawing, by_id: Mapping[NodeId, Element], part: _Part, depth: int = 1) -> Iterator[_Part]:
    """Yields a part, and before it is too small to read, the rules in it as parts of their own behind it."""
    if scale_of(_page(drawn, by_id, [part], dict.fromkeys(part.ids, 0), 0).drawing)[0] >= _SMALLEST:
        yield part
        return
    rules: dict[str, list[NodeId]] = {}
    for id in part.ids:
        path = by_id[id].path
        rules.setdefault(path[depth] if len(path) > depth else "", []).append(id)
    own = {name: ids for name, ids in rules.items() if name and len(ids) >= _FEW_TO_DIVIDE}
    kept = tuple(id for id in part.ids if not any(id in ids for ids in own.values()))
    if not kept and len(own) == 1:
        yield from _divided(drawn, by_id, part, depth + 1)
        return
    if not own:
        yield part
        return
    if kept:
        yield evolve(part, ids=kept)
    for ids in own.values():
        first = min((by_id[id] for id in ids), key=lambda one: (len(one.path), one.id))
        title = first.title if first.title and first.form != "branch" else part.title
        yield from _divided(drawn, by_id, _Part(title, "", tuple(ids)), depth + 1)


def _page(
    drawn: Drawing, by_id: Mapping[NodeId, Element], parts: Sequence[_Part], home: Mapping[NodeId, int], at: int
) -> PageOfDrawing:
    """Returns one part with the boxes that say where it comes from and where it leads."""
    part = parts[at]
    here = set(part.ids)
    elements = [by_id[id] for id in part.ids]
    arrows: list[Arrow] = []
    links: dict[NodeId, int] = {}
    leading: dict[NodeId, NodeId] = {}
    free = max(by_id) + 1
    entered: dict[NodeId, list[str]] = {drawn.start: [""]} if drawn.start in here else {}
    for one in drawn.arrows:
        if one.source in here and one.target not in here:
            if one.target not in leading:
                leading[one.target] = NodeId(free + len(leading))
                elements.append(_beside(leading[one.target], _called(by_id, parts, home, one.target), part.title))
                links[leading[one.target]] = home.get(one.target, -1) + 1
            arrows.append(evolve(one, target=leading[one.target]))
        elif one.source in here:
            arrows.append(one)
        elif one.target in here:
            entered.setdefault(one.target, []).append(parts[home[one.source]].title if one.source in home else "")
    free += len(leading)
    start = min(entered, default=part.ids[0])
    for number, (target, sources) in enumerate(entered.items()):
        if target != start:
            origin = ", ".join(dict.fromkeys(sources))
            elements.append(_beside(NodeId(free + number), f"From: {origin}", part.title))
            arrows.append(Arrow(NodeId(free + number), target, ""))
    about = evolve(
        drawn,
        name=part.title,
        doc=part.about,
        setup=f"{drawn.name.replace('_', ' ').capitalize()}, {drawn.setup}",
        start=start,
        elements=tuple(evolve(one, cluster=part.title) for one in elements),
        arrows=tuple(arrows),
        clusters=(Cluster(part.title, tuple(one.id for one in elements)),),
    )
    return PageOfDrawing(about, links)


def _called(by_id: Mapping[NodeId, Element], parts: Sequence[_Part], home: Mapping[NodeId, int], target: NodeId) -> str:
    """Returns what the small box says that leads to an element: its part, and the page."""
    if target not in home:
        return by_id[target].title
    return f"→ {parts[home[target]].title}, page {home[target] + 2}"


def _beside(id: NodeId, title: str, cluster: str) -> Element:
    return Element(id, "stop", "", title, (), (), cluster, (), is_told=True)


# ---------------------------------------------------------------- overview


def _overview(drawn: Drawing, parts: Sequence[_Part], home: Mapping[NodeId, int]) -> PageOfDrawing:
    """Returns the page that shows each part as one box."""
    chooses = {one.id for one in drawn.elements if one.form in ("decision", "together")}
    elements = tuple(
        Element(
            NodeId(at),
            "decision" if chooses & set(part.ids) else "effect",
            "",
            part.title,
            (*((part.about,) if part.about else ()), f"page {at + 2}"),
            (),
            "Overview",
            (),
            is_told=True,
        )
        for at, part in enumerate(parts)
    )
    ways: dict[tuple[int, int], list[str]] = {}
    for one in drawn.arrows:
        pair = home[one.source], home[one.target]
        if pair[0] != pair[1]:
            ways.setdefault(pair, []).append(one.label)
    alone = Counter(source for source, _ in ways)
    return PageOfDrawing(
        evolve(
            drawn,
            start=NodeId(home[drawn.start]),
            elements=elements,
            arrows=tuple(
                Arrow(
                    NodeId(source),
                    NodeId(target),
                    _short([label for label in labels if label]) if alone[source] > 1 else "",
                )
                for (source, target), labels in ways.items()
            ),
            clusters=(Cluster("Overview", tuple(one.id for one in elements)),),
        ),
        {NodeId(at): at + 1 for at in range(len(parts))},
    )


def _short(labels: Sequence[str]) -> str:
    """Returns the labels of a way between two parts, if they are few: a bare yes or no says nothing there."""
    said = [label for label in dict.fromkeys(labels) if label not in ("yes", "no", "not able", "decline")]
    return said[0] if len(said) == 1 else ""
