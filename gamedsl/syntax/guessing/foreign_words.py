"""Words from other programming languages or from English, with the words of this language that replace them."""

from __future__ import annotations

FOREIGN_WORDS: dict[str, tuple[str, ...]] = {
    # declarations
    "def": ("rule", "action"), "define": ("let", "rule"), "function": ("rule", "let"), "func": ("rule", "let"), "fn": ("rule", "let"),
    "procedure": ("rule",), "proc": ("rule",), "sub": ("rule",), "method": ("rule",), "move": ("action",), "enum": ("type",), "pieces": ("component",),
    "piece": ("component",), "tokens": ("component",), "token": ("component",), "cards": ("component",), "deck": ("component",), 
    "record": ("type",), "stage": ("phase",), "init": ("setup",), "initial": ("setup",),
    "initialise": ("setup",), "initialize": ("setup",), "start": ("setup",), "preparation": ("setup",), "prepare": ("setup",), "points": ("score",),
    "scoring": ("score",), "setting": ("option",), "settings": ("option",), "config": ("option",), "always": ("invariant",), "winner": ("ranking",),
    "win": ("ranking",), "test": ("example",), "scenario": ("example",), "globals": ("shared",), "global": ("shared",), "common": ("shared",),
    "public": ("shared",), "table": ("shared",), "board": ("grid", "graph", "row"), "track": ("row",), "circle": ("ring",), "map": ("graph",),
    "order": ("rounds",), "turns": ("rounds",), "variation": ("variant",), "end": ("game ends",), "stack": ("pile",), "queue": ("pile",),
    "list": ("bag",), "array": ("bag",), "multiset": ("bag",), "space": ("slot",), "var": ("let",), "const": ("let",), "local": ("let",),
    # statements
    "foreach": ("for",), "elif": ("else if",), "elsif": ("else if",), "elseif": ("else if",), "otherwise": ("else", "or"), "default": ("else",),
    "unless": ("if not", "if"), "when": ("if",), "whenever": ("if",), "while": ("repeat",), "loop": ("repeat",), "until": ("repeat", "until"),
    "do": ("repeat",), "switch": ("match", "swap"), "case": ("match",), "transfer": ("move",), "give": ("move",), "put": ("move",), "place": ("move",),
    "discard": ("move",), "pass": ("move",), "take": ("draw", "move"), "deal": ("draw",), "pull": ("draw",), "grab": ("draw",), "pickup": ("draw",),
    "select": ("choose",), "prompt": ("choose",), "pick": ("choose",), "decide": ("choose",), "ask": ("choose",), "choice": ("choose",),
    "mix": ("shuffle",), "randomize": ("shuffle",), "randomise": ("shuffle",), "exchange": ("swap",), "trade": ("swap",), "show": ("reveal",),
    "look": ("peek",), "kill": ("eliminate",), "assert": ("require", "ensure"), "demand": ("require",), "must": ("require",), "needs": ("require",),
    "need": ("require",), "requires": ("require",), "expect": ("then",), "expects": ("then",), "verify": ("then", "require"),
    "print": ("say",), "log": ("say",), "write": ("say",), "echo": ("say",), "tell": ("say",), "throw": ("roll",), "dice": ("roll",),
    "turn": ("flip",), "optionally": ("may",), "maybe": ("may",), "can": ("may",),
    # parts of statements
    "among": ("in",), "inside": ("in",), "within": ("in",), "into": ("to",), "onto": ("to",), "toward": ("to",), "towards": ("to",), "below": ("under",),
    "beneath": ("under",), "equals": ("is",), "equal": ("is",), "eq": ("is",), "are": ("is",), "be": ("is",), "was": ("is",), "isnt": ("is not",),
    "not_in": ("not in",), "such": ("where",), "having": ("where",), "filter": ("where",), "with": ("where",), "whose": ("where",), "which": ("where",),
    "plus": ("and",), "also": ("and",), "xor": ("or",), "largest": ("highest",), "biggest": ("highest",), "greatest": ("highest",),
    "most": ("highest",), "maximum": ("highest", "max"), "smallest": ("lowest",), "least": ("lowest", "min"), "minimum": ("lowest", "min"),
    "descending": ("highest",), "desc": ("highest",), "ascending": ("lowest",), "asc": ("lowest",), "round": ("rounded",), "rounding": ("rounded",),
    "floor": ("rounded down",), "ceil": ("rounded up",), "every": ("each", "all"), "any": ("each",), "named": ("as",), "times": ("up to",),
    "because_of": ("because",), "visible": ("seen",), "each_player": ("each player",),
    # values and functions
    "nothing": ("none",), "nil": ("none",), "nobody": ("none",),
    "noone": ("none", "nobody"), "no_one": ("none", "nobody"), "undefined": ("none",), "void": ("none",), "empty": ("no", "none"),
    "self": ("me", "it"), "this": ("it", "me"), "current_player": ("me",), "player": ("me",), "current": ("me", "it"), "actor": ("me",),
    "everyone": ("players",), "everybody": ("players",), "all_players": ("players",),
    "len": ("count",), "length": ("count",), "size": ("count",), "number_of": ("count",), "num": ("count",), "total_of": ("sum",), "add_up": ("sum",),
    "summed": ("sum",), "exists": ("some", "any"), "nonempty": ("some",), "forall": ("all",), "head": ("first",), "top": ("last",), "tail": ("last",),
    "modulo": ("mod",), "remainder": ("mod",), "next": ("left",), "next_player": ("left",), "previous": ("right",), "prev": ("right",),
    "previous_player": ("right",), "adjacent": ("neighbours",), "neighbors": ("neighbours",), "isnot": ("is not",), "unique": ("only",),
    "single": ("only",), "enumerate": ("numbered",), "flatten": ("join",), "concat": ("join",), "max_of": ("max",), "min_of": ("min",),
}  # fmt: skip
"""In the order of likelihood; the parser tries which of them fits at a place."""

