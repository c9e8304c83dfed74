"""Commands at the table beside moves."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.diagnostics.suggest import closest
from gamedsl.table.text import join_items

_ABOUT = {
    "NUMBER": "the move or value with this number",
    "MOVE": "a move by its short names, or as examples write it",
    "?": "the rule that asks for this choice; `? full` tells it step by step",
    "hint": "what the computer would do here",
    "rules": "what the rules say about a word, as `rules end`; `rules` tells all",
    "undo": "back to your last choice; `undo anyway` also if it has shown dice\nor cards",
    "why": "why a move is possible or refused, as `why MOVE`; `why 2` asks\nabout number 2 of the list",
    "table": "the whole table; `score` shows the points so far too",
    "log": "all that has happened",
    "*": "behind what has changed on the table since you last chose",
    "view": "all that you see, in words; `view rules` by the names of the rules",
    "moves": "all complete moves",
    "card": "what a card says, costs or is worth, as `card NAME`; `card`\nlists these cards",
    "save": "write the match so far as a replay, as `save FILE`",
    "resign": "give the match up; it asks whether you mean it",
    "help": "this; `help undo` tells more about `undo`",
    "quit": "leave, after you have said `yes`; the match so far is written",
}
_MORE = {
    "undo": "`back` and `u` mean the same. Each `undo` takes back one choice of yours, with what followed from it, up to the beginning of the match. If "
    "dice have been thrown, hidden cards been seen, another player may have learned something, or one has answered who knows what you do not, it only says so: "
    "`undo anyway` takes the choice back all the same. In the middle of a move that is chosen in several steps, `undo` goes back by one step.",
    "hint": "The computer thinks about your position for a few seconds, knowing no more than you do. Nothing is played.",
    "save": "`save FILE` writes the match so far; without a name it takes a free one. `gamedsl play FILE` goes on with it, and `gamedsl replay "
    "FILE` plays it again.",
    "resign": "After `resign` and `yes` the match ends. Of two rivals the other one has won; with more players, or if all win together, the match has no "
    "result. The match so far is written.",
    "quit": "Asks whether you leave, if you have chosen anything. The match so far is written; `gamedsl play FILE` goes on with it, and `gamedsl replay FILE` "
    "plays it again.",
    "rules": "`rules` tells all rules as the rulebook has them, `rules WORD` the sections about a word, as `rules end` or `rules bust`.",
    "moves": "Lists all complete moves where they are not too many, each as it can be typed.",
    "MOVE": "Names may be shortened, and small words left out. Several things are named at once, as `1 4 5` or by their names. A way goes from place to place, as "
    "`A to B` or `A/B`. If what you say leaves out a choice that cannot be taken back, you are asked first.",
}

COMMANDS = ("undo", "hint", "rules", "card", "why", "table", "log", "view", "moves", "save", "resign", "help", "quit")
LEAVING = frozenset({"quit", "exit", "q"})
"""The words of somebody who leaves."""


def is_command(line: str) -> bool:
    """Whether a line is something else than a move."""
    return line.partition(" ")[0].lower() in {*COMMANDS, *LEAVING, "?", "look"}


def help_text(about: str, *, has_cards: bool, moves: Sequence[str] = ()) -> str:
    """Returns the answer to `help`, or to `help WORD`. `has_cards`: some cards have texts. `moves`: some possible moves, as they are typed."""
    word = about.strip().strip("`")
    name = next((one for one in _ABOUT if one.lower() == word.lower()), None)
    if not word:
        now = join_items([f"`{one}`" for one in moves], "or")
        about_moves = f"{_ABOUT['MOVE']};\nnow: {now}" if now else _ABOUT["MOVE"]
        shown = {**_ABOUT, "MOVE": about_moves}
        return "\n".join(_line(one, told) for one, told in shown.items() if has_cards or one != "card")
    if name is None:
        near = closest(word, list(_ABOUT))
        meant = f" Do you mean `help {near}`?" if near else " `help` lists what there is; `rules WORD` asks the rules."
        return f"There is no help about `{word}`.{meant}"
    told = _ABOUT[name].replace("\n", " ")
    return f"{name}: {told}.{f' {_MORE[name]}' if name in _MORE else ''}"


def _line(name: str, told: str) -> str:
    first, *more = told.split("\n")
    return "\n".join([f"{name:<12} {first}", *(f"{'':<13}{line}" for line in more)])
