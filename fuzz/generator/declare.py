"""The declarations of a generated game: types, pieces, tables, boards, zones and fields, as text and as a world."""

from __future__ import annotations

from attrs import evolve, field, frozen

from fuzz.generator.dice import Dice
from fuzz.generator.world import (
    DIRECTION,
    FLAG,
    NUMBER,
    PLAYER,
    Attribute,
    Board,
    Component,
    Field,
    Table,
    Type,
    World,
    Zone,
)
from gamedsl.graph.model.about import place_names

WORTH = Attribute("worth", NUMBER)
TINT = Attribute("tint", "colour")
BRIGHT = Attribute("bright", FLAG)
SIDES = ("north", "east", "south", "west")


@frozen
class Declared:
    """A world, the lines that declare it, and the lines of its element blocks (`shared`, `player`, a type or board), to which others can be added."""

    world: World
    lines: tuple[str, ...]
    blocks: dict[str, list[str]] = field(factory=dict)


def declared(dice: Dice) -> Declared:
    """Everything that a game has before its course."""
    low = dice.one([2, 2, 2, 3, 1])
    high = low + dice.one([0, 0, 1]) if low < 3 else low
    colour, colour_lines = _colour(dice)
    size = Type("size", ("Small", "Large"))
    components: list[Component] = []
    lines = [*colour_lines, "type size: Small, Large"]
    boards: list[Board] = []
    for board, text in _boards(dice):
        boards.append(board)
        lines += text
    grid = next((board for board in boards if board.name == "cell"), None)
    shapes: tuple[Type, ...] = ()
    if grid is not None and dice.chance(60):
        shapes, text = _shapes(dice, grid)
        lines += text
    town = next((board for board in boards if board.form == "graph"), None)
    for make in (_card, _gem, _man):
        if make is _card or dice.chance(55):
            component, text = make(dice, colour)
            if make is _card and town is not None and dice.chance(35):
                component, text = _card_of_each(dice, town)
            components.append(component)
            lines += text
    tables, text = _tables(dice)
    lines += text
    world = World(
        (low, high),
        (colour, size, *shapes),
        tuple(components),
        tuple(boards),
        tuple(tables),
        _zones(dice, components, boards),
    )
    world = evolve(world, fields=_fields(dice, world))
    blocks: dict[str, list[str]] = {}
    for zone in world.zones:
        blocks.setdefault(zone.of, []).append(_zone_line(dice, zone))
    for each in world.fields:
        blocks.setdefault(each.of, []).append(f"{_field_line(dice, world, each)}{_not_shown(dice)}")
    return Declared(world, tuple(lines), blocks)


# ---------------------------------------------------------------- data


def _colour(dice: Dice) -> tuple[Type, list[str]]:
    values = ("Red", "Blue", "Green", "Grey")[: dice.number(2, 4)]
    if dice.chance(60):
        return Type("colour", values), [f"type colour: {', '.join(values)}"]
    rows = [f"    {v}  {dice.number(-2, 4)}  {dice.one(['yes', 'no'])}" for v in values]
    attributes = (Attribute("warmth", NUMBER), Attribute("dark", FLAG))
    return Type("colour", values, attributes), ["type colour:", "    name  warmth  dark", *rows]


def _card(dice: Dice, colour: Type) -> tuple[Component, list[str]]:
    return dice.made(
        [
            lambda: _rows(dice, colour),
            lambda: _numbered(dice),
            lambda: _each(dice, colour),
            lambda: _pivot(dice, colour),
        ]
    )


def _numbered(dice: Dice) -> tuple[Component, list[str]]:
    n = dice.number(4, 9)
    kinds = tuple(f"card[{i}]" for i in range(1, n + 1))
    return Component("card", kinds, n, (Attribute("number", NUMBER),)), [f"component {n} card in deck: 1..{n}"]


