"""What the command line does is done by import: every command has its function, and both say the same."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable, Mapping
from operator import attrgetter
from pathlib import Path

import pytest

import gamedsl
from api.test_solve_and_verify import HEAPS
from gamedsl.cli.main import COMMANDS, run

GAMES = Path(__file__).parents[2] / "games"
KUHN = str(GAMES / "classics/kuhn_poker.gdl")
TOE = str(GAMES / "classics/tic_tac_toe.gdl")

FUNCTIONS = {
    "build": "module_of",
    "campaign": "campaign",
    "cards": "cards_of",
    "check": "Rules.check",
    "compare": "compare",
    "diff": "differences_of",
    "exploit": "exploit",
    "explore": "explore",
    "fmt": "format_rules",
    "games": "shipped_games",
    "graph": "graph_of",
    "mutate": "mutate",
    "page": "page_of",
    "perft": "perft",
    "play": "Match",
    "replay": "verify_replay",
    "report": "report_of",
    "rulebook": "rulebook_of",
    "secrets": "secrets_told",
    "serve": "server_of",
    "simulate": "simulate",
    "solve": "solve",
    "test": "Rules.tests",
    "tune": "tune",
    "verify": "verify",
}
"""The functions that do what commands do."""

WITHOUT = {
    "cache": "It shows and deletes files of the user; a program sets `GAMEDSL_CACHE`.",
    "completion": "It prints a script for a shell.",
    "explain": "It prints the page of a finding; `Diagnostic` has its words.",
    "help": "It prints how commands are used.",
    "lsp": "It talks to an editor until that ends.",
    "new": "It writes a file to start from.",
    "studio": "It serves a page until it is stopped.",
    "workshop": "It serves a folder until it is stopped.",
}
"""Why other commands have none."""


def test_every_command_has_its_function_or_a_reason() -> None:
    assert sorted(FUNCTIONS.keys() | WITHOUT.keys()) == sorted(COMMANDS)
    assert not FUNCTIONS.keys() & WITHOUT.keys()
    assert all(callable(attrgetter(name)(gamedsl)) for name in FUNCTIONS.values())


def _head(rules: gamedsl.Rules) -> dict[str, object]:
    game = rules.game()
    return {"variants": [*game.variants], "players": game.humans, "options": dict(game.options)}


def _written(made: str | bytes, rules: gamedsl.Rules) -> dict[str, object]:
    return {"game": rules.name, "variants": [], "bytes": len(made)}


def _built(rules: gamedsl.Rules) -> dict[str, object]:
    game = rules.game()
    told = {"digest": gamedsl.model_of(game)["digest"], "bytes": len(gamedsl.module_of(game))}
    return {"game": rules.name, **_head(rules), **told}


def _counted(rules: gamedsl.Rules) -> dict[str, object]:
    game = rules.game()
    levels = list(gamedsl.perft(gamedsl.engine_for(game, forced=gamedsl.Forced.ASKED), 3))
    return {**_head(rules), "levels": gamedsl.json_of(levels, game)}


def _explored(rules: gamedsl.Rules) -> dict[str, object]:
    game = rules.game()
    found = gamedsl.json_of(gamedsl.explore(gamedsl.engine_for(game, forced=gamedsl.Forced.ASKED), 2), game)
    assert isinstance(found, dict)
    return {**_head(rules), **found}


def _exploited(rules: gamedsl.Rules) -> dict[str, object]:
    """For the default agent."""
    game = rules.game()
    found = gamedsl.json_of(gamedsl.exploit(game, "random"))
    assert isinstance(found, dict)
    shared = {key: found.pop(key) for key in ("aim", "histories", "information_sets")}
    return {**_head(rules), **shared, "agents": [found]}


def _solved(rules: gamedsl.Rules) -> dict[str, object]:
    game = rules.game()
    found = gamedsl.json_of(gamedsl.solve(game, within=0.1), game)
    assert isinstance(found, dict)
    return {**_head(rules), **found}


def _simulated(rules: gamedsl.Rules) -> dict[str, object]:
    game = rules.game()
    found = gamedsl.simulate(gamedsl.engine_for(game), [gamedsl.RandomSteps()] * 2, 1, range(20))
    return {**_head(rules), "matches": found.matches, "reasons": dict(found.reasons), "game": found.game}


def _compared(rules: gamedsl.Rules) -> Mapping[str, object]:
    return gamedsl.compare(rules, agents_after="random:moves", matches=20).data


def _verified(rules: gamedsl.Rules) -> dict[str, object]:
    found = gamedsl.verify(rules, matches=4, seconds=0, secrets=1)
    troubles = [{**one.data, "replay": None} for case in found for one in case.troubles]
    return {"setups": [one.data for one in found], "troubles": troubles}


Row = tuple[str, list[str], Callable[[gamedsl.Rules], Mapping[str, object]], str]
ROWS: list[Row] = [
    ("build", ["-o", "x.wasm"], _built, "file module abi"),
    ("cards", ["-o", "x.pdf"], lambda rules: gamedsl.cards_of(rules).data, "file game variants look cards bytes"),
    ("compare", ["--to-agents", "random:moves", "--matches", "20"], _compared, ""),
    ("diff", [TOE], lambda rules: dict(gamedsl.differences_of(rules, gamedsl.load_rules(TOE)).data), ""),
    ("exploit", [], _exploited, "file"),
    ("explore", ["--depth", "2"], _explored, "file"),
    ("graph", [], lambda rules: json.loads(gamedsl.graph_of(rules.game(), "json")), "made_by"),
    ("mutate", ["--sample", "2", "--matches", "0"], lambda rules: gamedsl.mutate(rules, sample=2, matches=0).data, "file"),
    ("page", ["-o", "x.html"], lambda rules: _written(gamedsl.page_of(rules), rules), "file setups look page bytes"),
    ("perft", ["--depth", "3"], _counted, "file"),
    ("rulebook", ["-o", "x.md"], lambda r: _written(gamedsl.rulebook_of(r), r), "file look rulebook sections bytes"),
    ("secrets", ["--matches", "20"], lambda rules: gamedsl.secrets_told(rules, matches=20).data, "file variants"),
    ("simulate", ["--matches", "20"], _simulated, "file policy seed first decisions steps seats contest"),
    ("solve", ["--within", "0.1"], _solved, "file"),
    ("verify", ["--matches", "4", "--seconds", "0", "--secrets", "1"], _verified, "file"),
]  # fmt: skip
"""A command with arguments behind the file, the data of its function, and the keys that only the command knows."""


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_data_is_what_the_command_prints(
    row: Row, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, arguments, made, own = row
    monkeypatch.chdir(tmp_path)
    assert run([command, KUHN, *arguments, "--json"]) in (0, 1)
    printed = json.loads(capsys.readouterr().out)
    expected = dict(made(gamedsl.load_rules(KUHN)))
    assert printed == {**expected, **{key: printed[key] for key in own.split()}}


def test_solutions_of_open_games_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", TOE, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    rules = gamedsl.load_rules(TOE)
    found = gamedsl.json_of(gamedsl.solve(rules.game()), rules.game())
    assert isinstance(found, dict)
    assert printed == {"file": printed["file"], **_head(rules), **found}


def test_searches_tell_how_far_they_are() -> None:
    game, seen = gamedsl.load_rules(KUHN).game(), list[int]()
    found = gamedsl.exploit(game, "random", watch=seen.append)
    assert found.information_sets < sum(seen) <= found.histories + found.information_sets


def test_games_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)["games"]
    found = gamedsl.shipped_games()
    assert printed == [
        {
            "name": one.name,
            "file": str(one.file),
            "of": [*one.of],
            "fewest": one.fewest,
            "most": one.most,
            "sentence": one.sentence,
        }
        for one in found
    ]
    assert {one.name: one.players for one in found}["gloriana"] == "3 to 5"


def test_troubles_are_those_of_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "heaps.gdl"
    path.write_text(HEAPS, encoding="utf-8")
    assert run(["verify", str(path), "--matches", "20", "--seconds", "0", "--json"]) == 1
    printed = json.loads(capsys.readouterr().out)
    found = gamedsl.verify(gamedsl.load_rules(path), matches=20, seconds=0)
    assert printed["setups"] == [one.data for one in found]
    [trouble] = [one for case in found for one in case.troubles]
    assert printed["troubles"] == [{**trouble.data, "replay": None}]


def test_campaigns_are_those_of_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'matches = 5\nseeds = [1, 2]\nagents = ["random", "random:moves"]\n[[games]]\nfile = "kuhn_poker"\n'
    )
    assert run(["campaign", str(plan), "-j", "1", "-o", str(tmp_path / "one"), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    found = gamedsl.campaign(plan, tmp_path / "two")
    assert printed == {"plan": str(plan), "out": str(tmp_path / "one"), **found.data}
    assert (found.matches, found.played, len(found.cells)) == (20, 20, 4)
    again = gamedsl.campaign(plan, tmp_path / "two")
    assert (again.played, again.cells) == (0, found.cells)
    with pytest.raises(gamedsl.ResultsError, match="results of a campaign are a folder"):
        gamedsl.campaign(plan, plan)
    plan.write_text("matches = 5\n")
    with pytest.raises(gamedsl.PlanError, match="the plan has no games"):
        gamedsl.campaign(plan, tmp_path / "three")


def test_reports_are_those_of_the_command(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    assert run(["report", KUHN, "--matches", "20", "--skill", "0", "-o", str(out)]) == 0
    made = gamedsl.report_of(gamedsl.load_rules(KUHN), matches=20, skill=0)
    assert out.read_text(encoding="utf-8").startswith(made.html)
    assert made.title == "Kuhn Poker: what 20 matches of random players show"
    assert {one.certainty for one in made.findings} <= {"certain", "open", "plain"}
    assert made.findings
    [minutes] = [one for one in made.figures if one.name == "minutes"]
    assert (minutes.section, minutes.unit, minutes.source) == ("How many minutes is that?", "minutes", "Hick 1952")
    assert minutes.value is not None
    assert minutes.low is not None
    assert minutes.low < minutes.value
    assert (minutes.count, minutes.needed) == (20, 20)
    assert minutes.value in [one["value"] for one in json.loads(json.dumps(made.data))["figures"]]


WRONG: list[tuple[str, Callable[[gamedsl.Rules], object], str]] = [
    ("nothing", lambda r: gamedsl.compare(r), "there is nothing to compare"),
    ("rules", lambda r: gamedsl.compare(r, "x"), "`after` is a Rules, not 'x'"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("matches", lambda r: gamedsl.compare(r, r, matches=1), "`matches` is 2 or more, not 1"),
    ("until", lambda r: gamedsl.compare(r, r, until=7), "`until` is a share from 0.0001 to 0.5, not 7"),
    ("agents", lambda r: gamedsl.compare(r, r, agents="nobody"), "there is no agent `nobody`"),
    ("aim", lambda r: gamedsl.compare(r, r, aim="fun"), "`aim` is one of points, victory, rank, not 'fun'"),
    ("processes", lambda r: gamedsl.compare(r, r, processes=0), "`processes` is 1 or more, not 0"),
    ("setup", lambda r: gamedsl.report_of(r, gamedsl.Setup(9, ())), "has no such setup: 9 players"),
    ("matches", lambda r: gamedsl.report_of(r, matches=9), "`matches` is 10 or more, not 9"),
    ("seconds", lambda r: gamedsl.report_of(r, skill_seconds=-1), "`skill_seconds` is a number, 0 or more, not -1"),
    ("deep_seconds", lambda r: gamedsl.report_of(r, deep_seconds=2), "`deep_seconds` are for matches that are looked at deeply: give `deep`"),
    ("strengths", lambda r: gamedsl.report_of(r, strengths=["random"]), "`strengths` are for matches that are looked at deeply: give `deep`"),
    ("strengths", lambda r: gamedsl.report_of(r, deep=2, strengths=["random", "random"]), "`strengths` are two different agents or more"),
    ("strengths", lambda r: gamedsl.report_of(r, deep=2, strengths=["random,random"]), "a strength is one agent for all seats, not `random,random`"),
    ("strengths", lambda r: gamedsl.report_of(r, deep=2, strengths=["nobody", "random"]), "there is no agent `nobody`"),
    ("pace", lambda r: gamedsl.report_of(r, pace=(3, -1)), "`pace` is two numbers of seconds, 0 or more, not -1"),
    ("pace", lambda r: gamedsl.report_of(r, pace=(3,)), "`pace` is two numbers of seconds, not 1"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("only", lambda r: gamedsl.mutate(r, only="no_such_part"), "there is nothing to change in `no_such_part`"),
    ("sample", lambda r: gamedsl.mutate(r, sample=0), "`sample` is 1 or more, not 0"),
    ("setups", lambda r: gamedsl.mutate(r, []), "`setups` has none"),
    ("processes", lambda r: gamedsl.mutate(r, processes=0), "`processes` is 1 or more, not 0"),
    ("watch", lambda r: gamedsl.compare(r, r, watch=3), "`watch` is a function, not 3"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("warn", lambda r: gamedsl.compare(r, r, warn=3), "`warn` is a function, not 3"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("watch", lambda r: gamedsl.mutate(r, watch=3), "`watch` is a function, not 3"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("watch", lambda r: gamedsl.report_of(r, watch=3), "`watch` is a function, not 3"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("warn", lambda r: gamedsl.report_of(r, warn=3), "`warn` is a function, not 3"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("watch", lambda r: gamedsl.campaign("x", "y", watch=3), "`watch` is a function, not 3"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("warn", lambda r: gamedsl.campaign("x", "y", warn=3), "`warn` is a function, not 3"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("watch", lambda r: gamedsl.exploit(r.game(), "random", watch=3), "`watch` is a function, not 3"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("plan", lambda r: gamedsl.campaign("a\0b", "y"), "`plan` is the path of a file, and no path can be 'a\\x00b'"),
    ("out", lambda r: gamedsl.campaign("x", ""), "`out` is the path of a folder, and no path can be ''"),
    ("out", lambda r: gamedsl.campaign("x", 3), "`out` is the path of a folder, not 3"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("address", lambda r: gamedsl.campaign("x", "y", address=3), "`address` is a text, not 3"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ("look", lambda r: gamedsl.page_of(r, look="\ud800"), "`look` is the path of a look file, and no path can be"),
    ("parts", lambda r: gamedsl.cards_of(r, parts=[]), "`parts` has none of cards, tokens, boards, score"),
    ("within", lambda r: gamedsl.solve(r.game(), within=math.nan), "`within` is a number, 0 or more, not nan"),
    ("seconds", lambda r: gamedsl.verify(r, seconds=math.inf), "`seconds` is a number of seconds, 0 or more, not inf"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "call", "told"), WRONG, ids=[f"{n} {row[0]}" for n, row in enumerate(WRONG)])
def test_wrong_arguments_are_told(what: str, call: Callable[[gamedsl.Rules], object], told: str) -> None:
    with pytest.raises(gamedsl.ArgumentError) as caught:
        call(gamedsl.load_rules(KUHN))
    assert told in str(caught.value)


def test_only_equal_names_of_sides_are_told_apart() -> None:
    rules, other = gamedsl.load_rules(KUHN), gamedsl.load_rules(TOE)
    found = gamedsl.compare(rules, other, rules, matches=2)
    assert [one.name for one in found.sides] == ["kuhn_poker (side 1)", "tic_tac_toe", "kuhn_poker (side 3)"]
    two = gamedsl.compare(rules, agents_after="random:moves", matches=2)
    assert [one.name for one in two.sides] == ["kuhn_poker (random steps)", "kuhn_poker (random moves)"]


_STUDY = """
import gamedsl

rules = gamedsl.load_rules("kuhn_poker")

def figures(processes):
    return gamedsl.compare(rules, agents_after="random:moves", matches=20, processes=processes)

"""


def test_studies_have_the_same_figures_in_any_number_of_processes(tmp_path: Path) -> None:
    program = tmp_path / "study.py"
    program.write_text(f'{_STUDY}if __name__ == "__main__":\n    print(figures(1) == figures(2))\n')
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False, timeout=300)
    assert (done.stdout, done.stderr) == ("True\n", "")
