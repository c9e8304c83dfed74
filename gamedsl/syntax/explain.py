"""Syntax problems in words: what is wrong, what was found, what to do. All English of the syntax is here."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.catalogue import CATALOGUE
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from gamedsl.source import Span
from gamedsl.syntax import problems
from gamedsl.syntax.problems import SyntaxProblem
from gamedsl.syntax.word_uses import USES


def explain(problem: SyntaxProblem) -> Diagnostic:
    """The diagnostic of a problem."""
    match problem:
        case (
            problems.TooMany()
            | problems.TooDeep()
            | problems.LongLine()
            | problems.MixedIndentation()
            | problems.DeeperLine()
            | problems.UnevenLine()
        ):
            return _layout(problem)
        case problems.NoBody():
            return _layout(problem)
        case (
            problems.IncompleteBlock()
            | problems.IndentedDeclaration()
            | problems.HeaderChain()
            | problems.UnclosedBracket()
            | problems.StrayBracket()
        ):
            return _blocks(problem)
        case (
            problems.MismatchedBracket()
            | problems.Braces()
            | problems.MissingColon()
            | problems.MissingComma()
            | problems.LonelyElse()
        ):
            return _blocks(problem)
        case (
            problems.UnknownCharacter()
            | problems.ForeignSign()
            | problems.Increment()
            | problems.PercentSign()
            | problems.Semicolon()
        ):
            return _signs(problem)
        case problems.ForeignComment():
            return _signs(problem)
        case (
            problems.DecimalNumber()
            | problems.LongNumber()
            | problems.GluedNumber()
            | problems.BadName()
            | problems.UnclosedString()
            | problems.WrongQuotes()
        ):
            return _words(problem)
        case (
            problems.ForeignWord()
            | problems.ForeignValue()
            | problems.StatementAtTop()
            | problems.NoDeclaration()
            | problems.Misspelt()
        ):
            return _keywords(problem)
        case (
            problems.FactOutsideExample()
            | problems.ReservedName()
            | problems.SetAgain()
            | problems.SaidTwice()
            | problems.Unfitting()
        ):
            return _keywords(problem)
        case (
            problems.EqualsInCondition()
            | problems.CompareAsSet()
            | problems.Unrounded()
            | problems.Chained()
            | problems.NamelessChoice()
        ):
            return _forms(problem)
        case (
            problems.MissingPart()
            | problems.MissingNumber()
            | problems.ForOf()
            | problems.PlayersRange()
            | problems.PlayersColon()
            | problems.NumberWithoutUpTo()
            | problems.CommaInRow()
        ):
            return _forms(problem)
        case (
            problems.GluedCell()
            | problems.SentenceBeforeElse()
            | problems.NoLeftSide()
            | problems.RangeAlone()
            | problems.EmptyBrackets()
            | problems.MissingOf()
            | problems.NoQuantity()
            | problems.NoCase()
        ):
            return _forms(problem)
        case _:
            assert_never(problem)


# ---------------------------------------------------------------- indentation and blocks


def _layout(
    problem: problems.TooMany
    | problems.TooDeep
    | problems.LongLine
    | problems.MixedIndentation
    | problems.DeeperLine
    | problems.UnevenLine
    | problems.NoBody,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.TooMany(count=count):
            noun = "problem" if count == 1 else "problems"
            return _error("E0001", span, f"and {count} more {noun}", "", help="put the ones above right first")
        case problems.TooDeep(limit=limit):
            return _error(
                "E0002", span, f"this is nested more than {limit} levels deep", "too deep here",
                help="move inner parts into a rule or a `let` of their own",
            )  # fmt: skip
        case problems.LongLine(limit=limit, of="characters"):
            return _error(
                "E0003", span, f"this text has more than {limit} characters, and is not read", "",
                help="put rows into CSV files, and what deviates into variants",
            )  # fmt: skip
        case problems.LongLine(limit=limit):
            return _error(
                "E0003", span, f"this line has more than {limit} words", "",
                help="break it into several lines",
            )  # fmt: skip
        case problems.MixedIndentation(lines=lines):
            edits = tuple(Edit(blank, " " * column) for blank, column in lines)
            return _error(
                "E0010", span, "tabs and spaces are mixed in the indentation", "a tab here",
                help="indent with four spaces for each level", fix=Fix("indent with spaces", edits),
            )  # fmt: skip
        case problems.DeeperLine(to=to):
            return _error(
                "E0011", span, "this line is indented too far", "no block begins above this line",
                help="a block begins after a line that ends in `:`", fix=_replace("move the line back", span, " " * to),
            )  # fmt: skip
        case problems.UnevenLine(to=to):
            return _error(
                "E0012", span, "this indentation fits no block above", f"{_count(span.end - span.start, 'space')} here",
                help="lines of one block start in the same column",
                fix=_replace(f"indent by {_count(to, 'space')}", span, " " * to),
            )  # fmt: skip
        case problems.NoBody(header=header):
            return _error(
                "E0013", span, f"nothing stands in this `{header}` block",
                "the line ends in `:`, and the next one is no deeper",
                help=("indent the lines that belong to it by four spaces",
                'a block may consist of a sentence only: `"To do."`'),
            )  # fmt: skip
        case _:
            assert_never(problem)


def _blocks(
    problem: problems.IncompleteBlock | problems.IndentedDeclaration | problems.HeaderChain | problems.UnclosedBracket | problems.StrayBracket
    | problems.MismatchedBracket | problems.Braces | problems.MissingColon | problems.MissingComma | problems.LonelyElse,
) -> Diagnostic:  # fmt: skip
    span = problem.span
    match problem:
        case problems.IncompleteBlock(header=header, missing=missing):
            return _error(
                "E0014", span, f"this `{header}` block is not complete", f"what is missing: {_list(missing)}",
                help=_COMPLETE.get(header, ()),
            )  # fmt: skip
        case problems.IndentedDeclaration(word=word, header=header) if header in ("variant", "when", "seat"):
            return _error(
                "E0015", span, f"a change is missing before `{word}`",
                f"inside `{header}` this is not a line of its own",
                help=f"write `replace {word} ...` to change what is there, `add {word} ...` for something new",
            )  # fmt: skip
        case problems.IndentedDeclaration(word=word):
            return _error(
                "E0015", span, f"`{word}` starts in the first column", "indented here",
                help="only the lines inside a block are indented",
                fix=None if problem.header else _remove("move it back", span),
            )  # fmt: skip
        case problems.HeaderChain(header=header, gap=gap, indent=indent):
            return _error(
                "E0016", span, f"`{header}` needs a line of its own", "a second header on one line",
                help="after a header's `:` stands a plain statement, a loop or `as`, or a block on deeper lines",
                fix=_replace("move it to the next line", gap, "\n" + " " * indent),
            )  # fmt: skip
        case problems.UnclosedBracket(sign=sign):
            return _error(
                "E0017", span, f"the bracket `{sign}` is never closed", "opened here",
                help=(f"close it with `{')' if sign == '(' else ']'}`",
                "lines that continue it stand deeper than its first line"),
            )  # fmt: skip
        case problems.StrayBracket(sign=sign):
            return _error(
                "E0018", span, f"this `{sign}` closes nothing", "no bracket is open here",
                fix=_remove("remove it", span),
            )  # fmt: skip
        case problems.MismatchedBracket(sign=sign, opened=opened, wanted=wanted):
            return _error(
                "E0019", span, f"`{sign}` does not close this bracket", f"`{wanted}` belongs here",
                others=(Label(opened, "opened here"),), fix=_replace(f"write `{wanted}`", span, wanted),
            )  # fmt: skip
        case problems.Braces(sign=sign):
            return _error(
                "E0020", span, f"`{sign}` is not used here", "blocks have no braces",
                help="end the header with `:` and indent the lines of the block; a list stands in `[` and `]`",
            )  # fmt: skip
        case problems.MissingColon(header=header):
            return _error(
                "E0021", span, f"a `:` is missing in this `{header}` line", "`:` belongs here",
                fix=_replace("put in `:`", span, ":"),
            )  # fmt: skip
        case problems.MissingComma(word=word):
            return _error(
                "E0022",
                span,
                f"a `,` is missing before `{word}`",
                "`,` belongs here",
                fix=_replace("put in `,`", span, ","),
            )
        case problems.LonelyElse():
            return _error(
                "E0023", span, "there is no `if` or `choose` for this `else`", "neither of them is directly above in this block",
                help="`else` stands in the same column as its `if` or `choose`",
            )  # fmt: skip
        case _:
            assert_never(problem)


# ---------------------------------------------------------------- signs, numbers, names, sentences


def _signs(
    problem: problems.UnknownCharacter
    | problems.ForeignSign
    | problems.Increment
    | problems.PercentSign
    | problems.Semicolon
    | problems.ForeignComment,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.UnknownCharacter(character=character):
            return _error("E0030", span, f"{_character(character)} means nothing here", "", help="remove it")
        case problems.ForeignSign(sign="\u00a0"):
            return _error(
                "E0031", span, "this is not a plain space", "a no-break space", fix=_replace("make it plain", span, " ")
            )
        case problems.ForeignSign(sign=sign, instead=instead):
            padded = instead if instead != "not" else "not "
            return _error(
                "E0031", span, f"`{sign}` is written `{instead}` in this language", f"`{instead}` belongs here",
                fix=_replace(f"write `{instead}`", span, padded),
            )  # fmt: skip
        case problems.Increment(sign=sign, instead=instead):
            operator = sign[0] if sign[0] in "+-" else "+"
            return _error(
                "E0032", span, f"there is no `{sign}`", "",
                help=f"write `x {operator}= 1`, or `x = ...` with the new value",
                fix=None if instead is None else _replace(f"write `{instead.strip()}`", span, instead),
            )  # fmt: skip
        case problems.PercentSign(operands=operands):
            fix = None
            if operands is not None:
                whole, left, right = operands
                fix = _replace(f"write `mod({left}, {right})`", whole, f"mod({left}, {right})")
            return _error(
                "E0033", span, "there is no `%`", "",
                help="the remainder of a division is `mod(a, b)`", fix=fix,
            )  # fmt: skip
        case problems.Semicolon(at_end=at_end):
            return _error(
                "E0034", span, "a line needs no `;`", "",
                help=() if at_end else "every statement has a line of its own",
                fix=_remove("remove it", span) if at_end else None,
            )  # fmt: skip
        case problems.ForeignComment(sign=sign, text=text, one_line=one_line):
            return _error(
                "E0035", span, f"a comment starts with `#`, not with `{sign}`", "",
                fix=_replace("write `#`", span, f"# {text}".rstrip()) if one_line else None,
            )  # fmt: skip
        case _:
            assert_never(problem)


def _words(
    problem: problems.DecimalNumber
    | problems.LongNumber
    | problems.GluedNumber
    | problems.BadName
    | problems.UnclosedString
    | problems.WrongQuotes,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.DecimalNumber(text=text):
            return _error(
                "E0036", span, f"`{_short(text)}` is no whole number", "only whole numbers are known",
                help="count in smaller units, or divide at the end: `total / 2 rounded down`",
            )  # fmt: skip
        case problems.LongNumber():
            return _error(
                "E0037", span, "this number is too large", "more than nine digits",
                help="nine digits are the most",
            )  # fmt: skip
        case problems.GluedNumber(number=number, rest=rest):
            return _error(
                "E0038", span, f"`{_short(number + rest)}` is neither a number nor a name", "",
                help=f"a name starts with a letter; `{_short(number)} {_short(rest)}` means so many of a kind",
            )  # fmt: skip
        case problems.BadName(name=name):
            return _error(
                "E0039", span, f"`{_short(name)}` cannot be a name", "",
                help="a name starts with a letter and has only the letters a to z, digits and `_`",
            )  # fmt: skip
        case problems.UnclosedString(end=end):
            return _error(
                "E0040", span, "this sentence has no closing quote", "it starts here",
                help='a sentence stands between two `"` on one line', fix=_replace('put in `"`', end, '"'),
            )  # fmt: skip
        case problems.WrongQuotes(text=text):
            fix = None if '"' in text else _replace('write `"`', span, f'"{text}"')
            return _error("E0041", span, 'a sentence stands in plain double quotes: `"..."`', "", fix=fix)
        case _:
            assert_never(problem)


# ---------------------------------------------------------------- words


def _keywords(
    problem: problems.ForeignWord | problems.ForeignValue | problems.StatementAtTop | problems.NoDeclaration | problems.Misspelt | problems.FactOutsideExample
    | problems.ReservedName | problems.SetAgain | problems.SaidTwice | problems.Unfitting,
) -> Diagnostic:  # fmt: skip
    span = problem.span
    match problem:
        case problems.ForeignWord(word=word, instead=instead):
            return _error(
                "E0050", span, f"there is no `{word}` in this language", "", help=_FOREIGN_HELP.get(word, ()),
                fix=None if instead is None else _replace(f"write `{instead}`", span, instead),
            )  # fmt: skip
        case problems.ForeignValue(word=word, instead=instead):
            return _error(
                "E0051", span, f"`{word}` is written `{instead}` in this language", "",
                fix=_replace(f"write `{instead}`", span, instead),
            )  # fmt: skip
        case problems.StatementAtTop(word=word):
            return _error(
                "E0052", span, f"`{_short(word)}` cannot stand outside a block", "a statement in the first column",
                help="statements stand in `setup:`, in a phase, an action or a rule, indented by four spaces",
            )  # fmt: skip
        case problems.NoDeclaration(word=word):
            return _error(
                "E0053", span, f"no declaration starts with `{_short(word)}`", "",
                help="a declaration starts with a word like `component`, `phase`, `rule` or `score`",
            )  # fmt: skip
        case problems.Misspelt(word=word, meant=meant):
            return _error(
                "E0054", span, f"`{_short(word)}` does not fit here", "", help=f"did you mean `{meant}`?",
                fix=_replace(f"write `{meant}`", span, meant),
            )  # fmt: skip
        case problems.FactOutsideExample():
            return _error(
                "E0055", span, "a `then` line belongs to an example", "this is not an example",
                help="what must always hold is an `invariant`; what an action asks for is a `require`",
            )  # fmt: skip
        case problems.ReservedName(word=word):
            return _error(
                "E0056", span, f"`{word}` is a word of the language and cannot be a name", "a name is wanted here",
                help=f"it is kept for `{USES[word]}`: add to it or choose another name",
            )  # fmt: skip
        case problems.SetAgain(name=name, first=first):
            return _error(
                "E0057", span, f"`{name}` is set a second time", "a `let` name keeps its value",
                others=(Label(first, "named here"),),
                help=f"use a new name, or make `{name}` a field under `shared:` or `each player:`",
            )  # fmt: skip
        case problems.SaidTwice(part=part):
            return _error(
                "E0058", span, f"`{part}` stands twice in this heading", "the second one",
                help="keep one of them",
            )  # fmt: skip
        case problems.Unfitting(found=found, after=after, wanted=wanted):
            place = f"`{_short(found)}` does not fit here" if found else "this line ends too early"
            behind = f"after `{_short(after)}` comes " if after else "here comes "
            return _error("E0059", span, place, "", help=behind + _list(wanted))
        case _:
            assert_never(problem)


# ---------------------------------------------------------------- forms


def _forms(
    problem: problems.EqualsInCondition | problems.CompareAsSet | problems.Unrounded | problems.Chained | problems.NamelessChoice | problems.MissingOf
    | problems.SentenceBeforeElse | problems.NoLeftSide | problems.RangeAlone
    | problems.NoQuantity | problems.NoCase | problems.MissingPart
    | problems.MissingNumber | problems.ForOf | problems.PlayersRange | problems.PlayersColon | problems.NumberWithoutUpTo
    | problems.CommaInRow | problems.GluedCell | problems.EmptyBrackets,
) -> Diagnostic:  # fmt: skip
    span = problem.span
    match problem:
        case problems.EqualsInCondition():
            return _error(
                "E0070",
                span,
                "a condition compares with `is`",
                "`=` sets a value",
                fix=_replace("write `is`", span, "is"),
            )
        case problems.CompareAsSet():
            return _error(
                "E0071", span, "a value is set with `=`", "`is` only compares", fix=_replace("write `=`", span, "=")
            )
        case problems.Unrounded(end=end):
            return _error(
                "E0072", span, "a division says how it is rounded", "`rounded up` or `rounded down` is missing",
                fixes=(_replace("round down", end, " rounded down"), _replace("round up", end, " rounded up")),
            )  # fmt: skip
        case problems.Chained(middle=middle):
            at = Span(span.source, span.start, span.start)
            return _error(
                "E0073", span, "comparisons cannot be chained", "a second comparison",
                help="join two comparisons with `and`",
                fix=None if middle is None else _replace(f"put in `and {_short(middle)}`", at, f"and {middle} "),
            )  # fmt: skip
        case problems.NamelessChoice(word=word):
            if word.startswith("ensure"):
                here = "a name and `:` belong here" + (", not `that`" if word == "ensure that" else "")
                return _error(
                    "E0074", span, "what is ensured needs a name", here,
                    help="like `ensure king_safe: not in_check`: a refusal gives this name",
                )  # fmt: skip
            example = "roll first: one of players" if word == "roll" else "choose card: one of hand"
            return _error(
                "E0074", span, "what is chosen needs a name", "the name and `:` belong here",
                help=f"like `{example}`",
            )  # fmt: skip
        case problems.SentenceBeforeElse(to=None):
            return _error(
                "E0086", span, "a selection has one sentence, behind its last alternative", "a second one",
                help="keep one of them: it is read whichever alternative the player is offered",
            )  # fmt: skip
        case problems.SentenceBeforeElse(text=text, cut=cut, to=to):
            return _error(
                "E0086", span, "the sentence stands behind the last `else`", "another alternative follows",
                help="move it to the end: it is read whichever alternative the player is offered",
                fix=None if to is None else Fix("move it to the end", (Edit(cut, ""), Edit(to, f" {text}"))),
            )  # fmt: skip
        case problems.NoLeftSide(word=word, place=place, element=element):
            return _error(
                "E0087", span, f"`{word}` has nothing on its left", "what is compared?",
                help="write both sides" if element is None else f"the element of the filter is `{element}`",
                fix=None if element is None else _replace(f"put in `{element}`", place, f"{element} "),
            )  # fmt: skip
        case problems.MissingOf(quantity=quantity):
            return _error(
                "E0075", span, f"`of` is missing after `{quantity}`", "`of` belongs here",
                help="like `one of hand` or `2 of hand`", fix=_insert_word("put in `of`", span, "of", quantity),
            )  # fmt: skip
        case problems.NoQuantity(word=word, of="choice"):
            return _error(
                "E0084", span, f"`{_short(word)}` does not say how many are chosen", "no quantity",
                help="a quantity is `one`, `some` (at least one), `any`, `2`, `up to 2` or `1..2`; `of` follows it",
            )  # fmt: skip
        case problems.NoQuantity(word=word, of="given"):
            return _error(
                "E0084", span, f"`{_short(word)}` is no number of pieces", "no number",
                help="like `9 of deck`; which nine they are is left open",
            )  # fmt: skip
        case problems.NoQuantity(word=word):
            return _error(
                "E0084", span, f"`{_short(word)}` is no number of elements", "no number",
                help="`x in S` goes through the elements, `x in 2 of S` through the pairs that they make",
            )  # fmt: skip
        case problems.RangeAlone(text=text):
            start = Span(span.source, span.start, span.start)
            return _error(
                "E0084", span, f"`{_short(text)}` does not say how many are chosen", "numbers to choose from",
                help=f"one number of these is `one of {_short(text)}`", fix=_replace("put in `one of`", start, "one of "),
            )  # fmt: skip
        case problems.NoCase():
            return _error(
                "E0085", span, "this cannot be a value of a `match`", "a plain value is wanted",
                help="like `match gem(Ruby: 3, Emerald, Crown: 2, else: 1)`; `else` comes last",
            )  # fmt: skip
        case problems.MissingPart(statement=statement, word=word):
            return _error(
                "E0076", span, f"this `{statement}` does not say {_PLACES[word]}", f"`{word} ...` is missing",
                help=f"like `{_EXAMPLES[statement]}`",
            )  # fmt: skip
        case problems.MissingNumber():
            return _error(
                "E0077", span, "this `draw` does not say how many", "a number is missing",
                help="like `draw 1 from deck to hand`",
                fix=_replace("draw one", span, " 1"),
            )  # fmt: skip
        case problems.ForOf():
            return _error(
                "E0078", span, "`for` goes through a set with `in`", "",
                fix=_replace("write `in`", span, "in"),
            )  # fmt: skip
        case problems.PlayersRange(sign=sign):
            return _error(
                "E0079", span, "the numbers of players are joined by `to`", f"`{sign}` here",
                help="like `players 2 to 4`", fix=_replace("write `to`", span, " to " if sign in "-..," else "to"),
            )  # fmt: skip
        case problems.PlayersColon():
            return _error(
                "E0080", span, "`players` has no `:` here", "",
                help="like `players 2 to 4`", fix=_remove("remove it", span),
            )  # fmt: skip
        case problems.NumberWithoutUpTo(word=word, times=times):
            edits = (Edit(span, " up to"), *(() if times is None else (Edit(times, ""),)))
            return _error(
                "E0088", span, f"a number of `{word}` is said with `up to` or `at most`", "`up to` belongs here",
                help=f"`{word} up to 3:` ends there, and reaching the bound of `{word} at most 3` is a fault",
                fix=Fix("put in `up to`", edits),
            )  # fmt: skip
        case problems.CommaInRow(commas=commas):
            edits = tuple(Edit(comma, "") for comma in commas)
            return _error(
                "E0081", span, "the cells of a row are separated by spaces", "", help="an empty cell is written `.`",
                fix=Fix("remove the commas", edits),
            )  # fmt: skip
        case problems.GluedCell():
            return _error(
                "E0082", span, "an empty cell stands alone", "this `.` touches its neighbour",
                help="put spaces around it, or remove it: a heading has no dots",
            )  # fmt: skip
        case problems.EmptyBrackets():
            return _error(
                "E0083", span, "a rule without parameters has no brackets", "",
                fix=_remove("remove them", span),
            )  # fmt: skip
        case _:
            assert_never(problem)


_COMPLETE = {
    "game": "a game says how many can play: `players 2 to 4`",
    "component": "its kinds stand above the `let` lines, or behind the `:`, like `component card: 1..104`",
}
_PLACES = {"to": "where to", "from": "from where", "with": "with what"}
_EXAMPLES = {
    "move": "move card to hand",
    "draw": "draw 1 from deck to hand",
    "swap": "swap card with left(me).card",
    "award": "award glory from prizes to crews by highest men, ties shared rounded up",
}
_FOREIGN_HELP = {
    "while": "write `repeat at most 20 until done:`",
    "loop": "write `repeat up to 3:`",
    "do": "write `repeat up to 3:`",
    "until": "write `repeat at most 20 until done:`",
    "return": "a rule gives nothing back; a value is named by `let f(x: t) = ...` in the first column",
    "class": "the kinds of pieces are a `component`, sorts of values a `type`",
    "struct": "the kinds of pieces are a `component`, sorts of values a `type`",
    "import": "everything a game needs stands in its file; a variant says `variant v of game:`",
    "unless": "write `if not ...:`",
    "case": "the lines of a `match` are the values themselves: `Guard: guess`",
    "break": "a loop ends by its `until` or its limit; `repeat until declined:` goes on as often as a player likes",
    "continue": "put what is left of the pass into an `if`",
    "print": "what happens is shown by itself",
}


# ---------------------------------------------------------------- helpers


def _error(
    code: str,
    span: Span,
    message: str,
    label: str,
    *,
    help: str | tuple[str, ...] = (),
    others: tuple[Label, ...] = (),
    fix: Fix | None = None,
    fixes: tuple[Fix, ...] = (),
) -> Diagnostic:
    advice = (help,) if isinstance(help, str) else help
    every = fixes if fix is None else (fix,)
    return Diagnostic(code, CATALOGUE[code].severity, message, Label(span, label), others, advice, every)


def _replace(title: str, span: Span, text: str) -> Fix:
    return Fix(title, (Edit(span, text),))


def _remove(title: str, span: Span) -> Fix:
    return _replace(title, span, "")


def _insert_word(title: str, span: Span, word: str, before: str) -> Fix:
    """Behind a word the new one follows after a space, in front of one it is followed by a space."""
    return _replace(title, span, f"{word} " if before.isdigit() else f" {word}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _short(text: str) -> str:
    """At most so much of a text as fits into a message."""
    plain = "".join(c if c.isprintable() else "?" for c in text[:41])
    return plain if len(text) <= 40 else plain[:37] + "..."


def _character(character: str) -> str:
    number = f"U+{ord(character):04X}"
    return f"`{character}`" if character.isprintable() and character != "`" else f"the character {number}"


_VALUE = {"INT", "IT", "LPAR", "LSQB", "MATCH", "ME", "MINUS", "NAME", "NO", "NONE", "NOT", "YES"}
_OPERATORS = {
    "AND",
    "BY",
    "CMP",
    "DOT",
    "DOTS",
    "IF",
    "IN",
    "IS",
    "LPAR",
    "LSQB",
    "MINUS",
    "NOT",
    "OR",
    "PLUS",
    "SLASH",
    "STAR",
}
_SORTS = {
    "NAME": "a name", "INT": "a number", "STRING": "a sentence in quotes", "_NL": "the end of the line",
    "CMP": "a comparison",
    "COLON": "`:`", "COMMA": "`,`", "DOT": "`.`", "DOTS": "`..`", "EQUAL": "`=`", "LPAR": "`(`", "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`", "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "SLASH": "`/`", "IN_ZONE": "`@`", "ADD_SET": "`+=`",
    "TAKE_SET": "`-=`", "$END": "the end of the text",
}  # fmt: skip
_MOST_WANTED = 7


def _list(wanted: tuple[str, ...]) -> str:
    """Terminals in words: values and operators as one, and not too many."""
    left = set(wanted)
    names: list[str] = []
    if {"INT", "NAME", "LPAR"} <= left:
        left -= _VALUE
        names.append("a value")
    if {"PLUS", "STAR"} <= left:
        left -= _OPERATORS | {"WHERE", "WHILE"}
    names += sorted(_SORTS.get(terminal, f"`{terminal.lower()}`") for terminal in left)
    if len(names) > _MOST_WANTED:
        names = [*names[:_MOST_WANTED], "..."]
    if len(names) <= 1:
        return "".join(names) or "nothing"
    return f"{', '.join(names[:-1])} or {names[-1]}" if names[-1] != "..." else ", ".join(names)
