"""Lays out a report as one self-contained HTML page: no other file, no script, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.html import document, element, elements, escape
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

_STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1c2024; --faint: #667079; --line: #dde1e5; --card: #f5f6f8; --first: #2f6db3; --second: #c2601c; --good: #22713f; }
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b; --ink: #e6e8ea; --faint: #9aa4ad; --line: #343a40; --card: #1d2125; --first: #6aa5e6; --second: #ec9a5c; --good: #6cc48c; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.25rem 1rem 3rem; max-width: 74rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
p { margin: .35rem 0; }
.faint, .made { color: var(--faint); font-size: .875rem; }
.findings { background: var(--card); border-radius: .5rem; padding: 1rem 1rem 1rem; margin: 1.25rem 0; }
.findings h2:not(:first-child) { margin-top: 1.25rem; }
.answers { display: block; font-size: 1rem; }
.answers dt { font-weight: 600; margin-top: .6rem; }
.answers dd p { margin: .1rem 0; }
@media (min-width: 44rem) {
  .answers { display: grid; grid-template-columns: 15rem 1fr; gap: .5rem 1.5rem; }
  .answers dt { margin-top: .1rem; }
}
.name { font-style: italic; }
a { color: var(--first); }
.mark { font-size: .75rem; border: 1px solid currentColor; border-radius: .6rem; padding: 0 .45rem; white-space: nowrap; color: var(--faint); }
.advice { color: var(--second); }
.mark.certain { color: var(--good); }
.sections { columns: 30rem 2; column-gap: 3rem; margin-top: 2rem; }
.sections section { break-inside: avoid; margin-bottom: 2.5rem; }
section { min-width: 0; border-top: 1px solid var(--line); padding-top: 1rem; }
h2.part { margin-top: 2.5rem; font-size: 1.35rem; }
figure { margin: .75rem 0; }
svg { width: 100%; height: auto; display: block; overflow: visible; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th, td { text-align: right; padding: .15rem .7rem .15rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; }
th:first-child, td:first-child { text-align: left; min-width: 5.5rem; overflow-wrap: break-word; }
.words th, .words td { text-align: left; }
@media (max-width: 30rem) {
  table { font-size: .8125rem; }
  th, td { padding-right: .45rem; }
  .words td:last-child { overflow-wrap: anywhere; }
}
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; font-size: .875rem; margin: .5rem 0 0; }
dt { font-weight: 600; }
dd { margin: 0; }
summary { cursor: pointer; color: var(--first); font-size: .875rem; }
.all { margin-top: 1.25rem; }
.figures td:last-child, .figures th:last-child { text-align: left; min-width: 18rem; }
.figures td:first-child { min-width: 15rem; }
.figures td:nth-child(2) { font-weight: 600; white-space: nowrap; }
.figures td:nth-child(3) { white-space: nowrap; }
.figures th[colspan] { padding-top: .7rem; border-bottom: none; }
.figures .few td:nth-child(2) { font-weight: normal; color: var(--faint); }
.figures .source { color: var(--faint); font-size: .8125rem; }
.story { margin-top: 2.5rem; }
.players { border-left: .25rem solid var(--second); padding-left: .75rem; margin: 0 0 1rem; }
.story ol { padding-left: 2.2rem; margin: .5rem 0; columns: 22rem; column-gap: 3rem; font-size: .875rem; }
.story li { break-inside: avoid; overflow-wrap: anywhere; }
.story li:not([class]) { margin-top: .3rem; }
.story li[class] { list-style: none; counter-increment: list-item 0; color: var(--faint); }
.story li.standing { font-style: italic; }
.story li.period { font-weight: 600; margin-top: .6rem; break-after: avoid; }
@media print {
  body { max-width: none; padding: 0; font-size: .875rem; }
  .sections { columns: 1; margin-top: 1rem; }
  h1, h2 { break-after: avoid; }
  tr, figure { break-inside: avoid; }
  details::details-content { content-visibility: visible; display: block; }
}
"""


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
    return document(report.title, _STYLE, body, links=['<link rel="icon" href="data:,">'])


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
