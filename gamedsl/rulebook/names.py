"""Collects the meanings of names, as far as sentences need them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gamedsl.graph.analysis.piece_words import plural
from gamedsl.rulebook.model import readable, sentence_of_doc
from gamedsl.rulebook.sentences.english import is_deed_done, names_place, state_of
from gamedsl.rulebook.stories.deeds import Deed
from gamedsl.semantics.builtins.area_functions import AREA_FUNCTIONS
from gamedsl.semantics.model.merged import literal_text
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import define, field, frozen


@frozen
class Names:
    """The declared names of a game."""

    of_players: frozenset[str]
    """Fields, zones and formulas that each player has."""
    shared: frozenset[str]
    """Fields, zones and formulas that exist once."""
    zones: frozenset[str]
    slots: frozenset[str]
    """Zones for one piece."""
    pieces: Mapping[str, str]
    """The component of the pieces in each zone, if there is only one."""
    decks: frozenset[str]
    """Components with a piece for each pair of values, such as rank and suit."""
    requirements: Mapping[str, str]
    """The sentence of each requirement and selection that has one, by its name, or by the rule and the name (`build timber`) if several have this name."""
    choices: frozenset[str]
    """Selections."""
    flags: frozenset[str]
    """Fields and formulas that are yes or no."""
    kinds: frozenset[str]
    """Kinds of components."""
    people: frozenset[str]
    """People in examples, and scripted seats."""
    parameters: Mapping[str, tuple[str, ...]]
    """The parameters of everything that can be called."""
    grids: Mapping[str, data.Grid | data.GrowingGrid]
    """Boards with rows and columns."""
    boards: frozenset[str]
    components: frozenset[str]
    numbered: frozenset[str]
    """Boards and components whose places and kinds have numbers."""
    tables: frozenset[str]
    row_tables: frozenset[str]
    """Tables with rows and columns."""
    values: Mapping[str, tuple[str, ...]]
    """The values of types and records, in order."""
    records: frozenset[str]
    lists: Mapping[str, formulas.Expr]
    """Constant lists."""
    numbers: frozenset[str]
    """Constant numbers."""
    attributes: Mapping[str, str]
    """The attributes of pieces and places, each with the type of its values, or nothing."""
    called: Mapping[str, tuple[str, str]]
    """The words for one piece of a component and for several, where the rules give them."""
    ends_early: bool
    """Whether a rule can end a match before its last round."""
    amounts: frozenset[str]
    """Fields that are numbers, and what is counted for each player."""
    sorts: Mapping[str, tuple[str, ...]]
    """The types by whose values a number is told apart: `good` for `store[good]`."""
    positions: Mapping[str, str]
    """The fields of players that say where a player is, each with its board, or with the type whose values are the places."""
    adding: Mapping[str, str]
    """Amounts to which pieces add something, each with the place in which they lie."""
    sums: Mapping[str, formulas.Binary]
    """Short formulas of each player without a sentence: `2 + extra`."""
    maps: frozenset[str]
    """Boards that are called like one of their places: `graph town`."""
    scores: frozenset[str]
    persons: frozenset[str]
    """Fields of the table that hold a player."""
    holders: frozenset[str]
    """Those whose sentence says that the player has the thing of which they are called: `Who holds the Queen's card.`"""
    has_neighbours: bool
    """Whether the rules say something of neighbouring places."""
    options: Mapping[str, str]
    """The options, each with what holds without an agreement."""
    switches: frozenset[str]
    """Options that are yes or no."""
    tests: Mapping[str, formulas.Expr]
    """Conditions with a name but without a sentence."""
    states: Mapping[str, str]
    """Flags of the table whose sentence says what is so then: `the maker plays alone`."""
    phases: Mapping[str, declarations.Phase]
    done: Mapping[str, str]
    """Fields of the table that only say what was done with something, each with what it is: `suit` for `led: suit or none`."""
    offers: Mapping[str, tuple[tuple[str, str], ...]] = field(factory=dict[str, tuple[tuple[str, str], ...]])
    """The actions that kinds of pieces add to a menu, by the rule that has it: each with its kind."""
    deeds: Mapping[str, Deed] = field(factory=dict[str, Deed])
    """How logs tell what players choose, by the rule, phase or action in which they choose it."""
    changed: Mapping[str, bool] = field(factory=dict[str, bool])
    """Declarations in which a variant changes something but not the sentence: whether it is more than numbers."""
    old_numbers: Mapping[str, frozenset[int]] = field(factory=dict[str, frozenset[int]])
    """The numbers in the cells of tables and pieces that a variant replaces, where they are known."""
    backstage: frozenset[str] = frozenset()
    """Names that players can do without: helpers of other rules, and counters of which nobody is told."""
    helpers: Mapping[str, declarations.Rule] = field(factory=dict[str, declarations.Rule])
    """The rules among these names."""
    silenced: frozenset[str] = frozenset()
    """Rules that had a sentence before a variant replaced them by one without: their steps stand in its place."""
    reworded: frozenset[str] = frozenset()
    """The words that a variant gives sentences instead of others."""
    circle: tuple[str, ...] = ()
    """The people of most examples, as they sit at the table."""
    fewest_players: int = 0
    most_players: int = 0
    """The fewest and the most players of the game; 0 if it does not matter."""
    is_printed: bool = False
    """Whether the book is only for players who learn the game."""
    is_told: bool = True
    """Whether each phase and action has a sentence. Where some have none, the sentences of the others may leave something out too."""
    sentences: str = ""
    """All sentences of the rules in small letters, if the book is printed."""
    has_program: bool = True
    """Whether examples tell what has words only in the program: variables of yes or no, and choices that are declined."""

    def single(self, component: str) -> str:
        """Returns the word for one piece of a component: `staff card`."""
        return self.called.get(component, (readable(component), ""))[0]

    def several(self, component: str) -> str:
        """Returns the word for several pieces of a component: `geese` for `goose`."""
        return self.called.get(component, ("", plural(readable(component))))[1]


def offers_of(decls: Iterable[declarations.Decl]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Returns the actions in blocks of kinds by the rule whose menu they join, each with its kind."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for block in decls:
        if isinstance(block, declarations.KindBlock):
            for member in block.members:
                if isinstance(member, declarations.Rule) and member.into is not None:
                    menu = member.into.text
                    found[menu] = (*found.get(menu, ()), (member.name.text, block.name.text))
    return found


def story_name(names: Names, name: str) -> str:
    """Returns the readable name of an example or start, with people's names as written: `a_play_by_de_vere` contains Vere."""
    people = {person.casefold(): person for person in names.people}
    return " ".join(people.get(word, word) for word in readable(name).split(" "))


