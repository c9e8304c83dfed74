"""The website is built without a warning, has a page for everything, and loads nothing from elsewhere."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path, PurePosixPath
from posixpath import normpath

import pytest

from gamedsl.graph.model.faults import FAULTS
from gamedsl.pipeline.catalogue import CATALOGUE
from gamedsl.syntax.tables import load
from share import IS_WHOLE, few
from tools.make_tables import GRAMMAR
from tools.site import games, reference
from tools.site.build import SiteError, build, source_pages
from tools.site.check import read_site
from tools.site.grammar import ebnf, productions
from tools.site.pages import Pages, repository_pages


_ALIKE = ("findings", "decisions", "how-to")
"""Sections with many pages of one kind."""
_FOLDERS = tuple(f"{section}/" for section in (*_ALIKE, "games"))
_LONG = 8_000
"""Characters of a page of which everyday runs take the headings alone."""
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#\s]+\.md)(#[^)\s]*)?\)")


def test_the_site_is_built_strictly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In everyday runs with a few of the pages that are alike, and with the headings of the longest pages."""
    some = few(games.files(), 6)
    monkeypatch.setattr("tools.site.games.files", lambda: some)
    found = source_pages()
    assert {f"findings/{code}.md" for code in (*CATALOGUE, *FAULTS)} <= set(found.files)
    if not IS_WHOLE:
        _make_small(found)
    monkeypatch.setattr("tools.site.build.source_pages", lambda: found)
    site = build(tmp_path)
    built = {page.relative_to(site).as_posix() for page in site.rglob("*.html")}
    assert {page.replace("README.md", "index.md").replace(".md", ".html") for page in _texts(found)} <= built
    assert {f"games/{path.stem}.html" for path in some} <= built
    assert all((site / f"games/graphs/{path.stem}.svg").is_file() for path in some)
    assert {
        "index.html",
        "learn/index.html",
        "language/grammar.html",
        "language/builtins.html",
        "glossary.html",
        "embedding/index.html",
        "reference/index.html",
        "reference/playing.html",
    } <= built
    assert 'id="Engine.take_step"' in (site / "reference/playing.html").read_text(encoding="utf-8")
    index = (site / "search.js").read_text(encoding="utf-8")
    searched = {
        item["location"].partition("#")[0] for item in json.loads(index[index.index("{") :].rstrip(";\n"))["items"]
    }
    assert built - searched == set()
    assert 'class="highlight"' in (site / "learn/first-game.html").read_text(encoding="utf-8")


def _texts(found: Pages) -> list[str]:
    return [page for page in found.files if page.endswith(".md")]


def _make_small(found: Pages) -> None:
    """Takes away most of the pages that are alike, what stands below the headings of long ones, and the links to pages that are not there."""
    for section in _ALIKE:
        found.sections[section] = list(few(found.sections[section], 4))
    in_sections = {page for entries in found.sections.values() for page in entries}
    for page in _texts(found):
        if page.startswith(_FOLDERS) and not page.endswith("README.md") and page not in in_sections:
            del found.files[page]
    for page in _texts(found):
        text = found.files[page]
        if len(text) > _LONG:
            text = "\n\n".join(line for line in _FENCED.sub("", text).split("\n") if line.startswith("#"))
        found.files[page] = _LINK.sub(partial(_kept_link, found, PurePosixPath(page).parent), text)


def _kept_link(found: Pages, folder: PurePosixPath, link: re.Match[str]) -> str:
    return link[0] if normpath(str(folder / link[1])) in found.files else "](#)"


@pytest.mark.parametrize("target", ["nowhere.html", "page.html#nowhere", "folder/", "../outside.html"])
def test_a_broken_link_is_found(tmp_path: Path, target: str) -> None:
    (tmp_path / "page.html").write_text(f'<p id="here"><a href="page.html#here"></a><a href="{target}">x</a></p>')
    assert read_site(tmp_path).broken_links() == [f"page.html: {target}"]


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://host.example/x.js"></script>',
        '<link rel="stylesheet" href="//host.example/x.css">',
        '<img srcset="a.png 1x, https://host.example/b.png 2x">',
        '<p style="background: url(https://host.example/b.png)">',
        "<style>@import 'https://host.example/x.css';</style>",
        '<script>fetch("https://host.example/data")</script>',
    ],
)
def test_what_another_host_would_serve_is_found(tmp_path: Path, text: str) -> None:
    (tmp_path / "page.html").write_text(f'<a href="https://host.example/">a link may lead there</a>{text}')
    assert len(read_site(tmp_path).remote_references()) == 1


def test_a_page_of_the_repository_with_a_link_out_of_the_site_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = repository_pages()
    found.put("docs/cli.md", "cli.md", "[x](../pyproject.toml)")
    monkeypatch.setattr("tools.site.build.source_pages", lambda: found)
    with pytest.raises(SiteError, match=r"^docs/cli\.md: \.\./pyproject\.toml is not part of the site$"):
        build(tmp_path)


def test_the_grammar_page_shows_every_production_and_every_word() -> None:
    found = productions(GRAMMAR.read_text(encoding="utf-8"))
    names = {production.name for production in found}
    shown = " ".join(ebnf(production.form, frozenset(names)) for production in found)
    assert {production.goal for production in load().productions.every() if not production.goal.startswith("_")} - {
        "bad"
    } <= names
    assert [word for word in load().words if f"&quot;{word}&quot;" not in shown] == []
    assert [token for token in ("_NL", "_INDENT", "_DEDENT", "_BAD") if token in shown] == []


def test_a_name_without_a_page_of_the_reference_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    title, names = reference.GROUPS["things"]
    monkeypatch.setitem(reference.GROUPS, "things", (title, names.replace("Word", "Wrd")))
    found = repository_pages()
    reference.add(found)
    assert found.problems == [
        "reference/README.md: `Word` belongs to no page",
        "reference/README.md: there is no `Wrd`",
    ]


@pytest.mark.parametrize(
    ("grammar", "form"),
    [
        ('a: "x" [b] c* -> one\n | bad\n', '"x" b? c*'),
        ('?a: (b | bad)+ ("," b)*\n', 'b+ ("," b)*'),
        ("a: /[0-9]+/ (b | c)\n", "/[0-9]+/ (b | c)"),
    ],
)
def test_a_production_as_ebnf(grammar: str, form: str) -> None:
    (production,) = productions(grammar)
    text = ebnf(production.form, frozenset())
    assert text.replace("<i>", "").replace("</i>", "").replace("&quot;", '"') == form
