"""What people say in parts of lines, and what is said here: rows with slots for the names of the rules.

A row of `ANYWHERE` fits at any place of a line. `^` in front of a row binds it to the beginning of a line, or to what follows the `:` of a header; `$`
behind it to the end. `a|b_c` are alternatives of one or more words, and `?a` may be missing. Slots:

* `<n>` a number, `<die>` its sides, `<word>`, `<path>` a name with what it has, `<value>` a number or a path, `<some>` and `<rest>` any words;
* `<number>` a field that counts, `<field>` any field of players or the table, `<flag>` one that is yes or no, `<seat>` one that holds a player, `<zone>`,
  `<column>` one of a table, `<board>` and `<owned>` what its places have, `<piece>` a component, `<held>` what zones hold, `<table>`,
  `<rule>` a rule as a verb, `<part>` a phase, rule or action;
* `<cmp>` and `<sum>` signs, `<when>` *after* or *before*, `<sort>` a word that begins a declaration, `<open>` what stands behind its name.
"""

from __future__ import annotations

from enum import Enum

from gamedsl.values import frozen


class Where(Enum):
    """The places in which the lines of a row stand."""

    ANYWHERE = "anywhere"
    TOP = "top"
    FIELDS = "fields"
    ORDERS = "orders"
    MENU = "menu"
    CHANGES = "changes"
    EXAMPLE = "example"
    GIVEN = "given"


@frozen
class Row:
    """What is said, and its words in this language. `is_anchored`: at the beginning of a line; `is_whole`: up to its end."""

    said: str
    here: str
    where: Where
    cost: int
    is_anchored: bool
    is_whole: bool


NOTHING, SAME, NEAR, SMALL, DOUBTFUL = 1, 3, 6, 9, 16
"""Costs: of what says nothing, says the same, says nearly the same, of a small word, and of what is not clear."""


def _rows(where: Where, cost: int, *rows: tuple[str, str]) -> tuple[Row, ...]:
    return tuple(
        Row(said.lstrip("^").rstrip("$"), here, where, cost, said.startswith("^"), said.endswith("$"))
        for said, here in rows
    )


