"""Divides a drawing into pages for paper: an overview of its parts, then each part by itself.

An arrow that leaves a part ends in a small box that names the part to which it leads. A part whose text would be too small on a page is divided further, by the
rules in it. Effects that follow a choice at once are drawn with the choice.
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
LARGEST = 0.26
"""The most millimetres of a pixel: a small drawing does not fill its page."""
_SMALLEST = 0.17
"""The millimetres of a pixel with which the text can still be read: about six points."""
_TOO_SMALL = 0.15
"""With fewer millimetres of a pixel, a part is cut in two where it has no rules of its own to divide it by."""
_FEW_TO_DIVIDE = 4
"""The fewest boxes of a rule that get a page of their own."""
_FEW_TO_SHARE = 4
"""The most boxes of a part that may share a page with others."""
_FEW_ALONE = 2
"""The most boxes of a page that stand on another one."""
_LARGE = 0.24
"""The millimetres of a pixel with which parts that share a page are read well."""
_WHOLE = 0.2
"""The millimetres of a pixel from which on a whole game stands on one page."""
_SHORT = 3
"""The most lines of what is done that stand with the choice of it."""


@frozen
class PageOfDrawing:
    """One page. `links` maps its boxes to the numbers of the pages, from 0, to which they lead; on the first page, all boxes are links."""

    drawing: Drawing
    links: Mapping[NodeId, int]


@frozen
class _Part:
    """A page before it is drawn: its title, a sentence about it, and its elements."""

    title: str
    about: str
    ids: tuple[NodeId, ...]


def scale_of(drawn: Drawing) -> tuple[float, bool]:
    """Returns the scale (millimetres for a pixel) at which a drawing fits a page, and whether the page is in landscape format."""
    placed = scene(drawn, lead_height(drawn), least_width(drawn))
    upright = min(WIDTH / placed.width, HEIGHT / placed.height, LARGEST)
    across = min(HEIGHT / placed.width, WIDTH / placed.height, LARGEST)
    return (across, True) if across > upright else (upright, False)


def pages_of(drawn: Drawing) -> tuple[PageOfDrawing, ...]:
    """Returns the pages of a drawing in words, the overview first; a drawing that fits on one page needs none."""
    short = _with_deeds(drawn)
    if scale_of(short)[0] >= _WHOLE:
        return (PageOfDrawing(short, {}),)
    by_id = {one.id: one for one in short.elements}
    parts = [
        part
        for cluster in short.clusters
        for part in _divide(short, by_id, _Part(cluster.name, cluster.about, cluster.elements))
    ]
    parts = list(_number_parts(parts))
    sheets = _without_lone(short, by_id, _pack(short, by_id, parts))
    home = {id: at for at, sheet in enumerate(sheets) for part in sheet for id in part.ids}
    titles = {id: part.title for part in parts for id in part.ids}
    pages = [_page(short, by_id, sheet, home, titles) for sheet in sheets]
    return tuple(pages) if len(pages) == 1 else (_overview(short, parts, home), *pages)


def _number_parts(parts: Sequence[_Part]) -> Iterator[_Part]:
    """Yields the parts; several with one title get numbers."""
    often = Counter(part.title for part in parts)
    seen: Counter[str] = Counter()
    for part in parts:
        seen[part.title] += 1
        number = f" ({seen[part.title]} of {often[part.title]})" if often[part.title] > 1 else ""
        yield evolve(part, title=part.title + number)


def _pack(drawn: Drawing, by_id: Mapping[NodeId, Element], parts: Sequence[_Part]) -> list[list[_Part]]:
    """Returns the parts of each page: short ones that follow each other share one, as long as all can be read well."""
    sheets: list[list[_Part]] = []
    for part in parts:
        last = sheets[-1] if sheets else []
        is_short = len(part.ids) <= _FEW_TO_SHARE or sum(len(one.ids) for one in last) <= _FEW_TO_SHARE
        if last and is_short and _scale_of(drawn, by_id, [*last, part]) >= _LARGE:
            last.append(part)
        else:
            sheets.append([part])
    return sheets


def _without_lone(drawn: Drawing, by_id: Mapping[NodeId, Element], sheets: Sequence[list[_Part]]) -> list[list[_Part]]:
    """Returns the parts of each page. One or two boxes that would be alone on a page move to the page before or after it, or to the page with the most room."""
    parts = [part for sheet in sheets for part in sheet]
    full = [sheet for sheet in sheets if sum(len(part.ids) for part in sheet) > _FEW_ALONE]
    if not full:
        return list(sheets)
    for at, sheet in enumerate(sheets):
        if sheet not in full:
            beside = [one for one in (*sheets[at + 1 : at + 2], *sheets[max(0, at - 1) : at]) if one in full]
            if all(_scale_of(drawn, by_id, [*one, *sheet]) < _SMALLEST for one in beside):
                beside = full
            best = max(beside, key=lambda one: _scale_of(drawn, by_id, [*one, *sheet]))
            best[:] = sorted((*best, *sheet), key=parts.index)
    return full


def _scale_of(drawn: Drawing, by_id: Mapping[NodeId, Element], sheet: Sequence[_Part]) -> float:
    return scale_of(_page(drawn, by_id, sheet, {}, {}).drawing)[0]


# ---------------------------------------------------------------- what is done at once


def _with_deeds(drawn: Drawing) -> Drawing:
    """Returns a drawing in which short deeds are part of the choice that leads to them, if only this choice does."""
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
            target.form == "effect"
            and not target.part
            and target.id != drawn.start
            and entries[target.id] == 1
            and len(after) == 1
            and len(target.lines) <= _SHORT
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
    kept = [(one, tuple(id for id in one.elements if id not in joined)) for one in drawn.clusters]
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
        clusters=tuple(evolve(one, elements=ids) for one, ids in kept if ids),
    )


def _names(line: str, label: str) -> bool:
    """Whether a line of a choice is the label of an arrow, or ends with it as the last of several actions."""
    return line == label or line.endswith(f", then {label}")


# ---------------------------------------------------------------- parts


def _divide(drawn: Drawing, by_id: Mapping[NodeId, Element], part: _Part, depth: int = 1) -> Iterator[_Part]:
    """Yields a part. If it is too small to read, its rules become parts of their own after it; a long row of boxes is cut where it is too long."""
    if _scale_of(drawn, by_id, [part]) >= _SMALLEST or len(part.ids) <= _FEW_TO_DIVIDE:
        yield part
        return
    rules: dict[str, list[NodeId]] = {}
    for id in part.ids:
        rules.setdefault(_rule(by_id[id], depth), []).append(id)
    own = {name: ids for name, ids in rules.items() if name and len(ids) >= _FEW_TO_DIVIDE}
    kept = tuple(id for id in part.ids if not any(id in ids for ids in own.values()))
    if not kept and len(own) == 1:
        yield from _divide(drawn, by_id, part, depth + 1)
        return
    if not own and _scale_of(drawn, by_id, [part]) >= _TOO_SMALL:
        yield part
        return
    if not own:
        cut = _cut(by_id, part.ids, depth)
        for at, some in enumerate((part.ids[:cut], part.ids[cut:])):
            names = {_rule(by_id[id], depth) for id in some}
            title = drawn.labels.get(names.pop(), part.title) if at and len(names) == 1 else part.title
            yield from _divide(drawn, by_id, _Part(title, "" if at else part.about, some), depth)
        return
    if kept:
        yield from _divide(drawn, by_id, evolve(part, ids=kept), depth)
    for name, ids in own.items():
        yield from _divide(drawn, by_id, _Part(drawn.labels.get(name, part.title), "", tuple(ids)), depth + 1)


def _rule(one: Element, depth: int) -> str:
    """Returns the rule at this depth of the path to which a box belongs; empty if its path is shorter."""
    return one.path[depth] if len(one.path) > depth else ""


def _cut(by_id: Mapping[NodeId, Element], ids: Sequence[NodeId], depth: int) -> int:
    """Returns where a row of boxes is cut in two: in the middle half, where another rule begins, nearest the middle; without one, in the middle."""
    half = len(ids) / 2
    borders = [
        at
        for at in range(len(ids) // 4, len(ids) - len(ids) // 4 + 1)
        if 0 < at < len(ids) and _rule(by_id[ids[at - 1]], depth) != _rule(by_id[ids[at]], depth)
    ]
    return min(borders, key=lambda at: abs(at - half), default=len(ids) // 2)


def _page(
    drawn: Drawing,
    by_id: Mapping[NodeId, Element],
    sheet: Sequence[_Part],
    home: Mapping[NodeId, int],
    titles: Mapping[NodeId, str],
) -> PageOfDrawing:
    """Returns some parts with boxes for the pages from which arrows come and to which they lead. `home` gives the page of each element, from 0; `titles`
    gives the title of its part."""
    where = {id: at for at, part in enumerate(sheet) for id in part.ids}
    pages = {one.name: home.get(one.elements[0], 0) + 1 for one in drawn.clusters if one.elements}
    inside = [[_with_page(by_id[id], pages) for id in part.ids] for part in sheet]
    arrows: list[Arrow] = []
    links = {id: pages[by_id[id].part] for part in sheet for id in part.ids if by_id[id].part}
    leading: dict[tuple[int, NodeId], NodeId] = {}
    free = max(by_id) + 1
    entered: dict[NodeId, list[str]] = {drawn.start: []} if drawn.start in where else {}
    for one in drawn.arrows:
        at = where.get(one.source)
        if at is None:
            if one.target in where:
                said = f": {one.label}" if one.label not in ("", "yes", "no") else ""
                entered.setdefault(one.target, []).append(f"{titles.get(one.source, '')}{said}")
        elif one.target in where:
            arrows.append(one)
        else:
            key = (at, one.target)
            if key not in leading:
                leading[key] = NodeId(free + len(leading))
                links[leading[key]] = home.get(one.target, -1) + 1
                title = f"→ {titles.get(one.target, '')}, page {home.get(one.target, 0) + 2}"
                inside[at].append(_refer_to_part(leading[key], title, sheet[at].title))
            arrows.append(evolve(one, target=leading[key]))
    free += len(leading)
    start = min(entered, default=sheet[0].ids[0])
    for number, (target, sources) in enumerate(entered.items()):
        if target != start:
            origin = f"From: {', '.join(dict.fromkeys(sources))}"
            inside[where[target]].append(_refer_to_part(NodeId(free + number), origin, sheet[where[target]].title))
            arrows.append(Arrow(NodeId(free + number), target, ""))
    about = evolve(
        drawn,
        name=", ".join(dict.fromkeys(part.title for part in sheet)),
        doc=" ".join(part.about for part in sheet if part.about),
        setup=f"{drawn.name.replace('_', ' ').capitalize()}, {drawn.setup}",
        start=start,
        elements=tuple(evolve(one, cluster=part.title) for part, own in zip(sheet, inside, strict=True) for one in own),
        arrows=tuple(arrows),
        clusters=tuple(
            Cluster(part.title, tuple(one.id for one in own)) for part, own in zip(sheet, inside, strict=True)
        ),
    )
    return PageOfDrawing(about, links)


def _with_page(one: Element, pages: Mapping[str, int]) -> Element:
    """Returns a box; if it stands for a part, with the number of the page on which that part begins."""
    return evolve(one, lines=(f"page {pages[one.part] + 1}",)) if one.part else one


def _refer_to_part(id: NodeId, title: str, cluster: str) -> Element:
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
            (*((part.about,) if part.about else ()), f"page {home[part.ids[0]] + 2}"),
            (),
            "Overview",
            (),
            is_told=True,
        )
        for at, part in enumerate(parts)
    )
    own = {id: at for at, part in enumerate(parts) for id in part.ids}
    ways: dict[tuple[int, int], list[str]] = {}
    firsts = {one.name: own[one.elements[0]] for one in drawn.clusters if one.elements}
    for box in drawn.elements:
        if box.part:
            ways.setdefault((own[box.id], firsts[box.part]), [])
    for one in drawn.arrows:
        pair = own[one.source], own[one.target]
        if pair[0] != pair[1]:
            ways.setdefault(pair, []).append(one.label)
    alone = Counter(source for source, _ in ways)
    return PageOfDrawing(
        evolve(
            drawn,
            start=NodeId(own[drawn.start]),
            elements=elements,
            arrows=tuple(
                Arrow(
                    NodeId(source),
                    NodeId(target),
                    _shorten_label([label for label in labels if label]) if alone[source] > 1 else "",
                )
                for (source, target), labels in ways.items()
            ),
            clusters=(Cluster("Overview", tuple(one.id for one in elements)),),
        ),
        {NodeId(at): home[part.ids[0]] + 1 for at, part in enumerate(parts)},
    )


def _shorten_label(labels: Sequence[str]) -> str:
    """Returns the label of an arrow between two parts if it has only one; a bare yes or no means nothing there."""
    said = [label for label in dict.fromkeys(labels) if label not in ("yes", "no", "not able", "decline")]
    return said[0] if len(said) == 1 else ""