def _rows(dice: Dice, colour: Type) -> tuple[Component, list[str]]:
    names = ("Ace", "Beta", "Comet", "Dawn", "Ember")[: dice.number(2, 5)]
    counts = [dice.number(1, 4) for _ in names]
    sides = SIDES if dice.chance(35) else ()
    rows = [
        f"    {name}  {dice.number(-1, 5)}  {dice.one(colour.values)}  {dice.one(['yes', 'no'])}  {count}"
        + "".join(f"  {dice.number(0, 2)}" for _ in sides)
        for name, count in zip(names, counts, strict=True)
    ]
    back = dice.one(["", "", ", back bright", ", back tint"])
    columns = ("name", "worth", "tint", "bright", "count", *sides)
    head = ["component card in deck" + back + ":", "    " + "  ".join(columns)]
    formula = ["    let grade = 2 * worth if bright else worth"] if dice.chance(30) else []
    more: tuple[Attribute, ...] = (Attribute("grade", NUMBER),) if formula else ()
    more += tuple(Attribute(side, NUMBER) for side in sides)
    return Component("card", names, sum(counts), (WORTH, TINT, BRIGHT, *more)), [*head, *rows, *formula]


def _each(dice: Dice, colour: Type) -> tuple[Component, list[str]]:
    count = dice.number(1, 2)
    kinds = tuple(f"card[{s}, {c}]" for s in ("Small", "Large") for c in colour.values)
    head = ["component card in deck:", "    size       colour       count"]
    attributes = (Attribute("size", "size"), Attribute("colour", "colour"))
    return Component("card", kinds, count * len(kinds), attributes), [*head, f"    each size  each colour  {count}"]


def _pivot(dice: Dice, colour: Type) -> tuple[Component, list[str]]:
    names = ("One", "Two")
    rows = [f"    {name}  1  " + "  ".join(str(dice.number(0, 4)) for _ in colour.values) for name in names]
    kinds = tuple(f"{name}.{c}" for name in names for c in colour.values)
    head = ["component card by colour as worth in deck:", "    name  count  " + "  ".join(colour.values)]
    return Component("card", kinds, len(kinds), (WORTH, Attribute("colour", "colour"))), [*head, *rows]


def _card_of_each(dice: Dice, board: Board) -> tuple[Component, list[str]]:
    """Kinds that are called like the places of a graph."""
    count = dice.number(2, 3)
    head = ["component card in deck:", f"    {board.name}  worth  count"]
    attributes = (Attribute(board.name, board.name), WORTH)
    rows = [f"    each {board.name}  {dice.number(-1, 5)}  {count}"]
    return Component("card", board.places, count * len(board.places), attributes), [*head, *rows]


def _gem(dice: Dice, colour: Type) -> tuple[Component, list[str]]:
    del colour
    counts = [(dice.number(1, 3), dice.number(0, 2)) for _ in range(2)]
    names = ("Ruby", "Jade")
    sided = counts[0][1] == counts[1][1]
    rows = [
        f"    {name}  {dice.number(1, 3)}  {other + '  ' if sided else ''}{a}  {b or '.'}"
        for name, other, (a, b) in zip(names, reversed(names), counts, strict=True)
    ]
    turned = "turned  " if sided else ""
    head = [f"component gem{', other side turned' if sided else ''}:", f"    name  worth  {turned}@sack  @market"]
    return Component("gem", names, sum(a + b for a, b in counts), (WORTH,), sided=sided), [*head, *rows]


def _man(dice: Dice, colour: Type) -> tuple[Component, list[str]]:
    del colour
    owner = Attribute("owner", PLAYER)
    if dice.chance(30):
        n = dice.number(1, 3)
        return Component("man", (), n, (owner,), owned=True), [f"component man each player in yard: {n}"]
    counts = [dice.number(1, 3), dice.number(1, 2)]
    rows = [f"    {name}  {dice.number(0, 4)}  {n}" for name, n in zip(("Pawn", "Chief"), counts, strict=True)]
    head = ["component man each player in yard:", "    name  worth  count"]
    return Component("man", ("Pawn", "Chief"), sum(counts), (WORTH, owner), owned=True), [*head, *rows]


