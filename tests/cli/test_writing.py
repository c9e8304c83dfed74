"""Files that commands write: never over rules, over nothing of somebody else, and whole or not at all."""

from __future__ import annotations

import errno
import os
import resource
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from cli.running import Runs
from gamedsl.atomic_files import write_atomically
from gamedsl.cli.printing.made_files import is_module, sort_of_file
from gamedsl.source import Source
from gamedsl.syntax.format import Formatted, format_text
from share import share

FORMS = ["text", "svg", "dot", "mermaid", "json"]
ANN = ("--names", "Ann,Bob,Cat", "--seed", "7")

Case = tuple[list[str], bytes]
"""A command that writes to OUT, and its standard input."""
WRITERS: list[Case] = [
    *((["graph", "heap.gdl", "--format", form, "-o", "OUT"], b"") for form in FORMS),
    (["build", "heap.gdl", "-o", "OUT"], b""),
    (["page", "heap.gdl", "--players", "2", "-o", "OUT"], b""),
    (["rulebook", "heap.gdl", "--format", "html", "-o", "OUT"], b""),
    (["cards", "heap.gdl", "-o", "OUT"], b""),
    (["test", "heap.gdl", "--matches", "0", "--junit", "OUT"], b""),
    (["play", "heap.gdl", *ANN, "--replay", "OUT"], b"1\nquit\n"),
    (["play", "heap.gdl", *ANN], b"1\nsave OUT\nquit\n"),
]


def _to(case: Case, out: str) -> Case:
    words, said = case
    return [word.replace("OUT", out) for word in words], said.replace(b"OUT", out.encode())


RULES = ("heap.gdl", "./heap.gdl", "linked", "other.gdl", "new.gdl", "OTHER.GDL", "rules")
"""What rules are called, and links that lead to them."""
_OVER_RULES = share(tuple(product(RULES, WRITERS, (False, True))), 5)


@pytest.mark.parametrize(
    ("out", "case", "force"),
    _OVER_RULES,
    ids=[f"{out}-{' '.join(case[0])}-{force}" for out, case, force in _OVER_RULES],
)
def test_rules_are_never_written_over(gamedsl: Runs, heap: str, case: Case, out: str, force: bool) -> None:
    rules = Path(heap).read_bytes()
    for place in ("other.gdl", "OTHER.GDL"):
        Path(place).write_bytes(b"anything")
    Path("rules").write_bytes(b"# mine\n\n" + rules)
    Path("linked").symlink_to(heap)
    words, said = _to(case, out)
    ran = gamedsl(*words, *(["--force"] if force else []), stdin=said)
    assert ran.code == 2 or b"save" in said
    assert "another" in ran.err + ran.out
    assert Path(heap).read_bytes() == rules
    assert Path("other.gdl").read_bytes() == b"anything"
    assert Path("rules").read_bytes() == b"# mine\n\n" + rules
    assert Path("linked").is_symlink()
    assert not Path("new.gdl").exists()


def test_what_rules_read_is_never_written_over(gamedsl: Runs, heap: str) -> None:
    Path("price.csv").write_text("good,Small,Big\nBread,1,3\nWine,2,5\n")
    table = 'type size: Small, Big\n\ntable price: "price.csv"\n\nshared:\n'
    Path("shop.txt").write_text(Path(heap).read_text().replace("shared:\n", table))
    for out in ("price.csv", "shop.txt"):
        before = Path(out).read_bytes()
        ran = gamedsl("graph", "shop.txt", "--format", "text", "-o", out, "--force")
        assert (ran.code, "is read by this command" in ran.err) == (2, True), ran.err
        assert Path(out).read_bytes() == before
        ran = gamedsl("test", "shop.txt", "--matches", "0", "--junit", out, "--force")
        assert (ran.code, "is read by this command" in ran.err) == (2, True), ran.err
        assert Path(out).read_bytes() == before


