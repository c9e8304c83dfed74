"""The content of a drawing of a Game in every format: elements that represent nodes, arrows between them, clusters around them.

The drawing shows exactly the graph that runs: every node that play can reach is part of exactly one element. Effects that only serve the compiler have no
element of their own: their nodes belong to the element that play reaches next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, assert_never

from gamedsl.graph.draw import groups
from gamedsl.graph.draw.wrap import clip, wrap
from gamedsl.graph.model.expressions import Const, Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import (
    BranchNode,
    ChanceNode,
    DecisionNode,
    EffectNode,
    EndNode,
    Node,
    Plan,
    StopNode,
    TogetherNode,
)
from gamedsl.graph.model.statements import Bind, Part, Requirement, Select, YesNo
from gamedsl.graph.model.types import NodeId
from gamedsl.graph.text.formula_text import formula, is_me
from gamedsl.graph.text.names import Style, Words, words
from gamedsl.graph.text.rule_text import part_line
from gamedsl.values import frozen

Form = Literal["effect", "branch", "decision", "together", "chance", "end", "stop"]
State = Literal["same", "new", "gone", "changed"]
"""How a thing compares with the drawing of another Game; in the drawing of one Game everything is `same`."""

SIGNS: dict[State, str] = {"same": "", "new": "+", "gone": "−", "changed": "±"}
"""The sign of each state, shown beside its colour."""


@frozen
class Element:
    """One drawn thing. `id` is the number of the node that gives it its form; `nodes` are all nodes it represents, ascending.

    `who` is the acting seat, in words, or empty; `title` is the rule, phase or test; `lines` are the actions with their selections, the draws, the effects,
    or why the game ends.
    """

    id: NodeId
    form: Form
    who: str
    title: str
    lines: tuple[str, ...]
    nodes: tuple[NodeId, ...]
    cluster: str
    path: tuple[str, ...]
    state: State = "same"
    is_told: bool = False
    """Whether the lines are sentences, and not lines of the rules."""
    details: tuple[str, ...] = ()
    """Parts that the lines leave out, such as the steps that a sentence tells: shown where another game differs in them."""
    part: str = ""
    """The name of the part that shows what happens here; empty if the box itself says it."""


@frozen
class Arrow:
    """A transition from one element to another; the label names its condition."""

    source: NodeId
    target: NodeId
    label: str
    state: State = "same"


@frozen
class Cluster:
    """A part of the skeleton with its elements, in program order."""

    name: str
    elements: tuple[NodeId, ...]
    about: str = ""
    """A sentence on what happens in it."""


@frozen
class Drawing:
    """Elements ascending by id; arrows in order of their sources, then as the node lists its edges; one arrow for each
    pair.
    """

    name: str
    doc: str | None
    setup: str
    start: NodeId
    elements: tuple[Element, ...]
    arrows: tuple[Arrow, ...]
    clusters: tuple[Cluster, ...]
    is_joint: bool = False
    """Whether it shows two Games in one, with a state for each thing."""
    labels: Mapping[str, str] = {}
    """The names of rules for people, in a drawing in words."""
    is_linked: bool = False
    """Whether a line below the title leads to its parts: in a file of its own, whose address can name a part."""


def drawing(game: Game) -> Drawing:
    """Draws the part of a Game that play can reach from its start."""
    said = words(game, Style.RULES)
    grouped = groups.groups(said)
    elements = tuple(_element(said, head, grouped.members(head)) for head in grouped.heads())
    return Drawing(
        name=game.name,
        doc=game.doc,
        setup=_setup(game),
        start=grouped.head[game.start],
        elements=elements,
        arrows=_one_for_each_pair(a for id in grouped.speaking for a in _arrows(game, id, grouped)),
        clusters=clusters_of(elements),
    )


def box_lines(element: Element) -> tuple[str, ...]:
    """Returns the lines in the box of an element, for programs that lay out the drawing themselves."""
    if element.form == "branch":
        return wrap(element.title, 24)
    heading = ": ".join(text for text in (element.who, element.title) if text)
    return (*((heading,) if heading else ()), *(clip(line, 48) for line in element.lines))


def tooltip(element: Element) -> str:
    """Returns the path of rules that leads to an element, the nodes it represents, and its whole text."""
    nodes = ", ".join(f"n{node}" for node in element.nodes)
    return "\n".join((f"{' > '.join(element.path)}  ({nodes})", *element.lines))


def _setup(game: Game) -> str:
    options = [f"{name} {value}" for name, value in game.options]
    seats = f"{len(game.seats)} seat{'' if len(game.seats) == 1 else 's'}"
    return ", ".join([seats, *options, *game.variants])


def clusters_of(elements: tuple[Element, ...]) -> tuple[Cluster, ...]:
    """Returns the clusters of the elements."""
    names = dict.fromkeys(element.cluster for element in elements)
    return tuple(Cluster(name, tuple(e.id for e in elements if e.cluster == name)) for name in names)


# ---------------------------------------------------------------- elements


def _element(said: Words, id: NodeId, members: tuple[NodeId, ...]) -> Element:
    node = said.game.nodes[id]
    form, who, title, lines = _content(said, node, members)
    return Element(id, form, who, title, lines, members, node.cluster, node.path)


def _content(said: Words, node: Node, members: tuple[NodeId, ...]) -> tuple[Form, str, str, tuple[str, ...]]:
    match node:
        case EffectNode() | ChanceNode():
            return _describe_effects(said, node, tuple(said.game.nodes[id] for id in members))
        case BranchNode(condition, label=label):
            return "branch", "", label or formula(said, condition), ((formula(said, condition),) if label else ())
        case DecisionNode(seat, plan):
            return "decision", _name_seat(said, seat), plan.name, _choices(said, plan)
        case TogetherNode(plan=plan, asked=asked):
            everybody = isinstance(asked, Const) and asked.value is True
            who = "all at once" if everybody else f"all at once, where {formula(said, asked)}"
            return "together", who, plan.name, _choices(said, plan)
        case EndNode():
            return (
                "end",
                "",
                "the end",
                (*groups.reasons(said.game), f"ranking: {formula(said, said.game.ranking.order)}"),
            )
        case StopNode():
            return "stop", "", "stop", ()
        case _:
            assert_never(node)


def _describe_effects(
    said: Words, first: EffectNode | ChanceNode, members: tuple[Node, ...]
) -> tuple[Form, str, str, tuple[str, ...]]:
    """Describes consecutive effects and draws."""
    form: Form = "chance" if any(isinstance(node, ChanceNode) for node in members) else "effect"
    seat = first.seat if isinstance(first, ChanceNode) else None
    who = "" if seat is None else _name_seat(said, seat)
    return form, who, _rule(first), tuple(line for node in members for line in groups.node_lines(said, node))


def _rule(node: Node) -> str:
    """Returns the innermost rule, or an empty text if that is the cluster itself."""
    return node.path[-1] if node.path and node.path[-1] != node.cluster else ""


def _name_seat(said: Words, seat: Expr) -> str:
    return "the player" if is_me(said, seat) else formula(said, seat)


# ---------------------------------------------------------------- what is chosen


def _choices(said: Words, plan: Plan) -> tuple[str, ...]:
    """Describes a plan: the parts chosen first, then one line for each action with its selections: `take_event(card) > hold_banquet(matches)`."""
    parts = tuple(_part(said, part) for part in plan.parts if not isinstance(part, Bind))
    actions = tuple(" > ".join(_action(said, line) for line in way) for way, _ in _ways(plan) if way)
    decline = ("or decline",) if plan.gate == "may" else ("if able",) if plan.gate == "if_able" else ()
    return (*parts, *actions, *decline)


def _part(said: Words, part: Part) -> str:
    """Describes a part as in the rules; a requirement by its refusal sentence only."""
    if isinstance(part, Requirement):
        return f"require {part.name}{f': {part.why}' if part.why else ''}"
    return part_line(said, part)


def _ways(plan: Plan) -> Iterable[tuple[tuple[Plan, ...], int]]:
    """Yields the ways through the menus of a plan: the menu lines picked in turn, and the exit."""
    if plan.exit is not None:
        yield (), plan.exit
    for line in plan.menu or ():
        for inner, leave in _ways(line):
            yield (line, *inner), leave


def _action(said: Words, line: Plan) -> str:
    chosen = ", ".join(text for part in line.parts for text in _selection(part))
    offer = "" if line.offered_if is None else f" if {formula(said, line.offered_if)}"
    return f"{line.name}({chosen}){offer}" if chosen else line.name + offer


def _selection(part: Part) -> tuple[str, ...]:
    match part:
        case Select(name):
            return (name,)
        case YesNo(name):
            return (f"{name}?",)
        case Bind() | Requirement():
            return ()
        case _:
            assert_never(part)


# ---------------------------------------------------------------- arrows


def _arrows(game: Game, id: NodeId, grouped: groups.Groups) -> Iterable[Arrow]:
    source = grouped.head[id]
    for target, label in _edges(game.nodes[id]):
        head = grouped.head[target]
        if head != source or not isinstance(game.nodes[id], EffectNode | ChanceNode):
            yield Arrow(source, head, _news(game.nodes[id], grouped.reason(target) or label))


def _edges(node: Node) -> tuple[tuple[NodeId, str], ...]:
    match node:
        case EffectNode() | TogetherNode() | ChanceNode():
            return ((node.next, ""),)
        case BranchNode():
            return (node.yes, node.edge or "yes"), (node.no, "no")
        case DecisionNode(plan=plan, exits=exits):
            return tuple((target, _name_choices(plan, i) if len(exits) > 1 else "") for i, target in enumerate(exits))
        case EndNode() | StopNode():
            return ()
        case _:
            assert_never(node)


def _news(node: Node, label: str) -> str:
    """Returns the label, or an empty text if the test says it already."""
    return "yes" if isinstance(node, BranchNode) and label == node.label else label


def _name_choices(plan: Plan, leave: int) -> str:
    """Names the choices that lead to an exit: by the last action's name where that is unique."""
    declined = [] if plan.gate_exit != leave else ["decline" if plan.gate == "may" else "not able"]
    ways = [(tuple(line.name for line in way) or (plan.name,), exit) for way, exit in _ways(plan)]
    often = Counter(names[-1] for names, _ in ways)
    taken = [names[-1] if often[names[-1]] == 1 else " > ".join(names) for names, exit in ways if exit == leave]
    return ", ".join((*dict.fromkeys(taken), *declined))


def _one_for_each_pair(arrows: Iterable[Arrow]) -> tuple[Arrow, ...]:
    labels: dict[tuple[NodeId, NodeId], list[str]] = {}
    for arrow in arrows:
        labels.setdefault((arrow.source, arrow.target), []).append(arrow.label)
    return tuple(Arrow(source, target, _join_labels(texts)) for (source, target), texts in labels.items())


def _join_labels(texts: list[str]) -> str:
    """Joins the labels of edges with one target; both edges of one test need no label."""
    return "" if texts == ["yes", "no"] else ", ".join(dict.fromkeys(text for text in texts if text))
