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
    ci = pages.text(".ci/run")
    assert len(lint) == 5
    assert [command for command in lint if not re.search(rf"^ *{re.escape(command)}", ci, re.M)] == []


def test_the_hosted_check_runs_the_same_command() -> None:
    assert "- run: .ci/run\n" in pages.text(".github/workflows/ci.yml")


def test_the_tests_that_must_pass_are_run_by_the_command_of_the_readme_alone() -> None:
    first, second = (
        found.strip() for found in re.findall(r"^```sh\n(.*?)^```$", pages.text("README.md"), re.M | re.S)[:2]
    )
    before, _, after = pages.text(".ci/run").partition('\ngit clone --quiet . "$work/clone"\ncd "$work/clone"\n')
    assert "simulate games/gloriana.gdl" in first
    assert "pytest" not in before
    assert after == second + "\n"


def test_what_the_tests_start_is_installed_with_them() -> None:
    started = {
        name
        for path in (pages.ROOT / "tests").rglob("*.py")
        for name in re.findall(r'sys\.executable, "-m", "([a-z_]+)"', path.read_text(encoding="utf-8"))
    }
    installed = {re.split(r"[\[><=]", name)[0] for name in PROJECT["optional-dependencies"]["test"]}
    assert "basedpyright" in started
    assert started - {"gamedsl", "property"} <= installed
