"""Makes what commands write into files: modules, pages, rulebooks, and the differences between two sets of rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal, overload

from gamedsl.api.asked import GIVE_GAME, GIVE_RULES, compile_setup, correct, some_setups
from gamedsl.api.making.looks import look_for_models, look_text
from gamedsl.api.rules import Rules, RulesError
from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.reports.comparing import compare_rules, write_differences
from gamedsl.reports.titles import variant_names
from gamedsl.values import evolve, field, frozen
from gamedsl_interpreter import arguments

if TYPE_CHECKING:
    from gamedsl.differences.export import DifferencesData
    from gamedsl.differences.model import Differences
    from gamedsl.rulebook.model import Book


def module_of(game: Game) -> bytes:
    """Returns the WebAssembly module of a game for other hosts, as `gamedsl build` writes it. Raises ArgumentError for a game that cannot be built."""
    from gamedsl_interpreter.hosting.module import hosted_module
    from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

    known = arguments.require("game", game, Game, GIVE_GAME)
    try:
        return hosted_module(known)
    except Unsupported as missing:
        raise ArgumentError(f"{known.name} cannot be built as a module yet: {missing}") from missing


def model_of(game: Game) -> JsonObject:
    """Returns the data that a host needs to name the things of a game, to draw them and to ask questions, as JSON: names, types, columns, sentences,
    shapes of boards, decisions. `docs/embedding/other_hosts.md` describes it. Raises ArgumentError."""
    from gamedsl_interpreter.hosting.model import model_of as made

    return made(arguments.require("game", game, Game, GIVE_GAME))


def page_of(
    rules: Rules,
    setups: Sequence[Setup] | None = None,
    look: str | Path | None = None,
    file: str | None = None,
    warn: Callable[[str], object] = arguments.nobody,
) -> str:
    """Returns one HTML file on which the game is played, as `gamedsl page` writes it.

    `setups` are some of `rules.setups()` (None: all). `look` is the path of a look file, beside which its pictures and fonts are. `file` is what the page
    calls the file of the rules (None: its own name). `warn` is given a sentence for each text of the look file that is hard to read.

    Raises RulesError, LookError, FontError, PictureError, OSError, and ArgumentError, also for a game that cannot be played on a page.
    """
    from gamedsl.api.tests import find_inherited_examples_that_fail
    from gamedsl.cache.store import keep_in
    from gamedsl.cards import page_look
    from gamedsl.page import page_html, page_setups
    from gamedsl.rulebook import rules_beside
    from gamedsl_interpreter.matches.cores import cores
    from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

    # Modules are begun before the rules have been checked, which takes as long as making one of them.
    known = arguments.require("rules", rules, Rules, GIVE_RULES).known
    chosen = some_setups(rules, setups) or correct(rules).setups()
    kept = keep_in(known.store)

    def prepare(games: Sequence[Game], models: Sequence[JsonObject]) -> tuple[JsonObject, str]:
        """Checks the rules, and does what needs no modules."""
        correct(rules)
        style = look_for_models(look, rules, models)
        texts = [(source.name, source.text) for source in known.sources]
        key = f"rules beside {json.dumps([texts, style])}"
        book = kept(
            key, lambda: rules_beside(known.parsed, style, find_inherited_examples_that_fail(known)).encode()
        ).decode()
        if look is None:
            return style, book
        found = page_look(games, style, Path(look).parent)
        for sentence in found.unclear:
            warn(sentence)
        return found.look, book

    try:
        games = ((setup, compile_setup(rules, setup)) for setup in chosen)
        made, modules, (style, book) = page_setups(games, len(chosen), known.store, cores(), prepare)
    except RulesError:
        correct(rules)  # raises with the mistakes of all setups
        raise
    except Unsupported as missing:
        correct(rules)
        raise ArgumentError(f"{rules.name} cannot be played on a page yet: {missing}") from missing
    name = PurePath(known.source.name).name if file is None else arguments.text("file", file)
    return page_html(made, name, style, book, modules)


RulebookForm = Literal["markdown", "html"]


@overload
def rulebook_of(
    rules: Rules,
    form: RulebookForm = "markdown",
    look: str | Path | None = None,
    warn: Callable[[str], object] = arguments.nobody,
    *,
    exact: bool = False,
) -> str: ...
@overload
def rulebook_of(
    rules: Rules,
    form: Literal["pdf"],
    look: str | Path | None = None,
    warn: Callable[[str], object] = arguments.nobody,
    *,
    exact: bool = False,
) -> bytes: ...
def rulebook_of(
    rules: Rules,
    form: Literal["markdown", "html", "pdf"] = "markdown",
    look: str | Path | None = None,
    warn: Callable[[str], object] = arguments.nobody,
    *,
    exact: bool = False,
) -> str | bytes:
    """Returns the rules as a text for people, as `gamedsl rulebook` writes it: Markdown, HTML, or a PDF as bytes.

    `exact` adds every step of the rules, and what those need who change them.

    `look` is the path of a look file: its labels are used, and in HTML and PDF its colours and emblems too; Markdown has pictures drawn with
    characters. `warn` is given a sentence if the fonts of a PDF lack some characters, and if examples
    of a base that do not hold in a variant are left out.

    Raises RulesError, LabelError, LookError, PictureError, MissingExtraError, OSError, ArgumentError.
    """
    arguments.one_of("form", form, ("markdown", "html", "pdf"))
    return write_book(book_of(rules, form, look, warn, exact=exact), form, warn)


def book_of(
    rules: Rules,
    form: str,
    look: str | Path | None = None,
    warn: Callable[[str], object] = arguments.nobody,
    *,
    exact: bool = False,
) -> Book:
    """Returns the rulebook before it is written in a form, with pictures: drawn with characters for Markdown. Examples of a base that do not hold in a variant
    are left out; `warn` is given a sentence about them. Raises RulesError, LabelError, LookError, PictureError, OSError, ArgumentError."""
    from gamedsl.api.tests import find_inherited_examples_that_fail
    from gamedsl.rulebook import check_labels, labels_of, rulebook, with_labels

    labels = None if look is None else labels_of(look_text(look))
    parsed = correct(rules).known.parsed
    gone = find_inherited_examples_that_fail(rules.known)
    number = sum(not is_meant for is_meant in gone.values())
    if number:
        many = "1 example does" if number == 1 else f"{number} examples do"
        are, them = ("is", "it") if number == 1 else ("are", "them")
        where = rules.known.source.name
        warn(f"{many} not hold in this variant and {are} left out: `gamedsl test {where}` names {them}")
    book = rulebook(parsed, "exact" if exact else "printed", gone)
    if labels is not None:
        check_labels(labels, [decl for _, file in parsed.chain.files for decl in file.decls])
        # The look file may be that of the game on which a variant builds, with its title.
        book = with_labels(book, evolve(labels, title="") if variant_names(parsed) else labels)
    from gamedsl.api.making.pictures import draw_in_letters, illustrate

    return (draw_in_letters if form == "markdown" else illustrate)(book, rules, look)


def write_book(book: Book, form: str, warn: Callable[[str], object]) -> str | bytes:
    """Writes a rulebook in a form. Raises MissingExtraError."""
    from gamedsl.rulebook import html, markdown, pdf

    if form != "pdf":
        return html(book) if form == "html" else markdown(book)
    printed = pdf(book)
    if printed.missing:
        warn(f"the font of the PDF has no picture for {' '.join(printed.missing)}")
    return printed.data


@frozen
class RulesDifferences:
    """The differences between two sets of rules. `before` and `after` are their names; `data` is what `gamedsl diff --json` prints."""

    before: str
    after: str
    are_equal: bool
    data: DifferencesData
    _found: Differences = field(repr=False)

    def text(self) -> str:
        """Returns the differences in words."""
        return write_differences(self._found, "text")

    def pieces(self) -> Iterator[tuple[str, str]]:
        """Yields the same piece by piece, for terminals with colours: a style (`title`, `name`, `added`, `removed`, `faint` or `plain`) and its text."""
        from gamedsl.differences.plain_text import pieces
        from gamedsl.differences.report import report

        yield from pieces(report(self._found))

    def markdown(self) -> str:
        """Returns the same in Markdown."""
        return write_differences(self._found, "markdown")

    def html(self) -> str:
        """Returns the same as a page."""
        return write_differences(self._found, "html")


def differences_of(
    before: Rules,
    after: Rules,
    setups_before: Sequence[Setup] | None = None,
    setups_after: Sequence[Setup] | None = None,
) -> RulesDifferences:
    """Compares two sets of rules declaration by declaration, as `gamedsl diff` does, in some of their setups (None: all). Layout, comments and the order of
    declarations do not count. Raises RulesError, ArgumentError."""
    from gamedsl.differences.export import data

    one, other = correct(before, what="before"), correct(after, what="after")
    some, others = some_setups(one, setups_before), some_setups(other, setups_after)
    found = compare_rules(one.known, other.known, some, others)
    return RulesDifferences(found.before, found.after, found.are_equal, data(found), found)
