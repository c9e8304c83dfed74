"""What commands write is made by import, too: the same modules, pages, rulebooks and differences."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copy

import pytest

import gamedsl
from gamedsl.api.making.drawings import GraphForm
from gamedsl.cli.main import run

GAMES = Path(__file__).parents[2] / "games"
MISTAKEN = "game oops:\n    players 2\nphase turns: draw 1 from dek to hand\n"


def test_files_of_commands_are_what_functions_give(tmp_path: Path) -> None:
    """The last line of a text names gamedsl, so that a command may write over its own file."""
    path = str(copy(GAMES / "classics/tic_tac_toe.gdl", tmp_path))  # without the look file beside it
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
    found = gamedsl.differences_of(gamedsl.load_rules(paths[0]), gamedsl.load_rules(paths[1]))
    capsys.readouterr()
    assert run(["diff", *paths, "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == found.data
    assert run(["diff", *paths, "--format", "markdown"]) == 1
    assert capsys.readouterr().out == found.markdown()
    assert (found.before, found.after, found.are_equal) == ("kuhn_poker", "leduc_poker", False)
    assert found.after in found.text()
    assert found.after in found.html()
    same = gamedsl.differences_of(gamedsl.load_rules(paths[0]), gamedsl.load_rules(paths[0]))
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
    with pytest.raises(gamedsl.ArgumentError, match="`form` is one of markdown, html, pdf, not 'word'"):
        gamedsl.rulebook_of(right, "word")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    other = gamedsl.load_rules("kuhn_poker").setups()[0]
    with pytest.raises(gamedsl.ArgumentError, match="has no such setup"):
        gamedsl.page_of(gamedsl.load_rules("gloriana"), [gamedsl.Setup(9, other.options)])


def test_graphs_and_cards_are_those_of_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(copy(GAMES / "classics/tic_tac_toe.gdl", tmp_path))  # without the look file beside it
    rules = gamedsl.load_rules(path)
    forms: tuple[GraphForm, ...] = ("text", "svg", "dot", "mermaid")
    for form in forms:
        capsys.readouterr()
        assert run(["graph", path, "--as-written", "--format", form]) == 0
        assert capsys.readouterr().out.startswith(gamedsl.graph_of(rules.game(), form))
    assert run(["graph", path, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed.pop("made_by")
    assert printed == json.loads(gamedsl.graph_of(rules.game(), "json"))
    game = rules.game()
    assert gamedsl.graph_of(game, "svg") == gamedsl.svg_of(game) != gamedsl.graph_of(game, "svg", before=game)

    cards = tmp_path / "cards.pdf"
    assert run(["cards", path, "-o", str(cards), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    made = gamedsl.cards_of(rules)
    assert cards.read_bytes().startswith(made.pdf)
    assert {**printed, "bytes": len(made.pdf)} | made.data == {**printed, "bytes": len(made.pdf)}
    with pytest.raises(gamedsl.PrintError, match="has no cards to print; it has"):
        gamedsl.cards_of(rules, parts=["cards"])


_SHED = """game shed:
    players 2
each player:
    wood: 0..9 = 0
    coins: 0..9 = 0
rounds up to 1:
    work
phase work, each player:
    choose one:
        build
        rest
action build: coins += 1
action rest: wood += 1
score riches: coins
ranking by highest total, ties shared
"""


@pytest.fixture(name="bare_shed")
def _bare_shed(tmp_path: Path) -> gamedsl.Rules:
    """A variant without a field of its base, which lies beside it."""
    (tmp_path / "shed.gdl").write_text(_SHED)
    variant = tmp_path / "bare_shed.gdl"
    variant.write_text("variant bare_shed of shed:\n    remove wood\n    replace action rest: coins += 0\n")
    return gamedsl.load_rules(variant)


def test_a_look_file_of_the_base_may_name_what_a_variant_takes_away(tmp_path: Path, bare_shed: gamedsl.Rules) -> None:
    look = tmp_path / "shed.look.toml"
    look.write_text('[field.wood]\nlabel = "Logs"\n[rule.build]\nlabel = "Build a house"\n', "utf-8")
    assert "Build a house" in gamedsl.page_of(bare_shed, look=look)
    look.write_text('[field.woood]\nlabel = "Logs"\n', "utf-8")
    with pytest.raises(gamedsl.LookError, match="woood"):
        gamedsl.page_of(bare_shed, look=look)


def test_look_files_are_read_and_their_mistakes_told(tmp_path: Path) -> None:
    rules = gamedsl.load_rules("tic_tac_toe")
    look = tmp_path / "mine.look.toml"
    look.write_text('title = "Noughts"\n')
    assert "Noughts" in gamedsl.page_of(rules, look=look)
    assert gamedsl.rulebook_of(rules, look=look).startswith("# Noughts")
    look.write_text("[zone.nowhere]\norder = 1\n")
    with pytest.raises(gamedsl.LookError, match="nowhere"):
        gamedsl.page_of(rules, look=look)


def test_the_book_of_a_variant_has_its_own_title_and_the_labels_of_its_base(
    tmp_path: Path, bare_shed: gamedsl.Rules
) -> None:
    look = tmp_path / "shed.look.toml"
    look.write_text('[rule.build]\nlabel = "Build a house"\n', "utf-8")
    book = gamedsl.rulebook_of(bare_shed, look=look)
    assert book.startswith("# Bare Shed\n")
    assert "Build a house" in book


def test_examples_of_a_base_that_fail_in_a_variant_are_not_in_its_book(tmp_path: Path) -> None:
    base = """game shop:
    players 2
each player:
    coins: 0..99 = 0
table pay from 0: 0 2
rounds up to 1:
    work
phase work, each player:
    "Work."
    earn(1)
rule earn(n: 0..1):
    "Take what the table pays."
    coins += pay[n]
score riches: coins  "You score your coins."
ranking by highest total, ties shared
example pays:
    "One day of work."
    players Ann, Bob
    given: Ann.coins = 3
    as Ann: earn(1)
    then Ann.coins is 5
example idle:
    "Nobody is paid for nothing."
    players Ann, Bob
    given: Ann.coins = 3
    as Ann: earn(0)
    then Ann.coins is 3
"""
    (tmp_path / "shop.gdl").write_text(base)
    better, meant = tmp_path / "better.gdl", tmp_path / "meant.gdl"
    better.write_text("variant better of shop:\n    set pay[1] = 4\n")
    meant.write_text(better.read_text().replace("better", "meant") + "    remove examples broken by pay\n")
    for variant, notes in ((better, 1), (meant, 0)):
        told: list[str] = []
        book = gamedsl.rulebook_of(gamedsl.load_rules(variant), exact=True, warn=told.append)
        assert "One day of work." not in book
        assert "Nobody is paid for nothing." in book
        assert len(told) == notes
    gamedsl.rulebook_of(gamedsl.load_rules(better), warn=told.append)
    assert told == [f"1 example does not hold in this variant and is left out: `gamedsl test {better}` names it"]
