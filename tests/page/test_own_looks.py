"""Layouts, icons and pictures in look files: what is wrong with them is told with its line, nothing unsafe is read, and a page shows them."""

from __future__ import annotations

import base64
import shutil
import zlib
from pathlib import Path
from struct import pack

import pytest
from playwright.sync_api import Browser

import gamedsl
from gamedsl.cli.main import run
from gamedsl.json import JsonObject
from gamedsl.page import LookError, read_look
from gamedsl.page.pictures import PictureError, read_font, read_picture
from gamedsl_interpreter.hosting.model import model_of
from page.playing import ROOT

SAMPLES = ROOT / "docs/examples/cards"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'


@pytest.fixture(scope="module")
def tinkers() -> JsonObject:
    """The model of a game with cards of three guilds."""
    return model_of(gamedsl.load_rules(SAMPLES / "tinkers.gdl").game())


# ---------------------------------------------------------------- findings


_USED = '[class.card]\nlayout = "house"\n[layout.house.parts]\n'
_PART = _USED + "title = {{ at = [1, 1, 50, 10], {} }}"


@pytest.mark.parametrize(
    ("text", "line", "finding"),
    [
        ("[class.card]\nlayout = 'huose'\n[layout.house.parts]\n", 2, "[class.card]: there is no layout `huose`: did you mean `house`?"),
        ("[class.card]\nlayout = 'x'", 2, "[class.card]: there is no layout `x`: write a section [layout.x.parts]"),
        ("[layout.house.parts]\na = { at = [1, 1, 9, 9], fill = 'red' }", 1, '[layout.house] is used by nothing: write `layout = "house"`'),
        ("[class.card]\nlayout = 'house'\n[layout.house]\nsize = 'poker'", 3, "[layout.house] shows nothing: write a section [layout.house.parts]"),
        ("[layout.house]\nsize = 'pokre'", 2, '[layout.house] size is a size in millimetres, as "63x88", one of the trade'),
        ("[layout.house]\nbleed = -1", 2, "[layout.house] bleed is a number from 0"),
        (_USED + "title = 3", 4, "[layout.house.parts]: write `title = { at = "),
        (_USED + "title = { at = [1, 1, 5], show = 'x' }", 4, "[layout.house.parts.title] at is four numbers in millimetres"),
        (_USED + "title = { show = 'x' }", 4, "[layout.house.parts] title has no place: say `at = [left, top, width, height]`"),
        (_USED + "title = { at = [1, 1, 0, 5], show = 'x' }", 4, "[layout.house.parts] title: `at` has no width or no height"),
        (_USED + "title = { at = [50, 1, 20, 5], show = 'x' }", 4, "[layout.house.parts] title: [50, 1, 20, 5] reaches beyond the card of 63 × 88 mm"),
        (_USED + "title = { at = [1, 1, 5, 5] }", 4, "[layout.house.parts] title shows nothing: say `show = "),
        (_PART.format("show = '{nme}'"), 4, "[layout.house.parts] title: `card` has no column `nme`: did you mean `name`?"),
        (_PART.format("show = '{weight}'"), 4, "[layout.house.parts] title: `card` has no column `weight`: it has name, text, guild, cost, wins"),
        (_PART.format("show = ':tol:'"), 4, "[layout.house.parts] title: there is no icon `tol`: write a section [icon.tol]"),
        (_PART.format("show = ':Smiht:'"), 4, "[layout.house.parts] title: there is no icon `Smiht`: did you mean `Smith`?"),
        (_PART.format("show = 'x', fill = '{cost}'"), 4, "[layout.house.parts.title]: `fill` `{cost}` is no value with a colour"),
        (_PART.format("show = 'x', fill = 'red 15'"), 4, "[layout.house.parts.title]: `fill` is a colour, and how much of it"),
        (_PART.format("show = 'x', shape = 'oval'"), 4, "[layout.house.parts.title]: `shape` is one of box, round, circle, hex"),
        (_PART.format("show = 'x', align = 'centre'"), 4, "[layout.house.parts.title]: `align` is one of left, middle, right"),
        (_PART.format("show = 'x', colour = 'red'"), 4, "[layout.house.parts.title]: there is no `colour`"),
        (_PART.format("show = 'x', picture = 'a.png'"), 4, "[layout.house.parts] title: `show` and `picture` are two parts"),
        (_PART.format("picture = 'a.gif'"), 4, "[layout.house.parts.title] picture: `a.gif` is no picture: use .png, .jpg or .svg"),
        (_PART.format("picture = 'tinkers/{guild}.png'"), 4, "[layout.house.parts.title] picture: there is no file `tinkers/Smith.png`: did you mean"),
        (_PART.format(r'picture = "a\u0000.png"'), 4, r"[layout.house.parts.title] picture: no file has the name `a\x00.png`"),
        ("# a\u2028b\n" + _PART.format("picture = '../secret.png'"), 5, "[layout.house.parts.title] picture: `../secret.png` is outside"),
        (_PART.format("picture = '../secret.png'"), 4, "[layout.house.parts.title] picture: `../secret.png` is outside the folder of the look file"),
        (_PART.format("show = 'x', font = 'a.woff'"), 4, "[layout.house.parts.title] font: `a.woff` is no font that can be embedded"),
        ("[icon.tool]\npicture = 'tool.svg'", 2, "[icon.tool] picture: there is no file `tool.svg`"),
        ("[value.Anvil]\ntext = 'Take :tol:.'", 2, "[value.Anvil] text: there is no icon `tol`"),
        ("[class.card]\nback = 'none.png'", 2, "[class.card] back: there is no file `none.png`"),
        ("[class.card]\nsize = 'hex'", 2, "[class.card] size is a size in millimetres"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_layout_is_told_with_its_line(
    text: str, line: int, finding: str, tinkers: JsonObject
) -> None:
    with pytest.raises(LookError) as raised:
        read_look(text, [tinkers], SAMPLES)
    assert raised.value.findings[0].startswith(finding)
    assert raised.value.lines[0] == line


def test_findings_of_a_command_have_the_file_and_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "tinkers.gdl"
    shutil.copy(SAMPLES / "tinkers.gdl", rules)
    (tmp_path / "tinkers.look.toml").write_text(_PART.format("show = '{nme}'"))
    for command in ("cards", "page"):
        assert run((command, str(rules), "-o", str(tmp_path / "made"))) == 1
        told = capsys.readouterr().err
        assert "tinkers.look.toml:4: [layout.house.parts] title: `card` has no column `nme`" in told


# ---------------------------------------------------------------- files


def _png(width: int, height: int) -> bytes:
    """A whole picture of one colour."""
    rows = zlib.compress(b"".join(b"\0" + b"\xb0\x20\x30" * width for _ in range(height)))
    parts = ((b"IHDR", pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ("<script>alert(1)</script>", "holds a program"),
        ('<rect width="5" height="5" onclick="alert(1)"/>', "holds a program"),
        ('<g><rect width="5" height="5" onload="alert(1)"/></g>', "holds a program"),
        ('<image href="https://example.org/a.png"/>', "holds another picture"),
        ("<foreignObject><b/></foreignObject>", "holds a part of a web page"),
        ("<style>rect{fill:url(https://example.org)}</style>", "has a style sheet"),
        ('<rect fill="url(https://example.org/a#b)" width="5" height="5"/>', "asks for another file"),
        ('<rect style="fill: url( \'//example.org\')" width="5" height="5"/>', "asks for another file"),
        ('<linearGradient href="other.svg#a"/>', "asks for another file"),
        ('<a href="javascript:alert(1)"><rect width="5" height="5"/></a>', "has `a`, which no card can show"),
        ("<text>Anvil</text>", "has letters"),
        ('<use href="#a"/>', "has copies of a shape"),
        ('<animate attributeName="x"/>', "has `animate`, which no card can show"),
        ("<rect", "holds no SVG drawing"),
        ("<g>" * 100 + "</g>" * 100, "has too many shapes"),
    ],
)
def test_drawings_that_are_more_than_shapes_are_refused(inside: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(SVG.format(inside))
    with pytest.raises(PictureError, match=reason):
        read_picture(tmp_path, "a.svg")


def test_drawings_keep_their_shapes_and_lose_what_editors_note(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(
        '<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg"'
        ' xmlns:x="http://example.org/x" x:note="1" width="20mm" height="10"><metadata><x:y/></metadata>'
        '<x:view zoom="2"/><title>A</title><path class="a" d="M0 0H5V5Z" fill="red"/></svg>'
    )
    found = read_picture(tmp_path, "a.svg")
    assert (found.width, found.height) == (20, 10)
    assert found.data == (
        b'<svg width="20" height="10" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
        b'<path d="M0 0H5V5Z" fill="red" /></svg>'
    )


def test_entities_and_drawings_without_a_size_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text('<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("<g>&a;</g>"))
    (tmp_path / "b.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (tmp_path / "c.svg").write_text("<html/>")
    for name, reason in (("a.svg", "defines entities"), ("b.svg", "how large it is"), ("c.svg", "is no SVG drawing")):
        with pytest.raises(PictureError, match=reason):
            read_picture(tmp_path, name)


def test_pictures_are_what_their_names_say(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(_png(30, 20))
    (tmp_path / "half.png").write_bytes(_png(30, 20)[:-20])
    (tmp_path / "a.jpg").write_bytes(_png(30, 20))
    (tmp_path / "large.png").write_bytes(_png(9000, 1))
    (tmp_path / "heavy.png").write_bytes(bytes(4_000_001))
    (tmp_path / "folder.png").mkdir()
    found = read_picture(tmp_path, "a.png")
    assert (found.kind, found.width, found.height) == ("png", 30, 20)
    assert base64.b64decode(found.address.removeprefix("data:image/png;base64,")) == _png(30, 20)
    for name, reason in (
        ("half.png", "no whole PNG picture"),
        ("a.jpg", "no whole JPEG picture"),
        ("large.png", "9000 × 1 points; at most 8000"),
        ("heavy.png", "more than 4 megabytes"),
        ("folder.png", "cannot be read"),
        ("b.png", r"there is no file `b.png`: did you mean `a.png`"),
    ):
        with pytest.raises(PictureError, match=reason):
            read_picture(tmp_path, name)


FRAME = b"\xff\xc0" + pack(">HBHHB", 11, 8, 48, 64, 1) + b"\x01\x11\x00"
BEFORE = b"\xff\xe0\x00\x04ab"
TABLE = b"\xff\xc4\x00\x0bnosizehere"[:13]
POINTS = b"\xff\xda\x00\x02xx\xff\xd9"


@pytest.mark.parametrize(
    "parts",
    [BEFORE + FRAME, FRAME, TABLE + FRAME, b"\xff\xff" + FRAME, BEFORE + b"\xff" + FRAME.replace(b"\xc0", b"\xcf")],
)
def test_a_jpeg_tells_its_size(parts: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8" + parts + POINTS)
    found = read_picture(tmp_path, "a.jpg")
    assert (found.kind, found.width, found.height) == ("jpeg", 64, 48)


def test_only_frames_of_a_jpeg_tell_its_size(tmp_path: Path) -> None:
    """The kinds from C0 to CF are frames, but for tables of codes (C4), what is reserved (C8) and arithmetic (CC)."""
    for kind in (*range(0xC0, 0xD0), *range(0xE0, 0xF0)):
        part = b"\xff" + bytes((kind,)) + pack(">HBHHB", 11, 8, 9, 7, 1) + b"\x01\x11\x00"
        (tmp_path / "a.jpg").write_bytes(b"\xff\xd8" + part + FRAME + POINTS)
        found = read_picture(tmp_path, "a.jpg")
        is_frame = kind < 0xD0 and kind not in (0xC4, 0xC8, 0xCC)
        assert (found.width, found.height) == ((7, 9) if is_frame else (64, 48)), hex(kind)


@pytest.mark.parametrize(
    "parts", [b"", BEFORE, TABLE + POINTS, b"xx" + FRAME + POINTS, FRAME[:5] + b"\xff\xd9", FRAME + b"\xff"]
)
def test_a_jpeg_without_a_size_is_refused(parts: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8" + parts + (b"" if parts.endswith(b"\xd9") else b"\xff"))
    with pytest.raises(PictureError, match="no whole JPEG picture"):
        read_picture(tmp_path, "a.jpg")


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"no file has the name `a\\x00\.png`"):
        read_picture(tmp_path, "a\0.png")


@pytest.mark.parametrize(
    "file", ["../a.png", "/a.png", "b/../../a.png", "C:/a.png", "b\\a.png", "https://example.org/a.png", "link.png"]
)
def test_files_outside_the_folder_are_refused(file: str, tmp_path: Path) -> None:
    inner = tmp_path / "looks"
    inner.mkdir()
    (tmp_path / "a.png").write_bytes(_png(1, 1))
    (inner / "link.png").symlink_to(tmp_path / "a.png")
    with pytest.raises(PictureError, match="outside the folder of the look file"):
        read_picture(inner, file)


def test_a_font_must_be_one(tmp_path: Path) -> None:
    (tmp_path / "a.ttf").write_text("no font")
    with pytest.raises(PictureError, match="holds no font"):
        read_font(tmp_path, "a.ttf")


# ---------------------------------------------------------------- pages


def test_a_page_shows_the_faces_that_are_printed(chromium: Browser, tmp_path: Path) -> None:
    target = tmp_path / "tinkers.html"
    assert run(("page", str(SAMPLES / "tinkers.gdl"), "-o", str(target))) == 0
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on(
        "request",
        lambda request: None if request.url.startswith(("file:", "data:", "blob:")) else wrong.append(request.url),
    )
    page.goto(target.as_uri())
    page.get_by_role("button", name="Begin").click()
    page.locator(".hand .card.drawn").first.wait_for()
    assert page.locator(".hand .card.drawn").count() == 3
    overflowing = page.evaluate(
        """[...document.querySelectorAll(".card.drawn svg")].flatMap((card) => [...card.querySelectorAll("text")].filter((line) => {
          const inner = line.getBoundingClientRect(), outer = card.getBoundingClientRect();
          return inner.left < outer.left || inner.right > outer.right || inner.top < outer.top || inner.bottom > outer.bottom;
        }).map((line) => line.textContent))"""
    )
    assert overflowing == []
    sources = page.evaluate(
        "[...document.querySelectorAll('.card.drawn image')].map((one) => one.getAttribute('href'))"
    )
    assert sources
    assert all(source.startswith("data:image/svg+xml;base64,") for source in sources)
    cropped = page.evaluate(
        """[...document.querySelectorAll(".card.drawn svg svg")].every((window) => {
          const inner = window.querySelector("image").getBoundingClientRect(), outer = window.getBoundingClientRect();
          return inner.left <= outer.left + 1 && inner.right >= outer.right - 1 && inner.top <= outer.top + 1 && inner.bottom >= outer.bottom - 1;
        })"""
    )
    assert cropped
    page.locator(".hand .card.drawn").first.hover()
    page.locator(".closer.laid .card.drawn").wait_for()
    page.close()
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ('[zone.step]\nwords = ["Floor", "Step 1"]', "words: `step` has 5 places, and this lists 2"),
        ('[zone.sack]\nwords = ["Floor"]', "words are for places with numbers"),
        ('[zone.sack]\nscore = "points"', "score: the pieces have no number `points`"),
    ],
)
def test_what_a_look_file_says_of_a_zone_fits_its_places_and_pieces(text: str, finding: str) -> None:
    model = model_of(gamedsl.load_rules("tile_walls").game())
    with pytest.raises(LookError, match=finding):
        read_look(text, [model])
