"""Random edits of shipped games: no question raises, and the findings are those of a fresh check."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gamedsl.bases import path_of
from gamedsl.services import View, Workspace, changing, completing, hovering, marking, names, outline, usual_form
from games import shipped
from services.editing import edited
from services.long_edits import groups, run
from share import less, picked

GAMES = picked([*shipped.GAMES, *shipped.VARIANTS], ["goofspiel", "pack_road", "six_seeds"])


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
    usual_form.text_in_usual_form(view.source)
    usual_form.format_part(view.source, at, at + 200)
    usual_form.format_line(view.source, at)


@pytest.mark.parametrize("game", GAMES)
def test_random_edits(game: str) -> None:
    path = str(Path(path_of(game)).resolve())
    workspace, dice = Workspace(), random.Random(f"edits of {game}")
    text = Path(path).read_text(encoding="utf-8")
    edits = less(100, 2 if game in shipped.VARIANTS else 4)
    for _ in range(edits):
        text, at = edited(text, dice)
        workspace.open(path, text)
        view = workspace.view(path)
        assert view is not None
        _ask_everything(view, min(at, len(text)))
        fresh = Workspace((), {path: text}).view(path)
        assert fresh is not None
        assert view.report == fresh.report


def test_random_edits_of_several_files() -> None:
    small = [some for some in groups() if "kalah" in some or "pig" in some]
    assert run(less(600, 8), "several files", small) is None
