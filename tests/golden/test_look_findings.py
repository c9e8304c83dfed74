"""What is reported of look files with a wrong value or a wrong word in one place: of a sample with every part of a layout, and of shipped games.

A row has a game, the line that was changed, and what is reported, shortened, with a digest of all of it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from gamedsl.json import JsonObject
from gamedsl.page import LookError
from gamedsl.page.look import read_look
from gamedsl_interpreter.hosting.model import model_of
from games import shipped
from golden.conftest import CompareRows
from unit.cards.test_layouts import SAMPLES, sample_game
from unit.cards.test_odd_looks import ODD

ROOT = Path(__file__).parents[2]
_CHANGES, _SHOWN = 80, 140
"""Changes of a file, and the characters of a finding that are shown."""
_FILES = {
    path.name.removesuffix(".look.toml"): path
    for path in (*sorted((ROOT / "games").rglob("*.look.toml"))[::6], SAMPLES / "tinkers.look.toml")
}
_VALUES = (
    *ODD,
    '"font.woff"',
    '"missing.svg"',
    '":coin:"',
    "[0, 0, 0, 5]",
    "[60, 80, 20, 20]",
    '"blue"',
    "{ nothing = 2 }",
    '["nothing", "blue"]',
)
_WORD = re.compile(r"[a-z_]{3,}")


@pytest.mark.parametrize("name", _FILES)
def test_findings_of_looks(name: str, golden_rows: CompareRows) -> None:
    text, model = _FILES[name].read_text("utf-8"), _model(name)
    golden_rows(f"looks/{name}.txt", [partial(_row, name, model, one) for one in _changed(text, Random(name))], 1)


def _model(name: str) -> JsonObject:
    return model_of(sample_game(name) if name == "tinkers" else shipped.game(name, shipped.setups(name)[0]))


def _changed(text: str, dice: Random) -> Iterator[tuple[str, str]]:
    """Yields changed lines with the text that each is in: another value, a part of a list more or less, a word misspelt, left out or of another line."""
    lines = text.splitlines()
    filled = [number for number, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    words = sorted(set(_WORD.findall(text)))
    for _ in range(_CHANGES):
        at = dice.choice(filled)
        line = lines[at]
        key, equals, value = line.partition(" = ")
        found = list(_WORD.finditer(line))
        if equals and dice.random() < 0.5:
            line = f"{key} = {dice.choice(_VALUES)}"
        elif "{" in value and dice.random() < 0.5:
            line = f"{line[: line.rindex('}')]}, {dice.choice(words)} = {dice.choice(_VALUES)} }}"
        elif found:
            word = dice.choice(found)
            line = line[: word.start()] + dice.choice((word[0][:-1], dice.choice(words))) + line[word.end() :]
        whole = "\n".join((*lines[:at], line, *lines[at + 1 :]))
        with suppress(tomllib.TOMLDecodeError):  # whose words are those of Python
            tomllib.loads(whole)
            yield line, whole


def _row(name: str, model: JsonObject, change: tuple[str, str]) -> str:
    line, text = change
    try:
        read_look(text, [model], _FILES[name].parent)
    except LookError as error:
        found = " | ".join(map(str, error.findings))
    else:
        found = "nothing"
    digest = sha256(found.encode()).hexdigest()[:8]
    return f"{line.strip()[:60]!r}: {found[:_SHOWN]!r} {digest}"


def test_no_other_file_is_left(blessing: bool) -> None:
    expected = {f"{name}.txt" for name in _FILES}
    for path in (Path(__file__).parent / "looks").iterdir():
        if blessing and path.name not in expected:
            path.unlink()
    assert {path.name for path in (Path(__file__).parent / "looks").iterdir()} == expected
