"""Laws of colours: how much they differ in brightness, what they are mixed to, and which ink is seen on them."""

from __future__ import annotations

from itertools import product

import pytest

from gamedsl.page.colours import INK, PAPER, Colour, contrast, ink_on, mix

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
_PARTS = (0, 40, 119, 200, 255)
COLOURS: tuple[Colour, ...] = tuple((red, green, blue) for red in _PARTS for green in _PARTS for blue in _PARTS)


@pytest.mark.parametrize(
    ("one", "expected"),
    [(BLACK, 21.0), ((255, 0, 0), 3.998), ((0, 255, 0), 1.372), ((0, 0, 255), 8.592), ((119, 119, 119), 4.478)],
)
def test_the_contrast_to_white_is_that_of_the_guidelines_for_pages(one: Colour, expected: float) -> None:
    assert contrast(one, WHITE) == contrast(WHITE, one) == pytest.approx(expected, abs=0.001)


def test_colours_and_inks_differ() -> None:
    for one in COLOURS:
        assert contrast(one, one) == 1
        assert contrast(one, ink_on(one)) > 2.5
        assert ink_on(one) in (INK, PAPER)
        for other in COLOURS[::7]:
            assert 1 <= contrast(one, other) <= 21


def test_a_mixture_lies_between_its_parts() -> None:
    for one, other in product(COLOURS[::3], COLOURS[::7]):
        assert (mix(one, other, 1.0), mix(one, other, 0.0)) == (one, other)
        assert all(min(a, b) <= m <= max(a, b) for a, b, m in zip(one, other, mix(one, other, 0.3), strict=True))
    assert mix((200, 100, 0), (100, 200, 50), 0.25) == (125, 175, 38)
