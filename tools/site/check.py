"""What must hold for the HTML of a site: links lead somewhere, and nothing is loaded from another host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from attrs import define, field

_LOADING_LINKS = frozenset(["stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "manifest"])  # fmt: skip
_CSS_URL = re.compile(r"""(?:url\(|@import)\s*["']?\s*((?:https?:)?//[^"')\s]+)""")
_SCRIPT_URL = re.compile(r"""["'`]((?:https?|wss?):?//(?!www\.w3\.org/)[^"'`\s]*)""")


@define
class _Page(HTMLParser):
    """The anchors of a page, where its links lead, and what it loads."""

    anchors: set[str] = field(factory=set[str])
    links: list[str] = field(factory=list[str])
    loads: list[str] = field(factory=list[str])

    def __attrs_pre_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one element."""
        values = {name: value for name, value in attrs if value is not None}
        self.anchors.update(values[name] for name in ("id", "name") if name in values)
        relations = set(values.get("rel", "").split())
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and relations & _LOADING_LINKS:
            self.loads.append(values["href"])
        for name in ("src", "data", "poster", "xlink:href"):
            if name in values and tag != "a":
                self.loads.append(values[name])
        self.loads += [part.split()[0] for part in values.get("srcset", "").split(",") if part.strip()]
        self.loads += _CSS_URL.findall(values.get("style", ""))


def broken_links(site: Path) -> list[str]:
    """Each link, picture, script or style sheet of a page that is not in the site, as `page: target`."""
    pages = _pages(site)
    return [f"{page.relative_to(site)}: {target}" for page in pages for target in _broken(page, pages)]


def remote_references(site: Path) -> list[str]:
    """Each address on another host that reading the site could load, as `file: address`. Links to click are none."""
    found: list[tuple[Path, str]] = []
    for path, page in _pages(site).items():
        found += [(path, target) for target in page.loads if urlsplit(target).netloc]
        text = path.read_text(encoding="utf-8")
        found += [(path, target) for style in _inside(text, "style") for target in _CSS_URL.findall(style)]
        found += [(path, target) for script in _inside(text, "script") for target in _SCRIPT_URL.findall(script)]
    for path in site.rglob("*.css"):
        found += [(path, target) for target in _CSS_URL.findall(path.read_text(encoding="utf-8"))]
    for path in (site / "assets").rglob("*.js"):
        found += [(path, target) for target in _SCRIPT_URL.findall(path.read_text(encoding="utf-8"))]
    return [f"{path.relative_to(site)}: {target}" for path, target in found]


def _pages(site: Path) -> dict[Path, _Page]:
    pages: dict[Path, _Page] = {}
    for path in sorted(site.rglob("*.html")):
        pages[path] = _Page()
        pages[path].feed(path.read_text(encoding="utf-8"))
    return pages


def _broken(path: Path, pages: dict[Path, _Page]) -> Iterator[str]:
    for target in (*pages[path].links, *pages[path].loads):
        parts = urlsplit(target)
        if parts.scheme or parts.netloc:
            continue
        place = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        place = place / "index.html" if place.is_dir() else place
        anchor = unquote(parts.fragment)
        if not place.is_file() or (anchor and place in pages and anchor not in pages[place].anchors):
            yield target


def _inside(text: str, tag: str) -> list[str]:
    return re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", text, re.DOTALL)
