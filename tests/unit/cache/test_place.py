"""Where the cache is on which system, and which program it belongs to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gamedsl.cache import Off, Store, user_store
from gamedsl.cache.place import folder
from gamedsl.cache.program import program


@pytest.mark.parametrize(
    ("environment", "platform", "place"),
    [
        ({"XDG_CACHE_HOME": "/var/caches/ann"}, "linux", "/var/caches/ann/gamedsl"),
        ({"XDG_CACHE_HOME": "caches"}, "linux", "HOME/.cache/gamedsl"),
        ({}, "linux", "HOME/.cache/gamedsl"),
        ({}, "freebsd14", "HOME/.cache/gamedsl"),
        ({"XDG_CACHE_HOME": "/elsewhere"}, "darwin", "HOME/Library/Caches/gamedsl"),
        ({"LOCALAPPDATA": "/Users/ann/AppData/Local"}, "win32", "/Users/ann/AppData/Local/gamedsl"),
        ({"GAMEDSL_CACHE": "/mine", "XDG_CACHE_HOME": "/var/caches/ann"}, "linux", "/mine"),
    ],
)
def test_places(environment: dict[str, str], platform: str, place: str) -> None:
    assert folder(environment, platform) == place.replace("HOME", os.path.expanduser("~"))


def test_a_relative_place_is_one_of_the_working_folder() -> None:
    assert folder({"GAMEDSL_CACHE": "kept"}, "linux") == os.path.abspath("kept")


def test_it_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEDSL_CACHE", "off")
    assert user_store() is Off.WANTED


def _as_it_is(path: str) -> str:
    return path


def test_a_user_without_home_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "expanduser", _as_it_is)
    assert folder({}, "linux") is Off.HOMELESS


def test_sources_that_change_while_the_program_runs_turn_it_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from gamedsl.cache import program as module

    monkeypatch.setenv("GAMEDSL_CACHE", str(tmp_path))
    program.cache_clear()
    try:
        assert isinstance(user_store(), Store)
        program.cache_clear()
        monkeypatch.setattr(module, "_BEGAN", 0)
        assert user_store() is Off.CHANGING
    finally:
        program.cache_clear()


def test_any_change_of_a_source_makes_another_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import gamedsl_interpreter

    emitter = tmp_path / "wasm" / "emit"
    emitter.mkdir(parents=True)
    source = emitter / "build.py"
    source.write_text("ABI = 1", encoding="utf-8")
    os.utime(source, (1, 1))
    monkeypatch.setattr(gamedsl_interpreter, "__path__", [str(tmp_path)])
    seen = [_fresh()]
    os.utime(source, (2, 2))
    seen.append(_fresh())
    source.write_text("ABI = 10", encoding="utf-8")
    os.utime(source, (2, 2))
    seen.append(_fresh())
    (emitter / "tables.json").write_text("{}", encoding="utf-8")
    os.utime(emitter / "tables.json", (2, 2))
    seen.append(_fresh())
    assert len(set(seen)) == 4
    assert None not in seen
    assert _fresh() == seen[-1]
    program.cache_clear()


def _fresh() -> str | None:
    program.cache_clear()
    return program()