SAME_WORDS = {
    "elif": "else if", "elsif": "else if", "elseif": "else if", "foreach": "for", "var": "let", "const": "let", "local": "let", "enum": "type",
    "equals": "is", "eq": "is", "isnt": "is not", "isnot": "is not", "not_in": "not in", "nil": "none", "undefined": "none", "neighbors": "neighbours",
    "len": "count", "modulo": "mod", "each_player": "each player", "randomize": "shuffle", "randomise": "shuffle",
    "initialize": "setup", "initialise": "setup", "init": "setup",
}  # fmt: skip
"""Foreign words with exactly the meaning of a word of this language."""

FOREIGN_VALUES = {
    "true": "yes", "True": "yes", "TRUE": "yes", "false": "no", "False": "no", "FALSE": "no", "null": "none",
    "NULL": "none", "nil": "none", "None": "none", "undefined": "none",
}  # fmt: skip
"""Values of other languages, and their names here."""

REMOVING = frozenset(["remove", "capture", "destroy", "kill", "discard", "trash"])
PUTTING = frozenset(["put", "place", "set", "lay", "add"])
PAYING = frozenset(["pay", "spend", "lose", "subtract"])
EARNING = frozenset(["gain", "get", "earn", "receive"])
"""Verbs with which people begin an order that the language says otherwise."""
CHANGES = {**dict.fromkeys(EARNING, "+="), **dict.fromkeys(PAYING, "-=")}
"""The sign with which a verb changes a number."""
_TOLD = CHANGES | dict.fromkeys(("score", "win", "take"), "+=")


def sign_of_deed(verb: str) -> str:
    """Returns `+=` for `gains`, `-=` for `pays`; empty for verbs that change no number or are not in the third person."""
    return _TOLD.get(verb.removesuffix("s"), "") if verb.endswith("s") else ""


TYPING = frozenset(
    [
        "const",
        "var",
        "let",
        "mut",
        "int",
        "integer",
        "float",
        "number",
        "string",
        "str",
        "bool",
        "boolean",
        "final",
        "static",
    ]
)
"""Words with which declarations of other languages begin."""
SUPERLATIVES = {
    **dict.fromkeys(("highest", "most", "largest", "greatest", "biggest"), "highest"),
    **dict.fromkeys(("lowest", "fewest", "least", "smallest"), "lowest"),
}
"""Words for the greatest and the least of a number."""
DIRECTIONS = {
    **SUPERLATIVES, "descending": "highest", "desc": "highest", "down": "highest", "ascending": "lowest", "asc": "lowest", "up": "lowest",
}  # fmt: skip
"""Words for the order of a ranking."""