ROWS: tuple[Row, ...] = (
    *_rows(
        Where.ANYWHERE,
        SAME,
        ("who|that|which has|have|is|are", "where"),
        ("who|that|which|whose|with", "where"),
        ("this|current|active|acting|that player", "me"),
        ("myself|yourself|they|you", "me"),
        # comparisons
        ("no|not more than", "<="), ("no|not fewer|less than", ">="), ("at least", ">="), ("at most", "<="),
        ("?is more|greater|higher than", ">"), ("?is fewer|less|lower than", "<"),
        ("is over|above", ">"), ("is under|below", "<"), ("other_than|different_from|not_equal_to", "is not"),
        ("same_as|must_be|has_to_be|has|have|stands|lies", "is"),
        ("is|has|have|reaches <value> or more|higher|above", ">= {value}"), ("is|has|have <value> or less|fewer|below", "<= {value}"),
        ("is not|no more than", "<="), ("is not|no less|fewer than", ">="),
        ("reach|reaches|reached <value>", ">= {value}"), ("in|at which", "when"),
        ("<path> has|have|holds|contains <n> <piece>", "count ( {path} ) is {n}"),
        ("<piece> in|of|from <path> with <column> <value>", "{path} where {column} is {value}"),
        ("<zone> has|have|holds|contains ?a|an <kind>", "some ( {zone} where {tells} {kind} )"),
        ("<zone> has|have|holds|contains no <kind>", "no ( {zone} where {tells} {kind} )"),
        ("<zone> ?is|are not empty", "some ( {zone} )"), ("<zone> ?is|are empty", "no ( {zone} )"),
        ("<column> of <n> or more|higher", "{column} >= {n}"), ("<column> of <n> or less|lower|fewer", "{column} <= {n}"),
        ("less|fewer than <n> <owned>", "{owned} < {n}"), ("more than <n> <owned>", "{owned} > {n}"), ("at least <n> <owned>", "{owned} >= {n}"),
        ("if <some> then|: <rest> else|otherwise <value>$", "{rest} if {some} else {value}"), ("all|every players|player", "players"),
        ("divided by", "/"), ("multiplied by", "*"), ("times", "*"),
        ("?you have|has more <number> than <value>", "{number} > {value}"), ("?you have|has fewer|less <number> than <value>", "{number} < {value}"),
        (": ?a number|value|amount from|between", ": one of"),
        # seats
        ("there is a|an|any|some <seat>", "{seat} is not none"), ("there is no <seat>", "{seat} is none"),
        ("<seat> exists|is_set|is_known|is_chosen", "{seat} is not none"),
        ("someone|somebody|anyone is <seat>", "{seat} is not none"), ("nobody|no_one is <seat>", "{seat} is none"),
        ("there is|are", ""),
        # how many players
        ("all|all_players|everyone|everybody but|except <n> ?players ?have|has|are|is <flag>", "count ( players where not {flag} ) <= {n}"),
        ("only|exactly <n> player|players have|has|are|is not <flag>", "count ( players where not {flag} ) is {n}"),
        ("only|exactly <n> player|players ?have|has|are|is <flag>", "count ( players where {flag} ) is {n}"),
        # the order of players, and how often
        ("starting|beginning with|from|by", "from"), ("in_turn_order|in_turn", "each player"),
        ("one after the other|another", "each player"), ("for every", "for each"), ("as long as", "while"), ("do|repeat this|that", "repeat"),
        ("<n> times", "up to {n}"), ("twice", "up to 2"), ("once per", "once each"),
        # sums and numbers
        ("len|count ( set ( <some> ) )", "count ( {some} )"),
        ("add up|together", "sum of"), ("total of|value", "sum of"), ("?a|one half ?of <path>", "{path} / 2 rounded down"),
        ("a|one third of <path>", "{path} / 3 rounded down"),
        # ties
        ("?, if_tied|when_tied|in_case_of_a_tie|ties_broken_by", "then"), (", tie|ties|tiebreak|tiebreaker ?:|by", "then"),
        ("total|final|overall points|score", "total"), ("starts empty", "starts at 0"), ("otherwise", "else"),
        ("with columns", ""), ("following|instead", ""),
        # things and what they have
        ("<path> has|have a|an|any|some <owned>", "{path} . {owned} > 0"), ("<zone> ?is not full", "count ( {zone} ) < {limit}"),
        ("<zone> ?is full", "count ( {zone} ) is {limit}"), ("<n> to|or <n2> of", "{n} .. {n2} of"),
        (", for|with|of|from different|distinct <column>", ", distinct {column}"), (", different <column>", ", distinct {column}"),
        ("<n> ?point|points per|each|for|for_each|for_every <piece> in <zone>", "{n} * count ( {zone} )"),
        ("<n> points|point for each|every <zone> <piece> with|of|where|that <rest>$", "{n} * count ( {zone} where {rest} )"),
        ("<n> points|point for each|every <zone> <piece>$", "{n} * count ( {zone} )"),
        ("one|1 point for|per ?every|each <n> <number>", "{number} / {n} rounded down"),
    ),
    *_rows(
        Where.ANYWHERE,
        NEAR,
        ("when", "if"), ("unless", "if not"), ("<table> for|of|at <rest>$", "{table} [ {rest} ]"),
        ("<number> <n> or more", "{number} >= {n}"), ("<path> of <seat>", "{seat} . {path}"),
        ("<zone> <cmp> <value>", "count ( {zone} ) {cmp} {value}"),
        ("<zone> <sum> <value>", "count ( {zone} ) {sum} {value}"), ("<value> <sum> <zone>", "{value} {sum} count ( {zone} )"),
        (": from|between", ": one of"), (": something|anything|any|one|a from|in|of", ": one of"),
        ("except|but <seat>", "where me is not {seat}"), ("except|but <path>", "where it is not {path}"), ("without <zone>", "where no ( {zone} )"),
        ("without <field>", "where not {field}"),
        ("<zone> where <rest>$", "count ( {zone} where {rest} )"),
        ("SUM|Sum|TOTAL|total ( <word> . <column> )", "sum ( x . {column} for x in {word} )"),
        ("IF|iif|ifelse ( <path> = <some> , <value> , <value2> )", "{value} if {path} is {some} else {value2}"),
        ("IF|iif|ifelse ( <some> , <value> , <value2> )", "{value} if {some} else {value2}"),
    ),
    *_rows(
        Where.TOP,
        SAME,
        ("^ranking|winner|winning :", "ranking by"), ("^winner is|by", "ranking by"), ("^<some> , ?but at_most|maximum|max <n>$", "min ( {n} , {some} )"),
        ("^type <word> is|are|=", "type {word} :"),
        ("^component <word> <n>", "component {n} {word}"),
        ("^?component deck|stack|set|pile|bag|pool of <n> <held> :$", "component {n} {held} :"),
        ("^component <word> : deck|stack|set|pile|bag|pool of <n> <word2> :$", "component {n} {word} :"),
        ("^<n> <word> as|are component|components", "component {n} {word}"),
        ("?, ?at_the_start_of|at_the_beginning_of|at_the_end_of each|every round :", ":"),
        ("?at ?the end of ?the|a|each|every round", "after round"), ("when|if the round ends and", "after round when"),
        ("^ends when", "game ends when"), ("^ends after round", "game ends after round"),
        ("^game ends if|once", "game ends when"), ("after round if|once", "after round when"), ("^round|rounds :|= <n>$", "rounds up to {n} :"),
        ("^score : <rest>$", "score points_won : {rest}"), ("^game ends after last|final|another", "game ends after one more"),
        ("^everyone|everybody|players|all|all_players|the_players win|wins if|once|when", "all win when"),
        ("^everyone|everybody|players|all|all_players|the_players lose|loses if|once|when", "all lose when"),
        ("^ranking by <some> , ties ?are ?broken|decided by <rest>$", "ranking by {some} then {rest} , ties shared"),
        ("then|by ?the number of <zone>", "then highest count ( {zone} )"),
        ("^phase <word> for|by each|every|all player|players", "phase {word} , each player"), ("score <word> = <rest>$", "score {word} : {rest}"),
        ("^phase <word> ?, starting|beginning|start|begin with|from|at ?the player to the left of ?the <seat> :$",
         "phase {word} , each player from left ( {seat} ) :"),
        ("^phase <word> ?, starting|beginning|start|begin with|from|at ?the player to the right of ?the <seat> :$",
         "phase {word} , each player from right ( {seat} ) :"),
        ("^phase <word> ?, starting|beginning|start|begin with|from|at ?the <seat> :$", "phase {word} , each player from {seat} :"),
        ("^phase <word> ?, ?the <seat> :$", "phase {word} , each player from {seat} :"),
        ("^phase <word> ?, ?the <seat> <clause>", "phase {word} , each player from {seat} {clause}"),
        ("^phase <word> , all|every|each|everyone|everybody ?players|player ?all ?at|simultaneously|together|secretly|simultaneous ?the ?same ?time :$",
         "phase {word} , each player together :"),
        ("^component <n> <word> ?for each|every player in <zone>$", "component {word} each player in {zone} : {n}"),
        ("^phase <word> <clause>", "phase {word} , each player {clause}"), ("^<word> : [ <rest> ]$", "type {word} : {rest}"),
        ("^def|define|function|func|fn|procedure <word> (", "rule {word} ("),
    ),
    *_rows(
        Where.FIELDS,
        SAME,
        ("^int|integer|number|float|bool|boolean|var|let|const|mut ?mut <word> = <rest>$", "{word} = {rest}"),
        ("^int|integer|number|float|bool|boolean|var|let|const|mut ?mut <word> : <rest>$", "{word} : {rest}"),
        ("?, ?at_the_start_of|at_the_beginning_of|reset|resets|back|renewed|new every|each <word>", ", each {word}"), ("per <word>", ", each {word}"),
        (", <n> again each|every <word>", ", each {word}"), (", ?set|goes back to <value> each|every <word>", ", each {word}"),
        ("at_first|to_begin_with", "starts at"),
        ("^<word> : yes|no|yes_or_no , ?reset|set|back to <value> ?at_the_start_of|at_the_beginning_of each|every <word2>$", "{word} = {value} , each {word2}"),
        ("^<word> : starts|starting at|with <n> , ?but never|not below|under <n2>$", "{word} : {n2} .. 99 = {n}"),
        (", ?with ?a limit|max|maximum|capacity|size|holds|holding ?of <n>", ", up to {n}"),
        (", limited_to|no_more_than|not_more_than|but_at_most <n>", ", up to {n}"),
        ("bag|pile of at_most|up_to <n> <piece>", "bag of {piece} , up to {n}"),
        (": each|every|a player may|can hold|carry|have|keep|own at_most|up_to <n> <piece>$", ": bag of {piece} , up to {n}"),
        (", secret|hidden|private", ", seen by owner"), (", secret|hidden|private", ", seen by nobody"),
        (": ?a discard|draw|supply pile|stack|deck of <piece>", ": pile of {piece}"),
        (": ?a face - down stack|pile|deck of <piece>", ": pile of {piece} , seen by nobody"),
        (": ?a facedown|face_down|hidden bag|pile of <piece>", ": pile of {piece} , seen by nobody"),
        (": ?a secret|private|hidden bag of <piece>", ": bag of {piece} , seen by owner"),
        (": ?a faceup|face_up|open|visible|public <word> of <piece>", ": {word} of {piece}"),
        (", ?only seen|visible|known by|to|for ?only ?the|its|his owner|player|themselves", ", seen by owner"), ("seen by owner only", "seen by owner"),
        ("= ?the youngest|oldest|first|starting|start player", "= players [ 1 ]"),
    ),
    *_rows(
        Where.ORDERS,
        NEAR,
        ("^int|integer|number|float|bool|boolean <word> = <rest>$", "let {word} = {rest}"),
        ("^may choose :", "may choose one :"), ("^<word> = roll <rest>$", "roll {word} : {rest}"),
        ("^<word> = ?choose|pick|select one|any|some|1|up of <rest>$", "choose {word} : one of {rest}"), ("^choose : <part>$", "choose one : {part}"),
        ("^empty|reset|clear|zero <path>$", "{path} = 0"), ("^?set each|every player .|'s <path> to|= <value>$", "each player : {path} = {value}"),
        ("^<rule> <value>$", "{rule} ( {value} )"), ("^<rule> <some> to|from|on|at|in|into|with|by|for|of <value>$", "{rule} ( {value} )"),
        ("^<rule> <word> <value>$", "{rule} ( {value} )"),
        ("^<word> <path> to <rest>$", "{path} = {rest}"),
        ("^take|steal|remove|subtract|deduct <some> <number> from <path>$", "{path} . {number} -= {some}"),
        ("^give|add|pay|pays <some> <number> to <path>$", "{path} . {number} += {some}"),
        ("^subtract|deduct|take|remove <some> from <path>$", "{path} -= {some}"), ("^add|give <some> to <path>$", "{path} += {some}"),
        ("^<path> loses|lose|drops|falls|decreases|shrinks|sinks|minus ?by <rest>$", "{path} -= {rest}"),
        ("^<path> gains|gain|rises|grows|increases|gets|get|plus ?by <rest>$", "{path} += {rest}"),
        ("^increase|raise <path> by <rest>$", "{path} += {rest}"), ("^decrease|reduce|lower <path> by <rest>$", "{path} -= {rest}"),
        ("^not <path>$", "{path} = no"), ("^<flag> if|when <rest>$", "if {rest} : {flag} = yes"),
        ("^next|increase|increment|advance <number>$", "{number} += 1"),
        ("^move|advance|push|shift <number> up|forward|forwards|on|ahead|right ?by <n>", "{number} += {n}"),
        ("^move|push|shift <number> down|back|backward|backwards|left ?by <n>", "{number} -= {n}"),
        ("^draw|deal|reveal at most|maximum", "draw up to"), ("^you|i|I ?am|are <flag>$", "{flag} = yes"), ("^you|i|I am|are not <flag>$", "{flag} = no"),
        # pieces that go somewhere
        ("^move|put|take|return|give|discard all|every|each|any <kind> from <word>", "move {word} where it is {kind}"),
        ("^move|put|take|return|give|discard a|an <kind> from", "move 1 {kind} from"),
        ("^move|put|take|return|give|discard <n> <kind> from", "move {n} {kind} from"),
        ("^put|place|lay|set|play ?the|a <piece> face down$", "move {piece} to {covered}"),
        ("^put|place|lay|set|play ?the|a <piece> face up$", "move {piece} to {shown}"),
        ("^move|go|walk|step|travel to <path>$", "{standing} = {path}"),
        # choices
        ("^choose|pick|select|do ?a|an one|action ?of|from|between ?the ?following ?actions :$", "choose one :"),
        ("^?you may|can choose|pick|select|do ?a|an one|action ?of|from|between ?the ?following ?actions :$", "may choose one :"),
        ("^choose <word> : ?a number|value|amount from|between <some> and|to <value>", "choose {word} : one of {some} .. {value}"),
        ("^choose <word> of", "choose {word} : one of"), ("^choose <word> : <piece> from", "choose {word} : one of"),
        ("^?the player|players|you|they may|can choose|select|pick ?a|an|one|1 <word> from|of <rest>$", "may choose {word} : one of {rest}"),
        ("^?the player|players|you|they ?must|should choose|chooses|select|pick ?a|an|one|1 <word> from|of <rest>$", "choose {word} : one of {rest}"),
        # loops
        ("^for all|every|each|any <word> where", "for p in {word} where"), ("^for all|every|each|any <word> :", "for p in {word} :"),
        ("^for all|every|each|any <word> in", "for {word} in"), ("^for <word> where", "for p in {word} where"),
        ("^for|all|every|each|any <word> (", "for p in {word} ("),
        ("^choose <word> : one of <rest> or none|nothing|nobody|no_one$", "may choose {word} : one of {rest}"),
        # rolls
        ("^roll|throw <die> ?:|for|as ?the <word>$", "roll {word} : one of 1 .. {die}"),
        ("^on ?a|an <n> or <n2> ,|: <rest>$", "if {rolled} in [ {n} , {n2} ] : {rest}"), ("^on ?a|an <n> ,|: <rest>$", "if {rolled} is {n} : {rest}"),
        ("^on ?a|an <n> or more|higher|above|better ,|: <rest>$", "if {rolled} >= {n} : {rest}"),
        ("^on ?a|an <n> or less|lower|below|worse ,|: <rest>$", "if {rolled} <= {n} : {rest}"),
        ("^only if <rest>$", "require allowed : {rest}"), ("^must <rest>$", "require allowed : {rest}"),
        ("^<some> must be <rest>$", "require allowed : {some} is {rest}"), ("^<some> must <rest>$", "require allowed : {some} {rest}"),
        ("^you|player need|needs|must have <rest>$", "require allowed : {rest}"), ("^needs|need <rest>$", "require allowed : {rest}"),
        ("^require|requires <rest>$", "require allowed : {rest}"),
        ("^until <rest> :$", "repeat at most 100 until {rest} :"),
        ("^while <some> : <rest>$", "repeat at most 100 until not ( {some} ) : {rest}"), ("^while <some> :$", "repeat at most 100 until not ( {some} ) :"),
        ("^pay <rest>$", "{money} -= {rest}"),
        ("^print|echo|log|write|println|puts ( ?f|String|$ <text> )$", "say {text}"), ("^console . log ( <text> )$", "say {text}"),
        # the methods of lists
        ("^<zone> . remove|discard|delete|erase ( <word> )$", "move {word} to {discards}"),
        ("^<zone> . add|append|push|insert|extend ( <zone2> . pop|draw|shift|next|take ( ) )$", "draw 1 from {zone2} to {zone}"),
        # chance
        ("^<word> = ?a|an random <rest>$", "roll {word} : one of {rest}"), ("^choose|roll|pick <word> : ?a|an random <rest>$", "roll {word} : one of {rest}"),
        # numbers with a bound
        ("^<path> += <some> , ?but at_most|up_to|never_more_than|not_more_than|never_higher_than|never_above|not_above|never_over|never_beyond <value>$",
         "{path} = min ( {path} + {some} , {value} )"),
        ("^<path> -= <some> , ?but at_least|never_less_than|not_less_than|never_lower_than|never_fewer_than|never_below|not_below|never_under <value>$",
         "{path} = max ( {path} - {some} , {value} )"),
        ("the <word> of <path>", "{path} . {word}"), ("^<path> += <some> ?up to a maximum|limit|max of <value>$", "{path} = min ( {path} + {some} , {value} )"),
        ("^<path> -= <some> ?down to a minimum|limit|min of <value>$", "{path} = max ( {path} - {some} , {value} )"),
        # repeating
        ("^up_to|at_most <n> <word> , unless|until <rest> :$", "repeat up to {n} until {rest} :"),
        ("^repeat <path> until <rest>$", "repeat at most 100 until {rest} : {path}"),
        ("^repeat <path> <n> times$", "repeat up to {n} : {path}"),
        ("^up to <n> <word> :$", "repeat up to {n} :"), ("^repeat <n> ?times unless|until <rest>$", "repeat up to {n} until {rest}"),
        # going through things
        ("^?for each|every player in|by order of ?lowest <path>", "each player by lowest {path}"),
        ("^for each|every <word> in <rest>$", "for {word} in {rest}"), ("^for <some> if <rest>$", "for {some} where {rest}"),
        ("^for ?each <word> adjacent_to|next_to|close_to|beside|near|around|bordering|neighbouring <path> :", "for {word} in neighbours ( {path} ) :"),
        ("^for ?each|every <board> adjacent|next|close to <path> :", "for {letter} in neighbours ( {path} ) :"),
        ("^each|every <board> :", "for {letter} in {board} :"), ("^?for each|every|all <board> <word> :", "for {word} in {board} :"),
        ("^add|put a|an|one <owned> to|on|in each|every <board> next|adjacent to <path>", "for {letter} in neighbours ( {path} ) : {letter} . {owned} += 1"),
        ("^each|for <word> as <word2> in <rest>$", "for {word2} in {rest}"), ("^each|for|every <word> as <word2> :", "for {word2} in {word} :"),
        ("^for|each each|every <word> as <word2> :", "for {word2} in {word} :"), ("^each|every <word> <word2> in <rest>$", "for {word2} in {rest}"),
        ("^for each|every <word> <word2> in <rest>$", "for {word2} in {rest}"),
    ),
    *_rows(Where.MENU, SAME, ("^if|when|once <some> : <word>$", "{word} if {some}"), ("^<word> when|once", "{word} if"), ("^<word> only if|when|once", "{word} if"),
        ("^<part> ( at least <n> <number> )$", "{part} if {number} >= {n}"), ("^<part> ( at least <n> <piece> )$", "{part} if count ( {own} ) >= {n}"),
        (",|and costs|cost <n> <number>$", "and {number} >= {n}"),
        ("^<part> , <rest>$", "{part} if {rest}"), ("if costs|cost <n> <number>$", "if {number} >= {n}"),
        ("^or|and <rest>$", "{rest}"), ("^option|action|either <rest>$", "{rest}")),
    *_rows(
        Where.FIELDS,
        NEAR,
        ("^<word> : all|every|all_the|all_of_the <piece>", "{word} : bag of {piece}"),
        ("^<word> : place|room|space for one|a|1 <piece>", "{word} : slot of {piece}"), ("^<word> : one <piece>", "{word} : slot of {piece}"),
    ),
    *_rows(
        Where.EXAMPLE,
        NEAR,
        ("^rolls|rolled|throws|threw ?a|the <n>$", "roll die = {n}"), ("^<kind> rolls|rolled|throws|threw ?a|the <n>$", "roll die = {n}"),
        ("^roll|rolls|rolled|throws|threw ?the <word> ?:|=|is <n>$", "roll {word} = {n}"),
        ("^<kind> rolls|rolled|throws|threw ?the <word> ?:|=|is <n>$", "roll {word} = {n}"),
        ("^?the <word> shows ?a <n>$", "roll {word} = {n}"),
        ("^play|run|do|start|begin <part>$", "{part}"), ("^<part> happens|starts|begins|follows$", "{part}"), ("^the|a <part>$", "{part}"),
        ("^<part> phase$", "{part}"), ("^phase|action|rule <part>$", "{part}"),
        ("<path> has <n> <piece>", "count ( {path} . {own} ) is {n}"), ("<path> has a|an|one <piece>", "count ( {path} . {own} ) is 1"),
        ("<path> has no <piece>", "no ( {path} . {own} )"), ("then <word> of <path>", "then {path} . {word}"), ("and <word> of <path>", "and {path} . {word}"),
    ),
    *_rows(Where.GIVEN, NEAR, ("^<path> : <n> <number>$", "{path} . {number} = {n}"), ("^<number> of <path> is|= <n>$", "{path} . {number} = {n}"),
        ("^<path> stands|is|begins|starts in|on|at <value>$", "{path} . {standing} = {value}"), ("^<path> = [ <rest> ]$", "{path} : {rest}")),
    *_rows(
        Where.CHANGES,
        SMALL,
        ("^<word>", "set {word}"), ("^<word>", "replace {word}"), ("^<word>", "add {word}"),
        ("^<word>", "add each player {word}"), ("^<word>", "replace rule {word}"),
        *(("^<word> <open>", f"replace {sort} {{word}} {{open}}") for sort in (
            "score", "rule", "action", "phase", "table", "let", "component", "type", "invariant", "pick", "history")),
        ("^change|modify|update|alter <sort>", "replace {sort}"),
        ("^add phase <word> with|by|by|doing <part>$", "add phase {word} : {part}"), ("^add <part> to rounds$", "add {part} after {phase} in rounds"),
        ("^replace <word> <word2> to|by|with|=", "replace {word} {word2} :"),
        ("^rounds :|= <n>", "set rounds up to {n}"), ("instead|rather of|than <rest>$", ""),
        ("^<word> <word2> <when> <part>$", "add {word} {when} {part} in rounds"), ("^<word> <when> <part>$", "add {word} {when} {part} in rounds"),
        ("^add <word> ?at ?the end of ?the|a|each|every rounds|round$", "add {word} after {last_phase} in rounds"),
        ("^<piece> for|of|to|from <word> <column> <n>$", "set {word} . {column} = {n}"),
        ("^add <word> <when> <part>$", "add {word} {when} {part} in rounds"), ("^then <word> after <part>$", "add {word} after {part} in rounds"),
    ),
)  # fmt: skip
