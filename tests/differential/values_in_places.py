"""Rules in which a value of each form stands at each place where rules can keep, pass, compare or show a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from gamedsl import pipeline
from gamedsl.source import Source

_GAME = """game values_in_places:
    "One value at one place."
    players 2

option tempo: Slow, Fast

type colour: Red, Green, Blue
type rank:
    name   worth
    Ace    .
    Two    2
    Three  3

component 12 card in deck:
    rank       tint         count
    each rank  each colour  1
    Two        Red          2
    Ace        Blue         1

component 5 token in heap:
    name  count
    Sun   3
    Moon  2

table prize:
    colour  first  second
    Red     3      1
    Green   6      3

grid cell 2 by 3

graph town by road:
    North_road: London Leeds
    Coast_road: London Dover

shared:
    deck: pile of card, seen by nobody
    heap: bag of token
    tower: pile of card
    shown: slot of card
    dice: bag of 1..6 = []
    tints: set of colour = []
    line_up: players
    debt: -5..5 = 0

each cell:
    owner: player or none = none
    on_it: slot of token
    level: 0..3 = 0

each road:
    builder: player or none = none

each player:
    hand: bag of card or token, seen by everyone
    secret: bag of token, seen by nobody
    points: 0..900 = 0
    done = no
    loves: colour or none = none
    best: 0..9 or none = none
    worst: -9..9 or none = none
    home: cell or none = none
    spot: cell = cell[1, 1]
    friend: player or none = none
    wish: card or token or none = none
    let mine = cell where owner is me
    let either = mine if points > 3 else none
    let standing = players by highest mod(points * number + it.points, 3) then lowest number
    let pairs = [number, mod(points, 3)]
    let maybes = [best, loves_number]
    let loves_number = 1 if loves is Red else none
    let held = unordered(hand)
    let couples = [pair for pair in 2 of hand]
{player}
{declarations}
setup:
    shuffle deck
    draw 2 from deck to tower
    each player:
        draw 2 from deck to hand
        move first(heap, 1) to hand

rounds up to 2:
    turns
{rounds}
phase turns, each player:
    choose here: one of cell where owner is none
    here.owner = me
    move first(heap, 1) to here.on_it
    here.level = mod(here.row + number, 4)
    loves = Green if number is 1 and loves is none else none
    best = here.col if here.row is 1 else none
    worst = debt - 2 if here.row is 2 else none
    home = here
    spot = here
    friend = left(me) if here.col > 1 else none
    wish = Sun if here.col is 1 else first(tower)
    if no(shown): draw 1 from deck to shown
    roll die: one of 1..6
    dice += [die]
    tints += Red if die > 3 else Blue
    line_up -= [me]
    debt = die - 4
    points += die
{body}
    done = yes

