"""Phrases of rulebooks, and the lines of this language with their meaning.

A phrase is a small pattern: `(a|b)` are alternatives, `(a)?` may be missing. `<n>` is a number, `<piece>` a component, `<field>` a field that counts,
`<zone>` a zone, `<walker>` and `<lap>` fields that hold a place on a `row` and elsewhere, `<if>` a condition of `CONDITIONS`, `<do>` another phrase of the
section `RULE`, `<name>` any word. Articles, possessives and the acting player (`the active player`) are removed before matching. In the line, `{n}` is the
content of the slot, and names such as `{deck}` are those of the file in place of the words. More special rows stand above the others. Each row is a test,
and each line stands in `docs/how-to/phrases` with an example.
"""

from __future__ import annotations

from enum import Enum

from gamedsl.values import frozen


class Place(Enum):
    """The position of a line in a file."""

    RULE = "rule"
    HEADER = "header"
    """The first line of a block of statements."""
    TOP = "top"
    PHASE = "phase"
    """The first line of a declaration that holds statements."""
    GAME = "game"
    FIELDS = "fields"
    SHARED = "shared"


@frozen
class Phrase:
    """A phrase of rulebooks, and its line in this language."""

    said: str
    here: str
    place: Place


CONDITIONS: tuple[tuple[str, str], ...] = (
    ("<zone> (is|becomes|are|runs|run) (empty|exhausted|used up|out|out of cards)", "no({zone})"),
    ("<zone> has (run out|been used up|been exhausted)", "no({zone})"),
    ("there are no (more )?(cards|tiles|pieces) (left )?(in|on) <zone>", "no({zone})"),
    ("there is nothing (left )?(in|on) <zone>", "no({zone})"),
    ("there (is|are) no (more )?<zone>( left)?", "no({zone})"),
    ("no (cards|tiles|pieces) are left( in <zone>)?", "no({zone})"),
    ("<zone> is not empty", "some({zone})"),
    ("there are (still )?(cards|tiles|pieces) (left )?(in|on) <zone>", "some({zone})"),
    ("there (is|are) (still )?(a |any |some )?<piece> (left )?(in|on) <zone>", "some({zone})"),
    ("there are <n> (or more )?<piece> (in|on) <zone>", "count({zone}) >= {n}"),
    ("<zone> (has|holds|contains) <n> (or more )?<piece>", "count({zone}) >= {n}"),
    ("you have (no|0) <piece>( left)?( in hand)?", "no({own})"),
    ("you have (no|0) <field>( left)?", "{field} is 0"),
    ("you have at least <n> <field>", "{field} >= {n}"),
    ("you have <n> or more <field>", "{field} >= {n}"),
    ("you have more than <n> <field>", "{field} > {n}"),
    ("you have (fewer|less) than <n> <field>", "{field} < {n}"),
    ("you have at most <n> <field>", "{field} <= {n}"),
    ("you have (exactly )?<n> <field>", "{field} is {n}"),
    ("you have at least <n> <piece>( in hand)?", "count({own}) >= {n}"),
    ("you have <n> or more <piece>( in hand)?", "count({own}) >= {n}"),
    ("you have more than <n> <piece>( in hand)?", "count({own}) > {n}"),
    ("you have (exactly )?<n> <piece>( in hand)?", "count({own}) is {n}"),
    ("(a|any|some|one) player (has|reaches|gets|scores) <n> (or more )?<field>", "some(players where {field} >= {n})"),
    ("(someone|somebody|anyone) (has|reaches|gets|scores) <n> (or more )?<field>", "some(players where {field} >= {n})"),
    ("(a|any|some|one) player (has|holds|owns|collects|gets) <n> (or more )?<piece>", "some(players where count({own}) >= {n})"),
    ("(someone|somebody|anyone) (has|holds|owns|collects|gets) <n> (or more )?<piece>", "some(players where count({own}) >= {n})"),
    ("(a|any|some|one) player has no (more )?<piece>( left)?( in hand)?", "some(players where no({own}))"),
    ("(someone|somebody|anyone) has no (more )?<piece>( left)?( in hand)?", "some(players where no({own}))"),
    ("(all|every) (players|player) (have|has) passed", "no(players where not {flag})"),
    ("(everyone|everybody) has passed", "no(players where not {flag})"),
    ("only (one|1) player (is left|remains|is left in game)", "count(playing) is 1"),
    ("you are dealer", "{seat} is me"),
)  # fmt: skip
"""Conditions in rulebooks, and their formulas."""


