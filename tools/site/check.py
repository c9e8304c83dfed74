"""What must hold for the HTML of a site: links lead somewhere, and nothing is loaded from another host."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

from attrs import define, field, frozen

_LOADING_LINKS = frozenset(["stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "manifest"])  # fmt: skip
_CSS_URL = re.compile(r"""(?:url\(|@import)\s*["']?\s*((?:https?:)?//[^"')\s]+)""")
_RAW = re.compile(r"<!--.*?-->|<(?:script|style)\b([^>]*)>.*?</(?:script|style)>", re.DOTALL)
_TAG = re.compile(r"""<[a-zA-Z](?:[^"'<>]|"[^"]*"|'[^']*')*>""")
_SAYING = re.compile(r"\b(?:id|name|href|src|srcset|data|poster|style)\s*=")
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

    def add(self, part: _Page) -> None:
        """Add what a part of the page says."""
        self.anchors |= part.anchors
        self.links += part.links
        self.loads += part.loads


@frozen
class Site:
    """The pages in the folder of a site."""

    folder: Path
    pages: dict[Path, _Page]

    def broken_links(self) -> list[str]:
        """Each link, picture, script or style sheet of a page that is not in the site, as `page: target`."""
        place = cache(_place)
        return [
            f"{page.relative_to(self.folder)}: {target}" for page in self.pages for target in self._broken(page, place)
        ]

    def remote_references(self) -> list[str]:
        """Each address on another host that reading the site could load, as `file: address`. Links to click are none."""
        found: list[tuple[Path, str]] = []
        for path, page in self.pages.items():
            found += [(path, target) for target in page.loads if urlsplit(target).netloc]
            text = path.read_text(encoding="utf-8")
            found += [(path, target) for style in _inside(text, "style") for target in _CSS_URL.findall(style)]
            found += [(path, target) for script in _inside(text, "script") for target in _SCRIPT_URL.findall(script)]
        for path in self.folder.rglob("*.css"):
            found += [(path, target) for target in _CSS_URL.findall(path.read_text(encoding="utf-8"))]
        for path in (self.folder / "assets").rglob("*.js"):
            found += [(path, target) for target in _SCRIPT_URL.findall(path.read_text(encoding="utf-8"))]
        return [f"{path.relative_to(self.folder)}: {target}" for path, target in found]

    def _broken(self, path: Path, place_of: Callable[[str], Path | None]) -> Iterator[str]:
        for target in dict.fromkeys((*self.pages[path].links, *self.pages[path].loads)):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            place = place_of(normpath(path.parent / unquote(parts.path))) if parts.path else path
            anchor = unquote(parts.fragment)
            if place is None or (anchor and place in self.pages and anchor not in self.pages[place].anchors):
                yield target


def read_site(folder: Path) -> Site:
    """Reads the pages in a folder."""
    pages: dict[Path, _Page] = {}
    known: dict[str, _Page] = {}
    for path in sorted(folder.rglob("*.html")):
        # Most elements colour a word of a program: the parser of Python would need most of a minute to read them all. Pages share most of the others.
        text = _RAW.sub(r"<raw\1>", path.read_text(encoding="utf-8"))
        pages[path] = page = _Page()
        for tag in dict.fromkeys(tag for tag in _TAG.findall(text) if _SAYING.search(tag)):
            if tag not in known:
                known[tag] = _Page()
                known[tag].feed(tag)
            page.add(known[tag])
    return Site(folder, pages)


def _place(target: str) -> Path | None:
    """The file to which a link leads; None if there is none."""
    place = Path(target)
    place = place / "index.html" if place.is_dir() else place
    return place if place.is_file() else None


def _inside(text: str, tag: str) -> list[str]:
    return re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", text, re.DOTALL)
