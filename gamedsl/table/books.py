"""Makes pictures of a rulebook where only text is possible: positions, drawn with characters."""

from __future__ import annotations

from gamedsl.cards.faces import bare, entry
from gamedsl.cards.table.book import parts_in_example, position_in_example, table_after_set_up
from gamedsl.cards.table.position import Places, position_of, view_of
from gamedsl.graph.model import types
from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.json import JsonObject
from gamedsl.rulebook.model import Illustration
from gamedsl.table.table import in_letters
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.wording.texts import Texts, specs_by_instance


def table_in_letters(game: Game, look: JsonObject) -> Illustration | None:
    """Draws the table after the set-up; None if the rules cause a fault before, or if nothing lies there."""
    engine = ReferenceEngine(game)
    try:
        state, caption = table_after_set_up(engine, look)
        view = view_of(engine, state)
    except Fault:
        return None
    lines = in_letters(game, look, evolve(view, locals=()))
    return Illustration(caption, letters=lines) if lines else None


def example_in_letters(host: ReferenceHost, spec: ExampleSpec, look: JsonObject) -> Illustration | None:
    """Draws the boards in the position of an example, with all that stands on them; None if it has none."""
    state = position_in_example(host, spec)
    if state is None:
        return None
    game, texts, places = host.game, Texts(host.game), Places(host.game)
    zones, fields, boards = parts_in_example(game, spec)
    values = position_of(host.engine, state, zones, fields).fields
    view = view_of(host.engine, state, zones, fields)
    zone_names = {name for i, name in enumerate(texts.zones) if places.of_zone(i) in boards}
    specs, _ = specs_by_instance(game)
    field_names = {
        name
        for i, name in enumerate(texts.fields)
        if places.of_field(i) in boards
        or (i in values and places.in_field(i, values[i]) in boards)
        or (i in fields and _is_of_piece(specs[i], look))
    }
    shown = evolve(
        view,
        zones=tuple(zone for zone in view.zones if zone.name in zone_names),
        fields=tuple(one for one in view.fields if one[0] in field_names),
        locals=(),
    )
    lines = in_letters(game, look, shown) if boards else ()
    return Illustration("", letters=lines) if lines else None


def _is_of_piece(spec: FieldSpec, look: JsonObject) -> bool:
    """Whether a field tells where a piece stands: by the place that it names, or by a number that leads along a board."""
    return isinstance(bare(spec.type), types.Position) or "board" in entry(look, "field", spec.name)
