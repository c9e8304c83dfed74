"""Findings for code scanning: valid by the official schema, with paths from the root of the repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft4Validator, validate

from cli.running import Runs
from gamedsl.json import Json, JsonObject

SCHEMA = Path(__file__).parent / "data" / "sarif-schema-2.1.0.json"
VARIANT = "variant long of heap:\n    remove took_last\n"


def _log(gamedsl: Runs, *args: str) -> JsonObject:
    log: JsonObject = json.loads(gamedsl("check", *args, "--format", "sarif").out)
    validate(log, json.loads(SCHEMA.read_text(encoding="utf-8")), cls=Draft4Validator)
    return log


def _uris(value: Json) -> set[tuple[str, str | None]]:
    """The URIs of all files that a log names, each with what it begins at."""
    if isinstance(value, list):
        return {uri for one in value for uri in _uris(one)}
    if not isinstance(value, dict):
        return set()
    own = (
        {(str(value["uri"]), str(value["uriBaseId"]) if "uriBaseId" in value else None)}
        if "uri" in value
        else set[tuple[str, str | None]]()
    )
    return own | {uri for one in value.values() for uri in _uris(one)}


def test_findings_with_fixes_and_other_places(gamedsl: Runs, heap: str) -> None:
    rules = Path("my games") / "heap.gdl"
    rules.parent.mkdir()
    rules.write_text(Path(heap).read_text().replace("heap -= stones", "heap -= stonse"))
    Path(heap).rename(rules.with_name("good.gdl"))
    rules.with_name("long.gdl").write_text(VARIANT)
    text = json.dumps(_log(gamedsl, "."))
    for part in ('"fixes"', '"relatedLocations"', '"insertedContent"', '"markdown"'):
        assert part in text
    assert _uris(json.loads(text)) == {("my%20games/heap.gdl", "SRCROOT"), ("my%20games/long.gdl", "SRCROOT")}


def test_no_findings(gamedsl: Runs, heap: str) -> None:
    assert json.dumps(_log(gamedsl, heap)).count('"results": []') == 1


def test_paths_begin_at_the_repository(gamedsl: Runs, heap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".git").mkdir()
    folder = Path("games", "new")
    folder.mkdir(parents=True)
    Path(heap).rename(folder / heap)
    monkeypatch.chdir(folder)
    Path(heap).write_text("game")
    assert _uris(_log(gamedsl, heap)) == {("games/new/heap.gdl", "SRCROOT")}
    assert gamedsl("check", str(Path(heap).absolute()), "--format", "github").out.startswith(
        "::error file=games/new/heap.gdl,line=1"
    )
    monkeypatch.setenv("GITHUB_WORKSPACE", "..")
    assert gamedsl("check", heap, "--format", "github").out.startswith("::error file=new/heap.gdl,line=1")


def test_files_elsewhere_and_standard_input(gamedsl: Runs, tmp_path_factory: pytest.TempPathFactory) -> None:
    place = tmp_path_factory.mktemp("elsewhere") / "a.gdl"
    place.write_text("game")
    assert _uris(_log(gamedsl, str(place))) == {(f"file://{place}", None)}
    log = json.loads(gamedsl("check", "-", "--format", "sarif", stdin=b"game").out)
    assert _uris(log) == {("standard%20input", "SRCROOT")}
