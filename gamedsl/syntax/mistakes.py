"""A table of beginners' mistakes: each row is a broken text with the problem that it must give, and each row is a test.

The place of the problem stands between « and », which are not part of the text; a row without them is a problem of
the whole text.
"""

from __future__ import annotations

from attrs import frozen

from gamedsl.syntax import problems
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
    Mistake(_rule("if x «==» 2: y = 1"), problems.ForeignSign),
    Mistake(_rule("if x «!=» 2: y = 1"), problems.ForeignSign),
    Mistake(_rule("if x «<>» 2: y = 1"), problems.ForeignSign),
    Mistake(_rule("if a «&&» b: y = 1"), problems.ForeignSign),
    Mistake(_rule("if a «||» b: y = 1"), problems.ForeignSign),
    Mistake(_rule("if «!»a: y = 1"), problems.ForeignSign),
    Mistake(_rule("if a «=>» 2: y = 1"), problems.ForeignSign),
    Mistake(_rule("if a «≤» 2: y = 1"), problems.ForeignSign),
    Mistake("let a = 5 «\u2212» 2\n", problems.ForeignSign),
    Mistake(_rule("y «:=» 1"), problems.ForeignSign),
    Mistake(_rule("if a is 2 «then» y = 1"), problems.ForeignSign),
    Mistake(_rule("if a: y = 1\nelse if some(b) «then» y = 1"), problems.ForeignSign),
    Mistake(_rule("y«++»"), problems.Increment),
    Mistake(_rule("y «--»"), problems.ForeignComment),
    Mistake(_rule("y «*=» 2"), problems.Increment),
    Mistake("let a = b «%» 3\n", problems.PercentSign),
    Mistake("let a = 1«;»\n", problems.Semicolon),
    Mistake(_rule("a = 1«;» b = 2"), problems.Semicolon),
    Mistake("let a = 1 «// one»\n", problems.ForeignComment),
    Mistake("«/* one\n   two */»\nlet a = 1\n", problems.ForeignComment),
    Mistake("«-- one»\nlet a = 1\n", problems.ForeignComment),
    Mistake("let a = 1 «$»\n", problems.UnknownCharacter),
    Mistake("let a = 1 «\0»\n", problems.UnknownCharacter),
    # numbers, names, sentences
    Mistake("let a = «1.5»\n", problems.DecimalNumber),
    Mistake("let a = «1234567890»\n", problems.LongNumber),
    Mistake("let a = «2nd»\n", problems.GluedNumber),
    Mistake("let «größe» = 2\n", problems.BadName),
    Mistake("let «_size» = 2\n", problems.BadName),
    Mistake('score s: 3 «"Three.»\n', problems.UnclosedString),
    Mistake("score s: 3 «'Three.'»\n", problems.WrongQuotes),
    Mistake("score s: 3 «“Three.”»\n", problems.WrongQuotes),
    Mistake("score s: «true»\n", problems.ForeignValue),
    Mistake("score s: «False»\n", problems.ForeignValue),
    Mistake(_rule("x = «null»"), problems.ForeignValue),
    Mistake(_rule("x = «None»"), problems.ForeignValue),
    # brackets and indentation
    Mistake("let a = max«(»1, 2\nlet b = 3\n", problems.UnclosedBracket),
    Mistake(_rule("if no«(»deck: x = 1"), problems.UnclosedBracket),
    Mistake("let a = «[»1, 2", problems.UnclosedBracket),
    Mistake("let a = 1 + 2«)»\n", problems.StrayBracket),
    Mistake("let a = [1, 2«)»\n", problems.MismatchedBracket),
    Mistake("rule r:\n    x = 1\n«\t»y = 2\n", problems.MixedIndentation),
    Mistake("rule r:\n    x = 1\n«        »y = 2\n", problems.DeeperLine),
    Mistake("rule r:\n    if a:\n        x = 1\n«      »y = 2\n", problems.UnevenLine),
    Mistake("rule r:\n    x = 1\n«  »y = 2\n", problems.UnevenLine),
    Mistake("«rule r:»\nrule s:\n    x = 1\n", problems.NoBody),
    Mistake("rule r:\n    «if a:»\n    x = 1\n", problems.NoBody),
    Mistake("let a = 1\n«    »score s: 3\n", problems.IndentedDeclaration),
    Mistake("rule r:\n    x = 1\n    «score» s: 3\n", problems.IndentedDeclaration),
    Mistake("variant v of g:\n    «rule» r: x = 1\n", problems.IndentedDeclaration),
    Mistake(_rule("for p in players: «if» a: x = 1"), problems.HeaderChain),
    Mistake(_rule("if a: «if» b: x = 1"), problems.HeaderChain),
    Mistake(_rule("for p in players: as p: «if» a: x = 1"), problems.HeaderChain),
    Mistake('«game g:»\n    "A game."\n', problems.IncompleteBlock),
    Mistake("component card:\n    «let heads = 7»\n", problems.IncompleteBlock),
    Mistake("component card\n«    »let heads = 7\n", problems.IndentedDeclaration),
    # missing pieces
    Mistake("rule r«»\n    x = 1\n", problems.MissingColon),
    Mistake(_rule("if a«» x = 1"), problems.MissingColon),
    Mistake(_rule("if a: x = 1\nelse«»\n    x = 2"), problems.MissingColon),
    Mistake(_rule("if a: x = 1\nelse if b«»\n    x = 2"), problems.MissingColon),
    Mistake("score s«» 3\n", problems.MissingColon),
    Mistake("score s «=» 3\n", problems.MissingColon),
    Mistake("setup«»\n    x = 1\n", problems.MissingColon),
    Mistake(_rule("x = match gem (Ruby «=» 3)"), problems.MissingColon),
    Mistake("score s after round«» 3\n", problems.MissingColon),
    Mistake("phase p«» each player: x = 1\n", problems.MissingComma),
    Mistake(_rule("repeat at most 9«» else cut off: x = 1"), problems.MissingComma),
    Mistake("rounds:\n    auction until no(lots)«» at most 8\n", problems.MissingComma),
    Mistake("rounds:\n    auction«» at most 8\n", problems.MissingComma),
    Mistake("action melt«» once each turn: x = 1\n", problems.MissingComma),
    Mistake("grid wall 5 by 5«» each player\n", problems.MissingComma),
    Mistake("grid wall 5 by 5«:» each player\n", problems.MissingComma),
    Mistake("row stone 9«» each player\n", problems.MissingComma),
    Mistake("shared:\n    box«» seen by nobody\n", problems.MissingComma),
    Mistake(_rule("choose c: one of hand«» seen by owner"), problems.MissingComma),
    Mistake(_rule("x = match gem (Ruby: 3«» else: 1)"), problems.MissingComma),
    Mistake(_rule("choose «»one of hand"), problems.NamelessChoice),
    Mistake(_rule("choose «»2 of hand"), problems.NamelessChoice),
    Mistake(_rule("choose «»some of hand"), problems.NamelessChoice),
    Mistake(_rule("may choose «»any of hand"), problems.NamelessChoice),
    Mistake(_rule("roll «»one of 1..6"), problems.NamelessChoice),
    Mistake(_rule("choose:\n    «»one of hand"), problems.NamelessChoice),
    Mistake(_rule("choose c: one«» hand"), problems.MissingOf),
    Mistake(_rule("choose c: 2 «»hand"), problems.MissingOf),
    Mistake(_rule("choose c: some«» hand"), problems.MissingOf),
    Mistake(_rule("choose c: some«»(hand)"), problems.MissingOf),
    Mistake(_rule("choose c: «count» of hand"), problems.NoQuantity),
    Mistake(_rule("choose c: «no» of hand"), problems.NoQuantity),
    Mistake(_rule("choose c: «at least» 2 of hand"), problems.NoQuantity),
    Mistake(_rule("choose c: «between» 1 and 2 of hand"), problems.NoQuantity),
    Mistake(_rule("choose c: 1 «to» 2 of hand"), problems.ForeignSign),
    Mistake(_rule("choose c: 1«-»2 of hand"), problems.ForeignSign),
    Mistake(_rule("choose c: 1 «or» 2 of hand"), problems.ForeignSign),
    Mistake(_rule("move «all» of hand to deck"), problems.NoQuantity),
    Mistake(_rule("x = max(y for z in «any» of hand)"), problems.NoQuantity),
    Mistake("example e:\n    given:\n        aside: «any» of deck\n", problems.NoQuantity),
    Mistake(_rule("move a«»"), problems.MissingPart),
    Mistake(_rule("move a from b«»"), problems.MissingPart),
    Mistake(_rule("move 2 of a«»"), problems.MissingPart),
    Mistake(_rule("draw 1 from a«»"), problems.MissingPart),
    Mistake(_rule("draw 1«» to a"), problems.MissingPart),
    Mistake(_rule("swap a«»"), problems.MissingPart),
    Mistake(_rule("draw«» from a to b"), problems.MissingNumber),
    Mistake("let a = 3 «/» 2\n", problems.Unrounded),
    Mistake(_rule("move a to b.c[d «/» 2]"), problems.Unrounded),
    # words
    Mistake(_rule("if a: x = 1\n«elif» b: x = 2"), problems.ForeignWord),
    Mistake("«def» r:\n    x = 1\n", problems.ForeignWord),
    Mistake("«class» r:\n    x = 1\n", problems.ForeignWord),
    Mistake("«function» r:\n    x = 1\n", problems.ForeignWord),
    Mistake(_rule("«return» x"), problems.ForeignWord),
    Mistake(_rule("«while» x < 3:\n    x += 1"), problems.ForeignWord),
    Mistake(_rule("«var» x = 3"), problems.ForeignWord),
    Mistake(_rule("for x «of» players: y = 1"), problems.ForOf),
    Mistake(_rule("x = 1\n«else»: x = 2"), problems.LonelyElse),
    Mistake(_rule("«then» x is 3"), problems.FactOutsideExample),
    Mistake("«move» a to b\n", problems.StatementAtTop),
    Mistake("«x» = 3\n", problems.StatementAtTop),
    Mistake("«banana» split\n", problems.NoDeclaration),
    Mistake("«gmae» g:\n    players 2\n", problems.Misspelt),
    Mistake("«phse» p:\n    x = 1\n", problems.Misspelt),
    Mistake(_rule("«chose» c: one of hand"), problems.Misspelt),
    Mistake(_rule("move 1 card «form» deck to hand"), problems.Misspelt),
    Mistake(_rule("award a from b to c by highest d, ties «sharded» rounded up"), problems.Misspelt),
    Mistake("variant v of g:\n    «repalce» rule r: x = 1\n", problems.Misspelt),
    Mistake("example e:\n    Ann «play» card\n", problems.Misspelt),
    Mistake("example e:\n    Ann «decline» throw\n", problems.Misspelt),
    Mistake("«rwo» stone 9\n", problems.Misspelt),
    Mistake("let «move» = 3\n", problems.ReservedName),
    Mistake("let «from» = 3\n", problems.ReservedName),
    Mistake(_rule("x = hand as «it» where y"), problems.ReservedName),
    Mistake(_rule("«draw» = 3"), problems.ReservedName),
    Mistake("type colour: Red, «to»\n", problems.ReservedName),
    Mistake(_rule("let y = 1\n«y» = 2"), problems.SetAgain),
    Mistake("component token in a «in b»: 5\n", problems.SaidTwice),
    # forms
    Mistake(_rule("if a «=» 1: x = 2"), problems.EqualsInCondition),
    Mistake("example e:\n    then a «=» 1\n", problems.EqualsInCondition),
    Mistake(_rule("x «is» 3"), problems.CompareAsSet),
    Mistake("let a = 1 < b «<» c\n", problems.Chained),
    Mistake("game g:\n    players 2«-»4\n", problems.PlayersRange),
    Mistake("game g:\n    players 2«..»4\n", problems.PlayersRange),
    Mistake("game g:\n    players«:» 2 to 4\n", problems.PlayersColon),
    Mistake("table t: 1«,» 2, 3\n", problems.CommaInRow),
    Mistake("table t:\n    a«,» b\n    1 2\n", problems.CommaInRow),
    Mistake("grid g 1 by 2:\n    l:\n        A«,» B\n", problems.CommaInRow),
    Mistake("row r 2:\n    l:\n        A«,» B\n", problems.CommaInRow),
    Mistake("component event:\n    name  @low«.»deck\n    Fair  2\n", problems.GluedCell),
    Mistake("rule r«()»:\n    x = 1\n", problems.EmptyBrackets),
    Mistake(_rule("x = match gem («a = 2»: 3, else: 1)"), problems.NoCase),
    Mistake(_rule("x = match gem («else»: 3, Ruby: 1)"), problems.NoCase),
    Mistake("score s:«»\n", problems.Unfitting),
    Mistake("rounds:\n    deal «play»\n", problems.Unfitting),
    Mistake("rounds:\n    auction, «until» no(lots)\n", problems.Unfitting),
    Mistake("row stone 3 «by» 9\n", problems.Unfitting),
    Mistake("action melt, «each» turn: x = 1\n", problems.Unfitting),
    Mistake("shared:\n    pos: ring or none «or» lane\n", problems.Unfitting),
    Mistake("component card: 1..5\n    «heads» = 7\n", problems.Unfitting),
    Mistake(_rule("repeat at most 9, «cut» off: x = 1"), problems.Unfitting),
    Mistake(_rule("each player together, «until» a: x = 1"), problems.Unfitting),
    Mistake(_rule("each player by «score», at most 3: x = 1"), problems.Unfitting),
    Mistake(_rule("award a from b to c by highest d, ties share «rounded» down"), problems.Unfitting),
    Mistake(_rule("x = hand where y as z«»"), problems.Unfitting),
    Mistake(_rule("x = match gem«:» (Ruby: 3)"), problems.Unfitting),
    Mistake(_rule("for x in 2 «of» hand: y = 1"), problems.Unfitting),
    Mistake(_rule("choose c: one of hand, seen by «nobody»"), problems.Unfitting),
    Mistake(_rule("choose one:\n        strike «when» armed"), problems.Unfitting),
    Mistake("example e:\n    Ann plays not «throw»\n", problems.Unfitting),
)
