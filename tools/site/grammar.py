"""The grammar of the language as EBNF and as railroad diagrams, made from the Lark grammar that makes the parser.

What Lark needs and a reader does not is left out: names of tree nodes, and `bad`, the place of an unreadable line.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import lark
import railroad  # pyright: ignore[reportMissingTypeStubs]
from attrs import frozen

from tools.make_tables import GRAMMAR
from tools.site.pages import Pages

PAGE = "language/grammar.md"

_LAYOUT = {"_NL": "NEWLINE", "_INDENT": "INDENT", "_DEDENT": "DEDENT"}
_RECOVERY = frozenset(["bad", "_BAD"])
_SECTION = re.compile(r"// -{10,} (\w[\w ]*)")


@frozen
class Word:
    """Letters or signs as they are typed."""

    text: str


@frozen
class Name:
    """Another production, or a kind of token."""

    text: str


@frozen
class Pattern:
    """A token that a regular expression describes."""

    text: str


@frozen
class Row:
    """One part after the other; without parts it is nothing."""

    parts: tuple[Part, ...]


@frozen
class Choice:
    """One of several forms."""

    forms: tuple[Part, ...]


@frozen
class Repeat:
    """A part that may be left out (`?`), repeated (`+`), or both (`*`)."""

    part: Part
    how: str


Part = Word | Name | Pattern | Row | Choice | Repeat


@frozen
class Production:
    """A rule of the grammar, with the heading it stands under and the comment above it."""

    name: str
    section: str
    note: str
    form: Part


def add(pages: Pages) -> None:
    """Fill the page of the grammar."""
    found = productions(GRAMMAR.read_text(encoding="utf-8"))
    names = frozenset(production.name for production in found)
    parts: list[str] = []
    section = ""
    for production in found:
        if production.section != section:
            section = production.section
            parts.append(f"## {section[0].upper()}{section[1:]}")
        if production.note:
            parts.append(production.note)
        parts.append(
            f'<div class="production" id="{production.name}">\n'
            f"<pre><b>{production.name}</b> ::= {ebnf(production.form, names)}</pre>\n"
            f"{drawing(production.form, names)}</div>"
        )
    pages.fill(PAGE, "grammar", "\n\n".join(parts))


def productions(grammar: str) -> list[Production]:
    """The productions of a Lark grammar in their order, the rules first, then the tokens."""
    syntax = Path(lark.__file__).parent / "grammars" / "lark.lark"
    reader = lark.Lark(
        syntax.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",  # one lexer in place of one for each state: they take longer to make than the grammar to read
        propagate_positions=True,
        maybe_placeholders=False,
    )
    lines = grammar.splitlines()
    found: list[Production] = []
    for item in reader.parse(grammar).children:  # pyright: ignore[reportUnknownMemberType]
        if not isinstance(item, lark.Tree) or item.data not in ("rule", "token"):
            continue
        name, form = str(item.children[0]).lstrip("?!"), _part(item.children[-1])
        if name in _RECOVERY or form is None:
            continue
        found.append(
            Production(_LAYOUT.get(name, name), _section(lines, item.meta.line), _note(lines, item.meta.line), form)
        )
    return found


def _section(lines: list[str], line: int) -> str:
    headings = [mark[1] for text in lines[:line] if (mark := _SECTION.match(text))]
    return headings[-1].partition(" (")[0] if headings else "a file"


def _note(lines: list[str], line: int) -> str:
    """The comment lines directly above a rule."""
    found: list[str] = []
    for text in reversed(lines[: line - 1]):
        if not text.startswith("// ") or _SECTION.match(text):
            break
        found.insert(0, text.removeprefix("// "))
    return " ".join(found)


def _part(node: lark.Tree[lark.Token] | lark.Token) -> Part | None:
    """A tree of the Lark grammar; None for what only recovery needs."""
    if isinstance(node, lark.Token):
        raise TypeError(f"a bare token {node!r} where a form is expected")
    children = node.children
    match node.data:
        case "name":
            name = str(children[0])
            return None if name in _RECOVERY else Name(_LAYOUT.get(name, name))
        case "literal":
            text = str(children[0])
            return Pattern(text[1:-1]) if text.startswith("/") else Word(text[1:-1])
        case "maybe":
            inner = _part(children[0])
            return None if inner is None else Repeat(inner, "?")
        case "alias":
            return _part(children[0])
        case "expr":
            inner = _part(children[0])
            return inner if inner is None or len(children) == 1 else Repeat(inner, str(children[1]))
        case "expansion":
            parts = [part for child in children if (part := _part(child)) is not None]
            return parts[0] if len(parts) == 1 else Row(tuple(parts))
        case "expansions":
            forms = [part for child in children if (part := _part(child)) is not None]
            return forms[0] if len(forms) == 1 else Choice(tuple(dict.fromkeys(forms)))
        case other:
            raise ValueError(f"the grammar has `{other}`, which no diagram shows yet")


def ebnf(part: Part, names: frozenset[str]) -> str:
    """A form in the EBNF of the W3C, as HTML in which names are links."""
    match part:
        case Word(text):
            return f"<i>&quot;{escape(text)}&quot;</i>"
        case Pattern(text):
            return f"/{escape(text)}/"
        case Name(text):
            return f'<a href="#{text}">{text}</a>' if text in names else text
        case Row(parts):
            return " ".join(_inside(one, names) if isinstance(one, Choice) else ebnf(one, names) for one in parts)
        case Choice(forms):
            short = all(isinstance(one, Word | Name) for one in forms)
            return (" | " if short else "\n  | ").join(ebnf(one, names) for one in forms)
        case Repeat(one, how):
            return (_inside(one, names) if isinstance(one, Row | Choice | Repeat) else ebnf(one, names)) + how


def _inside(part: Part, names: frozenset[str]) -> str:
    """In brackets, on one line."""
    return "(" + ebnf(part, names).replace("\n  | ", " | ") + ")"


def drawing(part: Part, names: frozenset[str]) -> str:
    """A form as a railroad diagram: SVG without colours of its own."""
    text = io.StringIO()
    railroad.Diagram(_track(part, names), css="").writeSvg(text.write)
    return re.sub(r"\n+", "\n", text.getvalue())


def _track(part: Part, names: frozenset[str]) -> railroad.DiagramItem:
    match part:
        case Word(text):
            return railroad.Terminal(text)
        case Pattern(text):
            return railroad.Terminal(f"/{text}/", cls="pattern")
        case Name(text):
            return railroad.NonTerminal(text, href=f"#{text}" if text in names else None)
        case Row(parts):
            return railroad.Sequence(*_tracks(parts, names)) if parts else railroad.Skip()
        case Choice(forms):
            return railroad.Choice(0, *_tracks(forms, names))
        case Repeat(one, "?"):
            return railroad.Choice(1, railroad.Skip(), _track(one, names))
        case Repeat(one, "+"):
            return railroad.OneOrMore(_track(one, names))
        case Repeat(one, _):
            return railroad.Choice(1, railroad.Skip(), railroad.OneOrMore(_track(one, names)))


def _tracks(parts: tuple[Part, ...], names: frozenset[str]) -> Iterator[railroad.DiagramItem]:
    return (_track(part, names) for part in parts)