@define
class _Collected:
    """The names found so far."""

    of_players: set[str] = field(factory=set)
    others: set[str] = field(factory=set)
    zones: set[str] = field(factory=set)
    slots: set[str] = field(factory=set)
    pieces: dict[str, set[str]] = field(factory=dict)
    decks: set[str] = field(factory=set)
    requirements: dict[str, set[str]] = field(factory=dict)
    choices: set[str] = field(factory=set)
    flags: set[str] = field(factory=set)
    kinds: set[str] = field(factory=set)
    people: set[str] = field(factory=set)
    parameters: dict[str, tuple[str, ...]] = field(factory=dict)
    grids: dict[str, data.Grid | data.GrowingGrid] = field(factory=dict)
    boards: set[str] = field(factory=set)
    components: set[str] = field(factory=set)
    numbered: set[str] = field(factory=set)
    tables: set[str] = field(factory=set)
    row_tables: set[str] = field(factory=set)
    values: dict[str, tuple[str, ...]] = field(factory=dict)
    records: set[str] = field(factory=set)
    lists: dict[str, formulas.Expr] = field(factory=dict)
    numbers: set[str] = field(factory=set)
    columns: dict[str, set[str]] = field(factory=dict)
    fields: dict[str, str] = field(factory=dict)
    called: dict[str, tuple[str, str]] = field(factory=dict)
    ends_early: bool = False
    amounts: set[str] = field(factory=set)
    sorts: dict[str, tuple[str, ...]] = field(factory=dict)
    positions: dict[str, str] = field(factory=dict)
    spots: set[str] = field(factory=set)
    """The fields of players whose name or sentence says that they hold a place."""
    sums: dict[str, formulas.Binary] = field(factory=dict)
    maps: set[str] = field(factory=set)
    scores: set[str] = field(factory=set)
    persons: set[str] = field(factory=set)
    holders: set[str] = field(factory=set)
    has_neighbours: bool = False
    options: dict[str, str] = field(factory=dict)
    switches: set[str] = field(factory=set)
    tests: dict[str, formulas.Expr] = field(factory=dict)
    states: dict[str, str] = field(factory=dict)
    adding: dict[str, str] = field(factory=dict)
    """The zone of the pieces that add up to each amount."""
    phases: dict[str, declarations.Phase] = field(factory=dict)
    done: dict[str, str] = field(factory=dict)


