"""Small games that tell a secret by what everyone sees: values of fields, and numbers of pieces."""

from __future__ import annotations

from collections.abc import Mapping

from unit.semantics.secrets.small import Small

SHOWN: Mapping[str, Small] = {
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
    "own_to_own": Small(
        """\
left(me).hunch = hunch
if left(me).hunch > 3: left(me).points += 1
""",
        "W0962",
    ),
    "peek_which": Small("peek left(me).hand where number > 6", "W0965"),
    "reveal_which": Small("reveal hand where number > 6", "W0965"),
    "wins_by_kind": Small("if openly some(hand where number > 6): best = mark", "W0962"),
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
    "pile_count": Small("best = count(deck where number > 6)", "W0962"),
    "draw_number": Small("draw up to mark from deck to kept", "W0965"),
    "unseen_choice": Small(
        """\
choose x: one of 1..3, seen by nobody
best = x
""",
        "W0962",
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
    "count_hidden": Small(
        "if count(cap) > 2: points += 1",
        "W0962",
        each="cap: bag of card, seen by nobody, count hidden",
        setup="each player: draw 1 from deck to cap",
    ),
    "minmax": Small("points += min(1, mark)", "W0962"),
    "bagfield": Small("notes = [c.number for c in hand]", "W0962", shared="notes: bag of 1..12 = []"),
    "move_to_others": Small("move hand where number > 6 to left(me).hand", "W0965"),
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
    "move_by_mark": Small("move open_row where number > mark to won", "W0965"),
    "move_open_by_hand": Small("move open_row where number > max(c.number for c in hand) to won", "W0965"),
    "open_to_open_up_to": Small("move up to mark of open_row to won", "W0965"),
    "reveal_number": Small("reveal hand where number > mark", "W0965"),
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
    "hidden_num_to_zone": Small(
        "move first(cellz where number is 1 + mark).stack to won",
        "W0965",
        rules="""\
row cellz 10
each cellz:
    stack: bag of card
""",
    ),
}
