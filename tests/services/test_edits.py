"""Random edits of shipped games: no question raises, and the findings are those of a fresh check."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gamedsl.bases import path_of
from gamedsl.services import View, Workspace, changing, completing, hovering, marking, names, outline
from games import shipped
from share import few, less

GAMES = few([*shipped.GAMES, *shipped.VARIANTS], 6, 3)
_PIECES = (
    "(",
    ")",
    '"',
    "\n",
    "    ",
    " ",
    ".",
    ",",
    ":",
    "x",
    "9",
    " is ",
    "me.",
    "where ",
    "# ",
    "é",
    "\t",
    "move ",
    "[",
    "]",
    "-",
)


def _edited(text: str, dice: random.Random) -> tuple[str, int]:
    """Returns a text with a small change, and the place of it."""
    at = dice.randrange(len(text) + 1)
    match dice.randrange(4):
        case 0:
            return text[:at] + text[at + dice.randrange(1, 12) :], at
        case 1:
            return text[:at] + dice.choice(_PIECES) + text[at:], at
        case 2:
            return text[:at] + text[at : at + 20][::-1] + text[at + 20 :], at
        case _:
            line = text.count("\n", 0, at)
            lines = text.split("\n")
            return "\n".join([*lines[:line], *lines[line + 1 :]]), at


def _ask_everything(view: View, at: int) -> None:
    hovering.hover(view, at)
    names.declaration_at(view, at)
    names.uses_at(view, at)
    completing.completions(view, at)
    completing.signature(view, at)
    outline.outline(view)
    outline.folds(view.source.text)
    outline.around(view, at)
    marking.colours(view)
    marking.notes(view, 0, len(view.source.text))
    marking.lenses(view)
    marking.links(view)
    changing.corrections(view, at, at)
    changing.formatted(view.source)


@pytest.mark.parametrize("game", GAMES)
def test_random_edits(game: str) -> None:
    path = str(Path(path_of(game)).resolve())
    workspace, dice = Workspace(), random.Random(f"edits of {game}")
    text = Path(path).read_text(encoding="utf-8")
    edits = less(100, 6)
    for _ in range(edits):
        text, at = _edited(text, dice)
        workspace.open(path, text)
        view = workspace.view(path)
        assert view is not None
        _ask_everything(view, min(at, len(text)))
        fresh = Workspace((), {path: text}).view(path)
        assert fresh is not None
        assert view.report == fresh.report
