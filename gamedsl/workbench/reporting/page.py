"""Lays out a report as one self-contained HTML page: no other file, no script, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.html import document, element, elements, escape
from gamedsl.package_files import package_bytes
from gamedsl.values import frozen
from gamedsl.workbench.reporting.figures import interval_text, value_text
from gamedsl.workbench.reporting.model import Finding, Grid, Section
from gamedsl.workbench.reporting.pictures import draw_picture
from gamedsl.workbench.reporting.short import findings_in_short, findings_to_change
from gamedsl.workbench.reporting.story import Story

_FIRST = re.compile(r"^(“)(\w)")
_CALLED = re.compile(r"“([^”]*)”")
_ROWS = 6
"""Tables with at most this many rows are open at first; longer ones are folded."""

_FOR_AUTHORS = ("reached", "refused")
"""The sections that only say something to who writes the rules; they come last, with their findings."""

_LINES = 120
"""A match with at most this many lines is open at first."""

_MARKS = {"certain": "certain", "open": "open", "plain": ""}


@frozen
class Report:
    """A whole report. `summary` describes what was played; `played_by` describes the players and what may be concluded from their matches; `notes` lists
    what could not be determined and why."""

    title: str
    summary: str
    sections: tuple[Section, ...]
    story: Story | None
    notes: tuple[str, ...] = ()
    played_by: str = ""


def page(report: Report) -> str:
    """Returns the HTML page. Raises MissingExtraError."""
    tests = [one for one in report.sections if one.id in _FOR_AUTHORS]
    shown = [one for one in report.sections if one.id not in _FOR_AUTHORS]
    body = (
        f"<header>{element('h1', escape(report.title))}{element('p', escape(report.summary), class_='faint')}</header>",
        _findings(report.sections, report.notes, report.played_by),
        _figures(report.sections),
        "<main>",
        f'<div class="sections">{"".join(map(_section, shown))}</div>',
        *([_story(report.story)] if report.story else []),
        *(_for_authors(tests) if tests else ()),
        "</main>",
    )
    style = package_bytes("gamedsl.workbench.reporting", "report.css").decode("utf-8")
    return document(report.title, f"\n{style}", body, links=['<link rel="icon" href="data:,">'])


def _findings(sections: Sequence[Section], notes: Sequence[str], played_by: str) -> str:
    short = findings_in_short(sections)
    shown = {one.id for one in short}
    rest = [one for one in sections if one.id not in shown and one.id not in _FOR_AUTHORS]
    others = _answers(rest) if any(one.findings for one in rest) else ""
    more = f"<details><summary>More answers</summary>{others}</details>" if others else ""
    told = elements("p", map(_text, notes), class_="faint")
    said = element("p", _text(played_by), class_="players") if played_by else ""
    advised = findings_to_change(sections)
    change = f"<h2>What to look at</h2>\n{_answers(advised)}" if advised else ""
    return f'<div class="findings">{change}<h2>In short</h2>\n{_answers(short)}{said}{more}{told}{_explanation()}</div>'


def _answers(sections: Sequence[Section]) -> str:
    """Returns the findings of sections, each after its question, which links to the evidence."""
    rows = (
        f'<dt><a href="#{one.id}">{escape(one.title)}</a></dt><dd>{elements("p", map(_finding, one.findings))}</dd>'
        for one in sections
        if one.findings
    )
    return f'<dl class="answers">{"".join(rows)}</dl>'


def _for_authors(sections: Sequence[Section]) -> Iterator[str]:
    yield '<h2 class="part">For the author of the rules</h2>'
    yield element("p", "What the matches tested, by the names and lines of the rules.", class_="faint")
    yield f'<div class="sections">{"".join(map(_section, sections))}</div>'


def _figures(sections: Sequence[Section]) -> str:
    """Returns the table of all figures; empty if there are none."""
    rows = "".join(_figure_rows(sections))
    if not rows:
        return ""
    head = elements("th", ("figure", "number", "95 % interval", "what it means"))
    table = element("table", f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>", class_="figures")
    sources = f"<details><summary>Where the figures are defined</summary><ul>{elements('li', _references(sections), class_='source')}</ul></details>"
    return f'<section class="all" id="figures"><h2>Figures</h2>\n<div class="wide">{table}</div>\n{sources}</section>'


def _references(sections: Sequence[Section]) -> Iterator[str]:
    """Yields the source that defines each figure: the figures' titles, and where to find the source."""
    for full, titles in _titles_by_source(sections).items():
        yield f"{escape(', '.join(titles))}: {escape(full)}"