def test_results_on_standard_output_stand_alone(gamedsl: Runs, heap: str) -> None:
    assert gamedsl("test", heap, "--matches", "0", "--junit", "-").out.startswith("<?xml")
    assert gamedsl("test", heap, "--matches", "0", "--junit", "-", "--json").code == 2


@pytest.mark.parametrize("case", WRITERS, ids=lambda case: " ".join(case[0]))
@pytest.mark.usefixtures("heap")
def test_other_files_are_written_over_only_with_force(gamedsl: Runs, case: Case) -> None:
    Path("mine").write_text("notes")
    words, said = _to(case, "mine")
    ran = gamedsl(*words, stdin=said)
    assert ran.code == 2 or b"save" in said
    assert "there is a file `mine` already" in ran.err + ran.out
    assert "--force" in ran.err + ran.out
    assert Path("mine").read_text() == "notes"
    assert gamedsl(*words, "--force", stdin=said).code == 0
    assert Path("mine").read_text(errors="replace") != "notes"


@pytest.mark.parametrize("case", WRITERS[:8], ids=lambda case: " ".join(case[0]))
@pytest.mark.usefixtures("heap")
def test_what_can_be_made_again_is_written_over(gamedsl: Runs, case: Case) -> None:
    words, _ = _to(case, "out")
    assert gamedsl(*words).code == 0
    first = Path("out").read_bytes()
    assert sort_of_file(first) or is_module(first)
    assert gamedsl(*words).code == 0
    assert Path("out").read_bytes() == first


@pytest.mark.usefixtures("heap")
def test_what_another_command_has_made_is_not_written_over(gamedsl: Runs) -> None:
    assert gamedsl("page", "heap.gdl", "-o", "heap.html").code == 0
    page = Path("heap.html").read_bytes()
    ran = gamedsl("rulebook", "heap.gdl", "-o", "heap.html")
    assert (ran.code, Path("heap.html").read_bytes()) == (2, page)
    assert "`heap.html` is a page, which another command of gamedsl has made" in ran.err
    assert gamedsl("rulebook", "heap.gdl", "-o", "heap.html", "--force").code == 0
    ran = gamedsl("page", "heap.gdl", "-o", "heap.html")
    assert "`heap.html` is a rulebook, which another command of gamedsl has made" in ran.err


@pytest.mark.usefixtures("heap")
def test_what_is_made_of_a_game_without_a_name_for_it_lies_beside_the_rest(gamedsl: Runs) -> None:
    made = [["page"], ["rulebook"], ["report", "--matches", "10", "--skill", "0"], ["cards"]]
    assert [gamedsl(*command, "heap.gdl").code for command in made] == [0, 0, 0, 0]


@pytest.mark.usefixtures("heap")
def test_the_mark_of_an_earlier_version_does_not_say_what_a_file_is(gamedsl: Runs) -> None:
    assert gamedsl("page", "heap.gdl", "-o", "heap.html").code == 0
    page = Path("heap.html").read_text("utf-8")
    Path("heap.html").write_text(page.replace(", a page -->", " -->"), "utf-8", newline="\n")
    assert gamedsl("rulebook", "heap.gdl", "-o", "heap.html").code == 0


@pytest.mark.parametrize("case", WRITERS[:5], ids=lambda case: " ".join(case[0]))
@pytest.mark.usefixtures("heap")
def test_a_drawing_that_somebody_has_changed_is_theirs(gamedsl: Runs, case: Case) -> None:
    words, _ = _to(case, "out")
    gamedsl(*words)
    place = Path("out")
    place.write_text(place.read_text().replace("heap", "pile"))
    changed = place.read_bytes()
    assert gamedsl(*words).code == 2
    assert place.read_bytes() == changed