def _tables(dice: Dice) -> tuple[list[Table], list[str]]:
    tables: list[Table] = []
    lines: list[str] = []
    if dice.chance(50):
        low, size = dice.one([0, 1, 2, -1, -3]), dice.number(2, 4)
        start = f" from {low}" if low != 1 or dice.chance(50) else ""
        tables.append(Table("income", "", low, size))
        lines.append(f"table income{start}: {' '.join(str(dice.number(-3, 9)) for _ in range(size))}")
    if dice.chance(50):
        # Wide enough for the fields below 0; entries of one byte, of one byte with a sign, and of more.
        low, size = dice.one([-3, -4, -6, 0]), dice.number(7, 11)
        least, most = dice.one([(0, 9), (0, 9), (-9, 9), (0, 900)])
        tables.append(Table("fame", "", low, size))
        lines.append(f"table fame from {low}: {' '.join(str(dice.number(least, most)) for _ in range(size))}")
    if dice.chance(40):
        tables.append(Table("prize", "size", 0, 2, ("first_one", "second_one")))
        lines += ["table prize:", "    size  first_one  second_one"]
        lines += [f"    {v}  {dice.number(0, 5)}  {dice.number(0, 5)}" for v in ("Small", "Large")]
    return tables, lines


# ---------------------------------------------------------------- boards


def _boards(dice: Dice) -> list[tuple[Board, list[str]]]:
    count = dice.one([0, 1, 1, 2])
    makers = [_grid, _ring, _row, _graph, _garden, _nest]
    found: list[tuple[Board, list[str]]] = []
    for _ in range(count):
        made = dice.one(makers)(dice)
        if all(board.name != made[0][0].name for board, _ in found):
            found += made
    return found


def _called(dice: Dice, rows: int, columns: int) -> tuple[str, tuple[str, ...]]:
    """Says what players call the columns and rows of a grid: the words of the declaration, and the names of the places."""
    down, up = [str(i + 1) for i in range(rows)], [str(rows - i) for i in range(rows)]
    a_to, last = "abcde"[:columns], "abcde"[columns - 1]
    forms = [
        (f", columns a to {last}", a_to, down),
        (f", columns {last} to a, rows from below", a_to[::-1], up),
        (f", columns a to {'abcde'[columns]} without b", "acde"[:columns], down),
        (f", rows {rows} to 1", a_to, up),
        (f", columns 1 to {columns}, rows A to {'ABC'[rows - 1]}", [str(i + 1) for i in range(columns)], "ABC"[:rows]),
    ]
    text, across, along = dice.one(forms)
    return text, place_names(across, along)


def _grid(dice: Dice) -> list[tuple[Board, list[str]]]:
    rows, columns = dice.number(2, 3), dice.number(2, 4)
    form = dice.one(["grid", "grid", "hex"])
    places = tuple(f"cell[{r}, {c}]" for r in range(1, rows + 1) for c in range(1, columns + 1))
    eight = form == "grid" and dice.chance(30)
    edges: Type | None = None
    lines = [f"grid cell {rows} by {columns}{' hex' if form == 'hex' else ''}"]
    if form == "grid" and not eight and dice.chance(40):
        lines[0] += " by wall"
        edges = Type("wall", tuple(f"wall_{r}_{c}_E" for r in range(1, rows + 1) for c in range(1, columns)))
    diagonal = ", eight neighbours" if eight else ""
    lines[0] += diagonal
    if dice.chance(40):
        called, names = _called(dice, rows, columns)
        is_turned = eight and dice.chance(40)
        lines[0] = f"{lines[0].removesuffix(diagonal)}{called}{diagonal}" if is_turned else f"{lines[0]}{called}"
        places = names if dice.chance(50) else places
    attributes: tuple[Attribute, ...] = (Attribute("row", NUMBER), Attribute("col", NUMBER))
    if dice.chance(40):
        lines[0] += ":"
        lines += [
            "    ground:",
            *(f"        {' '.join(dice.one(['Red', 'Blue']) for _ in range(columns))}" for _ in range(rows)),
        ]
        attributes += (Attribute("ground", "colour"),)
    boards = [(Board("cell", form, places, attributes, edges), lines)]
    if form == "grid" and dice.chance(25):
        rim = Board("rim", "rim", ("North", "South"), (), None, "cell")
        boards.append(
            (rim, ["ring rim around cell:", "    name   corner", "    North  top_left", "    South  bottom_right"])
        )
    return boards


