"""The stable text form of a whole Game, compared in golden tests and read in reviews.

Everything that determines meaning is spelled out, in the exact style, except the types of formulas inside formulas and the sites (which lead to lines of the
rules): the digest in the header stands for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import assert_never

from gamedsl.graph.model.example_lines import GivenField, GivenZone
from gamedsl.graph.model.game import BoardSpec, Dimension, Game, KindSpec, Question, TableSpec, Visibility
from gamedsl.graph.model.layout import Cell
from gamedsl.graph.model.nodes import Answer
from gamedsl.graph.model.types import FunctionId, KindId, LocalId
from gamedsl.graph.serial import digest
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import (
    Style,
    Words,
    class_names,
    field_text,
    kind_name,
    name_at,
    raw_text,
    seat_name,
    type_text,
    value_text,
    words,
    zone_text,
)
from gamedsl.graph.text.node_text import cluster_lines, clusters, plan_lines
from gamedsl.graph.text.rule_text import INDENT, effect_lines

WIDTH = 120
"""Rows of names and of table values longer than this are wrapped."""

Lines = tuple[str, ...]


def dump(game: Game) -> str:
    """Returns the whole Game as text, in the order of its parts; ends in a newline."""
    exact = words(game, Style.EXACT)
    sections = (
        _header(exact),
        _section("classes", _classes(game)),
        _section("kinds", _columns((str(i), *_kind(game, spec)) for i, spec in enumerate(game.kinds))),
        _section("types", _enums(game)),
        _section("boards", (line for board in game.boards for line in _board(board))),
        _section("tables", (line for table in game.tables for line in _table(table))),
        _section("fields", _fields(exact)),
        _section("zones", _zones(exact)),
        _section("functions", _functions(exact)),
        _section("routines", _routines(exact)),
        _section("questions", _questions(exact)),
        *(cluster_lines(exact, cluster) for cluster in clusters(game.nodes)),
        _section("starts", _starts(exact)),
        _section("scripts", _scripts(exact)),
        _section("scoring", _scoring(exact)),
        _section("invariants", _invariants(exact)),
        _section("possible", _possibles(exact)),
        _section("locals", _locals(exact)),
        _section("layout", _layout(exact)),
    )
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


# ---------------------------------------------------------------- what exists


def _header(words: Words) -> Lines:
    game = words.game
    rows = (
        ("digest", digest(game)),
        ("seats", ", ".join(game.seats)),
        ("humans", str(game.humans)),
        ("options", ", ".join(f"{name} = {value}" for name, value in game.options)),
        ("variants", ", ".join(game.variants)),
        ("builtins", _builtins(words)),
        ("reasons", "; ".join(f"{i} {reason}" for i, reason in enumerate(game.reasons))),
        ("counters", str(game.counters)),
        ("start", f"n{game.start}"),
    )
    return (f"game {game.name}{_doc(game.doc)}", *_indent(_columns(rows)))


def _builtins(words: Words) -> str:
    builtins = words.game.builtins
    fields = (
        ("round", builtins.round),
        ("out", builtins.out),
        ("reason", builtins.reason),
        ("winner", builtins.winner),
    )
    known = [f"{name} in {name_at(words.fields, id, 'field')}" for name, id in fields if id is not None]
    known += [] if builtins.box is None else [f"box is {name_at(words.zones, builtins.box, 'zone')}"]
    known += [] if builtins.sides is None else [f"sides is {name_at(words.zones, builtins.sides, 'zone')}"]
    known += [] if builtins.total is None else [f"total is {name_at(words.functions, builtins.total, 'function')}"]
    return ", ".join(known)


def _classes(game: Game) -> Lines:
    rows = (
        (spec.name, f"{spec.count} kinds from {spec.first}", "backs" if spec.backs else "") for spec in game.classes
    )
    return _columns(rows)


def _kind(game: Game, spec: KindSpec) -> tuple[str, ...]:
    back = f"back {spec.back} {spec.back_name}" if spec.back or spec.back_name else ""
    owner = "" if spec.owner is None else f"of {seat_name(game, spec.owner)}"
    side = "" if spec.other is None else f"other side {name_at([kind.name for kind in game.kinds], spec.other, 'kind')}"
    return spec.name, class_names(game, (spec.cls,)), f"x{spec.copies}", back, owner, side


def _enums(game: Game) -> Lines:
    return tuple(line for spec in game.enums for line in _wrap(f"{spec.name}: ", (", ".join(spec.values)).split(" ")))


def _board(board: BoardSpec) -> Lines:
    places = (f"{place} at {at}" for place, at in zip_longest(board.places, board.at))
    return (f"{board.name}: {board.shape}, {len(board.places)} places", *_indent(_wrap("", places)))


def _table(table: TableSpec) -> Lines:
    sizes = " x ".join(f"{size} from {low}" for low, size in zip_longest(table.lows, table.sizes))
    rows = _wrap("rows ", (f"{name}," for name in table.row_names)) if table.row_names else ()
    width = max(table.sizes[-1], 1) if table.sizes else 1
    values = (raw_text(value) for value in table.values)
    head = f"{table.name}: {sizes or 'one value'}"
    return (head, *_indent(rows), *_indent(_grid(tuple(values), width)))


# ---------------------------------------------------------------- what is stored


def _fields(words: Words) -> Lines:
    game = words.game
    rows = (
        (
            f"{spec.base}",
            f"{name}{_dimensions(game, spec.dimensions)}: {type_text(game, spec.type)}",
            f"= {_count_repeats(tuple(value_text(game, value, spec.type) for value in spec.start))}",
            _notes(
                _write_owners(words, spec.owned, spec.owners),
                "" if spec.reset is None else f"each {spec.reset}",
                _write_visibility(words, spec.visibility),
                "hidden" if spec.hidden else "",
            ),
            _doc(spec.doc),
        )
        for name, spec in zip(words.fields, game.fields, strict=True)
    )
    return _columns(rows)


def _zones(words: Words) -> Lines:
    game = words.game
    lines: list[str] = []
    for name, spec in zip(words.zones, game.zones, strict=True):
        notes = _notes(
            _write_owners(words, spec.owned, spec.owners),
            "" if spec.capacity is None else f"up to {spec.capacity}",
            "" if spec.room is None else f"never above {spec.room}",
            "" if spec.refill is None else f"refilled from {name_at(words.zones, spec.refill, 'zone')}",
            _write_visibility(words, spec.visibility),
            "hidden" if spec.hidden else "",
        )
        form = f"{spec.form} of {class_names(game, spec.classes)}"
        head = f"{spec.base} {name}{_dimensions(game, spec.dimensions)}: {form} x{len(spec.start)}"
        lines.append(f"{head}  {notes}{_doc(spec.doc)}".rstrip())
        contents = ((zone_text(game, spec.base + i), c) for i, c in enumerate(spec.start) if c)
        lines += _indent(line for place, content in contents for line in _wrap(f"{place}:", _pieces(game, content)))
    return tuple(lines)


def _pieces(game: Game, content: Sequence[tuple[KindId, int]]) -> Lines:
    texts = tuple(f"{count} {kind_name(game, kind)}" for kind, count in content)
    return (*(f"{text}," for text in texts[:-1]), texts[-1])


def _dimensions(game: Game, dimensions: Sequence[Dimension]) -> str:
    texts = (f"{type_text(game, d.type)} x{d.size}{f' from {d.low}' if d.low else ''}" for d in dimensions)
    return f"[{', '.join(texts)}]" if dimensions else ""


def _write_owners(words: Words, owned: bool, owners: FunctionId | None) -> str:
    by = "" if owners is None else f" by {name_at(words.functions, owners, 'function')}"
    return f"{'owned' if owned else ''}{by}"


def _write_visibility(words: Words, visibility: Visibility) -> str:
    by = "" if visibility.function is None else f" {name_at(words.functions, visibility.function, 'function')}"
    count = ", count hidden" if visibility.count_hidden else ""
    top = ", top seen" if visibility.top_seen else ""
    shown = f"seen by {visibility.who}{by}{count}{top}"
    return "" if shown == "seen by everyone" else shown


# ---------------------------------------------------------------- what happens


def _functions(words: Words) -> Lines:
    return tuple(
        f"{name}({_params(words, spec.params)}) = {formula(words, spec.body)}"
        for name, spec in zip(words.functions, words.game.functions, strict=True)
    )


def _routines(words: Words) -> Lines:
    lines: list[str] = []
    for spec in words.game.routines:
        me = "" if spec.me is None else f" as {_local(words, spec.me)}"
        lines.append(f"rule {spec.rule} {spec.name}({_params(words, spec.params)}){me}:")
        lines += (INDENT + line for effect in spec.body for line in effect_lines(words, effect))
    return tuple(lines)


def _questions(words: Words) -> Lines:
    return tuple(line for question in words.game.questions for line in _question(words, question))


def _question(words: Words, question: Question) -> Lines:
    given = ", ".join(name_at(words.locals, local, "local") for local in (question.me, *question.params))
    exits = "".join(f" n{exit}" for exit in question.exits)
    head = f"can {question.name}({given}){f', tried at{exits}' if exits else ''}"
    return (head, *(INDENT + line for line in plan_lines(words, question.plan)))


def _starts(words: Words) -> Lines:
    """Yields each named start with its node, and the pieces and field values that it sets."""
    game = words.game
    lines: list[str] = []
    for start in game.starts:
        lines.append(f"{start.name} -> n{start.node}{_doc(start.doc)}")
        for given in start.given:
            match given:
                case GivenField(field, instance, value):
                    spec = game.fields[field]
                    text = f"{field_text(game, spec.base + instance)} = {value_text(game, value, spec.type)}"
                case GivenZone(zone, content):
                    pieces = (
                        kind_name(game, kind) if n == 1 else f"{n} {kind_name(game, kind)}" for kind, n in content
                    )
                    text = f"{zone_text(game, zone)}: {', '.join(pieces) or 'none'}"
                case _:
                    assert_never(given)
            lines.append(INDENT + text)
    return tuple(lines)


def _scripts(words: Words) -> Lines:
    lines: list[str] = []
    for script in words.game.scripts:
        lines.append(f"seat {seat_name(words.game, script.seat)}:")
        lines += (INDENT + _answer(words, answer) for answer in script.answers)
    return tuple(lines)


def _answer(words: Words, answer: Answer) -> str:
    element = "" if answer.element is None else f" {_local(words, answer.element)} =>"
    key = "" if answer.key is None else f" {formula(words, answer.key)}"
    return f"{answer.name}: {answer.policy}{element}{key}"


def _scoring(words: Words) -> Lines:
    game = words.game
    scores = ((f"score {s.name}:", name_at(words.functions, s.function, "function"), _doc(s.doc)) for s in game.scores)
    ranking = game.ranking
    of = "" if ranking.of is None else f" of {ranking.of}"
    members = "" if ranking.members is None else f" by {name_at(words.functions, ranking.members, 'function')}"
    order = f"ranking{of}{members}: {formula(words, ranking.order)}, ties {ranking.ties}"
    verdicts = (
        f"verdict {', '.join(map(str, one.reasons))}: {name_at(words.functions, one.wins, 'function')}"
        for one in game.verdicts
    )
    aim = () if game.aim is None else (f"aim {game.aim}",)
    judged = game.judged
    if judged is not None:
        moment = f"after {judged.choices} choices" if judged.when is None else f"when {formula(words, judged.when)}"
        aim = (*aim, f"judged {moment}: {name_at(words.functions, judged.function, 'function')}")
    return (*_columns(scores), order, *verdicts, *aim)


def _possibles(words: Words) -> Lines:
    return tuple(f"{one.name}: {formula(words, one.condition)}{_doc(one.doc)}" for one in words.game.possibles)


def _invariants(words: Words) -> Lines:
    return tuple(f"{i.name}: {formula(words, i.condition)}{_doc(i.doc)}" for i in words.game.invariants)


def _locals(words: Words) -> Lines:
    texts = zip(words.locals, words.game.locals, strict=True)
    return _columns((str(i), name, type_text(words.game, spec.type)) for i, (name, spec) in enumerate(texts))


def _local(words: Words, local: LocalId) -> str:
    return name_at(words.locals, local, "local")


def _params(words: Words, params: Iterable[LocalId]) -> str:
    return ", ".join(_local(words, param) for param in params)


# ---------------------------------------------------------------- layout


def _layout(words: Words) -> Lines:
    cells = (
        (str(cell.offset), f"+{cell.size}", cell.what, str(cell.id), _cell(words, cell))
        for cell in words.game.layout.cells
    )
    return (f"{words.game.layout.size} bytes", *_columns(cells))


def _cell(words: Words, cell: Cell) -> str:
    form = "" if cell.type is None else f": {type_text(words.game, cell.type)}"
    match cell.what:
        case "node":
            return form
        case "field":
            return field_text(words.game, cell.id) + form
        case "zone":
            return zone_text(words.game, cell.id) + form
        case "local":
            return name_at(words.locals, cell.id, "local") + form


# ---------------------------------------------------------------- shapes


def _section(title: str, lines: Iterable[str]) -> Lines:
    body = _indent(lines)
    return (title, *body) if body else ()


def _indent(lines: Iterable[str]) -> Lines:
    return tuple(INDENT + line for line in lines)


def _columns(rows: Iterable[Sequence[str]]) -> Lines:
    """Aligns rows in columns; an empty last cell leaves no trailing blanks."""
    table = tuple(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return tuple("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in table)


def _grid(cells: Sequence[str], width: int) -> Lines:
    wide = max(map(len, cells), default=0)
    rows = (cells[i : i + width] for i in range(0, len(cells), width))
    return tuple(line for row in rows for line in _wrap("", (cell.rjust(wide) for cell in row)))


def _wrap(lead: str, items: Iterable[str]) -> Lines:
    lines: list[str] = []
    line = lead.rstrip()
    for item in items:
        if line and len(line) + 1 + len(item) > WIDTH:
            lines.append(line)
            line = INDENT + item
        else:
            line = f"{line} {item}" if line else item
    return (*lines, line)


def _count_repeats(texts: Sequence[str]) -> str:
    if len(texts) > 1 and len(set(texts)) == 1:
        return f"{texts[0]} x{len(texts)}"
    return ", ".join(texts)


def _notes(*notes: str) -> str:
    return ", ".join(note for note in notes if note)


def _doc(doc: str | None) -> str:
    return "" if doc is None else f'  "{doc}"'