@pytest.mark.usefixtures("heap")
def test_a_match_is_written_over_only_by_itself(gamedsl: Runs) -> None:
    words = ("play", "heap.gdl", *ANN, "--replay", "m.json")
    assert gamedsl(*words, stdin=b"1\nsave m.json\n1\nsave m.json\nquit\n").code == 0
    first = Path("m.json").read_bytes()
    ran = gamedsl(*words, stdin=b"1\nquit\n")
    assert ran.code == 2
    assert "choose" not in ran.out
    assert Path("m.json").read_bytes() == first


@pytest.mark.usefixtures("heap")
def test_a_match_that_cannot_be_written_where_it_should_is_written_elsewhere(
    gamedsl: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = gamedsl("play", "heap.gdl", *ANN, "--replay", "nowhere/m.json", stdin=b"1\nquit\n")
    assert (ran.code, ran.out) == (4, "")
    assert "`nowhere/m.json` cannot be written" in ran.err

    def write(path: str, data: bytes) -> None:
        if path == "m.json":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_atomically(path, data)

    monkeypatch.setattr("gamedsl.cli.printing.writing.write_atomically", write)
    ran = gamedsl("play", "heap.gdl", *ANN, "--replay", "m.json", stdin=b"1\nquit\n")
    assert "`m.json` cannot be written" in ran.err
    assert Path("heap-7.json").is_file()


# ---------------------------------------------------------------- whole or not at all


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("failing", ["fsync", "replace", "chmod"])
@pytest.mark.parametrize(("how", "said"), [(_full, "No space left"), (_killed, "interrupted")])
def test_what_breaks_off_leaves_the_old_file(
    gamedsl: Runs,
    heap: str,
    monkeypatch: pytest.MonkeyPatch,
    failing: str,
    how: Callable[..., None],
    said: str,
) -> None:
    gamedsl("graph", heap, "-o", "a.svg")
    Path(heap).write_text("# untidy\n" + Path(heap).read_text().replace("heap -= stones", "heap  -=  stones"))
    before = {place.name: place.read_bytes() for place in Path().iterdir()}
    monkeypatch.setattr(os, failing, how)
    for words in (["graph", heap, "-o", "a.svg"], ["fmt", heap]):
        ran = gamedsl(*words)
        assert ran.code in (4, 130)
        assert said in ran.err
        assert {place.name: place.read_bytes() for place in Path().iterdir()} == before


def test_a_disk_that_is_too_small_leaves_the_old_file(
    gamedsl: Runs, heap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # Python would keep compiled modules that are cut off
    gamedsl("graph", heap, "-o", "a.svg")
    gamedsl("build", heap, "-o", "a.wasm")
    Path(heap).write_text("# long\n" * 1000 + Path(heap).read_text().replace("heap -= stones", "heap  -=  stones"))
    before = {place.name: place.read_bytes() for place in Path().iterdir()}
    for words in (["graph", heap, "-o", "a.svg"], ["build", heap, "-o", "a.wasm"], ["fmt", heap]):
        usual = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, usual[1]))
        try:
            ran = gamedsl(*words)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        assert (ran.code, "cannot be written: File too large" in ran.err) == (4, True), ran.err
        assert {place.name: place.read_bytes() for place in Path().iterdir()} == before


