"""Repository to website: write the source pages, let the generator make HTML of them, make the result local, check it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from tools.site import findings, games, grammar, reference, workshop
from tools.site.check import read_site
from tools.site.pages import Pages, repository_pages

ASSETS = Path(__file__).with_name("assets")
CONFIGURATION = Path(__file__).with_name("zensical.toml")

_SHIM = "https://unpkg.com/iframe-worker/shim"
_REMOTE_TEXT = re.compile(r"""(["'`])https?://(?!www\.w3\.org/)[^"'`\s]*""")
"""An address in a script. Addresses of w3.org are names of XML vocabularies; nobody opens them."""


class SiteError(Exception):
    """The site cannot be built, or something in it is wrong; the text lists every reason on its own line."""


class Extent(Enum):
    """What is built: the documentation alone, or with the workshop and the links into it, which needs node and npm."""

    PAGES = "pages"
    WORKSHOP = "workshop"


def build(work: Path, extent: Extent = Extent.PAGES) -> Path:
    """Build the whole site below the folder `work` and return the folder with its HTML.

    Raises SiteError for a link that leads nowhere, a page the generator warns about, or a reference that a browser
    would load from another host.
    """
    site = work / "site"
    for old in (work / "pages", site):
        shutil.rmtree(old, ignore_errors=True)
    pages = source_pages()
    if extent is Extent.WORKSHOP:
        workshop.add(pages)
    _refuse(pages.problems)
    _write(pages, work)
    _generate(work)
    _localise(site)
    found = read_site(site)
    broken = [one for one in found.broken_links() if not workshop.is_in_workshop(one)]
    _refuse([*broken, *found.remote_references()])
    if extent is Extent.WORKSHOP:
        workshop.lay(site)
    return site


def source_pages() -> Pages:
    """All pages and pictures that the generator reads."""
    pages = repository_pages()
    games.add(pages)
    findings.add(pages)
    grammar.add(pages)
    reference.add(pages)
    return pages


def _write(pages: Pages, work: Path) -> None:
    for path, content in pages.files.items():
        place = work / "pages" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")
    for path, photograph in pages.photographs.items():
        place = work / "pages" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(photograph)
    shutil.copytree(ASSETS, work / "pages" / "assets" / "own")
    configuration = CONFIGURATION.read_text(encoding="utf-8")
    for name, entries in pages.sections.items():
        configuration = configuration.replace(f'"@{name}"', ", ".join(f'"{entry}"' for entry in entries))
    (work / CONFIGURATION.name).write_text(configuration, encoding="utf-8")


def _generate(work: Path) -> None:
    """Run the generator; a warning is an error."""
    ran = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file", CONFIGURATION.name],
        cwd=work,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if ran.returncode:
        raise SiteError(f"{ran.stdout}{ran.stderr}".partition("Traceback")[0].strip())


def _localise(site: Path) -> None:
    """Take away what the generator would load from other hosts, so that the site works in any folder and without a network.

    Its pages load one script from elsewhere, which comes with this folder; its own script names more, for features
    that this site does not use. Its page for missing addresses works at the root of a host only.
    """
    (site / "404.html").unlink(missing_ok=True)
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        own = "../" * (len(page.relative_to(site).parts) - 1) + "assets/own/iframe-worker.js"
        page.write_text(text.replace(_SHIM, own), encoding="utf-8")
    for script in (site / "assets" / "javascripts").rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        script.write_text(_REMOTE_TEXT.sub(r"\1about:blank", text), encoding="utf-8")


def _refuse(problems: Iterable[str]) -> None:
    found = list(problems)
    if found:
        raise SiteError("\n".join(found))