PIECE_WORDS = ("card", "cards", "tile", "tiles", "piece", "pieces", "stone", "stones", "token", "tokens")
"""Words for pieces, if rules have not declared them."""

FOREIGN_NAMES = {
    **dict.fromkeys(
        PIECE_WORDS,
        "a piece has a name once it is chosen, as by `choose card: one of hand`; some of a zone are drawn by their number: `draw 1 from deck to hand`",
    ),
    "player": "the player who acts is `me`, and all players are `players`",
    "top": "the piece on top of a pile is `last(deck)`",
    "bottom": "the lowest piece of a pile is `first(deck)`",
    "adjacent": "the places beside one are `neighbours(place)`",
    "opposite": "the opposite direction is `turn(d, 4)`, and the opposite place of a ring `across(place, axis)`",
    "rotate": "a direction that is turned by n eighths of a circle is `turn(d, n)`",
    "rotated": "a direction that is turned by n eighths of a circle is `turn(d, n)`",
    "path": "whether a way leads there is `connected(S, a, b)`, and how long the shortest is `distance(S, a, b)`",
    "regions": "the connected parts of S are `groups(S)`, and its regions of equal land `groups(p.land for p in S)`",
    "largest": "the largest number is `max(…)`: the largest group has `max(count(g) for g in groups(S))` places",
    "biggest": "the largest number is `max(…)`: the largest group has `max(count(g) for g in groups(S))` places",
    "random": "chance is a statement: `roll die: one of 1..6`",
    "opponent": "the other players are `players where it is not me`; of two, the other one is `left(me)`",
    "opponents": "the other players are `players where it is not me`",
    "others": "the other players are `players where it is not me`",
    "next": "the next seat clockwise is `left(p)`",
    "next_player": "the next seat clockwise is `left(p)`",
    "previous": "the seat before, counter-clockwise, is `right(p)`",
    "prev": "the seat before, counter-clockwise, is `right(p)`",
    "len": "the number of elements is `count(S)`",
    "length": "the number of elements is `count(S)`",
    "size": "the number of elements is `count(S)`",
    "empty": "whether a zone is empty is asked by `no(deck)`, and whether something lies there by `some(deck)`",
    **dict.fromkeys(("IF", "iif", "ifelse"), "a value that depends on something is `3 if coins is 0 else 2`"),
    **dict.fromkeys(("VLOOKUP", "HLOOKUP", "XLOOKUP", "LOOKUP", "INDEX", "lookup"), "a cell of a table is `price[3]`"),
    **dict.fromkeys(
        ("COUNTIF", "COUNTIFS", "countif"), "the number of elements that fit is `count(hand where value > 2)`"
    ),
    **dict.fromkeys(
        ("SUMIF", "SUMIFS", "sumif"), "the sum over elements that fit is `sum(c.value for c in hand where c.value > 2)`"
    ),
    **dict.fromkeys(
        ("distinct", "different", "unique", "uniques", "UNIQUE", "COUNTUNIQUE"),
        "the number of different values is `count(hand.suit)`",
    ),
    **dict.fromkeys(
        ("ROUND", "ROUNDUP", "ROUNDDOWN", "INT", "FLOOR", "CEILING", "TRUNC"),
        "a division says how it is rounded: `coins / 3 rounded down`",
    ),
    **dict.fromkeys(("RAND", "RANDBETWEEN", "randint"), "chance is a statement: `roll die: one of 1..6`"),
    "my": "what the player who acts has is named alone, `hand`, or after a dot, `me.hand`",
    "forward": "a direction has a name, like `N`: the place two steps that way is `step(place, N, 2)`, on a `row` or a `ring` `place + 2`",
    "passed": "whether somebody has passed is a field of your own: `passed = no, each round` under `each player:`",
    "range": "the numbers from one to another are `1..4`",
    **dict.fromkeys(
        ("possible", "able", "affordable", "allowed", "enough"),
        "a menu offers only what can be completed: the name of the action is enough",
    ),
    "exhausted": "whether a zone is empty is asked by `no(deck)`",
}
"""Words of other languages for things of this language, if rules have not declared them, with what to write."""