def _rows(place: Place, *rows: tuple[str, str]) -> tuple[Phrase, ...]:
    return tuple(Phrase(said, here, place) for said, here in rows)


_FIRST = "(goes first|plays first|begins|starts|starts game|(is|becomes) (start|starting|first) player)"
_GO = "(move|advance|walk)"
_SPACES = "(spaces|space|steps|fields)"
_ON = "(forward|forwards|ahead)"
_BACK = "(back|backwards)"
_MANY = "(each|every|all) (player|players)"


def _steps(who: str, here: str) -> tuple[Phrase, ...]:
    """Returns the phrases for moving a thing along a track; `here` has `%s` for the sign."""
    return _rows(
        Place.RULE,
        (f"{_GO} <steps> {_SPACES}( {_ON})?", here % "+"),
        (f"{_GO} {_ON} <steps>( {_SPACES})?", here % "+"),
        (f"{_GO} <{who}> <n>( {_SPACES})?( {_ON})?", here.replace("{steps}", "{n}") % "+"),
        (f"{_GO} <{who}> <steps> ({_SPACES}( {_ON})?|{_ON})", here % "+"),
        (f"{_GO} <{who}> {_ON} <steps>( {_SPACES})?", here % "+"),
        (f"{_GO} (<{who}> )?<n> ({_SPACES} )?{_BACK}", here.replace("{steps}", "{n}") % "-"),
        (f"{_GO} (<{who}> )?{_BACK} <n>( {_SPACES})?", here.replace("{steps}", "{n}") % "-"),
    )