def names_of(decls: Iterable[object]) -> Names:
    """Collects the names in declarations, including those inside blocks and changes."""
    found = _Collected()
    for node in walk(tuple(decls)):
        _collect(found, node)
    found.of_players |= {name for name, zone in found.adding.items() if zone in found.of_players}
    return Names(
        frozenset(found.of_players - found.others),
        frozenset(found.others),
        frozenset(found.zones),
        frozenset(found.slots),
        _only_ones(found.pieces),
        frozenset(found.decks),
        _only_ones(found.requirements),
        frozenset(found.choices),
        frozenset(found.flags),
        frozenset(found.kinds),
        frozenset(found.people),
        found.parameters,
        found.grids,
        frozenset(found.boards),
        frozenset(found.components),
        frozenset(found.numbered),
        frozenset(found.tables),
        frozenset(found.row_tables),
        found.values,
        frozenset(found.records),
        found.lists,
        frozenset(found.numbers),
        {**_attribute_types(found), **found.fields},
        found.called,
        found.ends_early,
        frozenset(found.amounts),
        found.sorts,
        {
            name: place
            for name, place in found.positions.items()
            if place in found.boards or (place in found.values and name in found.spots)
        },
        found.adding,
        found.sums,
        frozenset(found.maps - WHOLES),
        frozenset(found.scores),
        frozenset(found.persons),
        frozenset(found.holders),
        found.has_neighbours,
        found.options,
        frozenset(found.switches),
        {name: value for name, value in found.tests.items() if name not in found.of_players},
        {name: state for name, state in found.states.items() if state},
        found.phases,
        {name: of for name, of in found.done.items() if of in {*found.values, *found.boards, *found.components}},
    )


WHOLES = frozenset({"board", "map", "world", "network", "web", "net", "graph"})
"""Names of boards that are not those of their places."""
_OF_NEIGHBOURS = frozenset(("neighbours", *AREA_FUNCTIONS))
"""The functions that look at neighbouring places."""


def _collect(found: _Collected, node: object) -> None:
    match node:
        case formulas.Name(id) if id in _OF_NEIGHBOURS:
            found.has_neighbours = True
        case fields.Fields(owner=owner, members=members):
            _collect_fields(found, None if owner is None else owner.text, members)
        case declarations.Seat(members=members):
            own = [m for m in members if isinstance(m, fields.Field | fields.Define)]
            _collect_fields(found, "player", own)
            found.people.add(node.name.text)
        case declarations.KindBlock(zones=zones, members=members) if zones:
            found.adding |= {one.name.text: zones[0].text for one in members if isinstance(one, fields.Define)}
        case declarations.Option(name=name, values=values):
            found.options.setdefault(name.text, literal_text(values[0]))
            if all(isinstance(one, formulas.FlagLiteral) for one in values):
                found.switches.add(name.text)
        case declarations.Phase(name=name):
            found.phases[name.text] = node
        case declarations.Score(name=name):
            found.scores.add(name.text)
        case declarations.Ends() | statements.EndGame():
            found.ends_early = True
        case (
            statements.RequireStmt(name=name, why=str(why))
            | statements.EnsureStmt(name=name, why=str(why))
            | statements.Selection(name=name, why=str(why))
        ):
            found.requirements.setdefault(name.text, set()).add(why)
        case statements.Selection(name=name):
            found.choices.add(name.text)
        case example_lines.ExamplePlayers(names=names):
            found.people.update(name.text for name in names)
        case declarations.Rule(name=name, params=params) | declarations.PickDecl(name=name, params=params):
            for part in walk(node.body) if isinstance(node, declarations.Rule) else ():
                match part:
                    case (
                        statements.RequireStmt(name=label, why=str(why))
                        | statements.EnsureStmt(name=label, why=str(why))
                    ):
                        found.requirements.setdefault(f"{name.text} {label.text}", set()).add(why)
                    case _:
                        pass
            found.parameters.setdefault(name.text, tuple(param.name.text for param in params))
        case fields.Define(name=name, params=params, value=value):
            found.parameters.setdefault(name.text, tuple(param.name.text for param in params))
            if isinstance(value, formulas.ListLiteral | formulas.Filter):
                found.lists.setdefault(name.text, value)
            if isinstance(value, formulas.Number):
                found.numbers.add(name.text)
            if is_test(value):
                found.flags.add(name.text)
                if node.doc is None and not node.params:
                    found.tests[name.text] = value
        case _:
            _collect_data(found, node)


