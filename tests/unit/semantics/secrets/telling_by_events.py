"""Small games that tell a secret by what happens or does not happen."""

from __future__ import annotations

from collections.abc import Mapping

from unit.semantics.secrets.small import Small

DONE: Mapping[str, Small] = {
    "param_two": Small(
        "tell(mark)",
        "W0963",
        rules="""\
rule tell(n: 0..9):
    inner(n + 1)
rule inner(k: 0..10):
    if k > 4: points += 1
""",
    ),
    "end_game": Small(
        """\
choose x: one of 1..3
points += x
if mark + x > 9: end game
""",
        "W0963",
    ),
    "draw_if": Small("if mark > 4: draw 1 from deck to hand", "W0963"),
    "hidden_roll": Small(
        """\
roll r: one of 1..6, seen by owner
if r > 3: points += 1
""",
        "W0963",
    ),
    "secret_choice": Small(
        """\
choose x: one of 1..3, seen by owner
if x > 2: points += 1
""",
        "W0963",
    ),
    "copy_hidden": Small(
        """\
hunch = max(c.number for c in hand)
if hunch > 6: points += 1
""",
        "W0963",
    ),
    "shuffle_if": Small("if mark > 4: shuffle deck", "W0963"),
    "peek_if": Small("if mark > 4: peek hand", "W0963"),
    "else_branch": Small(
        """\
if mark > 4: hunch = 3
else: points += 1
""",
        "W0963",
    ),
    "let_field": Small("if weak: points += 1", "W0963", each="let weak = all(c.number < 6 for c in hand)"),
    "chosen_then_test": Small(
        """\
choose c: one of hand
if c.number > 6: points += 1
move c to kept
""",
        "W0963",
    ),
    "two_secrets": Small("if some(hand where number > mark): points += 1", "W0963"),
    "for_players": Small("for p in players where max(c.number for c in p.hand) > 6: p.points += 1", "W0963"),
    "peek_then_moved": Small(
        """\
peek deck
draw 1 from deck to hand
if last(deck) is not none and last(deck).number > 6: points += 1
""",
        "W0963",
    ),
    "exit_loop2": Small(
        """\
repeat up to 5 until mark > 4:
    points += 1
    mark = min(9, mark + 1)
""",
        "W0963",
    ),
    "swap_if": Small("if mark > 4: swap hand with left(me).hand", "W0963"),
    "secret_choice_field": Small(
        """\
choose x: one of 1..3, seen by owner
wish = x
if wish > 2: points += 1
""",
        "W0963",
        each="wish: 0..3 = 0, seen by owner",
    ),
    "may_choose_hidden": Small(
        """\
may choose x: one of 1..3, seen by owner
points += 1
""",
        "W0963",
    ),
    "eliminate_if": Small(
        "for p in players where it is not me and some(p.hand where number > 9): eliminate p", "W0963"
    ),
    "award_cond": Small(
        "if mark > 4: award points from [3, 2] to players by highest points, ties shared rounded down", "W0963"
    ),
    "as_other2": Small(
        """\
as left(me): peek_it
if some(left(me).hand where number > 6): points += 1
""",
        "W0963",
        rules="""\
rule peek_it: peek hand
""",
    ),
    "flip_if": Small("if mark > 4: move open_row to won", "W0963"),
    "match_leak": Small(
        """\
match mark:
    0: best = 1
    else: best = 2
""",
        "W0963",
    ),
    "score_read": Small(
        "if fame > 20: points += 1",
        "W0963",
        rules="""\
score fame: sum(c.number for c in hand)
""",
    ),
    "reveal_if": Small("if mark > 4: reveal hand", "W0963"),
    "cell_hidden": Small(
        "for t in cell where trap > 0: t.stones += 1",
        "W0963",
        rules="""\
row cell 10
each cell:
    stones: 0..99 = 0
    trap: 0..9 = 0, seen by nobody
""",
    ),
    "hit": Small(
        """\
choose t: one of cell
if t.trap > 0: t.stones += 1
""",
        "W0963",
        rules="""\
row cell 10
each cell:
    stones: 0..99 = 0
    trap: 0..9 = 0, seen by nobody
""",
    ),
    "take_known": Small(
        """\
choose c: one of hand
move c to left(me).hand
if c.number > 6: left(me).points += 1
""",
        "W0963",
    ),
    "draw_seen": Small(
        """\
draw 1 from deck to hand
if some(hand where number is 12): points += 1
""",
        "W0963",
    ),
    "end_part": Small(
        """\
choose x: one of 1..3
points += x
""",
        "W0963",
        rules="""\
end:
    for p in players where max(c.number for c in p.hand) > 6: p.points += 1
""",
    ),
    "reset_if": Small(
        """\
choose x: one of 1..3
if mark > 4: beat = x
""",
        "W0963",
        each="beat: 0..3 = 0, each turn",
    ),
    "record_if": Small(
        """\
if mark > 4: record sights
if times(sights) > 1: points += 1
""",
        "W0963",
        rules="""\
history sights at most 50: points
""",
    ),
    "once_turn": Small(
        """\
if mark > 4: used
choose one:
    used
    bad
""",
        "W0963",
        rules="""\
action used, once each game:
    mark = 0
action bad:
    points += 0
""",
    ),
    "scripted_key": Small(
        """\
choose x: one of 1..3
points += x
choose r: one of players where it is not me
r.points += 1
""",
        "W0963",
        rules="""\
seat Ghost when humans is 2:
    "Plays alone."
    answers:
        x: highest
        r: highest max(c.number for c in hand)
""",
    ),
    "scripted_key2": Small(
        """\
choose x: one of 1..3
points += x
""",
        "W0963",
        rules="""\
seat Ghost when humans is 2:
    "Plays alone."
    answers:
        x: highest mod(it + mark, 3)
""",
    ),
    "whenever2": Small(
        "bump",
        "W0963",
        rules="""\
rule bump: mark = min(9, mark + 1)
whenever bump:
    if mark > 4: points += 1
""",
    ),
    "may_hidden_rule": Small(
        """\
hide
points += 1
""",
        "W0963",
        rules="""\
rule hide:
    may choose x: one of 1..3, seen by owner
    best = 2
""",
    ),
    "repeat_may_hidden": Small(
        """\
repeat until declined, at most 3:
    may choose x: one of 1..3, seen by owner
    best = 2
""",
        "W0963",
    ),
    "together_secret": Small(
        """\
choose x: one of 1..3, seen by owner
if x > 1: points += x
""",
        "W0963",
        head="phase go, each player together:",
    ),
    "closed_choice_piece": Small(
        """\
choose c: one of hand
move c to kept
if first(kept).number > 6: points += 1
""",
        "W0963",
    ),
    "first_of_kept": Small(
        """\
let k = first(kept)
if k is not none and k.number > 3: points += 1
""",
        "W0963",
    ),
    "nested_for": Small(
        """\
for p in players:
    for c in p.hand:
        if c.number > 6:
            p.points += 1
""",
        "W0963",
    ),
    "nested_rule3": Small(
        "a(mark)",
        "W0963",
        rules="""\
rule a(n: 0..9): b(n, 1)
rule b(n: 0..9, k: 0..9): c(n + k)
rule c(n: 0..18):
    if n > 5: points += 1
""",
    ),
    "after_give": Small(
        """\
let g = some(hand where number > 6)
move hand to left(me).hand
draw up to 3 from deck to hand
if g: points += 1
""",
        "W0963",
    ),
    "unseen_menu": Small(
        """\
choose one, seen by nobody:
    good
    bad
""",
        "W0963",
        rules="""\
action good:
    points += 1
action bad:
    mark = 0
""",
    ),
    "unseen_yes": Small(
        """\
choose more: may, seen by nobody
if more: points += 1
""",
        "W0963",
    ),
    "unseen_may_choose": Small(
        """\
may choose x: one of 1..3, seen by nobody
points += 1
""",
        "W0963",
    ),
    "nested_gate": Small(
        """\
if points > 3:
    may choose x: one of 1..3, seen by owner
    hunch = x
points += 1
""",
        "W0963",
    ),
}