def test_a_file_that_was_changed_meanwhile_stays(gamedsl: Runs, heap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(heap).write_text(Path(heap).read_text().replace("heap -= stones", "heap  -=  stones"))

    def slowly(source: Source) -> Formatted:
        Path(heap).write_text("# what an editor has saved\n")
        return format_text(source)

    monkeypatch.setattr("gamedsl.cli.commands.fmt.format_text", slowly)
    ran = gamedsl("fmt", heap)
    assert (ran.code, Path(heap).read_text()) == (2, "# what an editor has saved\n")


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    real, link, hanging = tmp_path / "real", tmp_path / "link", tmp_path / "hanging"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    hanging.symlink_to(tmp_path / "later")
    write_atomically(str(link), b"new")
    write_atomically(str(hanging), b"new")
    assert (real.read_bytes(), real.stat().st_mode & 0o777) == (b"new", 0o640)
    assert link.is_symlink()
    assert (tmp_path / "later").read_bytes() == b"new"
    assert sorted(place.name for place in tmp_path.iterdir()) == ["hanging", "later", "link", "real"]


def test_new_files_have_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    write_atomically(str(tmp_path / "made"), b"")
    assert (tmp_path / "made").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize(
    ("command", "advice"),
    [("build", "`.wasm`"), ("cards", "`.pdf`"), ("page", "`.html` or `.htm`"), ("report", "`.html` or `.htm`")],
)
@pytest.mark.usefixtures("heap")
def test_a_name_does_not_promise_another_form(gamedsl: Runs, command: str, advice: str) -> None:
    ran = gamedsl(command, "heap.gdl", "-o", "heap.Svg")
    told = f"error: nothing is made here that ends in `.Svg`\nhelp: let the name end in {advice}\n"
    assert (ran.code, ran.err) == (2, told)
    assert not Path("heap.Svg").exists()


@pytest.mark.usefixtures("heap")
def test_what_is_no_file_is_written_to(gamedsl: Runs) -> None:
    assert gamedsl("graph", "heap.gdl", "--format", "svg", "-o", "/dev/null").code == 0
    ran = gamedsl("graph", "heap.gdl", "--format", "svg", "-o", ".")
    assert (ran.code, ran.err) == (4, "error: `.` cannot be written: Is a directory\n")


@pytest.mark.parametrize(
    "data", [b"", b"\0asm\1\0\0\0", b"\0asm\1\0\0\0" + b"\x80" * 50, b"\xff", b"[" * 100_000, b"{}"]
)
def test_what_is_no_file_of_ours(data: bytes) -> None:
    assert not is_module(data)
    assert sort_of_file(data) is None


_RIGHT = (Path(__file__).parents[2] / "games/classics/pig.gdl").read_text("utf-8")
WRONG = {
    "in the second setup": _RIGHT + "\nwhen hundred is rolled:\n    shared:\n        pot: 0..3 = 7\n",
    "a secret that is told": (Path(__file__).parents[1] / "corpus/semantics/secrets.gdl").read_text("utf-8"),
    "in two setups": _RIGHT.replace("until not rolling: dare", "until not roling: dare")
    + "\nwhen hundred is rolled:\n    shared:\n        pot: 0..3 = 7\n",
    "no game": 'variant poor of nothing:\n    "Poor."\n',
}


@pytest.mark.parametrize("rules", WRONG.values(), ids=WRONG)
def test_a_page_of_wrong_rules_tells_what_every_command_tells(gamedsl: Runs, rules: str) -> None:
    """The modules of a page are begun before its rules have been checked."""
    Path("wrong.gdl").write_text(rules, "utf-8")
    told = gamedsl("build", "wrong.gdl", "-o", "wrong.wasm")
    assert told.code == 1
    assert "error[" in told.err
    for flags in ((), ("--no-cache",)):
        assert gamedsl("page", "wrong.gdl", *flags, "-o", "wrong.html") == told
    assert not Path("wrong.html").exists()


@pytest.mark.usefixtures("heap")
def test_a_book_names_the_actions_that_it_tells_without_their_steps(gamedsl: Runs) -> None:
    Path("nap.gdl").write_text(NAP, encoding="utf-8")
    alone = "Told by their sentences alone, without their steps: work. `--exact` adds the steps.\n"
    assert gamedsl("rulebook", "nap.gdl", "-o", "nap.md").err == alone
    assert gamedsl("rulebook", "nap.gdl", "-o", "nap.md", "--force", "--exact").err == ""


NAP = """game nap:
    players 1

each player:
    rest: 0..9 = 0

rounds up to 3:
    day

phase day, each player:
    "Nap or work."
    choose one:
        take_a_nap
        work

action take_a_nap:
    "The day is over for you."
    rest += 2

action work:
    "It wakes you up."
    rest += 1

ranking by highest rest
"""