PHRASES: tuple[Phrase, ...] = (
    # facts about a zone that always hold
    *_rows(
        Place.SHARED,
        ("<zone> (is|are|lies|lie|stays) face down", "{zone}: pile of {piece}, seen by nobody"),
        ("<zone2> (is|are|lies|lie) face up", "{zone2}: pile of {piece}"),
        ("(when|if) <zone> (is empty|runs out) (, )?(shuffle|reshuffle) <zone2>( to form a new <zone3>)?",
         "{zone}: pile of {piece}, seen by nobody, refilled from {zone2}"),
        ("(reshuffle|shuffle) <zone2> when <zone> (is empty|runs out)", "{zone}: pile of {piece}, seen by nobody, refilled from {zone2}"),
    ),
    # cards and other pieces
    *_rows(
        Place.RULE,
        (f"deal <n>( <piece>)? to {_MANY}", "each player: draw {n} from {source} to {own}"),
        ("deal <n>( <piece>)? to (everyone|everybody)", "each player: draw {n} from {source} to {own}"),
        (f"deal {_MANY} <n> <piece>", "each player: draw {n} from {source} to {own}"),
        (f"deal {_MANY} a hand of <n> <piece>", "each player: draw {n} from {source} to {own}"),
        (f"{_MANY} (draws|draw|takes|take|gets|get|receives|receive) <n> <piece>( from <zone>)?", "each player: draw {n} from {source} to {own}"),
        (f"{_MANY} (draws|draw|takes|take|gets|get) <n>( from <zone>)?", "each player: draw {n} from {source} to {own}"),
        (f"{_MANY} (is|are) dealt <n> <piece>", "each player: draw {n} from {source} to {own}"),
        (f"{_MANY} (starts|start|begins|begin) with <n> <piece>( in hand)?", "each player: draw {n} from {source} to {own}"),
        ("(everyone|everybody) (draws|takes|gets|receives) <n> <piece>", "each player: draw {n} from {source} to {own}"),
        ("deal <n> <piece> (to|on|onto) <zone>", "draw {n} from {deck} to {zone}"),
        ("deal <n> <piece> face up( to <zone>)?", "draw {n} from {deck} to {row}"),
        ("deal <n> <piece>", "draw {n} from {source} to {own}"),
        ("(draw|take|pick up|pull|get|receive|gain|grab) <n> <piece>( (from|off|of) (top of )?<zone>)?", "draw {n} from {source} to {own}"),
        ("(draw|take|pick up) top <piece>( (from|off|of) <zone>)?", "draw 1 from {source} to {own}"),
        ("(draw|take|pick up) bottom <piece>( (from|off|of) <zone>)?", "draw 1 from under {source} to {own}"),
        ("(draw|take|pick up) <n> <piece> from bottom( of <zone>)?", "draw {n} from under {source} to {own}"),
        ("<n> <piece> (is|are) drawn( from <zone>)?", "draw {n} from {source} to {own}"),
        ("(draw|draw back|fill|refill) (up )?to <n> <piece>( in hand)?", "draw up to max(0, {n} - count({own})) from {source} to {own}"),
        ("(refill|replenish|fill) (hand )?(up )?to <n>( <piece>)?", "draw up to max(0, {n} - count({own})) from {source} to {own}"),
        ("draw until you have <n> <piece>( in hand)?", "draw up to max(0, {n} - count({own})) from {source} to {own}"),
        ("(turn over|flip over|turn up) <n> <piece>( (of|from) <zone>)?", "draw {n} from {source} to {row}"),
        ("(turn over|flip over|turn up|reveal top|turn over top|flip top) <piece>( (of|from) <zone>)?", "draw 1 from {source} to {row}"),
        ("(refill|replenish|restock|fill) <zone>( up)? to <n>( <piece>)?", "draw up to max(0, {n} - count({zone})) from {deck} to {zone}"),
        ("(refill|replenish|restock|fill) <zone>( up)? to <n>( <piece>)? from <zone2>", "draw up to max(0, {n} - count({zone})) from {zone2} to {zone}"),
        ("(draw|take|turn over) <piece> until <zone> has <n>", "draw up to max(0, {n} - count({zone})) from {deck} to {zone}"),
        ("(refill|replenish|restock) <zone>", "draw up to max(0, 4 - count({zone})) from {deck} to {zone}"),
        ("(refill|replenish|restock) <zone> from <zone2>", "draw up to max(0, 4 - count({zone})) from {zone2} to {zone}"),
        ("you may (draw|take) <n> <piece>( from <zone>)?", "choose draws: may\nif draws: draw {n} from {source} to {own}"),
        ("discard all <piece>( (in|from) hand)?", "move {own} to {discards}"),
        ("discard (all|everything in|everything from) <zone>", "move {zone} to {discards}"),
        ("discard (down )?to <n>( <piece>)?( in hand)?",
         "if count({own}) > {n}:\n    choose given_up: count({own}) - {n} of {own}\n    move given_up to {discards}"),
        ("discard <n> <piece>( (from|of) <zone>)?( to <zone2>)?", "choose given_up: {n} of {own}\nmove given_up to {discards}"),
        ("discard <n> random <piece>( from hand)?", "roll lost: {n} of {own}\nmove lost to {discards}"),
        ("discard <n> <piece>( from hand)? at random", "roll lost: {n} of {own}\nmove lost to {discards}"),
        ("you may discard <n> <piece>( from hand)?", "may choose given_up: {n} of {own}\nmove given_up to {discards}"),
        (f"{_MANY} (discards|discard) (hand|hands)", "each player: move {own} to {discards}"),
        ("discard <zone>", "move {zone} to {discards}"),
        ("(throw away|get rid of) <zone>", "move {zone} to {discards}"),
        ("play <n> <piece>( from hand)?", "choose played: {n} of {own}\nmove played to {discards}"),
        ("you may play <n> <piece>( from hand)?", "may choose played: {n} of {own}\nmove played to {discards}"),
        ("lay down <n> <piece>( from hand)?", "choose played: {n} of {own}\nmove played to {discards}"),
        ("(put|place|add|return) <n> <piece> (from <zone> )?(to|on|onto|on top of|into|in) <zone2>", "choose moved: {n} of {zone}\nmove moved to {zone2}"),
        ("(put|place|return|add) <zone> (to|on|onto|on top of|into|in) <zone2>", "move {zone} to {zone2}"),
        ("(put|place) <zone> (under|underneath|below|beneath|at bottom of|on bottom of) <zone2>", "move {zone} under {zone2}"),
        ("(shuffle|mix) <zone> (with|together with) <zone2>", "shuffle {zone2} to {zone}"),
        ("(shuffle|mix|reshuffle) <zone> (into|back into|to form) <zone2>", "shuffle {zone} to {zone2}"),
        ("shuffle all (of )?<piece>", "shuffle {source}"),
        ("mix (all )?<piece>( (well|thoroughly))?", "shuffle {source}"),
        ("shuffle <piece> (well|thoroughly)", "shuffle {source}"),
        ("shuffle <zone> (well|thoroughly)", "shuffle {zone}"),
        ("(mix|reshuffle) <zone>( (well|thoroughly))?", "shuffle {zone}"),
        ("(look at|look through|inspect) <zone>", "peek {zone}"),
        ("(show|reveal) <zone> to (all|every|other|all other|every other) (players|player)", "reveal {zone}"),
        ("show <zone>( to (everyone|everybody))?", "reveal {zone}"),
        (f"{_MANY} (reveals|reveal|shows|show) <zone>", "each player: reveal {zone}"),
        ("(everyone|everybody) (reveals|shows) <zone>", "each player: reveal {zone}"),
        ("(pass|give) <zone> (to left|left|clockwise|to player on left)", "rotate {own} left"),
        ("(pass|give) <zone> (to right|right|counterclockwise|to player on right)", "rotate {own} right"),
        (f"{_MANY} (passes|pass) <zone> to left", "rotate {own} left"),
        (f"{_MANY} (passes|pass) <zone> to right", "rotate {own} right"),
        ("(pass|give) <n> <piece> to (left neighbour|left|left player|player on left|neighbour on left)",
         "choose given_away: {n} of {own}\nmove given_away to left(me).{own}"),
        ("(pass|give) <n> <piece> to (right neighbour|right|right player|player on right|neighbour on right)",
         "choose given_away: {n} of {own}\nmove given_away to right(me).{own}"),
        ("(swap|exchange|trade) <zone> with (left neighbour|left player|player on left|left <zone2>)", "swap {own} with left(me).{own}"),
        ("(swap|exchange|trade) <zone> with (right neighbour|right player|player on right|right <zone2>)", "swap {own} with right(me).{own}"),
        ("(swap|exchange|trade) <zone> with (another player|any other player|one other player|an opponent)",
         "choose partner: one of players where it is not me\nswap {own} with partner.{own}"),
        ("(swap|exchange|trade) <zone> (and|for) <zone2>", "swap {zone} with {zone2}"),
    ),
    # numbers
    *_rows(
        Place.RULE,
        (f"{_MANY} (gains|gain|gets|get|receives|receive|earns|earn|takes|take|scores|score|collects|collect) <n> <field>", "each player: {field} += {n}"),
        (f"{_MANY} (loses|lose|pays|pay|spends|spend) <n> <field>", "each player: {field} -= {n}"),
        ("(everyone|everybody) (gains|gets|receives|earns|scores) <n> <field>", "each player: {field} += {n}"),
        ("(everyone|everybody) (loses|pays) <n> <field>", "each player: {field} -= {n}"),
        ("(each|every|all) other (player|players) (gains|gain|gets|get|receives|receive|scores|score) <n> <field>",
         "for p in players where it is not me: p.{field} += {n}"),
        ("(each|every|all) other (player|players) (loses|lose|pays|pay) <n> <field>", "for p in players where it is not me: p.{field} -= {n}"),
        ("(everyone else|everybody else) (gains|gets|scores) <n> <field>", "for p in players where it is not me: p.{field} += {n}"),
        ("(gain|get|receive|earn|collect|take|win|score) <n> <field> (for each|for every|per) <piece>( in <zone>)?", "{field} += {n} * count({own})"),
        ("(lose|pay) <n> <field> (for each|for every|per) <piece>( in <zone>)?", "{field} -= {n} * count({own})"),
        ("(gain|get|receive|earn|collect|take|win|add|score) <n> <field>( from <zone>)?", "{field} += {n}"),
        ("(pay|lose|spend|subtract|deduct|remove|give up) <n> <field>( to <zone>)?", "{field} -= {n}"),
        ("(pay|lose) <n> <field> (, )?or all if you have (fewer|less)", "{field} -= min({n}, {field})"),
        ("(all|every) (player|players) with most <field> (gains|gain|gets|get|scores|score) <n> <field2>",
         "for p in leaders(players by highest {field}): p.{field2} += {n}"),
        ("(give|pay) <n> <field> to (left neighbour|player on left)", "{field} -= {n}\nleft(me).{field} += {n}"),
        ("(take|steal) <n> <field> from (left neighbour|player on left)", "left(me).{field} -= {n}\n{field} += {n}"),
        ("plus <n> <field>", "{field} += {n}"),
        ("minus <n> <field>", "{field} -= {n}"),
        ("(gain|get|score|earn|win) <n>( (points|point|victory points|vp))?", "{points} += {n}"),
        ("(lose|pay|minus) <n>( (points|point|victory points|vp))?", "{points} -= {n}"),
        ("(increase|raise|up) <field> by <n>", "{field} += {n}"),
        ("(decrease|reduce|lower) <field> by <n>", "{field} -= {n}"),
        ("add <n> to <field>", "{field} += {n}"),
        ("(subtract|deduct|take) <n> from <field>", "{field} -= {n}"),
        ("<field> (increases|goes up|rises) by <n>", "{field} += {n}"),
        ("<field> (decreases|goes down|drops) by <n>", "{field} -= {n}"),
        ("(set|put|change) <field> (to|at) <n>", "{field} = {n}"),
        ("<field> (becomes|become|equals|equal|becomes equal to) <n>", "{field} = {n}"),
        ("reset <field>( to 0)?", "{field} = 0"),
        ("lose all <field>", "{field} = 0"),
        ("double <field>", "{field} = {field} * 2"),
        ("halve <field>", "{field} = {field} / 2 rounded down"),
        ("lose half( of)? <field>", "{field} = {field} / 2 rounded down"),
    ),
    # chance and choices
    *_rows(
        Place.RULE,
        ("(roll|throw) (a |1 |one )?(die|dice|normal die|d6)", "roll die: one of 1..6"),
        ("(roll|throw) <n> (dice|normal dice|standard dice)", "roll dice: {n} of 1..6"),
        ("(flip|toss|throw) a coin", "roll side_up: one of 0..1"),
        ("(choose|select|pick|determine) (a )?(start|starting|first) player (at random|randomly)", "roll {seat}: one of players"),
        ("(choose|select|determine) dealer (at random|randomly)", "roll {seat}: one of players"),
        ("(a )?random player (is|becomes) (start player|starting player|first player|dealer)", "roll {seat}: one of players"),
        ("youngest player (starts|begins|goes first)", "roll {seat}: one of players"),
        (f"player with (fewest|least|lowest) <field> {_FIRST} , in case of (a tie|tie) (, )?later in turn order",
         "{seat} = first(players by lowest {field} then highest number)"),
        (f"player with (most|highest) <field> {_FIRST} , in case of (a tie|tie) (, )?later in turn order",
         "{seat} = first(players by highest {field} then highest number)"),
        (f"player with (fewest|least|lowest|smallest|lowest number of) <field> {_FIRST}",
         "{seat} = first(players by lowest {field})"),
        (f"player with (most|highest|highest number of) <field> {_FIRST}",
         "{seat} = first(players by highest {field})"),
        ("(next player|player to left|player on left) (becomes|is now) (new )?dealer", "{seat} = left({seat})"),
        ("dealer (moves|passes|goes|rotates) (to left|to next player|left|clockwise)", "{seat} = left({seat})"),
        ("(choose|select|pick|name) (an opponent|another player|one other player|one opponent|any other player)", "choose rival: one of players where it is not me"),
        ("(choose|select|pick|name) (a player|any player|one player)", "choose someone: one of players"),
        ("(choose|select|pick) <n> <piece>( (from|in|of) <zone>)?", "choose chosen: {n} of {zone}"),
        ("you may (choose|select|pick) <n> <piece>( (from|in|of) <zone>)?", "may choose chosen: {n} of {zone}"),
        ("(choose|select|pick) <piece> (from|in) <zone>", "choose chosen: {n} of {zone}"),
        ("(choose|select|pick) up to <n> <piece>( (from|in|of) <zone>)?", "choose chosen: up to {n} of {zone}"),
        ("(choose|select|pick) (between )?<n> (to|or|and|-) <n2> <piece>( (from|in|of) <zone>)?", "choose chosen: {n}..{n2} of {zone}"),
        ("(choose|select|pick) any number of <piece>( (from|in|of) <zone>)?", "choose chosen: any of {zone}"),
        ("(choose|name|pick|say|select) a number (from|between) <n> (to|and) <n2>", "choose number_named: one of {n}..{n2}"),
        ("<field> (=|is|are) (roll|random|a roll of|(a )?random number from) <n> (..|to|-) <n2>", "roll drawn: one of {n}..{n2}\n{field} = drawn"),
        ("bid (any number of|up to all of) <field>", "choose bid: one of 0..{field}"),
        ("(place|put) (a )?(stone|mark|piece|marker|token|counter) (on|in|into) (an empty|a free|any empty|one empty|any free) (space|square|cell|field|place|spot)",
         "choose spot: one of {board} where {mark} is none\nspot.{mark} = me"),
    ),
    # steps on a track that ends, and on one that does not
    *_steps("walker", "let goal = {walker} %s {steps}\nif goal is not none: {walker} = goal"),
    *_steps("lap", "{lap} = {lap} %s {steps}"),
    # the course
    *_rows(
        Place.RULE,
        ("(end|ends) of game", "end game"),
        ("end game (immediately|at once|now)", "end game"),
        ("game (ends|is over|over|end|stops|finishes)( (immediately|at once|now))?", "end game"),
        ("(stop|finish) game", "end game"),
        ("you win( game)?", 'end game "You have won."'),
        ("(win game|player wins|wins game)", 'end game "The game is won."'),
        ("(you|that player|player|they) (is|are) (out of game|eliminated|out|knocked out)", "eliminate me"),
        ("(leave|drop out of) game", "eliminate me"),
        ("you lose( game)?", "eliminate me"),
        ("(skip|miss|lose) ((a|next) )?turn", "{flag} = yes"),
        ("if <if> , <do>", "if {if}: {do}"),
        ("if <if> then <do>", "if {if}: {do}"),
        ("if <if> , then <do>", "if {if}: {do}"),
        ("when <if> , <do>", "if {if}: {do}"),
        ("unless <if> , <do>", "if not {if}: {do}"),
    ),
    *_rows(
        Place.HEADER,
        ("(for )?(each|every|all) other (player|players)", "for p in players where it is not me"),
        ("for (each|every) opponent", "for p in players where it is not me"),
        ("(everyone else|everybody else|other players|all opponents)", "for p in players where it is not me"),
        (f"for {_MANY}", "each player"),
        ("(every|all) (player|players)", "each player"),
        ("(everyone|everybody)", "each player"),
        (f"{_MANY} (does|do|follows) (this|following)", "each player"),
        (f"{_MANY} (, )?in (turn order|clockwise order|player order)", "each player"),
        ("in (turn order|clockwise order|player order)", "each player"),
        (f"(starting|beginning) with dealer (, )?{_MANY}", "each player from {seat}"),
        ("for (each|every|all) <piece> in <zone>", "for c in {zone}"),
        ("(do|repeat) (this|following) <n> times", "repeat up to {n}"),
        ("(repeat|do) <n> times", "repeat up to {n}"),
        ("<n> times", "repeat up to {n}"),
        ("(if|when|in case) <if>( then| ,)?", "if {if}"),
        ("unless <if>", "if not {if}"),
        ("(choose|do|perform|take|pick|carry out) (one|an|1) (action|of following|of these|of following actions|of these actions)", "choose one"),
        ("you may (choose|do|perform|take|pick) (one|an) (action|of following|of these|of following actions)", "may choose one"),
    ),
    # whole declarations
    *_rows(
        Place.PHASE,
        ("(on|during|in) (each |every )?turn", "phase turns, each player"),
        ("(every|a|player) turn", "phase turns, each player"),
        ("players (take|play) turns", "phase turns, each player"),
        (f"{_MANY} takes (a|one) turn", "phase turns, each player"),
        ("at (start|beginning) of (game|match)", "setup"),
        ("before game( (starts|begins))?", "setup"),
        ("(start|beginning) of game", "setup"),
        ("(set up|setting up|how to set up)", "setup"),
        ("(at end of|after) game", "end"),
        ("(final |end )?scoring", "end"),
        ("end of game", "end"),
    ),
    *_rows(
        Place.TOP,
        ("player with (most|highest|highest number of) <field> (wins|wins game|is winner)", "ranking by highest {field}, ties shared"),
        ("player with (fewest|least|lowest) <field> (wins|wins game|is winner)", "ranking by lowest {field}, ties shared"),
        ("(whoever has|who has) (most|highest) <field> wins( game)?", "ranking by highest {field}, ties shared"),
        ("(whoever has|who has) (fewest|least|lowest) <field> wins( game)?", "ranking by lowest {field}, ties shared"),
        ("winner has (most|highest) <field>", "ranking by highest {field}, ties shared"),
        ("winner is player with (most|highest) <field>", "ranking by highest {field}, ties shared"),
        ("(highest|most) (score|points|total|total score) wins( game)?", "ranking by highest total, ties shared"),
        ("(lowest|least|fewest) (score|points|total|total score) wins( game)?", "ranking by lowest total, ties shared"),
        ("player with (highest|best) (score|total) (wins|wins game|is winner)", "ranking by highest total, ties shared"),
        ("most <field> wins( game)?", "ranking by highest {field}, ties shared"),
        ("fewest <field> wins( game)?", "ranking by lowest {field}, ties shared"),
        ("(ties|a tie|tie) (are|is) broken by (most )?<field>", "ranking by highest total then highest {field}, ties shared"),
        ("in case of (a tie|tie) (, )?player with most <field> wins", "ranking by highest total then highest {field}, ties shared"),
        ("in case of (a tie|tie) (, )?(player )?later in turn order wins", "ranking by highest total then highest number"),
        ("in case of (a tie|tie) (, )?(player )?earlier in turn order wins", "ranking by highest total then lowest number"),
        ("(ties|a tie|tie) (are|is) won by player later in turn order", "ranking by highest total then highest number"),
        ("(ties|a tie|tie) (are|is) won by player earlier in turn order", "ranking by highest total then lowest number"),
        ("(tied players|players who tie) share (victory|win)", "ranking by highest total, ties shared"),
        ("(last player|last one) (standing|left|remaining) wins( game)?", "game ends when count(playing) is 1"),
        ("first player (to reach|with|to get|to have) <n> <field> wins( game)?", "game ends when some(players where {field} >= {n})"),
        ("first to (reach )?<n> <field>( wins)?", "game ends when some(players where {field} >= {n})"),
        ("game (ends|is over|stops)( immediately)? (as soon as|if|once|when) <if>", "game ends when {if}"),
        ("game (ends|is over|stops) (at|after) end of round (in which|when|if|once) <if>", "game ends after round when {if}"),
        ("game ends immediately when <if>", "game ends when {if}"),
        ("(play|play continues|continue|game goes on) until <if>", "game ends when {if}"),
        ("end game (when|if) <if>", "game ends when {if}"),
        ("(end of game|game end|game over) (when|if|once) <if>", "game ends when {if}"),
        ("(winner|winning|victory) : (highest|most) <field>", "ranking by highest {field}, ties shared"),
        ("(winner|winning|victory) : (highest|most) (score|total|total score)", "ranking by highest total, ties shared"),
        ("(winner|winning|victory) : (lowest|fewest|least) <field>", "ranking by lowest {field}, ties shared"),
        ("game (ends|is over) after <n> rounds", "rounds up to {n}: turns"),
        ("(play|there are) <n> rounds", "rounds up to {n}: turns"),
        ("game (lasts|is played over|consists of|has) <n> rounds", "rounds up to {n}: turns"),
        ("(score|count|gain|get) <n> <field> (for each|per|for every) <piece>( left)? in hand at end( of game)?", "score from_hand: {n} * count({own})"),
        ("(each|every) <piece> (left )?in hand (is worth|scores|counts) <n> <field>", "score from_hand: {n} * count({own})"),
        ("(add up|count|count up) all <field>", "score from_{field}: {field}"),
        ("<field> count as points", "score from_{field}: {field}"),
        ("<n> <piece> in <zone>", "component {n} {piece} in {zone}: 1..{n}"),
        ("(use )?(a )?deck of <n> <piece>", "component {n} {piece} in {deck}: 1..{n}"),
        ("there are <n> <piece>", "component {n} {piece} in {deck}: 1..{n}"),
        ("(a )?board of <n> by <n2> (squares|spaces|cells|fields)", "grid square {n} by {n2}"),
        ("board (is )?<n> by <n2>", "grid square {n} by {n2}"),
        ("(a|an) <n> by <n2> board", "grid square {n} by {n2}"),
        ("<n> by <n2> (squares|spaces|cells|board|grid)", "grid square {n} by {n2}"),
    ),
    *_rows(
        Place.GAME,
        ("(for )?<n> (to|-|or) <n2> players", "players {n} to {n2}"),
        ("((game is )?for )?<n> players", "players {n}"),
        ("number of players (: )?<n> (to|-) <n2>", "players {n} to {n2}"),
        ("(between )?<n> and <n2> players", "players {n} to {n2}"),
    ),
    *_rows(
        Place.FIELDS,
        (f"{_MANY} (starts|start|begins|begin) with <n> <field>", "{field}: 0..99 = {n}"),
        ("starting <field> (: )?<n>", "{field}: 0..99 = {n}"),
        (f"{_MANY} has <n> <field>( at start)?", "{field}: 0..99 = {n}"),
        (f"{_MANY} has (a )?hand( of <piece>)?", "{own}: bag of {piece}, seen by owner"),
        ("<zone> (is|are) (hidden|secret|kept secret|private)", "{zone}: bag of {piece}, seen by owner"),
        ("(keep|hide) <zone>( (secret|hidden|from other players))?", "{zone}: bag of {piece}, seen by owner"),
    ),
    *_rows(Place.RULE, ("<do> if <if>", "if {if}: {do}")),
)  # fmt: skip
