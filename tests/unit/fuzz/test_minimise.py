"""Failing files become small."""

from __future__ import annotations

from fuzz.minimise import minimised

TEXT = b"".join(b"    line %d: (a + b)\n" % i for i in range(100))


def test_what_is_not_needed_goes() -> None:
    assert minimised(TEXT, lambda data: b"57" in data and b"31" in data) == b"3157"


def test_a_text_whose_every_byte_is_needed_stays() -> None:
    assert minimised(b"abc", lambda data: data == b"abc") == b"abc"


def test_after_its_tests_it_keeps_what_it_has() -> None:
    tested: list[bytes] = []

    def fails(data: bytes) -> bool:
        tested.append(data)
        return b"99" in data

    small = minimised(TEXT, fails, tests=5)
    assert len(tested) == 5
    assert b"99" in small
    assert len(small) < len(TEXT) / 4
