"""The search for garbage is left out for a while, and then is as it was."""

from __future__ import annotations

import gc

import pytest

from gamedsl.garbage import garbage_stays


@pytest.mark.parametrize("is_on", [True, False])
def test_it_is_as_it_was(is_on: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if is_on else gc.disable)()
        with garbage_stays():
            with garbage_stays():
                assert not gc.isenabled()
            assert not gc.isenabled()
        assert gc.isenabled() is is_on
        with pytest.raises(ZeroDivisionError), garbage_stays():
            _fail()
        assert gc.isenabled() is is_on
    finally:
        (gc.enable if before else gc.disable)()


def _fail() -> None:
    raise ZeroDivisionError