def _titles_by_source(sections: Sequence[Section]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for section in sections:
        for figure in section.figures:
            if figure.title not in (titles := found.setdefault(figure.source.full, [])):
                titles.append(figure.title)
    return found


def _figure_rows(sections: Sequence[Section]) -> Iterator[str]:
    """Yields the rows of each section below its title; if several figures share a meaning, only the first row has it."""
    for section in sections:
        if section.figures:
            link = f'<a href="#{section.id}">{escape(section.title)}</a>'
            yield element("tr", element("th", link, colspan="4", scope="rowgroup"))
        said = ""
        for one in section.figures:
            told = _text(one.meaning)
            cells = (
                escape(one.title),
                escape(value_text(one)),
                escape(interval_text(one)),
                "" if told == said else told,
            )
            said = told
            yield element("tr", elements("td", cells), class_="" if one.estimate else "few")


def _finding(found: Finding) -> str:
    mark = _MARKS[found.sort]
    advice = f' <span class="advice">{_text(found.advice)}</span>' if found.advice else ""
    return _text(found.text) + (f' <span class="mark {mark}">{mark}</span>' if mark else "") + advice


def _section(one: Section) -> str:
    told = elements("p", map(_finding, one.findings))
    picture = (
        "" if one.picture is None else f"<figure>{draw_picture(one.picture, escape(_heard(one), quote=True))}</figure>"
    )
    made = f'<p class="made">How it was made: {_text(one.made)}</p>'
    return (
        f'<section id="{one.id}"><h2>{escape(one.title)}</h2>\n{told}\n{picture}\n{_grid(one.grid)}\n{made}</section>'
    )


def _heard(one: Section) -> str:
    """Returns the text that a screen reader reads in place of a picture: its title and its findings. The table has the figures."""
    return " ".join(
        [one.title, *(found.text.replace("`", "") for found in one.findings), "The figures are in the table below."]
    )


_NUMBERS = (
    ("eight of ten", "the middle of all matches: one of ten lies below, one above"),
    ("median", "half of them are smaller, half are larger"),
    ("95 % interval", "where the true share lies, as far as so many matches can tell"),
    ("effect", "a difference as a multiple of how much single matches differ: 0.2 is small, 0.8 is large"),
    ("certain", "chance alone would hardly show this, even though many things were compared"),
    ("open", "more matches may decide it"),
    ("seed", "where the dice of the matches begin: the same seed and number give the same match"),
)
"""The meaning of the numbers of a report, explained once."""


def _explanation() -> str:
    rows = "".join(f"{element('dt', escape(word))}{element('dd', escape(meaning))}" for word, meaning in _NUMBERS)
    return f"<details><summary>How to read the numbers</summary><dl>{rows}</dl></details>"


def _grid(grid: Grid) -> str:
    if not grid.rows:
        return ""
    head = elements("th", map(escape, grid.head))
    body = elements("tr", (elements("td", map(_text, row)) for row in grid.rows))
    rows = len(grid.rows)
    opened = " open" if rows <= _ROWS else ""
    inside = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    table = element("div", element("table", inside, class_="words" if grid.is_of_words else ""), class_="wide")
    return f"<details{opened}><summary>The table ({rows} row{'' if rows == 1 else 's'})</summary>{table}</details>"


def _story(told: Story) -> str:
    lines = "".join(_story_lines(told))
    title = '<section class="story" id="match"><h2>One match in words</h2>'
    made = f'<p class="made">How it was made: match {told.match}, whose length is in the middle of those that were watched.</p>'
    opened = " open" if len(told.lines) <= _LINES else ""
    return f"{title}\n<details{opened}><summary>The match ({len(told.lines)} lines)</summary><ol>{lines}</ol></details>\n{made}</section>"


def _story_lines(told: Story) -> Iterator[str]:
    for line in told.lines:
        yield element("li", escape(line.text), class_="" if line.sort == "move" else line.sort)


def _text(text: str) -> str:
    """Escapes a text. Names between backquotes become code, names in quotes are marked as names, and each sentence begins with a capital."""
    begun = _FIRST.sub(lambda found: f"{found[1]}{found[2].upper()}", text)
    parts = _CALLED.sub(r'<span class="name">\1</span>', escape(begun)).split("`")
    return "".join(element("code", part) if at % 2 else part for at, part in enumerate(parts))