def _shapes(dice: Dice, grid: Board) -> tuple[tuple[Type, ...], list[str]]:
    """Shapes for a grid: their type, and the type of the ways in which they lie."""
    moved = dice.one(["", " with turns", " with flips", " with turns and flips"])
    pictures = {"Dot": "X", "Bar": "X X", "Corner": "X X / X .", "Farm": "Small Large", "Gap": "X . Large"}
    names = dice.some(tuple(pictures), 60) or ["Corner"]
    is_hex = grid.form == "hex"
    lines = [f"shapes piece by pose{' hex' if is_hex else ''}{moved}:"]
    lines += [f"    {name}: {pictures[name]}" for name in names]
    if dice.chance(30):
        lines.append("shape Slope of piece: X . / . Small")
        names.append("Slope")
    ways = [f"{name}_N" for name in names]
    if "turns" in moved:  # of three hexagons round a corner there are only two different ways
        ways += [f"{name}_E" for name in names if name != "Dot" and not (is_hex and name == "Corner")]
    elif "flips" in moved:
        ways += [f"{name}_N_flipped" for name in names if name == "Slope" or (is_hex and name == "Bar")]
    of_ways = (Attribute("shape", "piece"), Attribute("turned", DIRECTION), Attribute("flipped", FLAG))
    return (Type("piece", tuple(names), (Attribute("size", NUMBER),)), Type("pose", tuple(ways), of_ways)), lines


def _ring(dice: Dice) -> list[tuple[Board, list[str]]]:
    n = dice.number(3, 7)
    return [(Board("pit", "ring", tuple(f"pit[{i}]" for i in range(1, n + 1))), [f"ring pit {n}"])]


def _row(dice: Dice) -> list[tuple[Board, list[str]]]:
    n = dice.number(2, 6)
    return [(Board("stair", "row", tuple(f"stair[{i}]" for i in range(1, n + 1))), [f"row stair {n}"])]


def _graph(dice: Dice) -> list[tuple[Board, list[str]]]:
    paths = [("Highway", "London Leeds"), ("Coast", "London Dover"), ("Moors", "Leeds York"), ("Fen", "Dover York")]
    chosen = paths[: dice.number(3, 4)]
    towns = tuple(dict.fromkeys(" ".join(p for _, p in chosen).split()))
    edges = Type("road", tuple(name for name, _ in chosen))
    head = "graph town by road:"
    if dice.chance(50):
        return [(Board("town", "graph", towns, (), edges), [head, *(f"    {n}: {p}" for n, p in chosen)])]
    edges = evolve(edges, attributes=(Attribute("length", NUMBER), Attribute("paved", FLAG)))
    roads = [f"        {n}  {p}  {dice.number(-1, 5)}  {dice.one(['yes', 'no'])}" for n, p in chosen]
    lines = [head, "    road:", "        name  from  to  length  paved", *roads]
    attributes: tuple[Attribute, ...] = ()
    if dice.chance(60):
        attributes = (Attribute("people", NUMBER), Attribute("land", "colour"))
        places = [f"        {t}  {dice.number(0, 9)}  {dice.one(['Red', 'Blue'])}" for t in towns]
        lines += ["    town:", "        name  people  land", *places]
    return [(Board("town", "graph", towns, attributes, edges), lines)]


def _garden(dice: Dice) -> list[tuple[Board, list[str]]]:
    del dice
    attributes = (Attribute("row", NUMBER), Attribute("col", NUMBER))
    return [(Board("bed", "grid", (), attributes, owned=True), ["grid bed 2 by 2, each player"])]


_SLABS = (
    "component 2 slab in quarry", "", "component 1 bird in quarry", "", "shared:", "    quarry: bag of slab or bird", "", "each nest:",
    "    lying: slot of slab", "    sitting: slot of bird",
)  # fmt: skip
"""The pieces of which a board without an edge is made, and one that lies on them."""


