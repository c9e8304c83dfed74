"""The runtime that the package holds is made of the sources in `page/`, and a page holds what it should."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest

from gamedsl.json import JsonObject
from gamedsl.page import LookError, read_look
from gamedsl_interpreter.hosting.model import model_of
from games import shipped
from page.playing import ROOT, written_page

_ADVICE = "the bundle is not made of these sources: `cd page && npm install && node build.mjs` makes it anew"


def test_the_bundle_is_made_of_the_sources() -> None:
    found = sha256()
    for folder in (ROOT / "page/src", ROOT / "hosts/js/src"):
        files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        for name in sorted(files):
            found.update(f"{name}\n".encode())
            found.update(files[name].read_bytes())
    assert (ROOT / "gamedsl/page/runtime/sources.sha256").read_text().strip() == found.hexdigest(), _ADVICE


def test_a_page_asks_for_nothing_and_holds_no_markup_of_the_rules(tmp_path: Path) -> None:
    rules = tmp_path / "odd.gdl"
    heap = (ROOT / "games/classics/nim.gdl").read_text()
    rules.write_text(re.sub(r'^(game nim:\n\s+)"[^"]*"', r'\1"</script><script>alert(1)</script> & <b>"', heap))
    text = written_page("odd", tmp_path, rules_file=rules).read_text("utf-8")
    assert "<script>alert" not in text
    assert text.count("</script>") == 3
    assert not re.search(r"""(?:src|href)=["'](?!#)""", text)
    assert "default-src &#x27;none&#x27;" in text


_MODEL: JsonObject = {
    "zones": [{"name": "deck"}],
    "fields": [
        {"name": "points", "type": {"is": "number", "low": 0, "high": 3}},
        {"name": "trumps", "type": {"is": "word", "type": 0}},
        {"name": "cleared", "type": {"is": "flag"}},
    ],
    "seats": ["P1", "P2"],
    "tables": [],
    "starts": [{"name": "late"}],
    "boards": [{"name": "track", "shape": {"is": "row"}, "places": ["track[1]", "track[2]"]}],
    "components": [{"name": "card"}],
    "kinds": [{"name": "Ace"}],
    "types": [{"name": "suit", "values": ["Hearts"]}],
    "nodes": [{"plan": {"name": "deal", "parts": []}}],
}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("titel = 'x'", "there is no section `titel`: did you mean `title`?"),
        ("[zone.dekc]\nrole = 'shelf'", "[zone]: the rules have no `dekc`: did you mean `deck`?"),
        ("[zone.deck]\nrole = 'attic'", "[zone.deck]: `role` is one of stage, trick, mat, shelf, bar, tray, hide"),
        ("[zone.deck]\ncolour = 'red'", "[zone.deck]: there is no `colour`"),
        ("[value.Hearts]\ncolor = 7", "[value.Hearts] color is a text"),
        ("[seats]\ncolors = 'Red'", "[seats] colors is a list of texts"),
        ("zone = 3", "`zone` is a section: write `[zone]`"),
        ("[zone]\ndeck = 3", "[zone.deck] is a section of its own"),
        ("[say]\nhire = 'Whom?'", "[say]: the rules have no `hire`"),
        ("[start.lat]\nhide = true", "[start]: the rules have no `lat`: did you mean `late`?"),
        ("[table]\nround = 3", "[table] round is a text"),
        ("[board.track]\nground = 'crossings'", "[board.track] ground is for grids, and `track` is none"),
        ("[board.track]\nhomes = ['track[0]', 'track[2]']", "[board.track] homes: there is no place `track[0]`"),
        ("[board.track]\nnorth = 3", "[board.track] north is the number of a player, from 1 to 2"),
        ("[field.points]\nboard = 'trakc'", "[field.points] board: the rules have no `trakc`: did you mean `track`?"),
        ("[field.points]\ndrawings = ['', 'Fire']", "[field.points] drawings: `points` has 4 values, and this lists 2"),
        ("[field.cleared]\ncolors = ['red']", "[field.cleared] colors: `cleared` has 2 values, and this lists 1"),
        ("[field.trumps]\ndrawings = ['Sun']", "[field.trumps] drawings are for numbers and for yes or no"),
        (
            "[rule.turns.amounts]\nHalf = { chips = 0.5 }",
            "[rule.turns.amounts] Half: the rules have no number `chips`",
        ),
        ("[rule.turns]\namounts = { Half = 3 }", "[rule.turns] amounts is a section of numbers with names"),
        ("[value.Hearts]\ncolor = 'heather'", "[value.Hearts] color: there is no colour `heather`"),
        ("[value.Hearts]\ncolor = 'blu'", "[value.Hearts] color: there is no colour `blu`: did you mean `blue`?"),
        ("[value.Hearts]\ncolor = '#12g'", "[value.Hearts] color: there is no colour `#12g`"),
        ("[seats]\ncolors = ['red', 'gren']", "[seats] colors: there is no colour `gren`: did you mean `green`?"),
        ("[value.Hearts]\nglyph = 'coyn'", "[value.Hearts] glyph: there is no drawing `coyn`: did you mean `coin`?"),
        ("[value.Hearts]\nglyph = 'bee'", "[value.Hearts] glyph: there is no drawing `bee`"),
        ("title = ", "this is no TOML"),
    ],
)
def test_what_is_wrong_in_a_look_file_is_found(text: str, finding: str) -> None:
    with pytest.raises(LookError) as raised:
        read_look(text, [_MODEL])
    assert raised.value.findings[0].startswith(finding)


@pytest.mark.parametrize("word", ["red", "Crimson", "#fa0", "#8a6100", "rgb(10, 20, 30)", "oklch(60% 0.1 20)", ""])
def test_colours_of_browsers_and_our_own_are_no_mistakes(word: str) -> None:
    assert read_look(f"[value.Hearts]\ncolor = '{word}'\nglyph = 'X'", [_MODEL])


def test_a_look_file_says_what_it_says() -> None:
    text = "title = 'Cards'\n[zone.deck]\nrole = 'shelf'\norder = 1\n[say]\ndeal = 'How many?'\n[field.points]\nhide = true"
    assert read_look(text, [_MODEL]) == {
        "title": "Cards",
        "zone": {"deck": {"role": "shelf", "order": 1}},
        "say": {"deal": "How many?"},
        "field": {"points": {"hide": True}},
    }


@pytest.mark.parametrize("path", sorted((ROOT / "games").rglob("*.look.toml")), ids=lambda path: path.stem)
def test_look_files_of_games_that_come_with_gamedsl_name_what_there_is(path: Path) -> None:
    name = path.name.removesuffix(".look.toml")
    assert read_look(path.read_text("utf-8"), [model_of(shipped.game(name, shipped.every_setup(name)[0]))])
