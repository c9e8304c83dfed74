"""The random stream gives the numbers that its specification promises."""

from __future__ import annotations

from collections import Counter

import pytest

from gamedsl_interpreter.random import Dice, Stream, chance, mix, policy_stream, start_stream


def test_splitmix_gives_the_published_numbers() -> None:
    golden = 0x9E3779B97F4A7C15
    assert mix(0) == 0xE220A8397B1DCDAF
    assert [mix(1234567 + i * golden & (1 << 64) - 1) for i in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_pcg_gives_the_published_numbers() -> None:
    dice = Dice(start_stream(42, 54))
    assert [dice.word() for _ in range(6)] == [
        0xA15C02B7,
        0x7B47F409,
        0xBA1D3330,
        0x83D2F293,
        0xBFA4784B,
        0xCBED606E,
    ]


def test_known_answers_of_the_whole() -> None:
    words = Dice(chance(1))
    assert [words.word() for _ in range(4)] == [0x5804BF16, 0xDE33B32D, 0x80791500, 0x64E4883A]
    small = Dice(chance(1))
    assert [small.below(6) for _ in range(10)] == [2, 5, 3, 2, 2, 3, 2, 1, 1, 0]
    large = Dice(chance(1))
    assert [large.below(10**12) for _ in range(3)] == [343822424967, 501847565265, 459875486710]
    items = list(range(8))
    policy_stream(7, 3).shuffle(items)
    assert items == [7, 2, 0, 4, 5, 3, 6, 1]


def test_one_possibility_consumes_nothing() -> None:
    stream = chance(5)
    assert stream.draw(1) == (0, stream)


def test_a_draw_leaves_its_stream_as_it_was() -> None:
    stream = chance(5)
    assert stream.draw(100) == stream.draw(100)
    value, after = stream.draw(100)
    dice = Dice(stream)
    assert (dice.below(100), dice.stream) == (value, after)


@pytest.mark.parametrize("n", [0, -1, (1 << 64) + 1])
def test_a_bound_outside_the_range_is_an_error(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        chance(0).draw(n)


def test_rejection_keeps_every_number_equally_likely() -> None:
    # 3 * 2^30 would be off by a third without rejection.
    dice = Dice(chance(0))
    thirds = Counter(dice.below(3 << 30) >> 30 for _ in range(3000))
    assert all(900 < thirds[third] < 1100 for third in range(3))


def test_purposes_and_matches_have_streams_of_their_own() -> None:
    streams: set[Stream] = {chance(s, i) for s in range(10) for i in range(10)}
    streams |= {policy_stream(s, i).stream for s in range(10) for i in range(10)}
    assert len(streams) == 200


def test_taking_draws_below_what_is_left() -> None:
    dice, other = Dice(chance(3)), Dice(chance(3))
    for size in range(1, 60):
        items, left, taken = list(range(size)), list(range(size)), list[int]()
        for _ in range(size // 2):
            at = other.below(len(left))
            taken.append(left[at])
            left[at] = left[-1]
            left.pop()
        assert dice.take(items, size // 2) == taken
        assert items == left
    assert dice.stream == other.stream
