"""Small games that tell a secret, each in another way, and small games that tell none. Each is a few lines of one turn in the same frame."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

_FRAME = """\
game small:
    "One turn after the other."
    players 2 to 3

component 12 card in deck: 1..12

shared:
    deck: pile of card, seen by nobody
    spare: pile of card, seen by nobody
    open_row: bag of card
    best: 0..99 = 0
    mark: 0..9 = 0, seen by nobody
    {shared}
each player:
    hand: bag of card, seen by owner
    kept: bag of card, seen by owner
    won: bag of card
    points: 0..99 = 0
    hunch: 0..12 = 0, seen by owner
    {each}
setup:
    shuffle deck
    draw 2 from deck to open_row
    each player: draw 3 from deck to hand
    roll first: one of 1..9
    mark = first
    {setup}
rounds up to 2:
    go

{head}
    {turn}
{rules}
ranking by highest points, ties shared
"""


@frozen
class Small:
    """The lines of a turn, the code of what is told of them (none: they tell no secret), and what else the game has."""

    turn: str
    code: str | None = None
    shared: str = ""
    each: str = ""
    setup: str = ""
    rules: str = ""
    head: str = "phase go, each player:"

    @property
    def text(self) -> str:
        """The whole game."""
        inner = {
            name: getattr(self, name).strip("\n").replace("\n", "\n    ")
            for name in ("shared", "each", "setup", "turn")
        }
        return _FRAME.format(head=self.head, rules=self.rules, **inner)


LEAKS: Mapping[str, Small] = {
    "say_count": Small('say "{count(hand where number > 6)}"', "E0520"),
    "say_if_else": Small('say "{1 if max(c.number for c in hand) > 6 else 0}"', "E0520"),
    "say_mark_sum": Small('say "{mark + 1}"', "E0520"),
    "let_chain": Small(
        """\
let a = max(c.number for c in hand)
let b = a + 1
let c = b
best = c
""",
        "W0962",
    ),
    "param": Small(
        "tell(mark)",
        "W0962",
        rules="""\
rule tell(n: 0..9):
    best = n
""",
    ),
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
    "end_game": Small(
        """\
choose x: one of 1..3
points += x
if mark + x > 9: end game
""",
        "W0963",
    ),
    "field_public": Small("best = mark", "W0962"),
    "field_other": Small("left(me).hunch = mark", "W0962"),
    "field_of_player": Small("(first(players by highest max(c.number for c in hand))).points += 1", "W0962"),
    "count_move": Small("move hand where number > 6 to kept", "W0965"),
    "count_draw": Small("draw up to count(hand where number > 6) from deck to hand", "W0965"),
    "count_take": Small("move up to mark of open_row to won", "W0965"),
    "pile_sorted": Small("for c in deck: best = c.number", "W0962"),
    "roll_range": Small(
        """\
roll r: one of 0..mark
points += r
""",
        "W0962",
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
    "own_to_own": Small(
        """\
left(me).hunch = hunch
if left(me).hunch > 3: left(me).points += 1
""",
        "W0962",
    ),
    "shuffle_if": Small("if mark > 4: shuffle deck", "W0963"),
    "peek_if": Small("if mark > 4: peek hand", "W0963"),
    "peek_which": Small("peek left(me).hand where number > 6", "W0965"),
    "reveal_which": Small("reveal hand where number > 6", "W0965"),
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
    "chosen_kept_say": Small(
        """\
choose c: one of hand
move c to kept
say "{c}"
""",
        "E0520",
    ),
    "two_secrets": Small("if some(hand where number > mark): points += 1", "W0963"),
    "for_players": Small("for p in players where max(c.number for c in p.hand) > 6: p.points += 1", "W0963"),
    "some_zone": Small(
        """\
let p = first(players by highest max(c.number for c in hand))
say "{p}"
""",
        "E0520",
    ),
    "wins_by_kind": Small("if openly some(hand where number > 6): best = mark", "W0962"),
    "peek_then_moved": Small(
        """\
peek deck
draw 1 from deck to hand
if last(deck) is not none and last(deck).number > 6: points += 1
""",
        "W0963",
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
    "ends_early": Small(
        """\
choose x: one of 1..3
points += x
""",
        "W0966",
        rules="""\
