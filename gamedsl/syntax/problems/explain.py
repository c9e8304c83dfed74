"""Explains syntax problems: what is wrong, what was found, what to do. All English of the syntax is here, in `explain_forms` and in `wording`."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label, diagnostic
from gamedsl.source import Span
from gamedsl.syntax.guessing.phrase_table import Place
from gamedsl.syntax.problems import facts as problems
from gamedsl.syntax.problems.explain_forms import explain_form
from gamedsl.syntax.problems.facts import SyntaxProblem
from gamedsl.syntax.problems.word_uses import USES
from gamedsl.syntax.problems.wording import PERHAPS, SURE, counted, listed, remove, replace, short, shown


def explain(problem: SyntaxProblem) -> Diagnostic:
    """Returns the diagnostic of a problem."""
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
            | problems.LineTwice()
        ):
            return _blocks(problem)
        case (
            problems.UnknownCharacter()
            | problems.TurnedText()
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
            | problems.InWords()
        ):
            return _keywords(problem)
        case (
            problems.EqualsInCondition()
            | problems.CompareAsSet()
            | problems.Unrounded()
            | problems.Chained()
            | problems.NamelessChoice()
        ):
            return explain_form(problem)
        case (
            problems.MissingPart()
            | problems.MissingNumber()
            | problems.ForOf()
            | problems.PlayersRange()
            | problems.PlayersColon()
            | problems.NumberWithoutUpTo()
            | problems.CommaInRow()
        ):
            return explain_form(problem)
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
            return explain_form(problem)
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
            return diagnostic("E0001", span, f"and {count} more {noun}", "", help="put the ones above right first")
        case problems.TooDeep(limit=limit):
            return diagnostic(
                "E0002", span, f"this is nested more than {limit} levels deep", "too deep here",
                help="move inner parts into a rule or a `let` of their own",
            )  # fmt: skip
        case problems.LongLine(limit=limit, of="characters"):
            return diagnostic(
                "E0003", span, f"this text has more than {limit} characters, and is not read", "",
                help="put rows into CSV files, and what deviates into variants",
            )  # fmt: skip
        case problems.LongLine(limit=limit):
            return diagnostic(
                "E0003", span, f"this line has more than {limit} words", "",
                help="break it into several lines",
            )  # fmt: skip
        case problems.MixedIndentation(lines=lines):
            edits = tuple(Edit(blank, " " * column) for blank, column in lines)
            are_tabs = all(column == _TAB * (blank.end - blank.start) for blank, column in lines)
            return diagnostic(
                "E0010", span, "tabs and spaces are mixed in the indentation", "a tab here",
                help="indent with four spaces for each level", fix=Fix("indent with spaces", edits, SURE if are_tabs else PERHAPS),
            )  # fmt: skip
        case problems.DeeperLine(to=to):
            return diagnostic(
                "E0011", span, "this line is indented too far", "no block begins above this line",
                help="a block begins after a line that ends in `:`", fix=replace("move the line back", span, " " * to, PERHAPS),
            )  # fmt: skip
        case problems.UnevenLine(to=to):
            return diagnostic(
                "E0012", span, "this indentation fits no block above", f"{counted(span.end - span.start, 'space')} here",
                help="lines of one block start in the same column",
                fix=replace(f"indent by {counted(to, 'space')}", span, " " * to, PERHAPS),
            )  # fmt: skip
        case problems.NoBody(header=header, blank=blank, to=to):
            return diagnostic(
                "E0013", span, f"nothing stands in this `{header}` block",
                "the line ends in `:`, and the next one is no deeper",
                help=("indent the lines that belong to it by four spaces",
                'a block may consist of a sentence only: `"To do."`'),
                fix=None if blank is None else replace("indent the next line", blank, " " * to, PERHAPS),
            )  # fmt: skip
        case _:
            assert_never(problem)


def _blocks(
    problem: problems.IncompleteBlock | problems.IndentedDeclaration | problems.HeaderChain | problems.UnclosedBracket | problems.StrayBracket
    | problems.MismatchedBracket | problems.Braces | problems.MissingColon | problems.MissingComma | problems.LonelyElse | problems.LineTwice,
) -> Diagnostic:  # fmt: skip
    span = problem.span
    match problem:
        case problems.IncompleteBlock(header=header, missing=missing):
            return diagnostic(
                "E0014", span, f"this `{header}` block is not complete", f"what is missing: {listed(missing)}",
                help=_COMPLETE.get(header, ()),
            )  # fmt: skip
        case problems.IndentedDeclaration(word=word, header=header) if header in ("variant", "when", "seat"):
            return diagnostic(
                "E0015", span, f"a change is missing before `{word}`",
                f"inside `{header}` this is not a line of its own",
                help=f"write `replace {word} ...` to change what is there, `add {word} ...` for something new",
            )  # fmt: skip
        case problems.IndentedDeclaration(word=word):
            return diagnostic(
                "E0015", span, f"`{word}` starts in the first column", "indented here",
                help="only the lines inside a block are indented",
                fix=None if problem.header else remove("move it back", span, SURE),
            )  # fmt: skip
        case problems.HeaderChain(header=header, gap=gap, indent=indent):
            return diagnostic(
                "E0016", span, f"`{header}` needs a line of its own", "a second header on one line",
                help="after a header's `:` stands a plain statement, a loop or `as`, or a block on deeper lines",
                fix=replace("move it to the next line", gap, "\n" + " " * indent, PERHAPS if header in _WITH_ELSE else SURE),
            )  # fmt: skip
        case problems.UnclosedBracket(sign=sign):
            return diagnostic(
                "E0017", span, f"the bracket `{sign}` is never closed", "opened here",
                help=(f"close it with `{')' if sign == '(' else ']'}`",
                "lines that continue it stand deeper than its first line"),
            )  # fmt: skip
        case problems.StrayBracket(sign=sign):
            return diagnostic(
                "E0018", span, f"this `{sign}` closes nothing", "no bracket is open here",
                help=f"put in the `{'(' if sign == ')' else '['}` that opens it, or remove it",
                fix=remove("remove it", span, PERHAPS),
            )  # fmt: skip
        case problems.MismatchedBracket(sign=sign, opened=opened, wanted=wanted):
            return diagnostic(
                "E0019", span, f"`{sign}` does not close this bracket", f"`{wanted}` belongs here",
                others=(Label(opened, "opened here"),), help=f"or `{_OPENERS[sign]}` where it is opened, if that is wrong",
                fix=replace(f"write `{wanted}`", span, wanted, PERHAPS),
            )  # fmt: skip
        case problems.Braces(sign=sign):
            return diagnostic(
                "E0020", span, f"`{sign}` is not used here", "blocks have no braces",
                help=("end the header with `:` and indent the lines of the block; a list stands in `[` and `]`",
                "a formula in braces stands inside a sentence in quotes"),
            )  # fmt: skip
        case problems.MissingColon(header=header):
            return diagnostic(
                "E0021", span, f"a `:` is missing in this `{header}` line", "`:` belongs here",
                fix=replace("put in `:`", span, ":", SURE),
            )  # fmt: skip
        case problems.MissingComma(word=word):
            return diagnostic(
                "E0022",
                span,
                f"a `,` is missing before `{word}`",
                "`,` belongs here",
                fix=replace("put in `,`", span, ",", SURE),
            )
        case problems.LineTwice():
            return diagnostic(
                "E0043", span, "this header stands twice", "the same as in the line above", help="remove one of the two"
            )
        case problems.LonelyElse():
            return diagnostic(
                "E0023", span, "there is no `if` or `choose` for this `else`", "neither of them is directly above in this block",
                help="`else` stands in the same column as its `if` or `choose`",
            )  # fmt: skip
        case _:
            assert_never(problem)


# ---------------------------------------------------------------- signs, numbers, names, sentences


def _signs(
    problem: problems.UnknownCharacter
    | problems.TurnedText
    | problems.ForeignSign
    | problems.Increment
    | problems.PercentSign
    | problems.Semicolon
    | problems.ForeignComment,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.UnknownCharacter(character=character):
            return diagnostic(
                "E0030",
                span,
                f"{shown(character)} means nothing here",
                "",
                help=_CHARACTERS.get(character, "remove it"),
            )
        case problems.TurnedText(character=character):
            return diagnostic(
                "E0042", span, "a character that is not seen turns the direction of this line", f"the character U+{ord(character):04X}",
                help="remove it: what is read here is not what is shown", fix=remove("remove it", span, PERHAPS),
            )  # fmt: skip
        case problems.ForeignSign(sign="\u00a0"):
            return diagnostic(
                "E0031",
                span,
                "this is not a plain space",
                "a no-break space",
                fix=replace("make it plain", span, " ", SURE),
            )
        case problems.ForeignSign(sign=sign, instead=instead):
            padded = instead if instead != "not" else "not "
            return diagnostic(
                "E0031", span, f"`{sign}` is written `{instead}` in this language", f"`{instead}` belongs here",
                fix=replace(f"write `{instead}`", span, padded, PERHAPS if sign in _OTHER_READINGS or (sign, instead) == (";", ":") or sign[0] == "#" else SURE),
            )  # fmt: skip
        case problems.Increment(sign=sign, instead=instead):
            return diagnostic(
                "E0032", span, f"there is no `{sign}`", "", help=_OPERATORS[sign],
                fix=None if instead is None else replace(f"write `{instead.strip()}`", span, instead, SURE),
            )  # fmt: skip
        case problems.PercentSign(operands=operands):
            fix = None
            if operands is not None:
                whole, left, right = operands
                fix = replace(f"write `mod({left}, {right})`", whole, f"mod({left}, {right})", PERHAPS)
            return diagnostic(
                "E0033", span, "there is no `%`", "",
                help="the remainder of a division is `mod(a, b)`", fix=fix,
            )  # fmt: skip
        case problems.Semicolon(at_end=at_end):
            return diagnostic(
                "E0034", span, "a line needs no `;`", "",
                help=() if at_end else "every statement has a line of its own",
                fix=remove("remove it", span, SURE) if at_end else None,
            )  # fmt: skip
        case problems.ForeignComment(sign=sign, text=text, one_line=one_line, is_plain=is_plain):
            level = SURE if is_plain else PERHAPS
            return diagnostic(
                "E0035", span, f"a comment starts with `#`, not with `{sign}`", "",
                help=() if is_plain else _OTHER_COMMENTS.get(sign, ()),
                fix=replace("write `#`", span, f"# {text}".rstrip(), level) if one_line else None,
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
            return diagnostic(
                "E0036", span, f"`{short(text)}` is no whole number", "only whole numbers are known",
                help="count in smaller units, or divide at the end: `total / 2 rounded down`",
            )  # fmt: skip
        case problems.LongNumber():
            return diagnostic(
                "E0037", span, "this number is too large", "more than nine digits",
                help="nine digits are the most",
            )  # fmt: skip
        case problems.GluedNumber(number=number, rest=rest):
            return diagnostic(
                "E0038", span, f"`{short(number + rest)}` is neither a number nor a name", "",
                help=f"a name starts with a letter; `{short(number)} {short(rest)}` means so many of a kind",
            )  # fmt: skip
        case problems.BadName(name=name):
            return diagnostic(
                "E0039", span, f"`{short(name)}` cannot be a name", "",
                help="a name starts with a letter and has only the letters a to z, digits and `_`",
            )  # fmt: skip
        case problems.UnclosedString(end=end):
            return diagnostic(
                "E0040", span, "this sentence has no closing quote", "it starts here",
                help='a sentence stands between two `"` on one line', fix=replace('put in `"`', end, '"', PERHAPS),
            )  # fmt: skip
        case problems.WrongQuotes(text=text):
            fix = None if '"' in text else replace('write `"`', span, f'"{text}"', SURE)
            return diagnostic("E0041", span, 'a sentence stands in plain double quotes: `"..."`', "", fix=fix)
        case _:
            assert_never(problem)


# ---------------------------------------------------------------- words


def _keywords(
    problem: problems.ForeignWord | problems.ForeignValue | problems.StatementAtTop | problems.NoDeclaration | problems.Misspelt | problems.FactOutsideExample
    | problems.ReservedName | problems.SetAgain | problems.SaidTwice | problems.Unfitting | problems.InWords,
) -> Diagnostic:  # fmt: skip
    span = problem.span
    match problem:
        case problems.ForeignWord(word=word, instead=instead, is_only=is_only):
            return diagnostic(
                "E0050", span, f"there is no `{word}` in this language", "", help=_FOREIGN_HELP.get(word, ()),
                fix=None if instead is None else replace(f"write `{instead}`", span, instead, SURE if is_only else PERHAPS),
            )  # fmt: skip
        case problems.ForeignValue(word=word, instead=instead):
            return diagnostic(
                "E0051", span, f"`{word}` is written `{instead}` in this language", "",
                fix=replace(f"write `{instead}`", span, instead, SURE),
            )  # fmt: skip
        case problems.StatementAtTop(word=word):
            return diagnostic(
                "E0052", span, f"`{short(word)}` cannot stand outside a block", "a statement in the first column",
                help="statements stand in `setup:`, in a phase, an action or a rule, indented by four spaces",
            )  # fmt: skip
        case problems.NoDeclaration(word=("replace" | "add" | "remove" | "set") as word):
            return diagnostic(
                "E0053", span, f"`{word}` stands in a variant or in a `when` block", "outside of them nothing is changed",
                help=("begin the file with `variant name of game:`, and indent this below it",
                "or put it into a block like `when storm:`, for one value of an option"),
            )  # fmt: skip
        case problems.NoDeclaration(word=word):
            return diagnostic(
                "E0053", span, f"no declaration starts with `{short(word)}`", "",
                help="a declaration starts with a word like `component`, `phase`, `rule` or `score`",
            )  # fmt: skip
        case problems.Misspelt(word=word, meant=meant, gap=Span() as gap):
            return diagnostic(
                "E0054", span, f"`{short(word)}` does not fit here", "", help=f"write `{meant}`, and `:` at the end of the line",
                fix=Fix(f"write `{meant}` and put in `:`", (Edit(span, meant), Edit(gap, ":")), PERHAPS),
            )  # fmt: skip
        case problems.Misspelt(word=word, meant=meant, is_only=is_only):
            return diagnostic(
                "E0054", span, f"`{short(word)}` does not fit here", "", help=f"did you mean `{meant}`?",
                fix=replace(f"write `{meant}`", span, meant, SURE if is_only else PERHAPS),
            )  # fmt: skip
        case problems.FactOutsideExample():
            return diagnostic(
                "E0055", span, "a `then` line belongs to an example", "this is not an example",
                help="what must always hold is an `invariant`; what an action asks for is a `require`",
            )  # fmt: skip
        case problems.ReservedName(word=word):
            return diagnostic(
                "E0056", span, f"`{word}` is a word of the language and cannot be a name", "a name is wanted here",
                help=f"it is kept for `{USES[word]}`: add to it or choose another name",
            )  # fmt: skip
        case problems.SetAgain(name=name, first=first):
            return diagnostic(
                "E0057", span, f"`{name}` is set a second time", "a `let` name keeps its value",
                others=(Label(first, "named here"),),
                help=f"use a new name, or make `{name}` a field under `shared:` or `each player:`",
            )  # fmt: skip
        case problems.SaidTwice(part=part):
            return diagnostic(
                "E0058", span, f"`{part}` stands twice in this heading", "the second one",
                help="keep one of them",
            )  # fmt: skip
        case problems.InWords(said=said, lines=lines, place=belongs, is_own=is_own, indent=indent):
            written = " and below it ".join(f"`{line}`" for line in lines)
            like = "" if is_own else " something like"
            where = f"{_STANDS[belongs]}, " if indent is None else ""
            text = ("\n" + " " * (indent or 0)).join(lines)
            return diagnostic(
                "E0044", span, f"`{short(said)}` is written in another way here", "", help=f"{where}write{like} {written}",
                fix=replace(f"write {written}", span, text, PERHAPS) if is_own and indent is not None else None,
            )  # fmt: skip
        case problems.Unfitting(found=found, meant=meant) if meant:
            message = f"`{short(found)}` does not fit here" if found else "this line ends too early"
            either = ", or the same with `or`" if found == "," and problem.words.strip() == "and" else ""
            return diagnostic(
                "E0059", span, message, "", help=f"did you mean `{meant}`{either}?",
                fix=replace(f"write `{meant}`", problem.place, problem.words, PERHAPS),
            )  # fmt: skip
        case problems.Unfitting(found=found, after=after, wanted=wanted):
            place = f"`{short(found)}` does not fit here" if found else "this line ends too early"
            behind = f"after `{short(after)}` comes " if after else "here comes "
            return diagnostic("E0059", span, place, "", help=behind + listed(wanted))
        case _:
            assert_never(problem)


_OPENERS = {")": "(", "]": "["}

_STANDS = {
    Place.RULE: "in a phase, an action or a rule",
    Place.HEADER: "in a phase, an action or a rule",
    Place.TOP: "in the first column",
    Place.PHASE: "in the first column",
    Place.GAME: "below `game`",
    Place.FIELDS: "below `each player:`",
    Place.SHARED: "below `shared:`",
}
"""The blocks or places in which each sort of line belongs."""

_OPERATORS = {
    "++": "write `x += 1` on a line of its own; in a formula `+` stands once",
    "--": "write `x -= 1` on a line of its own; in a formula `-` stands once",
    "*=": "write `x = x * 2`",
    "/=": "write `x = x / 2 rounded down`",
    "%=": "write `x = mod(x, 2)`",
    "**": "there are no powers: multiply, like `x * x`, or write a `table` of them",
    "->": "a field of an element is `x.f`, a piece goes by `move x to z`, a value is set by `x = 1`",
}
"""The words of this language for signs of other languages."""

_CHARACTERS = {
    "?": "a choice of values is `a if c else b`, a test `if c:`; a field that may be empty is `t or none`",
    "^": "there are no powers: multiply, like `x * x`",
    "~": "the opposite is `not`, and `~=` is `is not`",
    "\\": "a line goes on inside of brackets; elsewhere every statement is one line",
    "`": "names stand without quotes",
}
"""The words of this language for characters of other languages."""

_TAB = 4
"""The columns of a tab."""

_WITH_ELSE = frozenset(["if", "choose"])
"""Statements that an `else` below may belong to, so that the line of the header decides to which."""

_OTHER_READINGS = frozenset(["=>", "->", "&", "|", "\u2212", "\u2013", "\u2014", "-", "to", "or", "and"])
"""Signs with several possible meanings."""

_OTHER_COMMENTS = {
    "//": "a division is `a / b rounded down`",
    "--": "what is less by a negative number is more: `n + 1`",
}

_COMPLETE = {
    "game": "a game says how many can play: `players 2 to 4`",
    "component": "its kinds stand above the `let` lines, or behind the `:`, like `component card: 1..104`",
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
    "print": 'what happens is shown by itself; a sentence of your own is `say "…"`',
    "def": "a `rule` is carried out where it is called, an `action` can be chosen; a value is named by `let f(x: t) = …`",
    "function": "a `rule` is carried out where it is called; a value is named by `let f(x: t) = …`",
    "func": "a `rule` is carried out where it is called; a value is named by `let f(x: t) = …`",
    "foreach": "write `for x in S:`",
    "elif": "write `else if …:`",
}