def _nest(dice: Dice) -> list[tuple[Board, list[str]]]:
    form = dice.one(["grid", "hex"])
    more = " hex" if form == "hex" else dice.one(["", ", eight neighbours"])
    places = ("nest[0, 0]", "nest[0, 1]", "nest[-1, 1]", "nest[1, 0]", "nest[2, -1]")
    if dice.chance(25):
        return [
            (
                Board("nest", form, places, grows=True, slabs=True),
                [f"grid nest without edge for 2 slab{more}", "", *_SLABS],
            )
        ]
    return [(Board("nest", form, places, grows=True), [f"grid nest without edge for {dice.number(1, 2)} pieces{more}"])]


# ---------------------------------------------------------------- zones and fields


def _zones(dice: Dice, components: list[Component], boards: list[Board]) -> tuple[Zone, ...]:
    names = [c.name for c in components]
    mixed = tuple(n for n in names if n != "man")
    form = dice.one(["bag", "pile", "pile"])
    deck_seen = "nobody" if form == "pile" else dice.one(["all", "nobody"])
    shared = [
        Zone("deck", "shared", form, ("card",), deck_seen, refilled=dice.chance(50), shuffled=form == "pile"),
        Zone("used", "shared", dice.one(["bag", "bag", "pile"]), ("card",)),
    ]
    if "gem" in names:
        shared.append(Zone("sack", "shared", "bag", ("gem",), dice.one(["nobody", "all"])))
        shared.append(Zone("market", "shared", "bag", mixed if dice.chance(50) else ("gem",)))
    else:
        shared.append(Zone("market", "shared", "bag", ("card",)))
    if dice.chance(40):
        shared.append(Zone("top", "shared", dice.one(["slot", "pile"]), dice.one([("card",), tuple(names)])))
    if dice.chance(30):
        shared.append(Zone("heap", "shared", "pile", ("card",), "nobody", shuffled=True))
    own = [Zone("hand", "player", "bag", ("card",), dice.one(["owner", "owner", "all", "others"]))]
    if dice.chance(50):
        own.append(Zone("shelf", "player", dice.one(["bag", "pile", "slot"]), ("card",), capacity=dice.one([0, 0, 3])))
    if "gem" in names:
        own.append(Zone("purse", "player", "bag", mixed if dice.chance(40) else ("gem",), dice.one(["owner", "all"])))
    if "man" in names:
        own.append(Zone("yard", "player", "bag", ("man",)))
    if dice.chance(25):
        own.append(Zone("secret", "player", dice.one(["pile", "slot"]), ("card",), "nobody", shuffled=True))
    if dice.chance(25):
        own.append(Zone("stack", "player", dice.one(["bag", "pile"]), ("card",), index="colour"))
    every = [*shared, *(_plain_slot(z) for z in own)]
    if dice.chance(30):
        every.append(Zone("column", "colour", dice.one(["pile", "bag"]), ("card",)))
    for board in boards:
        if dice.chance(50) and board.form != "rim" and not board.grows:
            piece = "man" if "man" in names else names[-1]
            every.append(Zone(f"on_{board.name}", board.name, dice.one(["slot", "bag", "pile"]), (piece,)))
    return tuple(every)


def _plain_slot(zone: Zone) -> Zone:
    return evolve(zone, capacity=0) if zone.form == "slot" else zone


def _zone_line(dice: Dice, zone: Zone) -> str:
    index = f"[{zone.index}]" if zone.index else ""
    seen = "" if zone.seen == "all" else f", seen by {zone.seen}"
    hidden = ", count hidden" if zone.name == "secret" and zone.form == "pile" else ""
    limit = f", up to {zone.capacity}" if zone.capacity else ""
    refill = ", refilled from used" if zone.refilled else ""
    return (
        f"{zone.name}{index}: {zone.form} of {' or '.join(zone.holds)}{seen}{hidden}{limit}{refill}{_not_shown(dice)}"
    )


def _not_shown(dice: Dice) -> str:
    """Lets players see most fields and zones."""
    return ", not shown" if dice.chance(10) else ""


