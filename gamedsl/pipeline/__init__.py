"""The front end: takes texts, returns problems in words and compiled games. `reading` → `setups` → `checking` or `compiling`."""

from gamedsl.graph.compiled import Setup
from gamedsl.pipeline.checking import Report, check
from gamedsl.pipeline.compiling import (
    breaking_changes,
    compile,
    example_names,
    examples,
    examples_at_once,
    name_of_thing,
    wrong_names,
)
from gamedsl.pipeline.fixing import Corrected, Correction, correct, level_fixes
from gamedsl.pipeline.graph_checks import NotCompilable
from gamedsl.pipeline.reading import Find, Near, Parsed, Trees, parse_files
from gamedsl.pipeline.setups import default_setup, setups, start_names, start_people

__all__ = [
    "Corrected",
    "Correction",
    "Find",
    "Near",
    "NotCompilable",
    "Parsed",
    "Report",
    "Setup",
    "Trees",
    "breaking_changes",
    "check",
    "compile",
    "correct",
    "default_setup",
    "example_names",
    "examples",
    "examples_at_once",
    "level_fixes",
    "name_of_thing",
    "parse_files",
    "setups",
    "start_names",
    "start_people",
    "wrong_names",
]