{rules}
ranking by highest points, ties shared
"""


@frozen
class Form:
    """A form of values: two formulas of it while a player acts, and how a parameter declares it, if it can."""

    name: str
    one: str
    other: str
    declared: str | None = None
    start: str | None = None


FORMS = (
    Form("flag", "points > 3", "left(me).done", "flag", "no"),
    Form("number", "points", "left(me).points", "0..900", "0"),
    Form("number below zero", "debt", "debt - 1", "-9..9", "0"),
    Form("value", "Red", "first(tints)", "colour or none", "Red"),
    Form("option", "tempo", "Fast", "tempo", "Slow"),
    Form("value with row", "card[Ace, Red].rank", "Two", "rank", "Ace"),
    Form("place", "spot", "cell[1, 1]", "cell", "cell[1, 1]"),
    Form("edge", "North_road", "Coast_road", "road", "North_road"),
    Form("town", "London", "first(town)", "town or none", "London"),
    Form("player", "me", "left(me)", "player", "none"),
    Form("row", "prize[Red]", "prize[Green]", "prize", None),
    Form("direction", "N", "turn(N, points)", "direction", "N"),
    Form("kind", "Sun", "Moon", "token", "Sun"),
    Form("kinds", "card[Ace, Red]", "wish", "card or token or none", "none"),
    Form("piece", "first(hand)", "last(hand)", "card or token or none", "none"),
    Form("sure piece", "only(first(hand, 1))", "only(last(hand, 1))", "card or token", None),
    Form("optional number", "best", "left(me).best", "0..9 or none", "none"),
    Form("optional below zero", "worst", "left(me).worst", "-9..9 or none", "none"),
    Form("optional value", "loves", "left(me).loves", "colour or none", "none"),
    Form("optional place", "home", "left(me).home", "cell or none", "none"),
    Form("optional player", "friend", "left(me).friend", "player or none", "none"),
    Form("optional flag", "done if points > 3 else none", "yes if done else none", "flag or none", "none"),
    Form("optional direction", "N if points > 3 else none", "S", "direction or none", "none"),
    Form("optional row", "prize[Red] if points > 3 else none", "prize[Green]", "prize or none", None),
    Form("none", "none", "loves", "colour or none", "none"),
    Form("list of numbers", "[points, 3]", "pairs"),
    Form("list of values", "[Red, loves]", "[Red, Green, Blue]"),
    Form("list of flags", "[done, points > 3]", "[yes]"),
    Form("list of players", "line_up", "[me, left(me)]", "players", "players"),
    Form("list of places", "[spot, cell[1, 1]]", "[home, spot]"),
    Form("list of maybe numbers", "maybes", "[best, worst, 2]"),
    Form("list of pieces", "[first(hand), first(tower)]", "[last(hand)]"),
    Form("pair of pieces", "only(first(couples, 1))", "only(last(couples, 1))"),
    Form("list of pairs", "couples", "[p for p in 2 of left(me).hand]"),
    Form("list of kinds", "[Sun, Moon]", "[Sun, wish]"),
    Form("list of lists", "[pairs, [1, 2]]", "[maybes, [3]]"),
    Form("list of sets", "[mine, left(me).mine]", "[p.mine for p in players]"),
    Form("list of bags", "[held, left(me).held]", "[unordered(p.hand) for p in players]"),
    Form("list of rankings", "[standing, left(me).standing]", "[p.standing for p in players]"),
    Form("list of several pieces", "[hand where it is Sun, tower where it is Ace]", "[p.hand where it is Sun for p in players]"),
    Form("list of zones", "[hand, left(me).hand]", "[p.hand for p in players]"),
    Form("list of maybe sets", "[either, mine]", "[p.either for p in players]"),
    Form("list of rows", "[row for row in prize]", "[prize[Red]]"),
    Form("list of directions", "[N, S]", "[d for d in directions where points > 3]"),
    Form("empty list", "[]", "[n for n in 1..points]"),
    Form("set of values", "tints", "hand.tint", "set of colour", "[]"),
    Form("set of places", "mine", "cell where owner is none", "set of cell", "[]"),
    Form("set of players", "players where points > 3", "players.friend", "set of player", "[]"),
    Form("set of numbers", "players.points", "cell.level", "set of 0..900", "[]"),
    Form("set of numbers below zero", "players.worst", "[debt, -3] where it < 0", "set of -9..9", "[]"),
    Form("set of kinds", "players.wish", "card", "set of card", "[]"),
    Form("set of rankings", "players.standing", "(players where points > 3).standing"),
    Form("set of maybe sets", "players.either", "(players where points > 3).either"),
    Form("joined lists", "players.pairs", "(players where points > 3).pairs"),
    Form("joined bags", "players.held", "(players where points > 3).held"),
    Form("set of flags", "players.done", "cell.on_it"),
    Form("all pieces", "players.hand", "cell.on_it"),
    Form("bag of numbers", "dice", "unordered([points, 3])", "bag of 1..6", "[]"),
    Form("bag of kinds", "held", "unordered(tower)", "bag of card or token"),
    Form("pieces", "hand where it is Sun", "hand - first(hand)", "bag of card or token"),
    Form("pile pieces", "tower where tint is Red", "last(tower, 2)", "bag of card"),
    Form("ranking of players", "standing", "players by highest points"),
    Form("ranking of pieces", "hand by highest tint is Red", "tower by lowest rank.worth"),
    Form("ranking of places", "cell by highest level", "mine by lowest col"),
    Form("ranking by none", "players by highest best", "players by lowest worst then highest loves"),
    Form("bag zone", "hand", "left(me).hand", "bag of card or token"),
    Form("pile zone", "tower", "deck", "pile of card"),
    Form("slot zone", "shown", "spot.on_it", "slot of card"),
    Form("zone of maybe", "friend.hand", "home.on_it", "bag of card or token"),
    Form("maybe set", "either", "left(me).either", "set of cell or none"),
    Form("maybe list", "pairs if done else none", "maybes if done else none"),
    Form("maybe bag", "held if done else none", "dice if done else none"),
    Form("maybe pieces", "(hand where it is Sun) if done else none", "tower if done else none"),
    Form("maybe ranking", "standing if done else none", "left(me).standing if done else none"),
    Form("range", "1..3", "1..points"),
    Form("groups", "groups(mine)", "lines(cell, 3)"),
    Form("sums of collections", "mine + left(me).mine", "(cell - mine)"),
    Form("board", "cell", "neighbours(spot)", "set of cell"),
    Form("type", "colour", "rank", "set of colour"),
    Form("shared of attributes", "hand.rank.worth", "cell.on_it"),
)  # fmt: skip


@frozen
class Place:
    """A place for a value: statements of a turn, and what they need. `{e}` and `{f}` are the formulas, `{t}` the declared type, `{s}` a start value."""

    name: str
    body: str
    declarations: str = ""
    rounds: str = ""
    player: str = ""
    typed: bool = False


PLACES = (
    Place("kept", "let x = {e}\nchoose n: one of 1..2\nif x is {e}: points += 1\nif x is not {f}: points += n\n"),
    Place(
        "kept other",
        "let x = {f}\nlet y = {e}\nchoose n: one of 1..2\nif x is y: points += n\nlet z = x if n > 1 else y\nchoose more: may\n"
        "if z is x: points += 2\n",
    ),
    Place("loop over list", "for x in [{e}, {f}]:\n    choose n: one of 1..2\n    if x is {e}: points += n\n"),
    Place("loop over elements", "for x in {e}:\n    choose more: may\n    if more: points += 1\n"),
    Place("loop over elements of the other", "for x in {f}:\n    choose more: may\n    if more and x in {f}: points += 1\n"),
    Place("loop without choices", "for x in {e}: points += 1\nfor x in [{e}, {f}]:\n    if x is {f}: points += 1\nfor i, x in numbered({e}): points += i\n"),
    Place("loop over values of players", "for x in players.val:\n    choose more: may\n    if more: points += 1\n", player="let val = {e}"),
    Place(
        "values of players kept",
        "let x = players.val\nchoose n: one of 1..2\npoints += count(x) + n\nif x is players.val: points += 1\n",
        player="let val = {e}",
    ),
    Place(
        "values listed",
        "let x = [p.val for p in players]\nchoose n: one of 1..2\npoints += count(x) + n\nif x is [p.val for p in players]: points += 1\n"
        "if val in x: points += 2\n",
        player="let val = {e}",
    ),
    Place(
        "values counted",
        "points += count(players.val) + count([p.val for p in players])\nif all_equal(p.val for p in players): points += 1\n",
        player="let val = {e}",
    ),
    Place(
        "argument of a function",
        "if same({e}): points += 1\nif same({f}): points += 2\npoints += count(several({f}))\n",
        declarations="let same(x: {t}) = x in [x]\nlet several(x: {t}) = [x]",
        typed=True,
    ),
    Place(
        "argument compared",
        "if same({e}, {f}): points += 1\nif same({f}, {f}): points += 2\n",
        declarations="let same(x: {t}, y: {t}) = x is y or x in [y]",
        typed=True,
    ),
    Place(
        "result of a function",
        "if get(1) is {e}: points += 1\nchoose n: one of 1..2\nif get(n) is {f}: points += 2\n",
        player="let get(n: int) = {e} if n > 1 else {f}",
    ),
    Place(
        "argument of a rule",
        "act({e})\nact({f})\n",
        declarations="rule act(x: {t}):\n    choose n: one of 1..2\n    if x is x: points += n\n    say \"{{x}}\"",
        typed=True,
    ),
    Place(
        "argument of an action",
        "choose one:\n    act\n",
        declarations="action act:\n    choose:\n        n: one of 1..2\n        then one:\n            go({e}) if n > 1\n            go({f})\n"
        "action go(x: {t}):\n    choose more: may\n    if more: points += 1\n    say \"{{x}}\"",
        typed=True,
    ),
    Place(
        "field",
        "val = {e}\nchoose n: one of 1..2\nif val is {e}: points += n\nval = {f}\nif val is {f}: points += n\n",
        player="val: {t} = {s}, seen by nobody",
        typed=True,
    ),
    Place(
        "field or none",
        "val = {e}\nchoose n: one of 1..2\nif val is not none and val is {e}: points += n\nval = none\n",
        player="val: {t} or none = none, seen by owner",
        typed=True,
    ),
    Place(
        "field shown",
        "if val is not {e}: say \"{{val}}\"\nval = {e}\nchoose m: one of [val, {f}]\nif m is val: points += 1\n",
        player="val: {t} = {s}, each turn",
        typed=True,
    ),
    Place(
        "set of declared",
        "val += [{e}]\nchoose n: one of 1..2\nif {f} in val: points += n\nval -= [{f}]\nfor x in val:\n    choose more: may\n",
        player="val: set of {t} = []",
        typed=True,
    ),
    Place(
        "added to a set",
        "tints += {e}\nfans += {e}\nkinds += {e}\nline_up += {e}\nchoose n: one of 1..2\ntints -= {f}\nfans -= {f}\nkinds -= {f}\nline_up -= {f}\n",
        player="fans: set of player = []\nkinds: set of card = []",
    ),
    Place(
        "bag of declared",
        "val += [{e}]\nchoose n: one of 1..2\nif {f} in val: points += n\nval -= [{f}]\nfor x in val:\n    choose more: may\n",
        player="val: bag of {t} = []",
        typed=True,
    ),
    Place("index of a field", "val[{e}] += 1\npoints += val[{f}]\n", player="val[{t}]: 0..9 = 0", typed=True),
    Place("parameter set", "if all_of([{e}, {f}]): points += 1\n", declarations="let all_of(x: set of {t}) = count(x) > 1 and x is x", typed=True),
    Place("chosen one", "choose x: one of [{e}, {f}]\nif x is {e}: points += 1\nchoose more: may\nif x is {f}: points += 2\nsay \"{{x}}\"\n"),
    Place(
        "chosen some",
        "choose xs: any of [{e}, {f}]\npoints += count(xs)\nchoose more: may\nif {f} in xs: points += 2\nfor x in xs:\n    choose yet: may\n"
        "    if x is {e}: points += 1\n",
    ),
    Place("chosen element", "choose if able x: one of {e}\nchoose more: may\nif x in {f}: points += 2\nif more: points += 1\n"),
    Place("chosen elements", "choose xs: up to 2 of {e}\nchoose more: may\npoints += count(xs)\n"),
    Place("chosen unseen", "choose x: one of [{e}, {f}], seen by nobody\nif x is {e}: points += 1\n"),
    Place("chosen distinct", "choose xs: up to 2 of players, distinct val\npoints += count(xs)\n", player="let val = {e}"),
    Place("chosen by its value", "choose x: one of players where val is {e}\npoints += x.number\n", player="let val = {e}"),
    Place(
        "chosen together",
        "",
        declarations="phase bids, each player together:\n    let before = {e}\n    choose x: one of [{e}, {f}]\n    if x is before: points += 1\n"
        "    choose more: may\n    if x is {f}: points += 1",
        rounds="bids",
    ),
    Place(
        "rolled",
        "roll x: one of [{e}, {f}]\nchoose n: one of 1..2\nif x is {e}: points += n\nroll y: one of {e}\nchoose more: may\n"
        "if y in {e}: points += 1\n",
    ),
    Place("rolled several", "roll xs: 2 of [{e}, {f}]\nchoose n: one of 1..2\nif {e} in xs: points += n\n"),
    Place("in a list", "if {e} in [{e}, {f}]: points += 1\nif [{e}] is [{f}]: points += 2\nif {f} not in [{e}]: points += 3\n"),
    Place("in another", "if {e} in {f}: points += 1\nif first({e}) in {f}: points += 2\n"),
    Place("compared", "if {e} is {f}: points += 1\nif {e} is {e}: points += 2\nif {f} is not {e}: points += 3\n"),
    Place("compared with none", "if ({e}) is none: points += 1\nif ({f}) is not none: points += 2\n"),
    Place("less", "if {e} < {f}: points += 1\nif {e} >= {e}: points += 2\n"),
    Place("sorted by it", "let order = [{e}, {f}] by highest it\nchoose n: one of 1..2\nif first(order) is {e}: points += n\n"),
    Place(
        "sorted by value",
        "let order = players by highest val then lowest number\nchoose n: one of 1..2\nif first(order) is me: points += n\n"
        "points += count(leaders(players by lowest val))\n",
        player="let val = {e}",
    ),
    Place("elements sorted", "let order = {e} by lowest it\nchoose n: one of 1..2\npoints += count(order)\nif first(order) in {e}: points += n\n"),
    Place("most of two", "points += max(0, max({e}, {f}))\npoints += max(0, min([{e}, {f}]))\n"),
    Place("most of values", "points += max(0, max(p.val for p in players))\npoints += max(0, min(p.val for p in players))\n", player="let val = {e}"),
    Place("most of its elements", "points += max(0, max({e}))\npoints += max(0, min({f}))\n"),
    Place("sums", "points += max(0, sum({e}))\npoints += max(0, sum(x for x in {f}))\n"),
    Place("counts", "points += count({e}) + count({f} where it is it)\nif some({e}) or no({f}): points += 1\n"),
    Place(
        "ends",
        "let x = first({e})\nlet y = last({f})\nlet z = first({e}, 1)\nchoose n: one of 1..2\nif x is y: points += n\npoints += count(z)\n"
        "if some({e}): points += count([only(z)])\n",
    ),
    Place("joined", "let x = {e} + {f}\nlet y = {e} - {f}\nchoose n: one of 1..2\nif x is y: points += n\n"),
    Place("joined lists", "let x = [{e}, {f}] + [{f}] - [{e}]\nchoose n: one of 1..2\npoints += count(x) * n\nif {e} in x: points += 1\n"),
    Place("joined collections", "let x = join([{e}, {f}])\nchoose n: one of 1..2\npoints += count(x) * n\n"),
    Place("unordered", "let x = unordered({e})\nlet y = unordered([{e}, {f}])\nchoose n: one of 1..2\npoints += count(x) * n + count(y)\n"),
    Place("outside in", "let x = outside_in({e})\nchoose n: one of 1..2\npoints += count(x) * n\nfor a, b in x:\n    if a is b: points += 1\n"),
    Place(
        "pairs",
        "let x = [q for q in 2 of {e}]\nchoose n: one of 1..2\npoints += count(x) * n\nfor q in x:\n    choose more: may\n"
        "    if more: points += 1\n",
    ),
    Place("filtered", "let x = {e} where it in {f}\nchoose n: one of 1..2\npoints += count(x) * n\nlet y = {e} while it in {e}\nif x is y: points += 1\n"),
    Place("mapped", "let x = [[y, 1] for y in {e}]\nlet z = [y for y in {f}]\nchoose n: one of 1..2\npoints += count(x) * n\nif z is {f}: points += 1\n"),
    Place("said", "say \"{{me}} has {e_said}, not {f_said}\"\n"),
    Place(
        "choice of two",
        "let x = {e} if points > 4 else {f}\nchoose n: one of 1..2\nif x is {e}: points += n\nlet y = {e} if points > 5 else none\n"
        "choose more: may\nif y is none: points += 1\n",
    ),
    Place("matched", "match {e}:\n    {f}: points += 1\n    else: points += 2\npoints += match {e}({f}: 1, else: 2)\n"),
    Place("index", "let x = [{e}, {f}]\nlet y = {e}\nchoose n: one of 1..2\nif x[n] is {e}: points += 1\nif y[1] is {f}: points += 1\n"),
    Place("recorded", "record h\npoints += times(h)\n", declarations="history h at most 20: val, me", player="val: {t} = {s}", typed=True),
    Place("invariant", "", declarations="invariant always: all(p.val is p.val for p in players)", player="let val = {e}"),
    Place("score", "", declarations="score extra: 1 if val is val else count(val)", player="let val = {e}"),
    Place("swapped", "swap {e} with {f}\nrotate val left\n", player="val: {t} = {s}", typed=True),
    Place("assigned", "val += {e}\nval -= {f}\n", player="val: {t} = {s}", typed=True),
    Place("turn order", "each player in {e}:\n    choose more: may\n    if more: points += 1\neach player from {f}:\n    choose more: may\n"),
    Place("places", "points += count(reach(cell, {e})) + count(neighbours({e}))\npoints += count(groups({f}))\n"),
    Place("moved", "move {e} to box\n"),
    Place(
        "moved where fewer may lie",
        "move {e} to secret\nmove {e} where it in token to secret\nfor x in {e}:\n    if x in token: move x to secret\nswap {e} with secret\n",
    ),
    Place("awarded", "award points from {e} to players by highest points, ties shared rounded down\n"),
)  # fmt: skip


def rules(form: Form, places: Sequence[Place]) -> str:
    """The rules file with a value of a form at places: each in a rule of its own."""
    words = {
        "e": _in_brackets(form.one),
        "f": _in_brackets(form.other),
        "t": form.declared or "",
        "s": form.start or "none",
        "e_said": "{" + form.one + "}",
        "f_said": "{" + form.other + "}",
    }
    bodies = [(f"at_{place.name.replace(' ', '_')}", place.body) for place in places if place.body]
    called = "".join(f"    {name}\n" for name, _ in bodies)
    return _GAME.format(
        rounds="".join(f"    {place.rounds}\n" for place in places if place.rounds),
        player=_indented("".join(f"{line}\n" for line in sorted({place.player for place in places})).format(**words)),
        declarations="\n".join(place.declarations.format(**words) for place in places),
        body=called,
        rules="\n".join(f"rule {name}:\n{_indented(body.format(**words))}" for name, body in bodies),
    )


def _in_brackets(formula: str) -> str:
    return f"({formula})" if " " in formula and formula[0] not in "[(" else formula


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.split("\n"))


def groups(form: Form, size: int = 12) -> Iterator[list[Place]]:
    """The places for a form, as many together as their declarations allow."""
    places = [place for place in PLACES if form.declared is not None or not place.typed]
    together = [place for place in places if not place.typed and not place.declarations]
    for start in range(0, len(together), size):
        yield together[start : start + size]
    yield from ([place] for place in places if place not in together)


def accepted(text: str) -> str:
    """The rules without the lines that are refused, and the blocks that they head."""
    while refused := _refused(text):
        lines = text.split("\n")
        kept = [line for number, line in enumerate(lines) if not _is_below(lines, number, refused)]
        if len(kept) == len(lines):
            raise AssertionError(f"no line can be left out of {text}")
        text = "\n".join(kept)
    return text


def _refused(text: str) -> set[int]:
    """The numbers of the lines with errors, from 0."""
    report = pipeline.check(pipeline.parse_files(Source("values", text), lambda _: None))
    errors = [found for found in report.diagnostics if found.code.startswith("E")]
    return {text.count("\n", 0, found.primary.span.start) for found in errors}


def _is_below(lines: Sequence[str], number: int, refused: set[int]) -> bool:
    """Whether a line is refused, or stands in the block of one that is."""
    while number not in refused:
        deep = _depth(lines[number])
        above = [n for n in range(number) if lines[n] and _depth(lines[n]) < deep]
        if not lines[number] or not above:
            return False
        number = above[-1]
    return True


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
