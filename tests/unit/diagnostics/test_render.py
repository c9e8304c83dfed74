"""The plain text of a diagnostic, in the shape that the house style shows."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label, Severity
from gamedsl.diagnostics.render import pieces, render, render_all
from gamedsl.source import Source, Span


def _shown(text: str, start: int, end: int, label: str = "here", **more: object) -> str:
    primary = Label(Span("x.gdl", start, end), label)
    diagnostic = Diagnostic("E0301", Severity.ERROR, "something", primary, **more)  # type: ignore[arg-type]
    sources = {"x.gdl": Source("x.gdl", text)}
    shown = render(diagnostic, sources)
    assert shown == "".join(piece for _, piece in pieces(diagnostic, sources))
    return shown


def test_shape() -> None:
    text = "\n" * 95 + "    move all s from tavrn[t] to hand[actor]\n"
    diagnostic = Diagnostic(
        "E0301",
        Severity.ERROR,
        "there is no zone called `tavrn`",
        Label(Span("gloriana.gdl", 95 + 20, 95 + 25), "no zone has this name"),
        help=("did you mean `tavern`?",),
    )
    assert render(diagnostic, {"gloriana.gdl": Source("gloriana.gdl", text)}) == (
        "error[E0301]: there is no zone called `tavrn`\n"
        " --> gloriana.gdl:96:21\n"
        "96 |     move all s from tavrn[t] to hand[actor]\n"
        "   |                     ^^^^^ no zone has this name\n"
        "help: did you mean `tavern`?\n"
    )


def test_empty_file() -> None:
    assert _shown("", 0, 0) == "error[E0301]: something\n --> x.gdl:1:1\n1 |\n  | ^ here\n"


def test_end_of_file() -> None:
    assert _shown("abc", 3, 3) == "error[E0301]: something\n --> x.gdl:1:4\n1 | abc\n  |    ^ here\n"
    assert _shown("abc\n", 4, 4) == "error[E0301]: something\n --> x.gdl:2:1\n2 |\n  | ^ here\n"


def test_tabs_and_wide_characters_keep_the_mark_in_place() -> None:
    assert _shown("\ta\tb", 3, 4).splitlines()[2:] == ["1 |     a   b", "  |         ^ here"]
    assert _shown("日本 b", 3, 4).splitlines()[2:] == ["1 | 日本 b", "  |      ^ here"]
    assert _shown("日本", 0, 2).splitlines()[3] == "  | ^^^^ here"
    assert _shown("e\u0301 b", 3, 4).splitlines()[3] == "  |   ^ here"
    assert _shown("\0\x1b b", 3, 4).splitlines()[2] == "1 | \ufffd\ufffd b"


def test_several_lines() -> None:
    assert _shown("ab cd\nef\ngh", 3, 8).splitlines()[2:] == ["1 | ab cd", "  |    ^^ here (up to line 2)"]


def test_windows_line_ends() -> None:
    assert _shown("ab\r\ncd\r\n", 0, 4).splitlines()[2:] == ["1 | ab", "  | ^^ here (up to line 2)"]


def test_very_long_line() -> None:
    shown = _shown("a" * 5000 + "b" + "c" * 5000, 5000, 5001).splitlines()
    assert shown[2] == "1 | ..." + "a" * 60 + "b" + "c" * 139 + "..."
    assert shown[3] == "  | " + " " * 63 + "^ here"
    assert len(_shown("a" * 1_000_000, 0, 1_000_000)) < 1000


def test_other_places() -> None:
    other = Label(Span("x.gdl", 0, 1), "named here")
    unknown = Label(Span("y.gdl", 0, 1), "in another file")
    assert _shown("a\n" * 10, 18, 19, others=(other, unknown)).splitlines() == [
        "error[E0301]: something",
        " --> x.gdl:10:1",
        "10 | a",
        "   | ^ here",
        " --> x.gdl:1:1",
        " 1 | a",
        "   | - named here",
        " --> y.gdl: in another file",
    ]


def test_fixes_are_the_help_where_there_is_no_other() -> None:
    fixes = (Fix("round down", (Edit(Span("x.gdl", 1, 1), " rounded down"),)), Fix("round up", ()))
    assert _shown("a", 0, 1, fixes=fixes).endswith("help: round down, or round up\n")
    assert _shown("a", 0, 1, fixes=fixes, help=("do it",)).endswith("here\nhelp: do it\n")


def test_several_diagnostics() -> None:
    diagnostic = Diagnostic("E0301", Severity.WARNING, "a", Label(Span("", 0, 0)))
    assert render_all([diagnostic, diagnostic], {}) == "warning[E0301]: a\n\nwarning[E0301]: a\n"


def test_a_narrow_terminal_gets_folded_sentences_and_the_part_of_a_line_around_the_mark() -> None:
    text = f"    {'choose who: one of somebody where ' * 3}it is cure and some(others)\n"
    start = text.index("cure")
    label = Label(Span("x.gdl", start, start + 4), "a value is needed here, and this is none")
    help = "whether an action can be chosen now is said by a word with its name in brackets"
    diagnostic = Diagnostic("E0309", Severity.ERROR, "`cure` is an action", label, help=(help,))
    shown = "".join(piece for _, piece in pieces(diagnostic, {"x.gdl": Source("x.gdl", text)}, 60)).splitlines()
    assert max(map(len, shown)) <= 60
    above, marked, words = shown[2:5]
    assert above[marked.index("^") : marked.index("^") + 4] == "cure"
    assert words.endswith("a value is needed here, and this is none")
    assert " ".join(line.strip() for line in shown[5:]) == f"help: {help}"
