"""Mistakes that beginners make, each a broken text with the problem that it must give: a table, every row a test.

The place of the problem stands between « and », which are not part of the text; a row without them is a problem of
the whole text.
"""

from __future__ import annotations

from attrs import frozen

from gamedsl.syntax import problems as p
from gamedsl.syntax.problems import SyntaxProblem


@frozen
class Mistake:
    """A broken text, and the sort of problem at the marked place; nothing else is wrong with it."""

    marked: str
    problem: type[SyntaxProblem]

    @property
    def text(self) -> str:
        """The text without its marks."""
        return self.marked.replace("«", "").replace("»", "")

    @property
    def place(self) -> tuple[int, int]:
        """Where the problem is: start and end as offsets into the text."""
        start = self.marked.index("«")
        return start, self.marked.index("»") - 1


def _rule(lines: str) -> str:
    return "rule r:\n" + "".join(f"    {line}\n" for line in lines.split("\n"))


MISTAKES: tuple[Mistake, ...] = (
    # signs of other languages
    Mistake(_rule("if x «==» 2: y = 1"), p.ForeignSign),
    Mistake(_rule("if x «!=» 2: y = 1"), p.ForeignSign),
    Mistake(_rule("if x «<>» 2: y = 1"), p.ForeignSign),
    Mistake(_rule("if a «&&» b: y = 1"), p.ForeignSign),
    Mistake(_rule("if a «||» b: y = 1"), p.ForeignSign),
    Mistake(_rule("if «!»a: y = 1"), p.ForeignSign),
    Mistake(_rule("if a «=>» 2: y = 1"), p.ForeignSign),
    Mistake(_rule("if a «≤» 2: y = 1"), p.ForeignSign),
    Mistake("let a = 5 «\u2212» 2\n", p.ForeignSign),
    Mistake(_rule("y «:=» 1"), p.ForeignSign),
    Mistake(_rule("if a is 2 «then» y = 1"), p.ForeignSign),
    Mistake(_rule("if a: y = 1\nelse if some(b) «then» y = 1"), p.ForeignSign),
    Mistake(_rule("y«++»"), p.Increment),
    Mistake(_rule("y «--»"), p.ForeignComment),
    Mistake(_rule("y «*=» 2"), p.Increment),
    Mistake("let a = b «%» 3\n", p.PercentSign),
    Mistake("let a = 1«;»\n", p.Semicolon),
    Mistake(_rule("a = 1«;» b = 2"), p.Semicolon),
    Mistake("let a = 1 «// one»\n", p.ForeignComment),
    Mistake("«/* one\n   two */»\nlet a = 1\n", p.ForeignComment),
    Mistake("«-- one»\nlet a = 1\n", p.ForeignComment),
    Mistake("let a = 1 «$»\n", p.UnknownCharacter),
    Mistake("let a = 1 «\0»\n", p.UnknownCharacter),
    # numbers, names, sentences
    Mistake("let a = «1.5»\n", p.DecimalNumber),
    Mistake("let a = «1234567890»\n", p.LongNumber),
    Mistake("let a = «2nd»\n", p.GluedNumber),
    Mistake("let «größe» = 2\n", p.BadName),
    Mistake("let «_size» = 2\n", p.BadName),
    Mistake('score s: 3 «"Three.»\n', p.UnclosedString),
    Mistake("score s: 3 «'Three.'»\n", p.WrongQuotes),
    Mistake("score s: 3 «“Three.”»\n", p.WrongQuotes),
    Mistake("score s: «true»\n", p.ForeignValue),
    Mistake("score s: «False»\n", p.ForeignValue),
    Mistake(_rule("x = «null»"), p.ForeignValue),
    Mistake(_rule("x = «None»"), p.ForeignValue),
    # brackets and indentation
    Mistake("let a = max«(»1, 2\nlet b = 3\n", p.UnclosedBracket),
    Mistake(_rule("if no«(»deck: x = 1"), p.UnclosedBracket),
    Mistake("let a = «[»1, 2", p.UnclosedBracket),
    Mistake("let a = 1 + 2«)»\n", p.StrayBracket),
    Mistake("let a = [1, 2«)»\n", p.MismatchedBracket),
    Mistake("rule r:\n    x = 1\n«\t»y = 2\n", p.MixedIndentation),
    Mistake("rule r:\n    x = 1\n«        »y = 2\n", p.DeeperLine),
    Mistake("rule r:\n    if a:\n        x = 1\n«      »y = 2\n", p.UnevenLine),
    Mistake("rule r:\n    x = 1\n«  »y = 2\n", p.UnevenLine),
    Mistake("«rule r:»\nrule s:\n    x = 1\n", p.NoBody),
    Mistake("rule r:\n    «if a:»\n    x = 1\n", p.NoBody),
    Mistake("let a = 1\n«    »score s: 3\n", p.IndentedDeclaration),
    Mistake("rule r:\n    x = 1\n    «score» s: 3\n", p.IndentedDeclaration),
    Mistake("variant v of g:\n    «rule» r: x = 1\n", p.IndentedDeclaration),
    Mistake(_rule("for p in players: «if» a: x = 1"), p.HeaderChain),
    Mistake(_rule("if a: «if» b: x = 1"), p.HeaderChain),
    Mistake(_rule("for p in players: as p: «if» a: x = 1"), p.HeaderChain),
    Mistake('«game g:»\n    "A game."\n', p.IncompleteBlock),
    Mistake("component card:\n    «let heads = 7»\n", p.IncompleteBlock),
    Mistake("component card\n«    »let heads = 7\n", p.IndentedDeclaration),
    # missing pieces
    Mistake("rule r«»\n    x = 1\n", p.MissingColon),
    Mistake(_rule("if a«» x = 1"), p.MissingColon),
    Mistake(_rule("if a: x = 1\nelse«»\n    x = 2"), p.MissingColon),
    Mistake(_rule("if a: x = 1\nelse if b«»\n    x = 2"), p.MissingColon),
    Mistake("score s«» 3\n", p.MissingColon),
    Mistake("score s «=» 3\n", p.MissingColon),
    Mistake("setup«»\n    x = 1\n", p.MissingColon),
    Mistake(_rule("x = match gem (Ruby «=» 3)"), p.MissingColon),
    Mistake("score s after round«» 3\n", p.MissingColon),
    Mistake("phase p«» each player: x = 1\n", p.MissingComma),
    Mistake(_rule("repeat at most 9«» else cut off: x = 1"), p.MissingComma),
    Mistake("rounds:\n    auction until no(lots)«» at most 8\n", p.MissingComma),
    Mistake("rounds:\n    auction«» at most 8\n", p.MissingComma),
    Mistake("action melt«» once each turn: x = 1\n", p.MissingComma),
    Mistake("grid wall 5 by 5«» each player\n", p.MissingComma),
    Mistake("grid wall 5 by 5«:» each player\n", p.MissingComma),
    Mistake("row stone 9«» each player\n", p.MissingComma),
    Mistake("shared:\n    box«» seen by nobody\n", p.MissingComma),
    Mistake(_rule("choose c: one of hand«» seen by owner"), p.MissingComma),
    Mistake(_rule("x = match gem (Ruby: 3«» else: 1)"), p.MissingComma),
    Mistake(_rule("choose «»one of hand"), p.NamelessChoice),
    Mistake(_rule("choose «»2 of hand"), p.NamelessChoice),
    Mistake(_rule("choose «»some of hand"), p.NamelessChoice),
    Mistake(_rule("may choose «»any of hand"), p.NamelessChoice),
    Mistake(_rule("roll «»one of 1..6"), p.NamelessChoice),
    Mistake(_rule("choose:\n    «»one of hand"), p.NamelessChoice),
    Mistake(_rule("choose c: one«» hand"), p.MissingOf),
    Mistake(_rule("choose c: 2 «»hand"), p.MissingOf),
    Mistake(_rule("choose c: some«» hand"), p.MissingOf),
    Mistake(_rule("choose c: some«»(hand)"), p.MissingOf),
    Mistake(_rule("choose c: «count» of hand"), p.NoQuantity),
    Mistake(_rule("choose c: «no» of hand"), p.NoQuantity),
    Mistake(_rule("choose c: «at least» 2 of hand"), p.NoQuantity),
    Mistake(_rule("choose c: «between» 1 and 2 of hand"), p.NoQuantity),
    Mistake(_rule("choose c: 1 «to» 2 of hand"), p.ForeignSign),
    Mistake(_rule("choose c: 1«-»2 of hand"), p.ForeignSign),
    Mistake(_rule("choose c: 1 «or» 2 of hand"), p.ForeignSign),
    Mistake(_rule("move «all» of hand to deck"), p.NoQuantity),
    Mistake(_rule("x = max(y for z in «any» of hand)"), p.NoQuantity),
    Mistake("example e:\n    given:\n        aside: «any» of deck\n", p.NoQuantity),
    Mistake(_rule("move a«»"), p.MissingPart),
    Mistake(_rule("move a from b«»"), p.MissingPart),
    Mistake(_rule("move 2 of a«»"), p.MissingPart),
    Mistake(_rule("draw 1 from a«»"), p.MissingPart),
    Mistake(_rule("draw 1«» to a"), p.MissingPart),
    Mistake(_rule("swap a«»"), p.MissingPart),
    Mistake(_rule("draw«» from a to b"), p.MissingNumber),
    Mistake("let a = 3 «/» 2\n", p.Unrounded),
    Mistake(_rule("move a to b.c[d «/» 2]"), p.Unrounded),
    # words
    Mistake(_rule("if a: x = 1\n«elif» b: x = 2"), p.ForeignWord),
    Mistake("«def» r:\n    x = 1\n", p.ForeignWord),
    Mistake("«class» r:\n    x = 1\n", p.ForeignWord),
    Mistake("«function» r:\n    x = 1\n", p.ForeignWord),
    Mistake(_rule("«return» x"), p.ForeignWord),
    Mistake(_rule("«while» x < 3:\n    x += 1"), p.ForeignWord),
    Mistake(_rule("«var» x = 3"), p.ForeignWord),
    Mistake(_rule("for x «of» players: y = 1"), p.ForOf),
    Mistake(_rule("x = 1\n«else»: x = 2"), p.LonelyElse),
    Mistake(_rule("«then» x is 3"), p.FactOutsideExample),
    Mistake("«move» a to b\n", p.StatementAtTop),
    Mistake("«x» = 3\n", p.StatementAtTop),
    Mistake("«banana» split\n", p.NoDeclaration),
    Mistake("«gmae» g:\n    players 2\n", p.Misspelt),
    Mistake("«phse» p:\n    x = 1\n", p.Misspelt),
    Mistake(_rule("«chose» c: one of hand"), p.Misspelt),
    Mistake(_rule("move 1 card «form» deck to hand"), p.Misspelt),
    Mistake(_rule("award a from b to c by highest d, ties «sharded» rounded up"), p.Misspelt),
    Mistake("variant v of g:\n    «repalce» rule r: x = 1\n", p.Misspelt),
    Mistake("example e:\n    Ann «play» card\n", p.Misspelt),
    Mistake("example e:\n    Ann «decline» throw\n", p.Misspelt),
    Mistake("«rwo» stone 9\n", p.Misspelt),
    Mistake("let «move» = 3\n", p.ReservedName),
    Mistake("let «from» = 3\n", p.ReservedName),
    Mistake(_rule("x = hand as «it» where y"), p.ReservedName),
    Mistake(_rule("«draw» = 3"), p.ReservedName),
    Mistake("type colour: Red, «to»\n", p.ReservedName),
    Mistake(_rule("let y = 1\n«y» = 2"), p.SetAgain),
    Mistake("component token in a «in b»: 5\n", p.SaidTwice),
    # forms
    Mistake(_rule("if a «=» 1: x = 2"), p.EqualsInCondition),
    Mistake("example e:\n    then a «=» 1\n", p.EqualsInCondition),
    Mistake(_rule("x «is» 3"), p.CompareAsSet),
    Mistake("let a = 1 < b «<» c\n", p.Chained),
    Mistake("game g:\n    players 2«-»4\n", p.PlayersRange),
    Mistake("game g:\n    players 2«..»4\n", p.PlayersRange),
    Mistake("game g:\n    players«:» 2 to 4\n", p.PlayersColon),
    Mistake("table t: 1«,» 2, 3\n", p.CommaInRow),
    Mistake("table t:\n    a«,» b\n    1 2\n", p.CommaInRow),
    Mistake("grid g 1 by 2:\n    l:\n        A«,» B\n", p.CommaInRow),
    Mistake("row r 2:\n    l:\n        A«,» B\n", p.CommaInRow),
    Mistake("component event:\n    name  @low«.»deck\n    Fair  2\n", p.GluedCell),
    Mistake("rule r«()»:\n    x = 1\n", p.EmptyBrackets),
    Mistake(_rule("x = match gem («a = 2»: 3, else: 1)"), p.NoCase),
    Mistake(_rule("x = match gem («else»: 3, Ruby: 1)"), p.NoCase),
    Mistake("score s:«»\n", p.Unfitting),
    Mistake("rounds:\n    deal «play»\n", p.Unfitting),
    Mistake("rounds:\n    auction, «until» no(lots)\n", p.Unfitting),
    Mistake("row stone 3 «by» 9\n", p.Unfitting),
    Mistake("action melt, «each» turn: x = 1\n", p.Unfitting),
    Mistake("shared:\n    pos: ring or none «or» lane\n", p.Unfitting),
    Mistake("component card: 1..5\n    «heads» = 7\n", p.Unfitting),
    Mistake(_rule("repeat at most 9, «cut» off: x = 1"), p.Unfitting),
    Mistake(_rule("each player together, «until» a: x = 1"), p.Unfitting),
    Mistake(_rule("each player by «score», at most 3: x = 1"), p.Unfitting),
    Mistake(_rule("award a from b to c by highest d, ties share «rounded» down"), p.Unfitting),
    Mistake(_rule("x = hand where y as z«»"), p.Unfitting),
    Mistake(_rule("x = match gem«:» (Ruby: 3)"), p.Unfitting),
    Mistake(_rule("for x in 2 «of» hand: y = 1"), p.Unfitting),
    Mistake(_rule("choose c: one of hand, seen by «nobody»"), p.Unfitting),
    Mistake(_rule("choose one:\n        strike «when» armed"), p.Unfitting),
    Mistake("example e:\n    Ann plays not «throw»\n", p.Unfitting),
)
