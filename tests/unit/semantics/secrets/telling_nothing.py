"""Small games that tell no secret."""

from __future__ import annotations

from collections.abc import Mapping

from unit.semantics.secrets.small import Small

CLEAN: Mapping[str, Small] = {
    "own_offer": Small("""\
choose c: one of hand where number > 3 else one of hand
move c to won
"""),
    "own_test_private": Small("""\
choose c: one of hand
if c.number > 6: points += 1
move c to won
"""),
    "count_hand": Small("""\
if count(hand) > 2: points += 1
say "{count(hand)} of {count(deck)}"
"""),
    "hidden_to_hidden": Small("""\
mark = 9 - mark
hunch = max(c.number for c in hand)
"""),
    "hidden_branch": Small("""\
if mark > 4: mark = 3
else: mark = 2
"""),
    "owner_hunch": Small("""\
if some(hand where number > 6): hunch = 3
choose x: one of 1..3 where it < 3 or hunch is 3
hunch = x
"""),
    "marked": Small("""\
if openly mark > 4: points += 1
say "{openly mark}"
"""),
    "reveal_then": Small("""\
reveal hand
if some(hand where number > 6): points += 1
say "{max(c.number for c in hand)}"
"""),
    "peek_own": Small("""\
peek left(me).hand
choose x: one of 1..3 where it < 3 or some(left(me).hand where number > 6)
hunch = x
"""),
    "top_of_open": Small("""\
draw up to 1 from deck to open_row
if some(open_row where number > 6): points += 1
"""),
    "score_hidden": Small(
        """\
choose c: one of hand
move c to kept
""",
        rules="""\
score fame: sum(c.number for c in kept)
""",
    ),
    "if_able": Small("""\
choose if able c: one of hand where number > 6
move c to won
"""),
    "else_choice": Small("""\
choose c: one of hand where number > 9
else:
    points += 1
move c to won
"""),
    "roll_open": Small("""\
roll r: one of 1..6
points += r
"""),
    "each_open": Small(
        """\
choose x: one of 1..3
points += x
""",
        head="phase go, each player by highest points:",
    ),
    "for_all": Small("for p in players: p.hunch = max(c.number for c in p.hand)"),
    "rule_param_open": Small(
        "tell(count(hand))",
        rules="""\
rule tell(n: 0..12):
    points += n
""",
    ),
    "draw_keep": Small("draw up to 2 from deck, keep 1 to hand"),
    "choose_many": Small("""\
choose cs: up to 2 of hand
move cs to won
points += sum(c.number for c in cs)
"""),
    "menu_own": Small(
        """\
choose one:
    play_high if some(hand where number > 6)
    wait
""",
        rules="""\
action play_high:
    choose c: one of hand where number > 6
    move c to won
action wait:
    points += 0
""",
    ),
    "pass_left": Small("""\
choose c: one of hand
move c to left(me).hand
"""),
    "loop_hidden2": Small("""\
for c in hand:
    if c.number > hunch: hunch = c.number
"""),
    "move_all_open2": Small("""\
move hand to won
points += sum(c.number for c in won)
draw up to 3 from deck to hand
"""),
    "shuffle_back2": Small("""\
move hand to deck
shuffle deck
draw up to 3 from deck to hand
"""),
    "own_cards_offer_number": Small("""\
choose n: one of 1..count(hand)
points += n
"""),
    "secret_kept": Small("""\
choose x: one of 1..3, seen by owner
hunch = x
if hunch > 2: hunch = 1
"""),
    "unseen_all": Small("""\
choose, seen by nobody:
    x: one of 1..3
hunch = x
"""),
    "cap_others": Small(
        """\
choose x: one of 1..3 where it < 3 or some(left(me).cap where number > 6)
hunch = x
""",
        each="cap: bag of card, seen by others",
        setup="each player: draw 1 from deck to cap",
    ),
    "for_each_own": Small(
        """\
for p in players:
    as p: grab
""",
        rules="""\
rule grab:
    choose c: one of hand where number > 6 else one of hand
    move c to won
""",
    ),
    "reveal_top": Small("""\
reveal deck
if first(deck).number > 6: points += 1
"""),
    "played_open": Small(
        """\
choose c: one of hand
play(c)
""",
        rules="""\
rule play(c: card):
    if c.number > 6: points += 1
    move c to won
""",
    ),
    "score_all": Small(
        "hunch = 1",
        rules="""\
score a: hunch
score b: 1 if some(hand where number > 6) else 0
""",
    ),
    "as_owner": Small(
        "as left(me): note",
        rules="""\
rule note: hunch = max(c.number for c in hand)
""",
    ),
    "menu_private": Small(
        """\
choose one:
    hi
    wait
""",
        rules="""\
action hi:
    require strong: some(hand where number > 6) "No."
    choose c: one of hand where number > 6
    move c to won
action wait:
    points += 0
""",
    ),
    "own_may_hidden": Small("""\
may choose x: one of 1..3, seen by owner
hunch = x
"""),
    "own_move_open": Small("move hand where number > 6 to won"),
    "played_two": Small("""\
choose cs: any of hand where number > 3
move cs to won
for c in cs:
    points += c.number
"""),
    "scripted_open": Small(
        """\
choose x: one of 1..3
points += x
""",
        rules="""\
seat Ghost when humans is 2:
    "Plays alone."
    answers:
        x: highest mod(it + points, 3)
""",
    ),
    "scripted_own": Small(
        """\
choose c: one of hand
move c to won
""",
        rules="""\
seat Ghost when humans is 2:
    "Plays alone."
    answers:
        c: highest number
""",
    ),
    "may_open": Small("""\
may choose x: one of 1..3
points += x
"""),
    "draw_bag": Small("""\
draw up to 3 from deck to won
points += count(won where number > 6)
move won to deck
shuffle deck
"""),
    "unseen_menu_hidden": Small(
        """\
choose one, seen by nobody:
    good
    bad
""",
        rules="""\
action good:
    hunch = 1
action bad:
    mark = 0
""",
    ),
    "gate_in_rule": Small(
        """\
hide
points += 1
""",
        rules="""\
rule hide:
    may choose x: one of 1..3, seen by owner
    hunch = x
""",
    ),
}
