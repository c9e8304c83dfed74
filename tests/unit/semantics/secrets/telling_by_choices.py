"""Small games that tell a secret by what they offer, ask or say."""

from __future__ import annotations

from collections.abc import Mapping

from unit.semantics.secrets.small import Small

ASKED: Mapping[str, Small] = {
    "say_count": Small('say "{count(hand where number > 6)}"', "E0520"),
    "say_if_else": Small('say "{1 if max(c.number for c in hand) > 6 else 0}"', "E0520"),
    "say_mark_sum": Small('say "{mark + 1}"', "E0520"),
    "offer_other": Small(
        """\
choose x: one of 1..3 where it < 3 or mark > 4
points += x
""",
        "E0521",
    ),
    "offer_number": Small(
        """\
choose x: up to count(left(me).hand where number > 6) of open_row
points += count(x)
""",
        "E0521",
    ),
    "offer_range": Small(
        """\
choose x: one of 0..mark
points += x
""",
        "E0521",
    ),
    "offer_may": Small(
        """\
choose more: may if mark > 4
if more: points += 1
""",
        "E0521",
    ),
    "menu_cond": Small(
        """\
choose one:
    good if mark > 4
    bad
""",
        "E0521",
        rules="""\
action good:
    points += 1
action bad:
    points += 0
""",
    ),
    "action_require": Small(
        """\
choose one:
    good
    bad
""",
        "E0521",
        rules="""\
action good:
    require luck: mark > 4 "No luck."
    points += 1
action bad:
    points += 0
""",
    ),
    "asked_if": Small(
        """\
if mark > 4:
    choose x: one of 1..3
    points += x
""",
        "E0522",
    ),
    "asked_each_where": Small(
        """\
choose x: one of 1..3
points += x
""",
        "E0522",
        head="phase go, each player where some(hand where number > 9):",
    ),
    "asked_order": Small(
        """\
choose x: one of 1..3
points += x
""",
        "E0522",
        head="phase go, each player by highest max(c.number for c in hand):",
    ),
    "asked_from": Small(
        """\
choose x: one of 1..3
points += x
""",
        "E0522",
        head="phase go, each player from left(first(players by highest max(c.number for c in hand))):",
    ),
    "chosen_kept_say": Small(
        """\
choose c: one of hand
move c to kept
say "{c}"
""",
        "E0520",
    ),
    "some_zone": Small(
        """\
let p = first(players by highest max(c.number for c in hand))
say "{p}"
""",
        "E0520",
    ),
    "stale_look": Small(
        """\
peek left(me).hand
as left(me): swap_all
choose x: one of 1..3 where it < 3 or some(left(me).hand where number > 6)
points += x
""",
        "E0521",
        rules="""\
rule swap_all:
    move hand to spare
    draw 3 from deck to hand
""",
    ),
    "ensure_it": Small(
        """\
choose one:
    good
    bad
""",
        "E0521",
        rules="""\
action good:
    points += 1
    ensure fine: mark > 4 "Not fine."
action bad:
    points += 0
""",
    ),
    "say_in_loop2": Small(
        """\
for c in hand:
    if c.number > 6: say "high"
""",
        "E0522",
    ),
    "say_while2": Small(
        """\
let n = count(hand where number > 6)
repeat up to n: say "again"
""",
        "E0522",
    ),
    "group_param2": Small(
        """\
choose p: one of players where some(hand where number > 9) or it is me
p.points += 1
""",
        "E0521",
    ),
    "phase_until": Small(
        """\
choose x: one of 1..3
points += x
""",
        "E0522",
        head="phase go, each player until mark > 4, at most 20:",
    ),
    "others_hand": Small(
        """\
choose x: one of 1..3 where it < 3 or some(cap where number > 6)
points += x
""",
        "E0521",
        each="cap: bag of card, seen by others",
        setup="each player: draw 1 from deck to cap",
    ),
    "others_say": Small(
        'say "{max(c.number for c in cap)}"',
        "E0520",
        each="cap: bag of card, seen by others",
        setup="each player: draw 1 from deck to cap",
    ),
    "count_hidden_offer": Small(
        """\
choose x: one of 1..3 where it <= count(left(me).cap)
points += x
""",
        "E0521",
        each="cap: bag of card, seen by owner, count hidden",
        setup="each player: draw 1 from deck to cap",
    ),
    "requirement_other": Small(
        """\
choose:
    x: one of 1..3
    require ok: x < 3 or some(left(me).hand where number > 6) "No."
points += x
""",
        "E0521",
    ),
    "pick_named": Small(
        """\
choose x: fine
points += x
""",
        "E0521",
        rules="""\
pick fine: one of 1..3 where it < 3 or mark > 4
""",
    ),
    "cell_offer": Small(
        """\
choose t: one of cell where trap is 0 else one of cell
t.stones += 1
""",
        "E0521",
        rules="""\
row cell 10
each cell:
    stones: 0..99 = 0
    trap: 0..9 = 0, seen by nobody
""",
    ),
    "let_zone": Small(
        """\
let z = left(me).hand
choose x: one of 1..3 where it < 3 or some(z where number > 6)
points += x
""",
        "E0521",
    ),
    "as_seat_known": Small(
        """\
choose p: one of players where it is not me
as p: peep(me)
""",
        "E0521",
        rules="""\
rule peep(who: player):
    choose x: one of 1..3 where it < 3 or some(left(me).hand where number > 6)
    points += x
""",
    ),
    "offer_sum_requirement": Small(
        """\
choose:
    a: one of open_row
    require ok: a.number > mark "No."
move a to won
""",
        "E0521",
    ),
    "number_secret": Small(
        """\
choose cs: up to mark of hand
move cs to won
""",
        "E0521",
    ),
}