def _fields(dice: Dice, world: World) -> tuple[Field, ...]:
    made = [
        Field("log", "shared", NUMBER, 0, dice.one([99, 999, 20000, 100000])),
        Field("points", "player", NUMBER, 0, dice.one([50, 200, 1000])),
    ]
    optional = [
        Field("trend", "shared", NUMBER, -5, 9),
        Field("tide", "shared", NUMBER, -3, 3),
        Field("unsure", "shared", NUMBER, -3, 3, optional=True),
        Field("trump", "shared", "colour", optional=True),
        Field("judge", "shared", PLAYER, optional=True),
        Field("leader", "shared", PLAYER),
        Field("seen_ones", "shared", "colour", many="set"),
        Field("friends", "shared", PLAYER, many="set"),
        Field("in_line", "shared", PLAYER, many="order"),
        Field("dice", "shared", NUMBER, 1, 6, many="bag"),
        Field("held", "shared", NUMBER, 0, 9, many="array", index="2..4"),
        Field("wild", "shared", "card", optional=True),
        Field("heading", "shared", DIRECTION),
        Field("perhaps", "shared", NUMBER, 0, 7, optional=True),
        Field("mood", "player", "size"),
        Field("done", "player", FLAG),
        Field("bid", "player", NUMBER, 0, 5),
        Field("store", "player", NUMBER, -9, 9, many="array", index="colour"),
        Field("rival", "player", PLAYER, optional=True),
        Field("known", "player", "colour", many="set"),
        Field("mine", "player", NUMBER, 0, 300, seen=False),
        Field("swing", "player", NUMBER, -2, 2),
        Field("price", "colour", NUMBER, 0, 9),
        Field("chill", "colour", NUMBER, -6, -1),
        Field("owner_of", "colour", PLAYER, optional=True),
    ]
    for board in world.boards:
        if board.form in ("rim",):
            continue
        # Something can be laid on each board without an edge.
        (made if board.grows else optional).append(Field(f"mark_{board.name}", board.name, PLAYER, optional=True))
        optional.append(Field(f"level_{board.name}", board.name, NUMBER, 0, 3))
        if not board.owned:
            optional.append(Field(f"spot_{board.name}", "shared", board.name, optional=dice.chance(50)))
            optional.append(Field(f"area_{board.name}", "shared", board.name, many="set"))
            optional.append(Field(f"pawn_{board.name}", "player", board.name, optional=dice.chance(50)))
        if board.edges is not None:
            optional.append(Field("builder", board.edges.name, PLAYER, optional=True))
    return (*made, *dice.some(optional, 35))


def _field_line(dice: Dice, world: World, f: Field) -> str:
    reset = dice.one(["", "", "", ", each round", ", each turn"]) if f.many != "order" else ""
    seen = "" if f.seen else ", seen by owner" if f.of == "player" else ""
    bounds = f"{f.low}..{f.high}"
    of = bounds if f.sort == NUMBER else f.sort
    match f.many:
        case "set":
            return f"{f.name}: set of {of} = []{reset}"
        case "bag":
            return f"{f.name}: bag of {bounds} = []{reset}"
        case "order":
            return f"{f.name}: players"
        case "array":
            return f"{f.name}[{f.index}]: {of} = {max(0, f.low)}{reset}"
        case _:
            pass
    if f.sort == FLAG:
        return f"{f.name} = {dice.one(['no', 'yes'])}{reset}"
    if f.optional:
        return f"{f.name}: {of} or none = none{reset}{seen}"
    start = str(dice.number(max(f.low, -9), min(f.high, 9))) if f.sort == NUMBER else _constant(dice, world, f.sort)
    return f"{f.name}: {of} = {start}{reset}{seen}"


def _constant(dice: Dice, world: World, sort: str) -> str:
    if sort == PLAYER:
        return "players[1]"
    if sort == DIRECTION:
        return dice.one(["N", "SE"])
    found = world.board(sort)
    if found is not None:
        return dice.one(found.places)
    kind = world.type(sort)
    assert kind is not None
    return dice.one(kind.values)
