"""Every diagnostic code with its severity and title; codes are stable and never reused with another meaning."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic, Fix, Label, Severity
from gamedsl.package_files import package_bytes
from gamedsl.source import NOWHERE, Span
from gamedsl.values import frozen


@frozen
class Entry:
    """The meaning of a code; the title is also the heading of the code's page."""

    severity: Severity
    title: str


FIRST_OF_MEANING = "E0200"
"""Codes before this one are about how a text is written."""

CATALOGUE: dict[str, Entry] = {
    # ------------------------------------------------ E0001..E0199: how a text is written (gamedsl.syntax.explain)
    "E0001": Entry(Severity.ERROR, "more problems than are shown"),
    "E0002": Entry(Severity.ERROR, "something is nested too deep"),
    "E0003": Entry(Severity.ERROR, "a line or a text is too long"),
    "E0010": Entry(Severity.ERROR, "tabs and spaces are mixed"),
    "E0011": Entry(Severity.ERROR, "a line is indented too far"),
    "E0012": Entry(Severity.ERROR, "an indentation fits no block"),
    "E0013": Entry(Severity.ERROR, "a block is empty"),
    "E0014": Entry(Severity.ERROR, "a block is not complete"),
    "E0015": Entry(Severity.ERROR, "a declaration is indented"),
    "E0016": Entry(Severity.ERROR, "two headers on one line"),
    "E0017": Entry(Severity.ERROR, "a bracket is never closed"),
    "E0018": Entry(Severity.ERROR, "a bracket closes nothing"),
    "E0019": Entry(Severity.ERROR, "a bracket is closed by the wrong sign"),
    "E0020": Entry(Severity.ERROR, "braces"),
    "E0021": Entry(Severity.ERROR, "a missing `:`"),
    "E0022": Entry(Severity.ERROR, "a missing `,`"),
    "E0023": Entry(Severity.ERROR, "an `else` without `if` or `choose`"),
    "E0030": Entry(Severity.ERROR, "an unknown character"),
    "E0031": Entry(Severity.ERROR, "a sign of another language"),
    "E0032": Entry(Severity.ERROR, "`++`, `--` and their like"),
    "E0033": Entry(Severity.ERROR, "`%`"),
    "E0034": Entry(Severity.ERROR, "a `;`"),
    "E0035": Entry(Severity.ERROR, "a comment of another language"),
    "E0036": Entry(Severity.ERROR, "a number with a decimal point"),
    "E0037": Entry(Severity.ERROR, "a number that is too large"),
    "E0038": Entry(Severity.ERROR, "a number that runs into a name"),
    "E0039": Entry(Severity.ERROR, "a name with other characters"),
    "E0040": Entry(Severity.ERROR, "a sentence without closing quote"),
    "E0041": Entry(Severity.ERROR, "other quotes"),
    "E0042": Entry(Severity.ERROR, "a character that turns the direction of text"),
    "E0043": Entry(Severity.ERROR, "a header that stands twice"),
    "E0044": Entry(Severity.ERROR, "a sentence of a rulebook"),
    "E0050": Entry(Severity.ERROR, "a word of another language"),
    "E0051": Entry(Severity.ERROR, "a value of another language"),
    "E0052": Entry(Severity.ERROR, "a statement outside a block"),
    "E0053": Entry(Severity.ERROR, "a line that declares nothing"),
    "E0054": Entry(Severity.ERROR, "a misspelt word"),
    "E0055": Entry(Severity.ERROR, "a fact outside an example"),
    "E0056": Entry(Severity.ERROR, "a reserved word as a name"),
    "E0057": Entry(Severity.ERROR, "a `let` name that is set again"),
    "E0058": Entry(Severity.ERROR, "a part said twice"),
    "E0059": Entry(Severity.ERROR, "something that does not fit"),
    "E0070": Entry(Severity.ERROR, "`=` in a condition"),
    "E0071": Entry(Severity.ERROR, "`is` as a statement"),
    "E0072": Entry(Severity.ERROR, "a division without rounding"),
    "E0073": Entry(Severity.ERROR, "a chained comparison"),
    "E0074": Entry(Severity.ERROR, "a choice or a condition without a name"),
    "E0075": Entry(Severity.ERROR, "a missing `of`"),
    "E0076": Entry(Severity.ERROR, "a statement without its place"),
    "E0077": Entry(Severity.ERROR, "a `draw` without number"),
    "E0078": Entry(Severity.ERROR, "`for ... of`"),
    "E0079": Entry(Severity.ERROR, "the numbers of players"),
    "E0080": Entry(Severity.ERROR, "`players:`"),
    "E0081": Entry(Severity.ERROR, "commas between cells"),
    "E0082": Entry(Severity.ERROR, "an empty cell that touches another"),
    "E0083": Entry(Severity.ERROR, "empty brackets"),
    "E0084": Entry(Severity.ERROR, "a word that is no quantity"),
    "E0085": Entry(Severity.ERROR, "something that is no value of a `match`"),
    "E0086": Entry(Severity.ERROR, "a sentence in front of `else`"),
    "E0087": Entry(Severity.ERROR, "a comparison without its left side"),
    "E0088": Entry(Severity.ERROR, "a number of passes without `up to`"),
    # ------------------------------------------------ E02xx..E09xx, W, I: what a text means (gamedsl.semantics.explain)
    "E0201": Entry(Severity.ERROR, "a file without a game"),
    "E0301": Entry(Severity.ERROR, "an unknown name"),
    "E0302": Entry(Severity.ERROR, "an unknown name after a dot"),
    "E0303": Entry(Severity.ERROR, "two of one name"),
    "E0304": Entry(Severity.ERROR, "a name that can mean several things"),
    "E0305": Entry(Severity.ERROR, "an element's name that hides another"),
    "E0306": Entry(Severity.ERROR, "a name of an element further out"),
    "E0307": Entry(Severity.ERROR, "nobody acts here"),
    "E0308": Entry(Severity.ERROR, "`it` without an element"),
    "E0309": Entry(Severity.ERROR, "a name of another sort"),
    "E0310": Entry(Severity.ERROR, "a name of the language, declared again"),
    "E0311": Entry(Severity.ERROR, "a name that is misspelt where it is declared"),
    "E0312": Entry(Severity.ERROR, "a name with another sign beside it than was meant"),
    "E0401": Entry(Severity.ERROR, "something else is needed"),
    "E0402": Entry(Severity.ERROR, "two things that cannot be compared"),
    "E0403": Entry(Severity.ERROR, "something without elements"),
    "E0404": Entry(Severity.ERROR, "too much or too little in brackets"),
    "E0405": Entry(Severity.ERROR, "a choice that depends on what may be none"),
    "E0406": Entry(Severity.ERROR, "a choice that depends on what may not exist"),
    "E0407": Entry(Severity.ERROR, "equal values would be lost"),
    "E0408": Entry(Severity.ERROR, "a value that is not fixed"),
    "E0409": Entry(Severity.ERROR, "a value outside its range"),
    "E0410": Entry(Severity.ERROR, "a number that may become too large"),
    "E0411": Entry(Severity.ERROR, "a field or parameter without a type"),
    "E0412": Entry(Severity.ERROR, "no zone"),
    "E0413": Entry(Severity.ERROR, "something that cannot be moved"),
    "E0414": Entry(Severity.ERROR, "something that cannot be set"),
    "E0415": Entry(Severity.ERROR, "something that can never work"),
    "E0416": Entry(Severity.ERROR, "a ranking that always leaves a tie"),
    "E0417": Entry(Severity.ERROR, "a collection with one in it, where the one is needed"),
    "E0501": Entry(Severity.ERROR, "a rule that leads back to itself"),
    "E0502": Entry(Severity.ERROR, "no limit"),
    "E0503": Entry(Severity.ERROR, "a menu line that is no action"),
    "E0504": Entry(Severity.ERROR, "two menus in one rule"),
    "E0505": Entry(Severity.ERROR, "a choice from what is not seen"),
    "E0506": Entry(Severity.ERROR, "a scripted seat without an answer"),
    "E0507": Entry(Severity.ERROR, "something before all have chosen"),
    "E0508": Entry(Severity.ERROR, "pieces without an order"),
    "E0509": Entry(Severity.ERROR, "a line in the wrong place"),
    "E0510": Entry(Severity.ERROR, "a `match` that leaves values out"),
    "E0511": Entry(Severity.ERROR, "an unknown selection, roll or reason"),
    "E0512": Entry(Severity.ERROR, "the order of a shuffled pile"),
    "E0520": Entry(Severity.ERROR, "a sentence that tells a secret"),
    "E0521": Entry(Severity.ERROR, "an offer that tells a secret"),
    "E0522": Entry(Severity.ERROR, "a question that tells a secret"),
    "E0601": Entry(Severity.ERROR, "a wrong total"),
    "E0602": Entry(Severity.ERROR, "a row with too many or too few cells"),
    "E0603": Entry(Severity.ERROR, "a picture with too many or too few rows"),
    "E0604": Entry(Severity.ERROR, "a cell that does not fit its column"),
    "E0605": Entry(Severity.ERROR, "data that do not fit together"),
    "E0606": Entry(Severity.ERROR, "more than can be handled"),
    "E0607": Entry(Severity.ERROR, "a zone that is too full from the start"),
    "E0608": Entry(Severity.ERROR, "more work than checking may be"),
    "E0609": Entry(Severity.ERROR, "two rows with the same key"),
    "E0620": Entry(Severity.ERROR, "an `ensure` that judges no move"),
    "E0621": Entry(Severity.ERROR, "an `else` that is never needed"),
    "E0622": Entry(Severity.ERROR, "a `can` that asks about itself"),
    "E0640": Entry(Severity.ERROR, "a `repeat until declined` without a `may choose`"),
    "E0641": Entry(Severity.ERROR, "a `whenever` that asks and has no name"),
    "E0642": Entry(Severity.ERROR, "something that no history can remember"),
    "E0643": Entry(Severity.ERROR, "a history without a limit"),
    "E0650": Entry(Severity.ERROR, "two names for elements that are no pairs"),
    "E0701": Entry(Severity.ERROR, "a change of something that is not there"),
    "E0702": Entry(Severity.ERROR, "an addition that is there already"),
    "E0703": Entry(Severity.ERROR, "two changes of one thing"),
    "E0704": Entry(Severity.ERROR, "an unknown game or variant"),
    "E0705": Entry(Severity.ERROR, "a condition that the setup does not decide"),
    "E0706": Entry(Severity.ERROR, "a change of a line that is there several times"),
    "E0707": Entry(Severity.ERROR, "a change that is not for this declaration"),
    "E0708": Entry(Severity.ERROR, "a change that a later one undoes"),
    "E0709": Entry(Severity.ERROR, "variants of two games in one"),
    "E0801": Entry(Severity.ERROR, "a line of an example that cannot be"),
    "E0660": Entry(Severity.ERROR, "braces that do not fit"),
    "W0901": Entry(Severity.WARNING, "a hand that everybody sees"),
    "W0902": Entry(Severity.WARNING, "something that is never used"),
    "W0903": Entry(Severity.WARNING, "capital and small letters"),
    "W0904": Entry(Severity.WARNING, "a condition that always or never holds"),
    "W0905": Entry(Severity.WARNING, "a `repeat` that a decline does not end"),
    "W0906": Entry(Severity.WARNING, "a key that is the same for all"),
    "W0907": Entry(Severity.WARNING, "a line that is in a menu twice"),
    "W0908": Entry(Severity.WARNING, "a comparison with itself"),
    "W0909": Entry(Severity.WARNING, "two files of one name"),
    "W0910": Entry(Severity.WARNING, "a score or an invariant that never changes"),
    "W0911": Entry(Severity.WARNING, "something that no match comes to"),
    "W0912": Entry(Severity.WARNING, "a kind that never comes into play"),
    "W0913": Entry(Severity.WARNING, "a line that leaves out no example"),
    "W0914": Entry(Severity.WARNING, "a formula that makes the game slow"),
    "W0915": Entry(Severity.WARNING, "a test that can only turn out one way"),
    "W0916": Entry(Severity.WARNING, "something that does nothing"),
    "W0917": Entry(Severity.WARNING, "a ranking that may leave a tie"),
    "W0918": Entry(Severity.WARNING, "a score that is counted twice"),
    "W0920": Entry(Severity.WARNING, "a line behind the end of the match"),
    "W0960": Entry(Severity.WARNING, "a sentence that nobody reads"),
    "W0962": Entry(Severity.WARNING, "an open value that tells a secret"),
    "W0963": Entry(Severity.WARNING, "a test of a secret that everybody notices"),
    "W0964": Entry(Severity.WARNING, "`openly` where nothing is hidden"),
    "W0965": Entry(Severity.WARNING, "a number of pieces that tells a secret"),
    "W0966": Entry(Severity.WARNING, "an end of the match that tells a secret"),
    "W0970": Entry(Severity.WARNING, "a comment that switches nothing off"),
    "W0980": Entry(Severity.WARNING, "a mark that is written wrongly"),
    "W0981": Entry(Severity.WARNING, "a mark that players are shown in play"),
    "I0901": Entry(Severity.INFO, "something that nothing uses yet"),
}


def page(code: str) -> str:
    """Returns the Markdown page that explains a code. KeyError for a code without a page."""
    if code not in CATALOGUE:
        raise KeyError(code)
    try:
        return package_bytes("gamedsl.diagnostics", "pages", f"{code}.md").decode("utf-8")
    except FileNotFoundError:
        raise KeyError(code) from None


def diagnostic(
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
    """Makes a diagnostic with the severity of its code. Related places without a position in a text are left out."""
    advice = (help,) if isinstance(help, str) else help
    known = tuple(other for other in others if other.span.source != NOWHERE.source)
    every = fixes if fix is None else (fix,)
    return Diagnostic(code, CATALOGUE[code].severity, message, Label(span, label), known, advice, every)
