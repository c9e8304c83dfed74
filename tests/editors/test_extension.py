"""The extension for VS Code: what it says of gamedsl is so."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from gamedsl.cli.main import COMMANDS
from tools.textmate import FILE

ROOT = Path(__file__).parents[2]
PACKAGE: dict[str, Any] = json.loads((FILE.parents[1] / "package.json").read_text("utf-8"))


def test_it_has_the_version_and_the_licence_of_gamedsl() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert (PACKAGE["version"], PACKAGE["license"]) == (project["version"], project["license"])


def test_tasks_are_commands_of_gamedsl() -> None:
    assert set(PACKAGE["contributes"]["taskDefinitions"][0]["properties"]["command"]["enum"]) <= set(COMMANDS)


def test_tasks_find_all_findings_in_what_is_printed() -> None:
    printed = (ROOT / "tests/corpus/ten_mistakes.txt").read_text("utf-8").splitlines()
    head, place = (re.compile(one["regexp"]) for one in PACKAGE["contributes"]["problemMatchers"][0]["pattern"])
    heads = [number for number, line in enumerate(printed) if head.match(line)]
    assert len(heads) == sum("[E" in line or "[W" in line for line in printed) > 5
    assert all(place.match(printed[number + 1]) for number in heads)


def test_all_files_that_it_names_are_there() -> None:
    files = re.findall(r'"\.?/?((?:walkthrough|snippets|syntaxes|icon|language)[\w./-]*\.\w+)"', json.dumps(PACKAGE))
    assert len(files) >= 9
    assert [file for file in files if not (FILE.parents[1] / file).is_file()] == []
