"""Which file of the repository becomes which page of the site, and how links between them change."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from attrs import define, field

from gamedsl.pipeline.catalogue import CATALOGUE
from tools.phrases import TOPICS

ROOT = Path(__file__).parents[2]

TOP = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "internals/architecture.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "LICENSE": "license.md",
}
"""Pages that stand outside `docs/`."""

_ELSEWHERE = {
    "gamedsl/syntax/gdl.lark": "language/grammar.md",
    "gamedsl/diagnostics/pages": "findings/README.md",
    "games/classics": "games/README.md#classics",
    "games/modern": "games/README.md#modern-games",
    "games/variants": "games/README.md#two-large-games",
}
"""Where a link to a file leads that is no page itself."""

_PHOTOGRAPHS = (".jpg", ".png")

_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"(?:^<!-- file: (?P<file>\S+) -->\n)?^```(?P<language>\w+)(?P<note> [^\n]*)?$", re.MULTILINE)
_LINK = re.compile(r"\]\((?P<path>[^)#\s]*)(?P<anchor>#[^)\s]*)?\)")


@define
class Pages:
    """The source of a site: text files by path, photographs as they are, entries for the navigation by section, and links that lead nowhere."""

    files: dict[str, str] = field(factory=dict[str, str])
    photographs: dict[str, bytes] = field(factory=dict[str, bytes])
    sections: dict[str, list[str]] = field(factory=dict[str, list[str]])
    problems: list[str] = field(factory=list[str])

    def put(self, source: str, page: str, text: str) -> None:
        """Add `text`, which stands in the repository's file `source`, as `page`."""
        self.files[page] = _for_site(text, lambda target: self._moved(source, page, target))

    def fill(self, page: str, mark: str, text: str) -> None:
        """Put generated text in the place of `<!-- site: mark -->`."""
        place = f"<!-- site: {mark} -->"
        if self.files[page].count(place) != 1:
            self.problems.append(f"{page}: there must be one `{place}`")
        self.files[page] = self.files[page].replace(place, text)

    def _moved(self, source: str, page: str, target: str) -> str:
        path = normpath(str(PurePosixPath(source).parent / target))
        place = page_of(path)
        if place is None:
            self.problems.append(f"{source}: {target} is not part of the site")
            return target
        return relpath(place, str(PurePosixPath(page).parent))


def page_of(path: str) -> str | None:
    """The page for a path of the repository, perhaps with an anchor; None if it has none."""
    if path in TOP:
        return TOP[path]
    if path in _ELSEWHERE:
        return _ELSEWHERE[path]
    if path.startswith("docs/") and (ROOT / path).is_file():
        return path.removeprefix("docs/")
    if path.startswith("games/") and path.endswith(".gdl") and (ROOT / path).is_file():
        return f"games/{PurePosixPath(path).stem}.md#the-rules-file"
    if path.startswith("gamedsl/diagnostics/pages/") and (ROOT / path).is_file():
        return f"findings/{PurePosixPath(path).name}"
    return None


def repository_pages() -> Pages:
    """What is written by hand: the pages of `docs/`, its pictures and examples, and the pages beside it."""
    pages = Pages()
    for path, page in TOP.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        pages.put(path, page, text if path.endswith(".md") else f"# Licence\n\n{text}")
    for place in sorted((ROOT / "docs").rglob("*")):
        path = place.relative_to(ROOT).as_posix()
        if place.suffix == ".md":
            pages.put(path, path.removeprefix("docs/"), place.read_text(encoding="utf-8"))
        elif place.suffix in _PHOTOGRAPHS:
            pages.photographs[path.removeprefix("docs/")] = place.read_bytes()
        elif place.is_file() and place.suffix != ".pyc":
            pages.files[path.removeprefix("docs/")] = place.read_text(encoding="utf-8")
    pages.sections["decisions"] = [page for page in pages.files if re.match(r"decisions/\d", page)]
    pages.sections["how-to"] = [page for page in pages.files if re.match(r"how-to/(?!README|phrases/)", page)]
    pages.sections["phrases"] = [f"how-to/phrases/{topic}.md" for topic in TOPICS]
    return pages


def _for_site(text: str, moved: Callable[[str], str]) -> str:
    """Links between the pages of the site, and fences with a title in the place of our notes."""
    parts: list[str] = []
    end = 0
    for block in _FENCED.finditer(text):
        parts += [_linked(text[end : block.start()], moved), block[0]]
        end = block.end()
    parts.append(_linked(text[end:], moved))
    return _FENCE.sub(_titled, "".join(parts))


def _linked(prose: str, moved: Callable[[str], str]) -> str:
    def one(found: re.Match[str]) -> str:
        path, anchor = found["path"], found["anchor"] or ""
        if not path or ":" in path:
            return found[0]
        place = moved(path)
        return f"]({place if '#' in place else place + anchor})"

    return _LINK.sub(one, prose)


def _titled(found: re.Match[str]) -> str:
    """A fence that the generator knows: `gdl E0301` becomes a block whose title says what is reported."""
    code = (found["note"] or "").strip()
    title = f"reported: {code}, {CATALOGUE[code]}" if code in CATALOGUE else found["file"]
    return f"```{found['language']}" + (f' title="{title}"' if title else "")
