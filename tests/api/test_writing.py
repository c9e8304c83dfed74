"""What commands write is made by import, too: the same modules, pages, rulebooks and differences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gamedsl
from gamedsl.cli.main import run

GAMES = Path(__file__).parents[2] / "games"
MISTAKEN = "game oops:\n    players 2\nphase turns: draw 1 from dek to hand\n"


def test_files_of_commands_are_what_functions_give(tmp_path: Path) -> None:
    """The last line of a text names gamedsl, so that a command may write over its own file."""
    path = str(GAMES / "classics/tic_tac_toe.gdl")
    rules = gamedsl.load_rules(path)
    module, html, book = tmp_path / "game.wasm", tmp_path / "game.html", tmp_path / "book.md"
    for command, out in (("build", module), ("page", html), ("rulebook", book)):
        assert run([command, path, "-o", str(out)]) == 0
    assert module.read_bytes() == gamedsl.module_of(rules.game())
    assert _unmarked(html) == gamedsl.page_of(rules)
    assert _unmarked(book) == gamedsl.rulebook_of(rules)
    assert "<h1" in gamedsl.rulebook_of(rules, "html")


def _unmarked(path: Path) -> str:
    text, _, mark = path.read_text(encoding="utf-8").rpartition("<!-- ")
    assert "gamedsl" in mark
    return text


def test_differences_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    paths = [str(GAMES / f"classics/{name}.gdl") for name in ("kuhn_poker", "leduc_poker")]
    found = gamedsl.differences_of(*map(gamedsl.load_rules, paths))
    capsys.readouterr()
    assert run(["diff", *paths, "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == found.data
    assert run(["diff", *paths, "--format", "markdown"]) == 1
    assert capsys.readouterr().out == found.markdown()
    assert (found.before, found.after, found.are_equal) == ("kuhn_poker", "leduc_poker", False)
    assert found.after in found.text()
    assert found.after in found.html()
    same = gamedsl.differences_of(*[gamedsl.load_rules(paths[0])] * 2)
    assert (same.are_equal, same.data["differences"]) == (True, [])


def test_mistakes_and_wrong_arguments_are_refused() -> None:
    wrong, right = gamedsl.parse_rules(MISTAKEN), gamedsl.load_rules("tic_tac_toe")
    for call in (gamedsl.page_of, gamedsl.rulebook_of):
        with pytest.raises(gamedsl.RulesError, match="dek"):
            call(wrong)
    with pytest.raises(gamedsl.RulesError, match="dek"):
        gamedsl.differences_of(right, wrong)
    with pytest.raises(gamedsl.ArgumentError, match="`game` is a Game"):
        gamedsl.module_of(right)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(gamedsl.ArgumentError, match="`form` is `markdown`, `html` or `pdf`, not 'word'"):
        gamedsl.rulebook_of(right, "word")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    other = gamedsl.load_rules("kuhn_poker").setups()[0]
    with pytest.raises(gamedsl.ArgumentError, match="has no such setup"):
        gamedsl.page_of(gamedsl.load_rules("gloriana"), [gamedsl.Setup(9, other.options)])