def _collect_fields(found: _Collected, owner: str | None, members: Iterable[fields.Field | fields.Define]) -> None:
    own = tuple(members)
    names = {member.name.text for member in own}
    if owner == "player":
        found.of_players |= names
    elif owner is None:
        found.others |= names
    for member in own:
        if owner is None and isinstance(member, fields.Field) and isinstance(member.start, formulas.FlagLiteral):
            found.states[member.name.text] = state_of(sentence_of_doc(member.doc))
        kind = member.type if isinstance(member, fields.Field) else None
        holds = sentence_of_doc(member.doc).startswith(("Who has ", "Who holds "))
        if owner is None and (kind == _PLAYER or (isinstance(kind, fields.OptionalType) and kind.of == _PLAYER)):
            (found.holders if holds else found.persons).add(member.name.text)
        known = kind.of if isinstance(kind, fields.OptionalType) else kind
        if owner not in (None, "player"):
            found.fields[member.name.text] = known.name.text if isinstance(known, fields.TypeName) else ""
    found.zones.update(_zones(own, frozenset({"bag", "pile", "slot"})))
    found.slots.update(_zones(own, frozenset({"slot"})))
    for member in own:
        match member:
            case fields.Field(name=name, type=fields.TypeName(of), indices=()) if owner == "player":
                found.positions[name.text] = of.text
                found.spots |= {name.text} if names_place(name.text, member.doc) else set()
            case fields.Field(
                name=name, type=fields.OptionalType(fields.TypeName(of)) | fields.TypeName(of), indices=()
            ) if owner is None and is_deed_done(name.text):
                found.done[name.text] = of.text
            case fields.Define(params=(), doc=None, value=formulas.Binary() as total) if owner and _is_short(total):
                found.sums[member.name.text] = total
            case fields.Field(name=name, indices=indices) if indices:
                found.sorts[name.text] = tuple(one.name.text for one in indices if isinstance(one, fields.TypeName))
            case _:
                pass
        match member:
            case fields.Field(name=name, start=formulas.FlagLiteral()):
                found.flags.add(name.text)
            case (
                fields.Field(name=name, type=fields.RangeType())
                | fields.Field(name=name, type=None, start=formulas.Number())
            ):
                found.amounts.add(name.text)
            case fields.Define(name=name, params=(), value=formulas.Apply(formulas.Name("count"))) if owner == "player":
                found.amounts.add(name.text)
            case fields.Define(name=name, value=value) if is_test(value):
                found.flags.add(name.text)
            case fields.Field(name=name, type=fields.ZoneType(classes=classes)):
                found.pieces.setdefault(name.text, set()).update(one.text for one in classes)
            case _:
                pass


def _is_short(value: formulas.Binary) -> bool:
    """Whether a formula is a sum of two terms that are told in a few words."""
    terms = (value.left, value.right)
    return value.op in ("+", "-") and all(isinstance(one, formulas.Name | formulas.Number) for one in terms)


_PLAYER = fields.TypeName(Ident("player"))


