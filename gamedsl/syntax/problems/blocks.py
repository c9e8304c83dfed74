"""Blocks that people expect in a rules file but that this language does not have: for each its meaning, and how to write it here."""

from __future__ import annotations

from gamedsl.syntax.problems.word_uses import FORMS

_PIECES = (
    "each sort of piece is declared with its own line: `component 30 berry`",
    "a deck has rows of kinds: `component 52 card:`",
)
_PLACES = (
    "places for pieces stand in `shared:` or `each player:`, with what they hold",
    "as in `deck: pile of card, seen by nobody` or `hand: bag of card, seen by owner`",
)
_FIELDS = ("what all share stands in `shared:`, what each player has in `each player:`", "as in `pot: 0..100 = 0`")
_COURSE = (
    "a turn is a phase: `phase turns, each player:`",
    "`rounds at most 50:` has the names of the phases below it",
)
_ENDS = ('a match ends with `game ends when C "why"`', "what happens at its end stands in `end:`")
_GOAL = (
    "points are `score NAME: …`, and `ranking by highest NAME` says who has won",
    'without points: `players where D win when C "why"`',
)
_BOARD = (
    "a board says what it is: `grid cell 8 by 8`, `row trail 20`, `ring track 12` or `graph town by road:`",
    "what each of its places holds stands in a block like `each cell:`",
)
_DICE = ("a die needs no declaration: `roll pips: one of 1..6`, where it is thrown",)
_CHANCE = (
    "a deck of events is a component with a row for each, and a rule that draws from it",
    "what happens by itself is `whenever RULE:`",
)
_PLAYERS = (
    "how many play stands in the block of the game: `players 2 to 4`",
    "what each player has stands in `each player:`",
)
_VALUES = ("a number of the rules is `let NAME = 3`",)

_BY_MEANING: dict[tuple[str, ...], str] = {
    _PIECES: "components piece pieces card cards token tokens tile tiles material materials equipment inventory contents resource resources meeples stones",
    _PLACES: "zone zones area areas place places pile piles location locations deck decks hand hands supply discard bank market tableau",
    _FIELDS: "variable variables var vars state states field fields counter counters global globals data attributes properties tracks",
    _COURSE: "turn turns round gameplay play flow loop order sequence step steps stage stages turn_order game_loop",
    _ENDS: "ending endgame game_over game_end end_game end_of_game gameover finish over ends stop termination",
    _GOAL: "win wins winner winning victory goal goals objective objectives scoring lose loses loss losing win_condition winning_condition",
    _BOARD: "board boards map maps track spaces squares layout",
    _DICE: "die dice",
    _CHANCE: "event events trigger triggers",
    _PLAYERS: "player players",
    _VALUES: "constant constants const consts parameter parameters definitions define values numbers",
    ("what happens before the first turn stands in `setup:`",): "preparation prepare init initial initialize initialise initialization begin start_of_game",
}  # fmt: skip

_SINGLE = frozenset(
    [
        "action",
        "component",
        "example",
        "graph",
        "grid",
        "invariant",
        "option",
        "phase",
        "rule",
        "score",
        "table",
        "type",
        "variant",
    ]
)
EXPECTED_BLOCKS: dict[str, tuple[str, ...]] = {
    f"{word}s": (f"each is declared with its own line, as in `{use}`",)
    for word, use in FORMS.items()
    if word in _SINGLE
} | {word: says for says, words in _BY_MEANING.items() for word in words.split()}
"""The meaning of a header at the beginning of a line."""
