"""Which tests belong to which folder of the program."""

from __future__ import annotations

from pathlib import Path

PRINTED = "tests/golden/test_printed.py"
TESTS = {
    "gamedsl/": "tests/unit/test_class_making.py tests/unit/test_garbage.py tests/unit/test_html.py tests/api/test_surface.py tests/unit/test_start.py",
    "gamedsl/adapters/": "tests/adapters",
    "gamedsl/api/": "tests/api",
    "gamedsl/cache/": "tests/unit/cache tests/cli/test_cache.py",
    "gamedsl/cards/": "tests/unit/cards tests/golden/test_cards.py",
    "gamedsl/cli/": f"{PRINTED} tests/cli/test_main.py tests/cli/test_help.py tests/cli/test_edges.py tests/cli/test_files.py tests/cli/test_options.py",
    "gamedsl/cli/table/": "tests/cli/test_table.py tests/cli/test_play.py tests/cli/test_terminal.py",
    "gamedsl/compile/": "tests/unit/compile tests/cases tests/golden/test_digests.py",
    "gamedsl/diagnostics/": f"{PRINTED} tests/unit/diagnostics tests/corpus/test_corpus.py tests/golden/test_findings.py tests/cli/test_sarif.py",
    "gamedsl/differences/": f"{PRINTED} tests/unit/differences tests/cli/test_diff.py",
    "gamedsl/graph/": f"{PRINTED} tests/unit/graph",
    "gamedsl/highlight.py": "tests/unit/syntax",
    "gamedsl/html.py": "tests/unit/test_html.py",
    "gamedsl/mutation/": f"{PRINTED} tests/unit/mutation tests/cli/test_mutate.py",
    "gamedsl/page/": "tests/page/test_runtime.py tests/page/test_own_looks.py tests/unit/test_page_setups.py",
    "gamedsl/pipeline/": "tests/corpus tests/unit/variants tests/unit/compile tests/cli/test_fix_and_fmt.py",
    "gamedsl/reports/": f"{PRINTED} tests/cli/test_verify.py tests/cli/test_notes.py tests/cli/test_matches.py tests/api/test_solve_and_verify.py",
    "gamedsl/rulebook/": f"{PRINTED} tests/golden/test_rulebooks.py tests/unit/rulebook",
    "gamedsl/semantics/": "tests/corpus tests/unit/semantics tests/golden/test_digests.py tests/golden/test_findings.py",
    "gamedsl/lsp/": "tests/lsp tests/services",
    "gamedsl/server/": "tests/server/test_server.py tests/studio/test_sharing.py",
    "gamedsl/services/": "tests/services",
    "gamedsl/studio/": "tests/studio/test_studio.py tests/studio/test_sharing.py",
    "gamedsl/syntax/": "tests/unit/syntax tests/corpus/test_corpus.py tests/golden/test_findings.py",
    "gamedsl/variants/": "tests/unit/variants",
    "gamedsl/workbench/": f"{PRINTED} tests/golden/test_reports.py tests/unit/workbench",
    "interpreter/gamedsl_interpreter/": "tests/unit/interpreter tests/golden/test_observations.py",
    "interpreter/gamedsl_interpreter/aims.py": "tests/unit/thinking",
    "interpreter/gamedsl_interpreter/hosting/": "tests/hosts tests/golden/test_observations.py",
    "interpreter/gamedsl_interpreter/plans/": "tests/unit/interpreter tests/unit/trouble",
    "interpreter/gamedsl_interpreter/reference/": "tests/unit/interpreter tests/corpus/test_meaning.py",
    "interpreter/gamedsl_interpreter/solving/": "tests/unit/solving tests/known/test_solved.py",
    "interpreter/gamedsl_interpreter/thinking/": "tests/unit/thinking",
    "interpreter/gamedsl_interpreter/trouble/": "tests/unit/trouble tests/unit/interpreter tests/cli/test_verify.py",
    "interpreter/gamedsl_interpreter/wasm/": "tests/unit/wasm",
    "interpreter/gamedsl_interpreter/worked_examples/": "tests/unit/interpreter tests/corpus/test_meaning.py",
    "interpreter/gamedsl_interpreter/worlds/": "tests/unit/interpreter tests/known/test_worlds.py tests/property/test_worlds.py",
}
"""The tests of a module: those of the longest path that its own begins with. A command also has the tests that have its name."""


def tests_of(root: Path, path: str) -> list[str]:
    """Returns the paths of the tests of a module."""
    longest = max((begin for begin in TESTS if path.startswith(begin)), key=len)
    own = sorted((root / "tests/cli").glob(f"test*_{Path(path).stem}*.py")) if "/cli/commands/" in path else []
    return [*TESTS[longest].split(), *(one.relative_to(root).as_posix() for one in own)]
