"""Markdown, JSON and HTML of differences: nothing that comes from rules is markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from gamedsl.differences.export import DifferenceData, DifferencesData, LineData, data
from gamedsl.differences.html import html
from gamedsl.differences.markdown import markdown
from gamedsl.differences.model import Differences
from gamedsl.differences.plain_text import text
from gamedsl.differences.report import report
from unit.differences.two_sides import EVERYTHING, compared

NASTY = "<script>alert(1)</script> </style> ``` | *a* [b](c) &amp; \x1b[31m"


@pytest.fixture(scope="module", name="found")
def _found() -> Differences:
    after = EVERYTHING.replace('"Wet."', f'"{NASTY}"').replace("let bonus = 2", "let bonus = 3")
    after = after.replace('"Too much."', f'"{NASTY}"').replace("    Opal  4", "    Jade  4")
    return compared(EVERYTHING, after + f'\naction nasty: say "{NASTY}"\n')


class _Page(HTMLParser):
    """Which elements are open, and which there are."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_alone(found: Differences) -> None:
    page = html(report(found), found.same)
    seen = _Page(page)
    assert seen.open == []
    assert not seen.tags & {"script", "link", "img", "iframe", "object"}
    assert seen.attributes <= {"lang", "charset", "name", "content", "class", "style", "scope", "aria-hidden"}
    assert page.count("</style>") == 1
    assert "&lt;script&gt;" in page


def test_the_page_holds_what_is_the_same(found: Differences) -> None:
    page = html(report(found), found.same)
    assert f"{len(found.same)} declarations are the same on both sides" in page
    assert "repeat up to 3: log += 1" in page


def test_markdown_reads_nothing_of_the_rules_as_markdown(found: Differences) -> None:
    page = markdown(report(found))
    outside = [part for i, part in enumerate(page.split("````")) if i % 2 == 0]
    assert page.count("````") % 2 == 0
    assert page.count("````") >= 2
    bare = re.sub(r"\\.", "", "".join(outside))  # without what is escaped
    assert not any(mark in bare for mark in ("<", "[", "&", "`"))
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {4}


def test_a_terminal_takes_nothing_for_an_order(found: Differences) -> None:
    assert "\x1b" not in text(report(found))


def test_the_data_have_their_keys(found: Differences) -> None:
    made = data(found)
    assert made.keys() == DifferencesData.__annotations__.keys()
    assert not made["equal"]
    assert all(difference.keys() == DifferenceData.__annotations__.keys() for difference in made["differences"])
    lines = [line for difference in made["differences"] for line in difference["lines"]]
    assert all(line.keys() == LineData.__annotations__.keys() for line in lines)
    gem = next(difference for difference in made["differences"] if difference["name"] == "gem")
    assert gem["members"] == [{"what": "kinds", "added": ["Jade"], "removed": ["Opal"], "reordered": False}]
    assert {"row": "Jade", "column": "copies in ground", "before": None, "after": "4"} in gem["cells"]


def test_nothing_different_is_a_sentence() -> None:
    equal = compared(EVERYTHING, EVERYTHING)
    assert text(report(equal)) == "a → b\nThere is no difference.\n"
    assert data(equal)["differences"] == []
    assert _Page(html(report(equal), equal.same)).open == []
