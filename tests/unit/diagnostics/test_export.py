"""Diagnostics for other programs."""

from __future__ import annotations

import json

from gamedsl.diagnostics.export import to_github, to_json
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel, Label, Severity
from gamedsl.reports.sarif import to_sarif
from gamedsl.source import Source, Span
from gamedsl.values import evolve

SOURCES = {"a,b.gdl": Source("a,b.gdl", "ab\ncd\n")}
PLACE = Span("a,b.gdl", 4, 5)
DIAGNOSTIC = Diagnostic(
    "E0021",
    Severity.ERROR,
    "50% wrong",
    Label(PLACE, "here"),
    (Label(Span("a,b.gdl", 0, 4), "there"),),
    ("try again",),
    (Fix("put in `:`", (Edit(PLACE, ":"),), FixLevel.CERTAIN),),
)
START, END = {"line": 2, "column": 2, "offset": 4}, {"line": 2, "column": 3, "offset": 5}


def test_json() -> None:
    (found,) = json.loads(to_json([DIAGNOSTIC], SOURCES))["diagnostics"]
    assert found == {
        "code": "E0021",
        "severity": "error",
        "message": "50% wrong",
        "primary": {"file": "a,b.gdl", "start": START, "end": END, "text": "here"},
        "others": [
            {
                "file": "a,b.gdl",
                "start": {"line": 1, "column": 1, "offset": 0},
                "end": {**START, "column": 2},
                "text": "there",
            }
        ],
        "help": ["try again"],
        "fixes": [
            {
                "title": "put in `:`",
                "level": "certain",
                "edits": [{"file": "a,b.gdl", "start": START, "end": END, "text": ":"}],
            }
        ],
    }


def test_sarif() -> None:
    log = json.loads(to_sarif([DIAGNOSTIC], SOURCES, "1.2.3"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    (rule,) = run["tool"]["driver"]["rules"]
    assert (rule["id"], rule["shortDescription"]) == ("E0021", {"text": "a missing `:`"})
    assert rule["help"]["text"].startswith("# E0021")
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("E0021", "error")
    assert result["message"]["text"] == "50% wrong\nhelp: try again"
    region = {"startLine": 2, "startColumn": 2, "endLine": 2, "endColumn": 3}
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a%2Cb.gdl", "uriBaseId": "SRCROOT"},
        "region": region,
    }
    (related,) = result["relatedLocations"]
    assert related["message"] == {"text": "there"}
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": ":"}}]


def test_github_shows_the_fix_where_there_is_no_other_help() -> None:
    said = to_github([evolve(DIAGNOSTIC, help=())], SOURCES)
    assert said.endswith("::50%25 wrong%0Ahelp: put in `:`%0Asee a,b.gdl:1:1: there\n")


def test_github() -> None:
    assert to_github([DIAGNOSTIC], SOURCES) == (
        "::error file=a%2Cb.gdl,line=2,endLine=2,col=2,endColumn=3,title=E0021::50%25 wrong%0Ahelp: try again%0Asee a,b.gdl:1:1: there\n"
    )