game ends when mark > 4
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
    "exit_loop2": Small(
        """\
repeat up to 5 until mark > 4:
    points += 1
    mark = min(9, mark + 1)
""",
        "W0963",
    ),
    "field_index2": Small(
        "first(cell where number is 1 + mark).stones += 1",
        "W0962",
        rules="""\
row cell 10
each cell:
    stones: 0..99 = 0
""",
    ),
    "first_player2": Small(
        """\
let p = first(players by highest max(c.number for c in hand))
move open_row to p.won
""",
        "W0962",
    ),
    "let_branch2": Small("points += 1 if mark > 4 else 0", "W0962"),
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
    "swap_if": Small("if mark > 4: swap hand with left(me).hand", "W0963"),
    "pile_count": Small("best = count(deck where number > 6)", "W0962"),
    "draw_number": Small("draw up to mark from deck to kept", "W0965"),
    "secret_choice_field": Small(
        """\
choose x: one of 1..3, seen by owner
wish = x
if wish > 2: points += 1
""",
        "W0963",
        each="wish: 0..3 = 0, seen by owner",
    ),
    "unseen_choice": Small(
        """\
choose x: one of 1..3, seen by nobody
best = x
""",
        "W0962",
    ),
    "may_choose_hidden": Small(
        """\
may choose x: one of 1..3, seen by owner
points += 1
""",
        "W0963",
    ),
    "may_flag": Small(
        """\
take
points += 1 if took else 0
""",
        "W0962",
        each="took = no, seen by owner",
        rules="""\
rule take:
    may choose x: one of 1..3, seen by owner
    took = yes
""",
    ),
    "eliminate_if": Small(
        "for p in players where it is not me and some(p.hand where number > 9): eliminate p", "W0963"
    ),
    "award_cond": Small(
        "if mark > 4: award points from [3, 2] to players by highest points, ties shared rounded down", "W0963"
    ),
    "group_param2": Small(
        """\
choose p: one of players where some(hand where number > 9) or it is me
p.points += 1
""",
        "E0521",
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
    "phase_until": Small(
        """\
choose x: one of 1..3
points += x
""",
        "E0522",
        head="phase go, each player until mark > 4, at most 20:",
    ),
    "score_read": Small(
        "if fame > 20: points += 1",
        "W0963",
        rules="""\
score fame: sum(c.number for c in hand)
""",
    ),
    "leader_read2": Small(
        """\
let w = first(players by highest total)
w.points += 1
""",
        "W0962",
        rules="""\
score fame: sum(c.number for c in hand)
""",
    ),
    "score_after": Small(
        "best = fame",
        "W0962",
        rules="""\
score fame after go: sum(c.number for c in hand)
""",
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
    "count_hidden": Small(
        "if count(cap) > 2: points += 1",
        "W0962",
        each="cap: bag of card, seen by nobody, count hidden",
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
    "minmax": Small("points += min(1, mark)", "W0962"),
    "bagfield": Small("notes = [c.number for c in hand]", "W0962", shared="notes: bag of 1..12 = []"),
    "let_zone": Small(
        """\
let z = left(me).hand
choose x: one of 1..3 where it < 3 or some(z where number > 6)
points += x
""",
        "E0521",
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
    "move_to_others": Small("move hand where number > 6 to left(me).hand", "W0965"),
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
    "record_only": Small(
        """\
if mark > 4: record sights
let n = times(sights)
best = n
""",
        "W0962",
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
    "draw_hidden_count": Small(
        "draw up to 3 from cap to hand",
        "W0962",
        shared="cap: pile of card, seen by nobody, count hidden",
        setup="move open_row to cap",
    ),
    "move_hidden_count": Small(
        "move cap to hand",
        "W0962",
        shared="cap: bag of card, seen by nobody, count hidden",
        setup="move open_row to cap",
    ),
    "draw_emptiness": Small(
        "if some(cap): points += 1",
        "W0962",
        shared="cap: bag of card, seen by nobody, count hidden",
        setup="move open_row to cap",
    ),
    "award_points": Small(
        "award points from [3, 2] to players by highest max(c.number for c in hand), ties shared rounded down", "W0962"
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
    "move_by_mark": Small("move open_row where number > mark to won", "W0965"),
    "move_open_by_hand": Small("move open_row where number > max(c.number for c in hand) to won", "W0965"),
    "open_to_open_up_to": Small("move up to mark of open_row to won", "W0965"),
    "reveal_number": Small("reveal hand where number > mark", "W0965"),
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
    "together_hidden_field": Small(
        """\
choose x: one of 1..3, seen by owner
bid = x
best = max(p.bid for p in players)
""",
        "W0962",
        each="bid: 0..3 = 0, seen by owner",
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
    "after_give": Small(
        """\
let g = some(hand where number > 6)
move hand to left(me).hand
draw up to 3 from deck to hand
if g: points += 1
""",
        "W0963",
    ),
    "hidden_num_to_zone": Small(
        "move first(cellz where number is 1 + mark).stack to won",
        "W0965",
        rules="""\
row cellz 10
each cellz:
    stack: bag of card
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
