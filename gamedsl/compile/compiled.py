"""Compiles a checked setup to its Game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gamedsl.compile.analysis.pile_capacity import with_pile_capacities
from gamedsl.compile.analysis.simplify import simplify
from gamedsl.compile.lowering.draft import Draft
from gamedsl.compile.lowering.program import lower_fragment, lower_match, lower_question, lower_start
from gamedsl.graph.analysis.dataflow import live_locals
from gamedsl.graph.analysis.secrecy import with_private
from gamedsl.graph.analysis.walk import list_called_rules, reachable_without_stop, statements
from gamedsl.graph.bytes.codings import Coding, size_of, type_coding, widest, zone_coding
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.about import About
from gamedsl.graph.model.game import Declared, Game, Question, Routine, StartSpec
from gamedsl.graph.model.layout import Cell, Layout
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, DecisionNode, EffectNode, Node, StopNode, TogetherNode
from gamedsl.graph.model.statements import Ensure
from gamedsl.graph.model.types import LocalId, NodeId, RuleId, Zone
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import Style, words
from gamedsl.semantics.model.checked import Checked, Fragment
from gamedsl.values import evolve, field_names


def compile_game(checked: Checked) -> Compiled:
    """Compiles a setup to its Game."""
    return compile_fragments(checked, ())


def compile_fragments(checked: Checked, fragments: Sequence[Fragment]) -> Compiled:
    """Compiles a setup with further entries, one for each fragment. The nodes of the match itself are those of `compile_game`."""
    draft = Draft(checked, list(checked.locals), list(checked.fields))
    skeleton = lower_match(draft)
    begins = [skeleton.setup]
    questions = [_make_question(draft, rule) for rule in checked.asked]
    for start in checked.starts:
        draft.unit += 1
        begins.append(lower_start(draft, skeleton, start))
    for fragment in fragments:
        draft.unit += 1
        begins.append(lower_fragment(draft, fragment))
    tried = [exit for question in questions for exit in question.exits]
    nodes, found = simplify(draft, (*begins, *tried))
    (begin, *entries), exits = found[: len(begins)], iter(found[len(begins) :])
    questions = [evolve(question, exits=tuple(next(exits) for _ in question.exits)) for question in questions]
    game = evolve(_game(draft, with_live(nodes), begin), questions=tuple(questions))
    named = zip(checked.starts, entries, strict=False)
    starts = tuple(StartSpec(start.name, start.doc, start.given, node) for start, node in named)
    game = evolve(game, nodes=with_private(game), starts=starts)
    # Givens can put pieces anywhere, so capacities are proved only for games without starts and fragments.
    sized = game if fragments or starts else evolve(game, zones=with_pile_capacities(game))
    compiled = _label_branches(evolve(sized, layout=layout_of(sized)))
    return Compiled(compiled, tuple(entries[len(starts) :]), checked.sites)


def _make_question(draft: Draft, rule: RuleId) -> Question:
    """Builds the question of `can` about an action: whether it has a legal move. It has exits only if an `ensure` judges its choice."""
    draft.unit += 1
    question = lower_question(draft, rule)
    reached = reachable_without_stop(lambda n: draft.nodes[n], question.exits)
    called = list_called_rules(reached)
    while called != (more := called | list_called_rules(tuple(draft.routines[rule].body for rule in sorted(called)))):
        called = more
    bodies = tuple(draft.routines[rule].body for rule in sorted(called))
    judges = any(isinstance(stmt, Ensure) for stmt in statements((reached, bodies)))
    return question if judges else evolve(question, exits=())


def _game(draft: Draft, nodes: tuple[Node, ...], start: NodeId) -> Game:
    checked = draft.checked
    declared: dict[str, Any] = {name: getattr(checked, name) for name in field_names(Declared) or ()}
    declared |= {"fields": tuple(draft.fields), "locals": tuple(draft.locals)}
    return Game(
        **declared,
        routines=_routines(draft, nodes),
        nodes=nodes,
        start=start,
        counters=draft.counters,
        layout=Layout((), 0),
        possibles=checked.possibles,
        verdicts=checked.verdicts,
        aim=checked.aim,
        about=_about(draft),
        judged=checked.judged,
    )


def _about(draft: Draft) -> About:
    """Returns the descriptions of the setup, with the counter of the rounds."""
    about = draft.checked.about
    return about if about.rounds is None else evolve(about, rounds=evolve(about.rounds, counter=draft.round_counter))


def _routines(draft: Draft, nodes: Sequence[Node]) -> tuple[Routine, ...]:
    """Returns the routines that the nodes call, directly or through others, in order of the rules."""
    called: set[RuleId] = set()
    todo = set(list_called_rules(tuple(node for node in nodes if isinstance(node, EffectNode))))
    while todo:
        rule = todo.pop()
        called.add(rule)
        todo |= list_called_rules(draft.routines[rule].body) - called
    return tuple(draft.routines[rule] for rule in sorted(called))


def _label_branches(game: Game) -> Game:
    """Labels the branches that the rules contain with the text of their conditions."""
    names = words(game, Style.RULES)
    return evolve(
        game,
        nodes=tuple(
            evolve(node, label=formula(names, node.condition))
            if isinstance(node, BranchNode) and not node.label
            else node
            for node in game.nodes
        ),
    )


def with_live(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Returns the nodes with their `live` locals, in order of their numbers."""
    live = live_locals(nodes)
    return tuple(
        evolve(node, live=tuple(sorted(live[i])))
        if isinstance(node, DecisionNode | TogetherNode | ChanceNode | StopNode)
        else node
        for i, node in enumerate(nodes)
    )


Family = list[tuple[Cell, Coding]]


def layout_of(game: Game) -> Layout:
    """Lays out a position. The instances of a family are consecutive. Fields, zones and locals each begin with the widest words; there is no padding."""
    cells = [Cell("node", 0, 0, 2, None)]
    end = 2
    for group in (_fields(game), _zones(game), _locals(game)):
        for family in sorted(group, key=lambda family: -max((widest(coding) for _, coding in family), default=1)):
            for cell, coding in family:
                cells.append(Cell(cell.what, cell.id, end, size_of(coding), cell.type))
                end += size_of(coding)
    return Layout(tuple(cells), end)


def _fields(game: Game) -> list[Family]:
    return [
        [(Cell("field", spec.base + i, 0, 0, spec.type), type_coding(game, spec.type)) for i in range(len(spec.start))]
        for spec in game.fields
    ]


def _zones(game: Game) -> list[Family]:
    return [
        [
            (Cell("zone", spec.base + i, 0, 0, Zone(spec.classes, spec.form)), zone_coding(game, spec))
            for i in range(len(spec.start))
        ]
        for spec in game.zones
    ]


def _locals(game: Game) -> list[Family]:
    live = sorted(set(_live(game)))
    types = [(local, game.locals[local].type) for local in live]
    return [[(Cell("local", local, 0, 0, type), type_coding(game, type))] for local, type in types]


def _live(game: Game) -> Iterable[LocalId]:
    for node in game.nodes:
        if isinstance(node, DecisionNode | TogetherNode | ChanceNode | StopNode):
            yield from node.live
