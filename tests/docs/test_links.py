"""Links of the documentation lead somewhere, and the paths that ARCHITECTURE.md names exist."""

from __future__ import annotations

import re

import pytest

from docs import pages


@pytest.mark.parametrize("page", pages.PAGES)
def test_links_of(page: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", pages.prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        place = (pages.ROOT / page).parent / path if path else pages.ROOT / page
        assert place.exists(), f"{page} links to {target}"
        if anchor:
            assert anchor in _anchors(place.read_text(encoding="utf-8")), f"{page} links to {target}"


def test_every_page_can_be_reached_from_the_first() -> None:
    reached: set[str] = set()
    waiting = ["README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page not in pages.PAGES:
            continue
        reached.add(page)
        for target in re.findall(r"\]\(([^)#\s]+)", pages.prose(page)):
            place = ((pages.ROOT / page).parent / target).resolve()
            if place.is_relative_to(pages.ROOT):
                waiting.append(place.relative_to(pages.ROOT).as_posix())
    assert sorted(set(pages.PAGES) - reached) == []


def test_paths_of_the_architecture_exist() -> None:
    named = re.findall(r"`([\w.-]+/[\w./-]*|\w[\w-]*\.(?:md|toml|lark|json))`", pages.text("ARCHITECTURE.md"))
    assert len(named) > 20
    assert [path for path in named if not (pages.ROOT / path).exists()] == []


@pytest.mark.parametrize("page", [page for page in pages.PAGES if page.startswith("docs/internals/")])
def test_paths_of_the_internals_exist(page: str) -> None:
    """Paths are those of the repository; those of execution may begin below its package."""
    named = re.findall(r"`((?:[\w.-]+/)+(?:[\w-]+\.(?:py|lark|json|md))?)`", pages.prose(page))
    roots = (pages.ROOT, pages.ROOT / "interpreter/gamedsl_interpreter")
    made = ("build/", "fuzz/found/")
    assert [p for p in named if not p.startswith(made) and not any((root / p).exists() for root in roots)] == []


LISTED = {
    "docs/internals/executors.md": ("plans", "reference", "wasm", "wasm/bulk", "wasm/instances"),
    "docs/internals/worlds.md": ("worlds", "worlds/rules", "worlds/courses"),
    "docs/internals/pipeline.md": ("gamedsl/compile/lowering", "gamedsl/compile/analysis"),
}
"""Folders whose modules a page lists, as that page writes them."""


@pytest.mark.parametrize("page", LISTED)
def test_pages_list_every_module_of_a_folder(page: str) -> None:
    text = pages.text(page)
    folders = (pages.ROOT / part for part in LISTED[page] if part.startswith("gamedsl/"))
    others = (pages.ROOT / "interpreter/gamedsl_interpreter" / part for part in LISTED[page])
    modules = [path.name for folder in (*folders, *others) for path in sorted(folder.glob("*.py"))]
    assert len(modules) > 10
    assert [name for name in modules if name != "__init__.py" and not re.search(rf"[/`]{name}`", text)] == []


def test_the_page_of_the_pipeline_lists_the_folders_of_checking() -> None:
    text = pages.text("docs/internals/pipeline.md")
    folders = [path.parent.name for path in sorted((pages.ROOT / "gamedsl/semantics").glob("*/__init__.py"))]
    assert [name for name in folders if f"`gamedsl/semantics/{name}/`" not in text] == []


def _anchors(text: str) -> set[str]:
    """The names of the headings, as they stand in links."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