def _collect_data(found: _Collected, node: object) -> None:
    match node:
        case data.Component(name=name, rows=rows, pivot=pivot, lets=lets, called=called):
            found.components.add(name.text)
            if node.numbers is not None or (rows is not None and "number" in _headings(rows)):
                found.numbered.add(name.text)
            if called is not None:
                found.called[name.text] = called
            if _is_deck(rows):
                found.decks.add(name.text)
            if rows is not None:
                found.kinds.update(
                    row.cells[0].text for row in rows.rows[1:] if isinstance(row.cells[0], data.CellName)
                )
                _collect_columns(found, rows)
            if pivot is not None:
                found.fields |= {pivot[0].text: pivot[0].text, pivot[1].text: ""}
            found.fields |= {own.name.text: "" for own in lets}
        case data.EnumType(name=name, values=values):
            found.values[name.text] = tuple(value.text for value in values)
        case data.RecordType(name=name, rows=rows):
            found.records.add(name.text)
            first = [row.cells[0] for row in rows.rows[1:]]
            found.values[name.text] = tuple(cell.text for cell in first if isinstance(cell, data.CellName))
            _collect_columns(found, rows)
        case data.Shapes(name=name, by=by, pictures=pictures):
            found.values[name.text] = tuple(picture.name.text for picture in pictures)
            found.values[by.text] = ()
            found.fields |= {"shape": name.text, "size": "", "turned": "", "flipped": ""}
        case data.RowTable(name=name, rows=rows):
            found.tables.add(name.text)
            found.row_tables.add(name.text)
            _collect_columns(found, rows)
        case data.ListTable(name=name) | data.CsvTable(name=name):
            found.tables.add(name.text)
        case data.Grid(name=name):
            found.boards.add(name.text)
            found.grids[name.text] = node  # the walk ends with the first declaration
            found.fields |= {"row": "", "col": "", **{layer.name.text: layer.name.text for layer in node.layers}}
        case data.GrowingGrid(name=name):
            found.boards.add(name.text)
            found.grids[name.text] = node  # the walk ends with the first declaration
        case data.Ring(name=name, layers=layers) | data.Track(name=name, layers=layers):
            found.boards.add(name.text)
            found.numbered.add(name.text)
            found.fields |= {layer.name.text: layer.name.text for layer in layers}
        case data.RingAround(name=name):
            found.boards.add(name.text)
            found.numbered.add(name.text)
        case data.Graph(name=name, by=by, tables=tables):
            found.boards.add(name.text)
            found.maps.update(one.text for one in (name, by) if one is not None)
            for table in tables:
                _collect_columns(found, table.rows)
        case _:
            pass


def is_test(node: formulas.Expr) -> bool:
    """Whether a formula is certainly yes or no."""
    match node:
        case formulas.FlagLiteral() | formulas.Unary("not"):
            return True
        case formulas.Binary(op):
            return op not in ("+", "-", "*", "..")
        case formulas.Apply(formulas.Name("all" | "any" | "some" | "no" | "all_equal")):
            return True
        case _:
            return False


def _only_ones(found: Mapping[str, set[str]]) -> dict[str, str]:
    """Returns the names with a single text."""
    return {name: next(iter(texts)) for name, texts in found.items() if len(texts) == 1}


def _is_deck(rows: data.Rows | None) -> bool:
    """Whether a component has a piece for each pair of values of two types."""
    if rows is None or len(rows.rows) != 2:
        return False
    pairs, others = rows.rows[1].cells[:2], rows.rows[1].cells[2:]
    return all(isinstance(cell, data.CellEach) for cell in pairs) and not any(
        isinstance(cell, data.CellEach | data.CellEachNumber) for cell in others
    )


def _headings(rows: data.Rows) -> set[str]:
    return {cell.text for cell in rows.rows[0].cells if isinstance(cell, data.CellName)} if rows.rows else set()


def _collect_columns(found: _Collected, rows: data.Rows) -> None:
    """Records the headings of a table, with the values below them."""
    for at, cell in enumerate(rows.rows[0].cells if rows.rows else ()):
        if isinstance(cell, data.CellName):
            below = [row.cells[at] for row in rows.rows[1:] if at < len(row.cells)]
            texts = {one.text for one in below if isinstance(one, data.CellName)}
            each = {f"each {one.of.text}" for one in below if isinstance(one, data.CellEach)}
            found.columns.setdefault(cell.text, set()).update(texts | each)


def _attribute_types(found: _Collected) -> dict[str, str]:
    """Returns the type of the values in each column."""
    return {
        column: next(
            (name for name, values in found.values.items() if held and held <= {*values, f"each {name}"}),
            "",
        )
        for column, held in found.columns.items()
    }


def _zones(members: Iterable[fields.Field | fields.Define], forms: frozenset[str]) -> Iterator[str]:
    for member in members:
        node = member.type if isinstance(member, fields.Field) else None
        if isinstance(node, fields.ZoneType | fields.ValueBagType) and node.form in forms:
            yield member.name.text
