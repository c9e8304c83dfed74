"""Look files with any value in any place are drawn, or refused by findings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from copy import deepcopy

from gamedsl.cards import PAPERS, Wishes, contents, own_files, page_look, pages
from gamedsl.json import Json, JsonObject
from gamedsl.page import LookError
from gamedsl.page.layout_checks import check_layouts
from gamedsl.page.look import read_look
from gamedsl.page.mistakes import Mistakes
from gamedsl_interpreter.hosting.model import model_of
from share import few, less
from unit.cards.games import CARD, printer
from unit.cards.test_layouts import SAMPLES, sample_game

ODD: tuple[str, ...] = (
    '""', '"x"', '"{text}"', '"{name}{guild}{cost}"', '":tool*99:"', '"::"', '"{"', '":{guild}*{cost}:"', '"\\u0000"', '"🙂 שלום"', '"red 0%"', '"hex 0"',
    '"0x0"', '"9999x1"', "0", "-3", "1e308", "nan", "inf", "true", "[]", "[1, 2, 3, 4]", "[0, 0, 63, 88]", "[nan, 1, inf, 1]", '["coin"]', "{}",
    "1979-05-27", '"https://example.org/a.png"', '"tinkers"',
)  # fmt: skip


def _replaced(text: str) -> Iterator[str]:
    """The look file with one value replaced, for each value and each odd one."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        key, equals, _ = line.partition(" = ")
        if not equals:
            continue
        for odd in ODD:
            yield "\n".join([*lines[:number], f"{key} = {odd}", *lines[number + 1 :]])
            if "at = [" in line:
                at, rest = line[: line.index("[")], line[line.index("]") + 1 :]
                yield "\n".join([*lines[:number], f"{at}{odd}{rest}", *lines[number + 1 :]])
                yield "\n".join(
                    [*lines[:number], f"{line[:-1].rstrip()}, fill = {odd}, size = {odd} }}", *lines[number + 1 :]]
                )


def test_any_value_is_drawn_or_refused() -> None:
    game = sample_game("tinkers")
    model = model_of(game)
    drawn = refused = 0
    for text in few([*_replaced((SAMPLES / "tinkers.look.toml").read_text("utf-8"))], 20):
        try:
            look = read_look(text, [model], SAMPLES)
        except LookError as error:
            refused += all(error.findings)
            continue
        drawn += 1
        box = contents([game], look, CARD)
        assert own_files(look, [piece.face for piece in box.cards], SAMPLES).pictures
        assert pages(printer(), box, Wishes(PAPERS["a4"], "fold"))
        assert page_look([game], look, SAMPLES).look["faces"]
    assert drawn > less(5, 1)
    assert refused > less(5, 1)


def test_a_checked_look_is_not_changed() -> None:
    look: JsonObject = tomllib.loads((SAMPLES / "tinkers.look.toml").read_text("utf-8"))
    before: Json = deepcopy(look)
    mistakes = Mistakes("")
    check_layouts(look, [model_of(sample_game("tinkers"))], SAMPLES, mistakes)
    mistakes.report()
    assert look == before
