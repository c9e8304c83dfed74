"""What people say in parts of lines, and what is said here: rows with slots for the names of the rules.

A row of `ANYWHERE` fits at any place of a line. `^` in front of a row binds it to the beginning of a line, or to what follows the `:` of a header; `$`
behind it to the end. `a|b` are alternatives, and `?a` may be missing. Slots:

* `<n>` a number, `<word>`, `<path>` a name with what it has, `<value>` a number or a path, `<some>` and `<rest>` any words;
* `<number>` a field that counts, `<field>` any field of players or the table, `<flag>` one that is yes or no, `<seat>` one that holds a player, `<zone>`,
  `<column>` one of a table, `<board>` and `<owned>` what its places have, `<piece>` a component, `<table>`, `<rule>` a rule as a verb, `<part>` a phase,
  rule or action;
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
        ("no|not more than", "<="), ("no fewer|less than", ">="), ("not less|fewer than", ">="), ("at least", ">="), ("at most", "<="),
        ("more|greater|higher than", ">"), ("fewer|less|lower than", "<"), ("is more|greater|higher than", ">"), ("is fewer|less|lower than", "<"),
        ("is over|above", ">"), ("is under|below", "<"), ("other than", "is not"), ("different from", "is not"), ("not equal to", "is not"),
        ("same as", "is"), ("must be", "is"), ("has to be", "is"), ("has|have|stands|lies", "is"),
        ("is|has|have|reaches <value> or more|higher|above", ">= {value}"), ("is|has|have <value> or less|fewer|below", "<= {value}"),
        ("is not|no more than", "<="), ("is not|no less|fewer than", ">="),
        ("reach|reaches|reached <value>", ">= {value}"), ("in|at which", "when"),
        ("<zone> ?is|are not empty", "some ( {zone} )"), ("<zone> ?is|are empty", "no ( {zone} )"),
        ("<column> of <n> or more|higher", "{column} >= {n}"), ("<column> of <n> or less|lower|fewer", "{column} <= {n}"),
        ("less|fewer than <n> <owned>", "{owned} < {n}"), ("more than <n> <owned>", "{owned} > {n}"), ("at least <n> <owned>", "{owned} >= {n}"),
        ("divided by", "/"), ("multiplied by", "*"), ("times", "*"),
        ("?you have|has more <number> than <value>", "{number} > {value}"), ("?you have|has fewer|less <number> than <value>", "{number} < {value}"),
        (": ?a number|value|amount from|between", ": one of"),
        # seats
        ("there is a|an|any|some <seat>", "{seat} is not none"), ("there is no <seat>", "{seat} is none"),
        ("<seat> exists", "{seat} is not none"), ("<seat> is set|known|chosen", "{seat} is not none"),
        ("someone|somebody|anyone is <seat>", "{seat} is not none"), ("nobody is <seat>", "{seat} is none"), ("no one is <seat>", "{seat} is none"),
        ("there is|are", ""),
        # how many players
        ("all ?players but|except <n> ?players ?have|has|are|is <flag>", "count ( players where not {flag} ) <= {n}"),
        ("everyone|everybody but|except <n> ?have|has|are|is <flag>", "count ( players where not {flag} ) <= {n}"),
        ("only|exactly <n> player|players have|has|are|is not <flag>", "count ( players where not {flag} ) is {n}"),
        ("only|exactly <n> player|players ?have|has|are|is <flag>", "count ( players where {flag} ) is {n}"),
        # the order of players, and how often
        ("starting|beginning with|from|by", "from"), ("in turn order", "each player"), ("in turn", "each player"),
        ("one after the other|another", "each player"), ("for every", "for each"), ("as long as", "while"), ("do|repeat this|that", "repeat"),
        ("<n> times", "up to {n}"), ("twice", "up to 2"), ("once per", "once each"), ("three times", "up to 3"),
        # sums and numbers
        ("add up|together", "sum of"), ("total of|value", "sum of"), ("a|one half of <path>", "{path} / 2 rounded down"),
        ("half of <path>", "{path} / 2 rounded down"),
        ("a|one third of <path>", "{path} / 3 rounded down"), ("half <path>", "{path} / 2 rounded down"),
        # ties
        ("if|when tied", "then"), ("in case of a tie", "then"), (", if|when tied", "then"), (", tie|ties|tiebreak|tiebreaker :", "then"), (", tie|ties by", "then"),
        (", tie|ties|tiebreak|tiebreaker", "then"), (", ties broken by", "then"), ("ties broken by", "then"), (", in case of a tie", "then"),
        ("total|final|overall points|score", "total"), ("starts empty", "starts at 0"), ("otherwise", "else"),
        ("with columns", ""), ("following|instead", ""),
        # things and what they have
        ("<path> has|have a|an|any|some <owned>", "{path} . {owned} > 0"), ("<zone> is not full", "count ( {zone} ) < {limit}"),
        ("<zone> is full", "count ( {zone} ) is {limit}"), ("<n> to|or <n2> of", "{n} .. {n2} of"),
        (", for|with|of|from different|distinct <column>", ", distinct {column}"), (", different <column>", ", distinct {column}"),
        ("<n> per|for|each <piece> in <zone>", "{n} * count ( {zone} )"), ("<n> points|point per|for <piece> in <zone>", "{n} * count ( {zone} )"),
        ("<n> points|point for each|every <piece> in <zone>", "{n} * count ( {zone} )"), ("<n> for each|every <piece> in <zone>", "{n} * count ( {zone} )"),
        ("<n> points|point for each|every <zone> <piece> with|of|where|that <rest>$", "{n} * count ( {zone} where {rest} )"),
        ("<n> points|point for each|every <zone> <piece>$", "{n} * count ( {zone} )"),
        ("one|1 point for|per every|each <n> <number>", "{number} / {n} rounded down"), ("one|1 point for|per <n> <number>", "{number} / {n} rounded down"),
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
        ("^ranking|winner|winning :", "ranking by"), ("^winner is|by", "ranking by"), ("^<some> , at most|maximum|max <n>$", "min ( {n} , {some} )"),
        ("^<some> , but at most <n>$", "min ( {n} , {some} )"), ("^type <word> is|are|=", "type {word} :"),
        ("^component <word> <n>", "component {n} {word}"), ("^<n> <word> as|are component|components", "component {n} {word}"),
        ("at the start|beginning|end of each|every round :", ":"), ("each|every round :", ":"), (", at the start|beginning|end of each|every round :", ":"),
        ("?at ?the end of ?the|a|each|every round", "after round"), ("when|if the round ends and", "after round when"),
        ("^ends when", "game ends when"), ("^ends after round", "game ends after round"),
        ("^game ends if|once", "game ends when"), ("after round if|once", "after round when"), ("^round|rounds :|= <n>$", "rounds up to {n} :"),
        ("^score : <rest>$", "score points_won : {rest}"), ("^game ends after last|final|another", "game ends after one more"),
        ("^everyone|everybody|players win|wins if|once|when", "all win when"), ("^all|the players win|wins if|once|when", "all win when"),
        ("^everyone|everybody|players lose|loses if|once|when", "all lose when"), ("^all|the players lose|loses if|once|when", "all lose when"),
        ("^all win if|once", "all win when"), ("^all lose if|once", "all lose when"),
        ("^ranking by <some> , ties ?are ?broken|decided by <rest>$", "ranking by {some} then {rest} , ties shared"),
        ("then|by ?the number of <zone>", "then highest count ( {zone} )"),
        ("^phase <word> , all|every|each|everyone|everybody ?players|player ?all ?at|simultaneously|together|secretly|simultaneous ?the ?same ?time :$",
         "phase {word} , each player together :"),
        ("^component <n> <word> ?for each|every player in <zone>$", "component {word} each player in {zone} : {n}"),
        ("^phase <word> <clause>", "phase {word} , each player {clause}"), ("^<word> : [ <rest> ]$", "type {word} : {rest}"),
        ("^def|define|function|func|fn|procedure <word> (", "rule {word} ("),
    ),
    *_rows(
        Where.FIELDS,
        SAME,
        ("at the start|beginning of each|every <word>", ", each {word}"), (", at the start|beginning of each|every <word>", ", each {word}"),
        ("every <word>", ", each {word}"), (", every <word>", ", each {word}"), (", reset|resets|back|renewed|new each|every <word>", ", each {word}"),
        (", <n> again each|every <word>", ", each {word}"), (", back to <value> each|every <word>", ", each {word}"),
        ("per <word>", ", each {word}"),
        ("at first", "starts at"), ("to begin with", "starts at"),
        (", set|goes|back to <value> each|every <word>", ", each {word}"),
        ("^<word> : yes or no , ?reset|set|back to <value> at the start|beginning of each|every <word2>$", "{word} = {value} , each {word2}"),
        ("^<word> : yes or no , ?reset|set|back to <value> each|every <word2>$", "{word} = {value} , each {word2}"),
        ("^<word> : yes|no , ?reset|set|back to <value> at the start|beginning of each|every <word2>$", "{word} = {value} , each {word2}"),
        ("^<word> : yes|no , ?reset|set|back to <value> each|every <word2>$", "{word} = {value} , each {word2}"),
        ("^<word> : starts|starting at|with <n> , ?but never|not below|under <n2>$", "{word} : {n2} .. 99 = {n}"),
        (", ?with limit|max|maximum|capacity|size|holds|holding ?of <n>", ", up to {n}"), (", limited to <n>", ", up to {n}"),
        (", ?with a limit|maximum|capacity of <n>", ", up to {n}"), (", no|not more than <n>", ", up to {n}"), (", ?but at most <n>", ", up to {n}"),
        ("bag|pile of at most <n> <piece>", "bag of {piece} , up to {n}"), ("bag|pile of up to <n> <piece>", "bag of {piece} , up to {n}"),
        (": each|every|a player may|can hold|carry|have|keep|own at most <n> <piece>$", ": bag of {piece} , up to {n}"),
        (": each|every|a player may|can hold|carry|have|keep|own up to <n> <piece>$", ": bag of {piece} , up to {n}"),
        (", secret|hidden|private", ", seen by owner"), (", secret|hidden|private", ", seen by nobody"),
        (": ?a face - down stack|pile|deck of <piece>", ": pile of {piece} , seen by nobody"),
        ("= ?the youngest|oldest|first|starting|start player", "= players [ 1 ]"),
    ),
    *_rows(
        Where.ORDERS,
        NEAR,
        ("^may choose :", "may choose one :"), ("^choose : <part>$", "choose one : {part}"),
        ("^empty|reset|clear|zero <path>$", "{path} = 0"),
        ("^<rule> <value>$", "{rule} ( {value} )"), ("^<rule> <some> to|from|on|at|in|into|with|by|for|of <value>$", "{rule} ( {value} )"),
        ("^<rule> <word> <value>$", "{rule} ( {value} )"),
        ("^<word> <field> to <rest>$", "{field} = {rest}"), ("^<word> <path> to <rest>$", "{path} = {rest}"),
        ("^take|steal|remove|subtract|deduct <some> <number> from <path>$", "{path} . {number} -= {some}"),
        ("^give|add|pay|pays <some> <number> to <path>$", "{path} . {number} += {some}"),
        ("^subtract|deduct|take|remove <some> from <path>$", "{path} -= {some}"), ("^add|give <some> to <path>$", "{path} += {some}"),
        ("^<path> loses|lose|drops|falls|decreases|shrinks|sinks|minus by <rest>$", "{path} -= {rest}"),
        ("^<path> loses|lose|drops|falls|decreases|shrinks|sinks|minus <rest>$", "{path} -= {rest}"),
        ("^<path> gains|gain|rises|grows|increases|gets|get|plus by <rest>$", "{path} += {rest}"),
        ("^<path> gains|gain|rises|grows|increases|gets|get|plus <rest>$", "{path} += {rest}"),
        ("^<path> becomes <seat>$", "{seat} = {path}"), ("^<path> is now <seat>$", "{seat} = {path}"),
        ("^next|increase|increment|advance <number>$", "{number} += 1"),
        ("^move|advance|push|shift <number> up|forward|forwards|on|ahead|right ?by <n>", "{number} += {n}"),
        ("^move|push|shift <number> down|back|backward|backwards|left ?by <n>", "{number} -= {n}"),
        ("^?the <some> is|are|get|gets ?all|well|thoroughly shuffled|mixed$", "shuffle {some}"),
        ("^draw|deal|reveal at most|maximum", "draw up to"), ("^you|i <flag>$", "{flag} = yes"),
        # pieces that go somewhere
        ("^?the <zone> gets|receives <n> <piece>$", "draw {n} from {deck} to {zone}"), ("^?the <word> goes to|into|in|on ?the <zone>$", "move {word} to {zone}"),
        ("^move ?the <some> on|onto|into|in ?the <zone>$", "move {some} to {zone}"), ("^keep|take|claim|gain|get ?the|your <piece>$", "move {piece} to {own}"),
        ("^turn|flip|lay|deal|reveal|put|place|draw|take ?over|out|up|face <n> <piece> from ?the <zone> ?face|openly ?up to|into|onto|on|in ?the <zone2>$",
         "draw {n} from {zone} to {zone2}"),
        ("^turn|flip|lay|deal|reveal|put|place|draw|take ?over|out|up <n> from ?the <zone> ?face|openly ?up to|into|onto|on|in ?the <zone2>$",
         "draw {n} from {zone} to {zone2}"),
        ("^turn|flip|lay|deal|reveal|put|place|draw|take ?over|out|up <n> <piece> ?face|open|openly ?up to|into|onto|on|in|as ?the <zone>$",
         "draw {n} from {deck} to {zone}"),
        ("^move|put|take|return|give|discard all|every|each|any <kind> from <word>", "move {word} where it is {kind}"),
        ("^move|put|take|return|give|discard a|an <kind> from", "move 1 {kind} from"),
        ("^move|put|take|return|give|discard <n> <kind> from", "move {n} {kind} from"),
        ("^put|place|lay|set|play ?the|a <piece> face down$", "move {piece} to {covered}"),
        ("^put|place|lay|set|play ?the|a <piece> face up$", "move {piece} to {shown}"),
        ("^move|go|walk|step|travel to <path>$", "{standing} = {path}"),
        # choices
        ("^choose <word> of", "choose {word} : one of"), ("^choose <word> : <piece> from", "choose {word} : one of"),
        ("^?the player|players|you|they may|can choose|select|pick ?a|an|one|1 <word> from|of <rest>$", "may choose {word} : one of {rest}"),
        ("^?the player|players|you|they ?must|should choose|chooses|select|pick ?a|an|one|1 <word> from|of <rest>$", "choose {word} : one of {rest}"),
        ("^?the player|players|you|they may|can choose|select|pick ?a|an|one|1 <word>$", "may choose {word} : one of {own}"),
        ("^?the player|players|you|they ?must|should choose|chooses|select|pick ?a|an|one|1 <word>$", "choose {word} : one of {own}"),
        # numbers that somebody gains or pays
        ("^?the <word> gains|gets|receives|earns|wins|scores <some> <number>$", "{word} . {number} += {some}"),
        ("^?the <word> loses|pays|spends <some> <number>$", "{word} . {number} -= {some}"),
        ("^gain|get|earn|receive ?the <number> of ?the|this <path>$", "{number} += {path} . {number}"),
        ("^pay|spend|lose ?the <number> of ?the|this <path>$", "{number} -= {path} . {number}"),
        ("^gain|get|earn|receive ?the <column> of ?the|this <path>$", "{money} += {path} . {column}"),
        ("^pay|spend|lose ?the <column> of ?the|this <path>$", "{money} -= {path} . {column}"),
        # loops
        ("^for all|every|each|any <word> where", "for p in {word} where"), ("^for all|every|each|any <word> :", "for p in {word} :"),
        ("^for all|every|each|any <word> in", "for {word} in"), ("^for <word> where", "for p in {word} where"),
        ("^for|all|every|each|any <word> (", "for p in {word} ("),
        ("^roll|throw ?a|the|one die|dice|d6 for|as ?the <word>$", "roll {word} : one of 1 .. 6"), ("^roll|throw ?the <number>$", "roll {number} : one of 1 .. 6"),
        # what a roll brings
        ("^on ?a|an <n> or <n2> ,|: <rest>$", "if {rolled} in [ {n} , {n2} ] : {rest}"), ("^on ?a|an <n> ,|: <rest>$", "if {rolled} is {n} : {rest}"),
        ("^on ?a|an <n> or more|higher|above|better ,|: <rest>$", "if {rolled} >= {n} : {rest}"),
        ("^on ?a|an <n> or less|lower|below|worse ,|: <rest>$", "if {rolled} <= {n} : {rest}"),
        # all pieces of a sort go home
        *((said, "for y in {workplace} : for x in y . {workzone} : move x to x . owner . {home}") for said in (
            "^all|every|each ?the <piece> go|goes|return|returns|come|comes|move|moves ?back home$",
            "^all|every|each ?the <piece> go|goes|return|returns|come|comes|move|moves ?back to <some> owner ?s <rest>$",
            "^return|move|bring|send|take|put ?all|every|each ?the <piece> ?back home$",
            "^return|move|bring|send|take|put ?all|every|each ?the <piece> ?back to <some> owner$",
        )),
        # what places get
        ("^each|every <board> that|which|with|where <some> gets|gains|receives <n> ?more <owned>$",
         "for {letter} in {board} where {some} : {letter} . {owned} += {n}"),
        ("^each|every <board> that|which|with|where <some> loses <n> <owned>$", "for {letter} in {board} where {some} : {letter} . {owned} -= {n}"),
        ("^each|every <board> gets|gains|receives <n> ?more <owned>$", "for {letter} in {board} : {letter} . {owned} += {n}"),
        ("^each|every <board> loses <n> <owned>$", "for {letter} in {board} : {letter} . {owned} -= {n}"),
        ("^add|put <n> ?more <owned> to|on|in|at each|every <board>$", "for {letter} in {board} : {letter} . {owned} += {n}"),
        ("^add|put <n> ?more <owned> to|on|in|at each|every <board> that|which has|have less|fewer than <n2>$",
         "for {letter} in {board} where {owned} < {n2} : {letter} . {owned} += {n}"),
        ("^add|put <n> ?more <owned> to|on|in|at each|every <board> that|which|with|where <rest>$",
         "for {letter} in {board} where {rest} : {letter} . {owned} += {n}"),
        ("^only if <rest>$", "require allowed : {rest}"), ("^must <rest>$", "require allowed : {rest}"),
        ("^<some> must be <rest>$", "require allowed : {some} is {rest}"), ("^<some> must <rest>$", "require allowed : {some} {rest}"),
        ("^you|player need|needs|must have <rest>$", "require allowed : {rest}"), ("^needs|need <rest>$", "require allowed : {rest}"),
        ("^require|requires <rest>$", "require allowed : {rest}"),
        ("^while <some> : <rest>$", "repeat at most 100 until not ( {some} ) : {rest}"), ("^while <some> :$", "repeat at most 100 until not ( {some} ) :"),
        ("^move|draw a|an|one <piece>", "move 1 {piece}"), ("^pay <rest>$", "{money} -= {rest}"),
        ("^pay|pays|spend|return ?the <some> to|into ?the bank|supply|stock|reserve|pot|treasury$", "{money} -= {some}"),
        # the seats that go round
        ("^?the <seat> ?marker|token|card|pawn|disc|role|button goes|passes|moves|wanders to ?the next|left player|neighbour", "{seat} = left ( {seat} )"),
        ("^?the <seat> ?marker|token|card|pawn|disc|role|button goes|passes|moves|wanders to ?the previous|right player|neighbour", "{seat} = right ( {seat} )"),
        ("^pass ?the <seat> ?marker|token|card|pawn|disc|role|button ?to ?the next|left player|neighbour", "{seat} = left ( {seat} )"),
        ("^pass|hand|give ?the <seat> ?marker|token|card|pawn|disc|role|button ?on ?to ?the|your left$", "{seat} = left ( {seat} )"),
        ("^?the player on|to ?the|your left becomes|is ?now ?the ?new|next <seat>$", "{seat} = left ( {seat} )"),
        ("^?the player on|to ?the|your right becomes|is ?now ?the ?new|next <seat>$", "{seat} = right ( {seat} )"),
        ("^print|echo|log|write|println|puts ( ?f|String|$ <text> )$", "say {text}"), ("^console . log ( <text> )$", "say {text}"),
        # the methods of lists
        ("^<zone> . remove|discard|delete|erase ( <word> )$", "move {word} to {discards}"),
        ("^<zone> . add|append|push|insert|extend ( <zone2> . pop|draw|shift|next|take ( ) )$", "draw 1 from {zone2} to {zone}"),
        # chance
        ("^<word> = ?a|an random <rest>$", "roll {word} : one of {rest}"), ("^choose|roll|pick <word> : ?a|an random <rest>$", "roll {word} : one of {rest}"),
        # numbers with a bound
        ("^<path> += <some> , ?but never|not more|higher|greater than <value>$", "{path} = min ( {path} + {some} , {value} )"),
        ("^<path> += <some> , ?but never|not above|over|beyond <value>$", "{path} = min ( {path} + {some} , {value} )"),
        ("^<path> += <some> , ?but at most <value>$", "{path} = min ( {path} + {some} , {value} )"),
        ("^<path> += <some> , ?but up to <value>$", "{path} = min ( {path} + {some} , {value} )"),
        ("^<path> -= <some> , ?but never|not less|lower|fewer than <value>$", "{path} = max ( {path} - {some} , {value} )"),
        ("^<path> -= <some> , ?but never|not below|under <value>$", "{path} = max ( {path} - {some} , {value} )"),
        ("^<path> -= <some> , ?but at least <value>$", "{path} = max ( {path} - {some} , {value} )"),
        ("^gain|gains|get|gets|earn|receive <number> equal to <rest>$", "{number} += {rest}"), ("the <word> of <path>", "{path} . {word}"),
        # repeating
        ("^up to <n> <word> , unless|until <rest> :$", "repeat up to {n} until {rest} :"),
        ("^at most <n> <word> , unless|until <rest> :$", "repeat up to {n} until {rest} :"),
        ("^up to <n> <word> :$", "repeat up to {n} :"), ("^repeat <n> ?times unless|until <rest>$", "repeat up to {n} until {rest}"),
        # going through things
        ("^for each|every <word> in <rest>$", "for {word} in {rest}"), ("^for <some> if <rest>$", "for {some} where {rest}"),
        ("^for ?each <word> adjacent|next|close to <path> :", "for {word} in neighbours ( {path} ) :"),
        ("^for ?each <word> beside|near|around|bordering|neighbouring <path> :", "for {word} in neighbours ( {path} ) :"),
        ("^for ?each|every <board> adjacent|next|close to <path> :", "for {letter} in neighbours ( {path} ) :"),
        ("^each|every <board> :", "for {letter} in {board} :"),
        ("^draw|deal|give|put|lay <n> ?cards <piece> to|on|in each|every <owned>$", "for {letter} in {holder} : draw {n} from {deck} to {letter} . {owned}"),
        ("^add|put a|an|one <owned> to|on|in each|every <board> next|adjacent to <path>", "for {letter} in neighbours ( {path} ) : {letter} . {owned} += 1"),
        ("^each|for <word> as <word2> in <rest>$", "for {word2} in {rest}"), ("^each|for|every <word> as <word2> :", "for {word2} in {word} :"),
        ("^for|each each|every <word> as <word2> :", "for {word2} in {word} :"), ("^each|every <word> <word2> in <rest>$", "for {word2} in {rest}"),
        ("^for each|every <word> <word2> in <rest>$", "for {word2} in {rest}"),
    ),
    *_rows(Where.MENU, SAME, ("^if|when|once <some> : <word>$", "{word} if {some}"), ("^<word> when|once", "{word} if"), ("^<word> only if|when|once", "{word} if"),
        ("^<part> ( at least <n> <number> )$", "{part} if {number} >= {n}"), ("^<part> ( at least <n> <piece> )$", "{part} if count ( {own} ) >= {n}"),
        (", costs|cost <n> <number>$", "and {number} >= {n}"), ("and costs|cost <n> <number>$", "and {number} >= {n}"),
        ("if costs|cost <n> <number>$", "if {number} >= {n}"), ("^or|and <rest>$", "{rest}"), ("^option|action|either <rest>$", "{rest}")),
    *_rows(
        Where.FIELDS,
        NEAR,
        ("^<word> : all|every <piece>", "{word} : bag of {piece}"), ("^<word> : all the <piece>", "{word} : bag of {piece}"),
        ("^<word> : all of the <piece>", "{word} : bag of {piece}"),
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
