"""The model of a Game as JSON data: everything that a host needs to name things, draw them and ask questions.

`docs/embedding/other_hosts.md` describes it. Numbers of kinds, places, zones, fields and
seats are those of positions and of the module.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cached_property
from typing import Literal, TypedDict, cast

from gamedsl.graph.analysis.piece_words import name_pieces
from gamedsl.graph.analysis.secrecy import Known, find_known_to_all, hides
from gamedsl.graph.analysis.shown import is_field_shown, is_zone_shown
from gamedsl.graph.model.about import ColumnSpec, LetSpec, ShapeSpec
from gamedsl.graph.model.game import BoardSpec, ClassSpec, FieldSpec, Game, KindSpec, ZoneSpec
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, EffectNode, EndNode, Node, TogetherNode
from gamedsl.graph.model.statements import Roll
from gamedsl.graph.model.types import FieldId, ZoneId
from gamedsl.graph.serial import digest
from gamedsl.graph.text.names import Style, words
from gamedsl.json import JsonObject
from gamedsl_interpreter.hosting import records
from gamedsl_interpreter.hosting.plan_data import Plans
from gamedsl_interpreter.hosting.type_data import type_data, value_data
from gamedsl_interpreter.wording.sentences import sentences

VERSION = 1
"""Version of the form of models; it grows when a host that reads earlier ones would misread a later one."""


def model_of(game: Game) -> JsonObject:
    """The model of a Game, as JSON data."""
    return cast("JsonObject", _Model(game).data())


def named_things(game: Game) -> JsonObject:
    """The part of the model that has names of the rules, which is enough to read a look file: a third of the work or less."""
    return cast("JsonObject", _Model(game).named_things())


class _NamedThings(TypedDict):
    """The part of a model with names of the rules; of each start only the name."""

    seats: list[str]
    types: list[records.WordsOf]
    boards: list[records.Board]
    components: list[records.Component]
    kinds: list[records.Kind]
    tables: list[records.Table]
    columns: list[records.Column]
    fields: list[records.Field]
    zones: list[records.Zone]
    nodes: list[records.Node]
    starts: list[records.Named]


class _Model:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._plans = Plans(game, words(game, Style.RULES))
        self._sentences = {(one.of, one.name): one.text for one in game.about.sentences}
        """The sentences that describe declarations, by the kind and name of the declaration."""

    @cached_property
    def _known(self) -> Known:
        return find_known_to_all(self._game)

    def named_things(self) -> _NamedThings:
        """Returns the things that have names."""
        game = self._game
        return {
            "seats": [*game.seats],
            "types": [
                {"name": spec.name, "values": [*spec.values], "sentence": self._sentences.get(("type", spec.name))}
                for spec in game.enums
            ],
            "boards": [self._board(number, spec) for number, spec in enumerate(game.boards)],
            "components": [self._component(number, spec) for number, spec in enumerate(game.classes)],
            "kinds": [_kind(spec) for spec in game.kinds],
            "tables": [self._table(number) for number in self._list_declared_tables()],
            "columns": [_column(spec) for spec in game.about.columns],
            "fields": [self._field(FieldId(i), spec) for i, spec in enumerate(game.fields)],
            "zones": [_zone(spec, is_shown=is_zone_shown(game, ZoneId(i))) for i, spec in enumerate(game.zones)],
            "nodes": [self._node(number, node) for number, node in enumerate(game.nodes) if not _passes(node)],
            "starts": [{"name": spec.name, "sentence": spec.doc} for spec in game.starts],
        }

    def data(self) -> records.Model:
        """Returns the whole model."""
        game, named = self._game, self.named_things()
        return {
            "model": VERSION,
            "name": game.name,
            "sentence": game.doc,
            "digest": digest(game),
            "seats": named["seats"],
            "humans": game.humans,
            "options": dict(game.options),
            "variants": [*game.variants],
            "is_hiding": hides(game),
            "rounds": self._rounds(),
            "types": named["types"],
            "boards": named["boards"],
            "components": named["components"],
            "kinds": named["kinds"],
            "tables": named["tables"],
            "columns": named["columns"],
            "sentences": [{"of": one.of, "name": one.name, "text": one.text} for one in game.about.sentences],
            "fields": named["fields"],
            "zones": named["zones"],
            "locals": self._locals(),
            "lets": [self._let(spec) for spec in game.about.lets],
            "phases": [*dict.fromkeys(node.cluster for node in game.nodes if not isinstance(node, EffectNode))],
            "nodes": named["nodes"],
            "scores": [{"name": line.name, "sentence": line.doc} for line in game.scores],
            "ranking": {"of": game.ranking.of, "ties": game.ranking.ties},
            "reasons": [*game.reasons],
            "invariants": [{"name": spec.name, "sentence": spec.doc} for spec in game.invariants],
            "possibles": [{"name": spec.name, "sentence": spec.doc} for spec in game.possibles],
            "starts": self._starts(),
            "sayings": [
                {"texts": [*texts], "types": [type_data(one) for one in of]} for texts, of in sentences(game).forms
            ],
        }

    def _rounds(self) -> records.Rounds | None:
        rounds, field = self._game.about.rounds, self._game.builtins.round
        if rounds is None:
            return None
        return {
            "most": rounds.most,
            "is_exact": rounds.is_exact,
            "field": None if field is None else self._game.fields[field].base,
            "counter": rounds.counter,
        }

    # ------------------------------------------------------------ declarations

    def _board(self, number: int, spec: BoardSpec) -> records.Board:
        shapes = self._game.about.shapes
        return {
            "name": spec.name,
            "shape": _shape(shapes[number]) if number < len(shapes) else None,
            "places": [*spec.places],
            "names": [*shapes[number].place_names] or None if number < len(shapes) else None,
            "at": [[row, column] for row, column in spec.at],
            "sentence": self._sentences.get(("board", spec.name)),
        }

    def _component(self, number: int, spec: ClassSpec) -> records.Component:
        return {
            "name": spec.name,
            "called": [*name_pieces(self._game, number)],
            "first": spec.first,
            "count": spec.count,
            "has_backs": spec.backs,
            "sentence": self._sentences.get(("component", spec.name)),
        }

    def _field(self, number: FieldId, spec: FieldSpec) -> records.Field:
        words = next((one for one in self._game.about.numbers if one.field == number), None)
        return {
            "name": spec.name,
            "type": type_data(spec.type),
            **_instances(spec, is_shown=is_field_shown(self._game, number)),
            "start": [value_data(value) for value in spec.start],
            "reset": spec.reset,
            "shown_as": None if words is None else [words.one, words.several],
        }

    def _list_declared_tables(self) -> list[int]:
        """The numbers of the tables that the rules declare."""
        declared = {column.number for column in self._game.about.columns if column.of == "table"}
        named = {number for number, spec in enumerate(self._game.tables) if spec.row_names}
        return sorted(declared | named)

    def _table(self, number: int) -> records.Table:
        spec = self._game.tables[number]
        return {
            "number": number,
            "name": spec.name,
            "low": spec.lows[0] if spec.lows else 0,
            "size": spec.sizes[0] if spec.sizes else 0,
            "rows": [*spec.row_names],
            "sentence": self._sentences.get(("table", spec.name)),
        }

    # ------------------------------------------------------------ positions

    def _locals(self) -> list[records.Local]:
        game = self._game
        live: set[int] = {cell.id for cell in game.layout.cells if cell.what == "local"}
        return [
            {
                "name": spec.name,
                "type": type_data(spec.type),
                "is_public": number in self._known.locals,
                "is_named": number < game.about.named_locals,
                "is_kept": number in live,
            }
            for number, spec in enumerate(game.locals)
        ]

    def _let(self, spec: LetSpec) -> records.Let:
        function = self._game.functions[spec.function]
        parameters = [self._game.locals[local] for local in function.params]
        return {
            "name": spec.name,
            "owner": spec.owner,
            "needs_me": spec.needs_me,
            "function": spec.function,
            "parameters": [local.name for local in parameters],
            "parameter_types": [type_data(local.type) for local in parameters],
            "type": type_data(function.body.type),
            "is_public": spec.function in self._known.functions,
            "sentence": self._sentences.get(("let", spec.name)),
        }

    # ------------------------------------------------------------ rules

    def _starts(self) -> list[records.Start]:
        """Lists the named starts, with the bytes of their positions, and their pieces with the seats that see them, as bits."""
        if not self._game.starts:
            return []
        from gamedsl_interpreter.reference.engine import ReferenceEngine
        from gamedsl_interpreter.reference.given import lay_out

        machine = (engine := ReferenceEngine(self._game)).machine
        found: list[records.Start] = []
        for spec in self._game.starts:
            laid = lay_out(machine, list(machine.start), spec)
            shown: list[object] = [[zone, [[*one] for one in pieces], seen] for zone, pieces, seen in laid.shown]
            position = b64encode(engine.start_image(spec.name)).decode()
            found.append({"name": spec.name, "sentence": spec.doc, "position": position, "shown": shown})
        return found

    def _node(self, number: int, node: Node) -> records.Node:
        """Describes a node at which play can stop."""
        live: tuple[int, ...] = getattr(node, "live", ())
        found: records.Node = {
            "is": _node_form(node),
            "node": number,
            "phase": node.cluster,
            "path": [*node.path],
            "live": [*live],
        }
        match node:
            case DecisionNode():
                found["is_private"] = node.is_private
                found["is_unseen"] = node.is_unseen
                found["plan"] = self._plans.plan(number, node.plan)
            case TogetherNode():
                found["is_private"] = node.is_private
                found["todo"] = self._game.fields[node.todo_field].base
                found["me"] = node.me
                found["plan"] = self._plans.plan(number, node.plan)
            case ChanceNode(event=Roll(name, local)):
                found["name"] = name
                found["local"] = local
            case _:
                pass
        return found


def _passes(node: Node) -> bool:
    """Whether play never stops at a node."""
    return not isinstance(node, DecisionNode | TogetherNode | ChanceNode | EndNode)


def _node_form(node: Node) -> records.NodeForm:
    match node:
        case DecisionNode():
            return "decision"
        case TogetherNode():
            return "together"
        case ChanceNode(event=Roll()):
            return "roll"
        case ChanceNode():
            return "draw"
        case EndNode():
            return "end"
        case _:
            return "stop"


def _shape(spec: ShapeSpec) -> records.Shape:
    return {
        "is": spec.kind,
        "rows": spec.rows,
        "columns": spec.columns,
        "around": spec.around,
        "corners": [*spec.corners],
        "edges": spec.edges,
        "ends": [[*pair] for pair in spec.ends],
        "parts": [*spec.parts],
        "is_owned": spec.is_owned,
        "torus": None if spec.torus is None else [*spec.torus],
        "column_names": [*spec.column_names] or None,
        "row_names": [*spec.row_names] or None,
    }


def _kind(spec: KindSpec) -> records.Kind:
    return {
        "name": spec.name,
        "component": spec.cls,
        "copies": spec.copies,
        "back": spec.back,
        "back_name": spec.back_name,
        "owner": spec.owner,
        "other_side": spec.other,
    }


_OWNERS: dict[Literal["class", "enum", "board", "table"], Literal["component", "type", "board", "table"]] = {
    "class": "component",
    "enum": "type",
    "board": "board",
    "table": "table",
}
"""The word of the rules for the thing to which a column belongs."""


def _column(spec: ColumnSpec) -> records.Column:
    return {
        "of": _OWNERS[spec.of],
        "number": spec.number,
        "name": spec.name,
        "type": type_data(spec.type),
        "values": [value_data(value) for value in spec.values],
    }


def _zone(spec: ZoneSpec, *, is_shown: bool) -> records.Zone:
    return {
        "name": spec.name,
        "form": spec.form,
        "components": [*spec.classes],
        **_instances(spec, is_shown=is_shown),
        "start": [[[kind, count] for kind, count in lying] for lying in spec.start],
        "capacity": spec.capacity,
        "room": spec.room,
        "refill": spec.refill,
    }


def _instances(spec: FieldSpec | ZoneSpec, *, is_shown: bool) -> records.Instances:
    seen = spec.visibility
    return {
        "base": spec.base,
        "count": len(spec.start),
        "dimensions": [{"type": type_data(one.type), "size": one.size, "low": one.low} for one in spec.dimensions],
        "is_owned": spec.owned,
        "visibility": {"who": seen.who, "count_hidden": seen.count_hidden, "top_seen": seen.top_seen},
        "is_hidden": spec.hidden,
        "is_shown": is_shown,
        "sentence": spec.doc,
    }
