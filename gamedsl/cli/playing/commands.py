"""What can be said at the table beside moves."""

from __future__ import annotations

HELP = """\
NUMBER       the move or value with this number
MOVE         a move by its short names, as `e2e4`, `Nf3`, `2c 5h qs` or
             `from tavern Mermaid Soldier`, or as examples write it
?            the rule that asks for this choice; `? all` tells it step by step
hint         what a strong player would do here
rules WORD   what the rules say about a word; `rules` tells all of them
undo         back to your last choice; `undo anyway` also if it has shown dice
             or cards
why MOVE     why a move is possible or refused
table        the whole table
log          all that has happened
view         all that you see, in words; `view rules` by the names of the rules
moves        all complete moves
card NAME    what a card with rules of its own says
save FILE    write the match so far as a replay
help         this
quit         leave; the match so far is written"""
"""The answer to `help`."""

COMMANDS = ("undo", "hint", "rules", "card", "why", "table", "log", "view", "moves", "save", "help", "quit")
