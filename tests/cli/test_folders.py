"""Many files at once: folders, what is left out of them, what cannot be read, and what a project has settled."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.running import Runs

UNUSED = '\nrule rest:\n    heap += 1\n\ngame ends when heap is 0 "Nothing is left."\n'


@pytest.fixture
def rules(heap: str) -> str:
    """The text of a game without findings."""
    text = Path(heap).read_text()
    Path(heap).unlink()
    return text


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


def test_a_folder_stands_for_the_rules_in_it(gamedsl: Runs, rules: str) -> None:
    for path in ("games/b.gdl", "games/a/z.gdl", "games/notes.txt", "games/.hidden/x.gdl"):
        write(path, rules)
    ran = gamedsl("check", "games")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "games/a/z.gdl: no findings\ngames/b.gdl: no findings\n2 files: no findings\n"


def test_what_is_ignored_is_left_out(gamedsl: Runs, rules: str) -> None:
    for path in ("games/a.gdl", "games/drafts/b.gdl", "games/old/c.gdl", "games/old/kept.gdl", "games/d_try.gdl"):
        write(path, rules)
    write("games/.gitignore", "drafts/\n")
    write("games/old/.gitignore", "*.gdl\n!kept.gdl\n")
    ran = gamedsl("check", "games", "--exclude", "*_try.gdl", "--json")
    assert [one["file"] for one in json.loads(ran.out)["files"]] == ["games/a.gdl", "games/old/kept.gdl"]
    assert len(json.loads(gamedsl("check", "games/drafts/b.gdl", "--json").out)["files"]) == 1


def test_ignored_by_the_repository_above(gamedsl: Runs, rules: str) -> None:
    Path(".git").mkdir()
    write(".gitignore", "games/made/\n")
    write("games/made/a.gdl", rules)
    write("games/b.gdl", rules)
    assert gamedsl("check", "games").out.endswith("games/b.gdl: no findings\n")


def test_a_folder_without_rules(gamedsl: Runs) -> None:
    Path("empty").mkdir()
    ran = gamedsl("check", "empty")
    assert (ran.code, ran.err) == (2, "error: there are no rules (`*.gdl`) in the folder `empty`\n")


@pytest.mark.parametrize("command", [["check"], ["fmt", "--check"], ["test", "--matches", "1"]])
def test_what_cannot_be_read_stops_nothing(gamedsl: Runs, rules: str, command: list[str]) -> None:
    write("a.gdl", rules)
    Path("b.gdl").write_bytes(b"\xff")
    write("c.gdl", rules)
    ran = gamedsl(*command, "a.gdl", "none.gdl", "b.gdl", "c.gdl")
    assert ran.code == 2
    assert ran.err.count("error: ") == 2
    assert "3 files" not in ran.out
    data = json.loads(gamedsl(*command, "a.gdl", "none.gdl", "c.gdl", "--json").out)
    assert [one["file"] for one in data["files"]] == ["a.gdl", "c.gdl"]
    assert [one["file"] for one in data["unread"]] == ["none.gdl"]


def test_quiet(gamedsl: Runs, rules: str) -> None:
    write("games/a.gdl", rules)
    write("games/b.gdl", rules)
    assert gamedsl("check", "games", "-q") == gamedsl("check", "games/a.gdl", "-q")
    write("games/b.gdl", rules + UNUSED)
    ran = gamedsl("check", "games", "-q")
    assert "a.gdl" not in ran.out
    assert ran.out.endswith("games/b.gdl: 1 warning\n2 files: 1 warning\n")


def test_warnings_fail_only_where_that_is_asked_for(gamedsl: Runs, rules: str) -> None:
    write("a.gdl", rules + UNUSED)
    assert gamedsl("check", "a.gdl").code == 0
    assert gamedsl("check", "a.gdl", "--strict").code == 1
    write("gamedsl.toml", "strict = true\n")
    assert gamedsl("check", "a.gdl").code == 1


def test_a_warning_is_switched_off_at_its_line(gamedsl: Runs, rules: str) -> None:
    for text in (UNUSED.replace("rest:", "rest:  # off W0902"), UNUSED.replace("rule", "# off W0902, W0904\nrule")):
        write("a.gdl", rules + text)
        assert "W0902" not in gamedsl("check", "a.gdl").out.replace("W0904", "").split("\n")[0]
    write("a.gdl", rules + UNUSED.replace("rest:", "rest:  # off W0902"))
    assert gamedsl("check", "a.gdl").out == "a.gdl: no findings\n"
    write("a.gdl", rules + "# off W0902\n")
    assert gamedsl("check", "a.gdl", "--strict").out.startswith("warning[W0970]")


def test_the_hint_of_a_warning_is_switched_off_with_it(gamedsl: Runs, rules: str) -> None:
    last = "\nrule rest:\n    heap += 1\n"
    write("a.gdl", rules + last)
    assert gamedsl("check", "a.gdl").out.startswith("info[I0901]")
    write("a.gdl", rules + last.replace("rest:", "rest:  # off W0902"))
    assert gamedsl("check", "a.gdl", "--strict").out == "a.gdl: no findings\n"


def test_an_error_stays(gamedsl: Runs, rules: str) -> None:
    write("a.gdl", rules.replace("heap -= stones", "heap -= stonse  # off E0301"))
    ran = gamedsl("check", "a.gdl")
    assert (ran.code, ran.out[:12]) == (1, "error[E0301]")


def test_a_warning_is_switched_off_for_a_project(gamedsl: Runs, rules: str) -> None:
    write("games/a.gdl", rules + UNUSED)
    write("games/drafts/b.gdl", "game")
    write("pyproject.toml", '[tool.gamedsl]\noff = ["W0902"]\nexclude = ["drafts/"]\n')
    assert gamedsl("check", "games", "--strict").out == "games/a.gdl: no findings\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("of = []", "`gamedsl.toml` sets `of`, which gamedsl does not know\nhelp: did you mean `off`?"),
        ('off = ["W0903x"]', "`gamedsl.toml` switches off `W0903x`, which no finding has\nhelp: did you mean `W0903`?"),
        ('off = ["E0301"]', "`gamedsl.toml` switches off `E0301`, which is an error and stays"),
        ("off = 3", "`off` in `gamedsl.toml` is a list of texts"),
        ("strict = 1", "`strict` in `gamedsl.toml` is `true` or `false`"),
        ("strict =", "`gamedsl.toml` cannot be read: Invalid value (at end of document)"),
    ],
)
def test_settings_that_are_wrong(gamedsl: Runs, rules: str, text: str, told: str) -> None:
    write("a.gdl", rules)
    write("gamedsl.toml", text)
    ran = gamedsl("check", "a.gdl")
    assert (ran.code, ran.out, ran.err) == (2, "", f"error: {told}\n")


def test_a_base_is_told_once(gamedsl: Runs, rules: str) -> None:
    write("heap.gdl", rules.replace("heap -= stones", "heap -= stonse"))
    for name in ("one", "two"):
        write(f"{name}.gdl", f"variant {name} of heap:\n    set heap_size = 9\n")
    ran = gamedsl("check", "heap.gdl", "one.gdl", "two.gdl")
    assert ran.out.count("error[E0301]") == 1
    assert "told above" in ran.out


def test_a_name_for_standard_input(gamedsl: Runs, rules: str) -> None:
    text = rules.replace("heap -= stones", "heap -= stonse").encode()
    assert " --> draft.gdl:21:13" in gamedsl("check", "-", "--stdin-name", "draft.gdl", stdin=text).out


def test_what_would_change_is_shown(gamedsl: Runs, rules: str) -> None:
    write("a.gdl", rules.replace("heap -= stones", "heap  -=  stones"))
    before = Path("a.gdl").read_text()
    ran = gamedsl("fmt", "a.gdl", "--diff")
    assert (ran.code, Path("a.gdl").read_text()) == (1, before)
    assert "\n-    heap  -=  stones\n+    heap -= stones\n" in ran.out
    (data,) = json.loads(gamedsl("fmt", "a.gdl", "--json", "--check").out)["files"]
    assert data == {"file": "a.gdl", "changed": True, "written": False, "diagnostics": []}
    (data,) = json.loads(gamedsl("fmt", "a.gdl", "--json").out)["files"]
    assert data["written"]
    assert (gamedsl("fmt", ".", "--anywhere").out, gamedsl("fmt", "a.gdl").out) == ("", "")


def test_only_some_examples(gamedsl: Runs, rules: str) -> None:
    write("a.gdl", rules)
    (name,) = [
        one["name"]
        for one in json.loads(gamedsl("test", "a.gdl", "--matches", "0", "--json").out)["files"][0]["examples"]
    ]
    assert (
        len(
            json.loads(gamedsl("test", "a.gdl", "--matches", "0", "-k", name[1:4], "--json").out)["files"][0][
                "examples"
            ]
        )
        == 1
    )
    ran = gamedsl("test", "a.gdl", "--matches", "0", "-k", "nowhere")
    assert (ran.code, ran.err) == (2, "error: no example has `nowhere` in its name\n")


def test_results_for_build_servers(gamedsl: Runs, rules: str) -> None:
    write("games/a.gdl", rules)
    write("games/b.gdl", rules.replace("took_last and heap is 0", "took_last and heap is 7"))
    write("games/c.gdl", "game")
    ran = gamedsl("test", "games", "--matches", "2", "--junit", "results.xml", "-q")
    assert ran.code == 1
    assert ran.out.startswith("games/b.gdl\n")
    assert ran.out.endswith("2 files: 1 FAILED, 1 with mistakes\n")
    suites = ElementTree.parse("results.xml").getroot()
    assert suites.attrib == {"tests": "9", "failures": "2", "errors": "0"}
    assert [suite.attrib["failures"] for suite in suites] == ["0", "1", "1"]
    (failed,) = suites.findall("testsuite[@name='games/b.gdl']/testcase/failure")
    assert failed.text is not None
    assert "heap is 7" in failed.text
    assert gamedsl("test", "games/a.gdl", "--matches", "0", "--junit", "results.xml").code == 0
    write("other.xml", "<mine/>")
    assert gamedsl("test", "games/a.gdl", "--junit", "other.xml").code == 2
    assert Path("other.xml").read_text() == "<mine/>"


def test_examples_that_a_variant_leaves_out(gamedsl: Runs, rules: str) -> None:
    write("heap.gdl", rules)
    gone = (
        "variant slow of heap:\n    replace phase turns, each player:\n        choose stones: one of 1..1\n"
        "        heap -= stones\n        if heap is 0: took_last = yes\n"
    )
    write(
        "slow.gdl",
        f"{gone}    remove examples broken by turns\n    set rounds at most 40\n    remove examples broken by rounds\n",
    )
    ran = gamedsl("test", "slow.gdl", "--matches", "0", "--json", "--junit", "results.xml")
    assert ran.code == 0
    [told] = json.loads(ran.out)["files"]
    [example] = told["examples"]
    assert (example["passed"], example["left_out"], example["because"]) == (True, "slow.gdl:6:5", None)
    assert [finding["code"] for finding in told["findings"]] == ["W0913"]
    [skipped] = ElementTree.parse("results.xml").getroot().findall("testsuite/testcase/skipped")
    assert skipped.attrib["message"] == "left out by slow.gdl:6:5: remove examples broken by turns"
    write("slow.gdl", gone)
    assert "add `remove the_last_stone`" in gamedsl("test", "slow.gdl", "--matches", "0").out


@pytest.mark.parametrize("command", [["check"], ["fmt", "--check"], ["test", "--matches", "1"]])
def test_links_that_lead_nowhere_are_left_out(gamedsl: Runs, rules: str, command: list[str]) -> None:
    """In a circle, to themselves, to nothing; a link to a file is that file, and one to a folder is none of its rules."""
    write("games/a.gdl", rules)
    for name, target in (("b", "c.gdl"), ("c", "b.gdl"), ("self", "self.gdl"), ("lost", "nothing.gdl")):
        Path(f"games/{name}.gdl").symlink_to(target)
    Path("games/here").symlink_to(".")
    Path("games/folder.gdl").symlink_to("..")
    Path("games/z.gdl").symlink_to("a.gdl")
    ran = gamedsl(*command, "games")
    said = [f"`games/{name}.gdl` is left out: it is a link that leads nowhere" for name in ("b", "c", "lost", "self")]
    assert (ran.code, [line for line in ran.err.splitlines() if "left out" in line]) == (0, said)
    files = json.loads(gamedsl(*command, "games", "--json").out)["files"]
    assert [one["file"] for one in files] == ["games/a.gdl", "games/z.gdl"]
    alone = gamedsl(*command, "games/b.gdl")
    assert (alone.code, "games/b.gdl" in alone.err) == (2, True)


@pytest.mark.parametrize("command", [["fmt"], ["check", "--fix"]])
def test_folders_outside_of_projects_are_not_changed_at_once(gamedsl: Runs, rules: str, command: list[str]) -> None:
    wide = rules.replace("stones", "stones ")
    write("games/a.gdl", wide)
    ran = gamedsl(*command, "games")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: the folder `games` belongs to no project, and all rules in it and below would be")
    assert "--anywhere" in ran.err
    assert Path("games/a.gdl").read_text() == wide
    assert gamedsl(*command, "games", "--anywhere").code == 0
    assert gamedsl(*command, "games/a.gdl").code == 0
    write("gamedsl.toml", "")
    assert gamedsl(*command, "games").code == 0
    assert gamedsl("check", "games").code == 0


@pytest.mark.parametrize("sign", [".git", "pyproject.toml", "gamedsl.toml"])
def test_a_project_is_known_by_what_lies_in_it(gamedsl: Runs, rules: str, sign: str) -> None:
    wide = rules.replace("heap -= stones", "heap  -=  stones")
    write("games/a.gdl", wide)
    assert [gamedsl("fmt", "games", *more).code for more in ([], ["--check"], ["--diff"])] == [2, 1, 1]
    write(sign, "")
    assert gamedsl("fmt", "games").code == 0
    assert Path("games/a.gdl").read_text() != wide
