"""The model of a Game as JSON data: everything that a host needs to name things, draw them and ask questions.


`docs/embedding/other_hosts.md` describes it. Numbers of kinds, places, zones, fields and
seats are those of positions and of the module.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal

from gamedsl.graph.analysis.secrecy import hides, known_to_all
from gamedsl.graph.model.game import Dimension, FieldSpec, Game, Visibility, ZoneSpec
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, EffectNode, EndNode, Node, TogetherNode
from gamedsl.graph.model.statements import Roll
from gamedsl.graph.serial import digest
from gamedsl.graph.text.names import Style, words
from gamedsl.json import Json, JsonObject
from gamedsl_interpreter.hosting.plan_data import Plans
from gamedsl_interpreter.hosting.type_data import type_data, value_data
from gamedsl_interpreter.wording.sentences import sentences

VERSION = 1
"""Version of the form of models; it grows when a host that reads earlier ones would misread a later one."""


def model_of(game: Game) -> JsonObject:
    """The model of a Game, as JSON data."""
    return _Model(game).data()


class _Model:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._known = known_to_all(game)
        self._words = words(game, Style.RULES)
        self._plans = Plans(game, self._words)

    @cached_property
    def _sentences(self) -> dict[tuple[str, str], str]:
        """Returns the sentences by kind and name of their declarations."""
        return {(one.of, one.name): one.text for one in self._game.about.sentences}

    def data(self) -> JsonObject:
        """Returns the whole model."""
        game = self._game
        return {
            "model": VERSION,
            "name": game.name,
            "sentence": game.doc,
            "digest": digest(game),
            "seats": [*game.seats],
            "humans": game.humans,
            "options": dict(game.options),
            "variants": [*game.variants],
            "is_hiding": hides(game),
            "rounds": self._rounds(),
            **self._declarations(),
            **self._state(),
            **self._rules(),
        }

    # ------------------------------------------------------------ declarations

    def _declarations(self) -> JsonObject:
        return {
            "types": [
                {"name": spec.name, "values": [*spec.values], "sentence": self._sentences.get(("type", spec.name))}
                for spec in self._game.enums
            ],
            "boards": self._boards(),
            "components": [
                {
                    "name": spec.name,
                    "first": spec.first,
                    "count": spec.count,
                    "has_backs": spec.backs,
                    "sentence": self._sentences.get(("component", spec.name)),
                }
                for spec in self._game.classes
            ],
            "kinds": [
                {
                    "name": spec.name,
                    "component": spec.cls,
                    "copies": spec.copies,
                    "back": spec.back,
                    "back_name": spec.back_name,
                    "owner": spec.owner,
                    "other_side": spec.other,
                }
                for spec in self._game.kinds
            ],
            "tables": self._tables(),
            "columns": self._columns(),
            "sentences": [{"of": one.of, "name": one.name, "text": one.text} for one in self._game.about.sentences],
        }

    def _boards(self) -> list[Json]:
        shapes = self._game.about.shapes
        found: list[Json] = []
        for number, board in enumerate(self._game.boards):
            shape: Json = None
            if number < len(shapes):
                spec = shapes[number]
                ends: list[Json] = [[*pair] for pair in spec.ends]
                shape = {
                    "is": spec.kind,
                    "rows": spec.rows,
                    "columns": spec.columns,
                    "around": spec.around,
                    "corners": [*spec.corners],
                    "edges": spec.edges,
                    "ends": ends,
                    "parts": [*spec.parts],
                    "is_owned": spec.is_owned,
                }
            at: list[Json] = [[row, column] for row, column in board.at]
            found.append(
                {
                    "name": board.name,
                    "shape": shape,
                    "places": [*board.places],
                    "at": at,
                    "sentence": self._sentences.get(("board", board.name)),
                }
            )
        return found

    def _tables(self) -> list[Json]:
        """Lists the tables that the rules declare, by their numbers."""
        declared = dict.fromkeys(column.number for column in self._game.about.columns if column.of == "table")
        named = {number for number, spec in enumerate(self._game.tables) if spec.row_names}
        tables: list[Json] = []
        for number in sorted({*declared, *named}):
            spec = self._game.tables[number]
            tables.append(
                {
                    "number": number,
                    "name": spec.name,
                    "low": spec.lows[0] if spec.lows else 0,
                    "size": spec.sizes[0] if spec.sizes else 0,
                    "rows": [*spec.row_names],
                    "sentence": self._sentences.get(("table", spec.name)),
                }
            )
        return tables

    def _columns(self) -> list[Json]:
        names: dict[Literal["class", "enum", "board", "table"], str] = {
            "class": "component",
            "enum": "type",
            "board": "board",
            "table": "table",
        }
        return [
            {
                "of": names[column.of],
                "number": column.number,
                "name": column.name,
                "type": type_data(column.type),
                "values": [value_data(value) for value in column.values],
            }
            for column in self._game.about.columns
        ]

    # ------------------------------------------------------------ positions

    def _state(self) -> JsonObject:
        game = self._game
        live: set[int] = {cell.id for cell in game.layout.cells if cell.what == "local"}
        return {
            "fields": [self._field(spec) for spec in game.fields],
            "zones": [self._zone(spec) for spec in game.zones],
            "locals": [
                {
                    "name": spec.name,
                    "type": type_data(spec.type),
                    "is_public": number in self._known.locals,
                    "is_named": number < game.about.named_locals,
                    "is_kept": number in live,
                }
                for number, spec in enumerate(game.locals)
            ],
            "lets": [
                {
                    "name": let.name,
                    "owner": let.owner,
                    "needs_me": let.needs_me,
                    "function": let.function,
                    "parameters": [game.locals[param].name for param in game.functions[let.function].params],
                    "parameter_types": [
                        type_data(game.locals[param].type) for param in game.functions[let.function].params
                    ],
                    "type": type_data(game.functions[let.function].body.type),
                    "is_public": let.function in self._known.functions,
                    "sentence": self._sentences.get(("let", let.name)),
                }
                for let in game.about.lets
            ],
        }

    def _field(self, spec: FieldSpec) -> JsonObject:
        return {
            "name": spec.name,
            "type": type_data(spec.type),
            **_family(spec),
            "start": [value_data(value) for value in spec.start],
            "reset": spec.reset,
        }

    def _zone(self, spec: ZoneSpec) -> JsonObject:
        start: list[Json] = [[[kind, count] for kind, count in lying] for lying in spec.start]
        return {
            "name": spec.name,
            "form": spec.form,
            "components": [*spec.classes],
            **_family(spec),
            "start": start,
            "capacity": spec.capacity,
            "room": spec.room,
            "refill": spec.refill,
        }

    # ------------------------------------------------------------ rules

    def _rules(self) -> JsonObject:
        game = self._game
        sayings: list[Json] = [
            {"texts": [*texts], "types": [type_data(one) for one in of]} for texts, of in sentences(game).forms
        ]
        return {
            "phases": [*_clusters(game.nodes)],
            "nodes": [self._node(number, node) for number, node in enumerate(game.nodes) if not _passes(node)],
            "scores": [{"name": line.name, "sentence": line.doc} for line in game.scores],
            "ranking": {"of": game.ranking.of, "ties": game.ranking.ties},
            "reasons": [*game.reasons],
            "invariants": [{"name": spec.name, "sentence": spec.doc} for spec in game.invariants],
            "possibles": [{"name": spec.name, "sentence": spec.doc} for spec in game.possibles],
            "starts": self._starts(),
            "sayings": sayings,
        }

    def _starts(self) -> list[Json]:
        """Lists the named starts, with the bytes of their positions, and their pieces with the seats that see them, as bits."""
        if not self._game.starts:
            return []
        from gamedsl_interpreter.reference.engine import ReferenceEngine
        from gamedsl_interpreter.reference.given import lay_out

        machine = (engine := ReferenceEngine(self._game)).machine
        found: list[Json] = []
        for spec in self._game.starts:
            laid = lay_out(machine, list(machine.start), spec)
            shown: list[Json] = [[zone, [[*one] for one in pieces], seen] for zone, pieces, seen in laid.shown]
            position = b64encode(engine.start_image(spec.name)).decode()
            found.append({"name": spec.name, "sentence": spec.doc, "position": position, "shown": shown})
        return found

    def _node(self, number: int, node: Node) -> JsonObject:
        """Describes a node at which play can stop."""
        live: tuple[int, ...] = getattr(node, "live", ())
        found: JsonObject = {"node": number, "phase": node.cluster, "path": [*node.path], "live": [*live]}
        match node:
            case DecisionNode():
                plan = self._plans.plan(number, node.plan)
                marks: JsonObject = {"is_private": node.is_private, "is_unseen": node.is_unseen}
                return {"is": "decision", **found, **marks, "plan": plan}
            case TogetherNode():
                return {
                    "is": "together",
                    **found,
                    "is_private": node.is_private,
                    "todo": self._game.fields[node.todo_field].base,
                    "me": node.me,
                    "plan": self._plans.plan(number, node.plan),
                }
            case ChanceNode(event=Roll(name, local)):
                return {"is": "roll", **found, "name": name, "local": local}
            case ChanceNode():
                return {"is": "draw", **found}
            case _:
                return {"is": "end" if isinstance(node, EndNode) else "stop", **found}

    def _rounds(self) -> Json:
        rounds, field = self._game.about.rounds, self._game.builtins.round
        if rounds is None:
            return None
        return {
            "most": rounds.most,
            "is_exact": rounds.is_exact,
            "field": None if field is None else self._game.fields[field].base,
            "counter": rounds.counter,
        }


def _passes(node: Node) -> bool:
    """Whether play never stops at a node."""
    return not isinstance(node, DecisionNode | TogetherNode | ChanceNode | EndNode)


def _clusters(nodes: Sequence[Node]) -> Iterable[str]:
    return dict.fromkeys(node.cluster for node in nodes if not isinstance(node, EffectNode))


def _family(spec: FieldSpec | ZoneSpec) -> JsonObject:
    """Returns the data that families of fields and of zones have in common."""
    return {
        "base": spec.base,
        "count": len(spec.start),
        "dimensions": [_dimension(one) for one in spec.dimensions],
        "is_owned": spec.owned,
        "visibility": _visibility(spec.visibility),
        "is_hidden": spec.hidden,
        "sentence": spec.doc,
    }


def _dimension(dimension: Dimension) -> JsonObject:
    return {"type": type_data(dimension.type), "size": dimension.size, "low": dimension.low}


def _visibility(seen: Visibility) -> JsonObject:
    return {"who": seen.who, "count_hidden": seen.count_hidden, "top_seen": seen.top_seen}
