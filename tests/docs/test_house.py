"""What the files at the top say agrees with each other."""

from __future__ import annotations

import re
import tomllib

from docs import pages

PROJECT = tomllib.loads(pages.text("pyproject.toml"))["project"]


def test_the_licence_is_the_one_that_the_package_names() -> None:
    assert PROJECT["license"] == "MIT"
    assert PROJECT["license-files"] == ["LICENSE"]
    assert pages.text("LICENSE").startswith("MIT License\n")


def test_the_citation_names_this_version() -> None:
    assert re.findall(r"^version: (.*)$", pages.text("CITATION.cff"), re.MULTILINE) == [PROJECT["version"]]


def test_both_packages_are_typed() -> None:
    assert (pages.ROOT / "gamedsl/py.typed").is_file()
    assert (pages.ROOT / "interpreter/gamedsl_interpreter/py.typed").is_file()


def test_what_must_pass_before_a_merge_is_what_just_lint_runs() -> None:
    lint = re.findall(
        r"^    (\w[\w-]*(?: \w+)?)", pages.text("justfile").partition("\nlint:\n")[2].partition("\n\n")[0], re.M
    )
    assert len(lint) == 5
    assert [command for command in lint if f"\n{command}" not in pages.text(".ci/run")] == []


def test_the_hosted_check_runs_the_same_command() -> None:
    assert "- run: .ci/run\n" in pages.text(".github/workflows/ci.yml")
