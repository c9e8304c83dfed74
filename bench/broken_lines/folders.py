"""Which tests belong to which folder of the program."""

from __future__ import annotations

from pathlib import Path

BELIEFS = "tests/golden/test_beliefs.py tests/unit/interpreter tests/known/test_worlds.py tests/property/test_worlds.py"
PRINTED = "tests/golden/test_printed.py"
CONVERSATIONS = "tests/golden/test_conversations.py tests/golden/test_terminals.py tests/golden/test_answers.py"
FINDINGS = "tests/golden/test_findings.py tests/golden/test_damage.py tests/golden/test_slips_in_blocks.py"
DRAWINGS = "tests/golden/test_drawings.py tests/golden/test_made_books.py"
PROBLEMS = "tests/golden/test_said_problems.py"
LOOKS = "tests/golden/test_look_findings.py"
COMPUTED = "tests/golden/test_computed.py"
OF_CORPUS = f"tests/golden/test_of_corpus.py tests/golden/test_of_mutants.py {COMPUTED}"
MATCHES = f"{OF_CORPUS} tests/golden/test_playthroughs.py tests/golden/test_observations.py"
TABLE = " ".join(f"tests/cli/test_{name}.py" for name in ("log", "play", "sentences", "table", "terminal"))
TESTS = {
    "gamedsl/": "tests/unit/test_class_making.py tests/unit/test_garbage.py tests/unit/test_html.py tests/api/test_surface.py tests/unit/test_start.py",
    "gamedsl/__main__.py": "tests/cli/test_interrupts.py tests/cli/test_main.py tests/unit/test_start.py",
    "gamedsl/additions.py": "tests/cli/test_on_top.py tests/api/test_on_top.py",
    "gamedsl/atomic_files.py": "tests/cli/test_writing.py",
    "gamedsl/bases.py": "tests/cli/test_files.py tests/cli/test_folders.py tests/cli/test_dependents.py tests/unit/variants",
    "gamedsl/source.py": "tests/unit/syntax tests/corpus/test_corpus.py",
    "gamedsl/tab/": "tests/workshop/test_files.py",
    "gamedsl/workshop/": "tests/workshop/test_files.py",
    "gamedsl/adapters/": "tests/adapters",
    "gamedsl/api/": f"{OF_CORPUS} tests/api",
    "gamedsl/cache/": "tests/unit/cache tests/cli/test_cache.py",
    "gamedsl/cards/": f"{DRAWINGS} {OF_CORPUS} tests/unit/cards tests/golden/test_cards.py",
    "gamedsl/cli/": f"{PRINTED} {CONVERSATIONS} tests/cli",
    "gamedsl/table/": f"{CONVERSATIONS} {TABLE} tests/unit/table",
    "gamedsl/compile/": "tests/unit/compile tests/cases tests/golden/test_digests.py",
    "gamedsl/diagnostics/": f"{PRINTED} tests/unit/diagnostics tests/corpus/test_corpus.py {FINDINGS} tests/cli/test_sarif.py",
    "gamedsl/differences/": f"{PROBLEMS} {PRINTED} {OF_CORPUS} tests/unit/differences tests/cli/test_diff.py",
    "gamedsl/graph/": f"{PRINTED} {OF_CORPUS} tests/unit/graph tests/golden/test_graphs.py tests/golden/test_made_drawings.py",
    "gamedsl/highlight.py": "tests/unit/syntax",
    "gamedsl/html.py": "tests/unit/test_html.py",
    "gamedsl/mutation/": f"{PRINTED} {COMPUTED} tests/unit/mutation tests/golden/test_mutants.py tests/cli/test_mutate.py",
    "gamedsl/page/": f"{OF_CORPUS} {LOOKS} tests/page/test_runtime.py tests/page/test_own_looks.py tests/page/test_grounds.py tests/unit/test_page_setups.py",
    "gamedsl/pipeline/": f"{OF_CORPUS} tests/corpus tests/unit/variants tests/unit/compile tests/cli/test_fix_and_fmt.py tests/cli/test_on_top.py",
    "gamedsl/reports/": f"{PRINTED} {OF_CORPUS} tests/cli/test_verify.py tests/cli/test_notes.py tests/cli/test_matches.py tests/api/test_solve_and_verify.py",
    "gamedsl/rulebook/": f"{PRINTED} {DRAWINGS} {OF_CORPUS} tests/golden/test_rulebooks.py tests/golden/test_said_conditions.py tests/unit/rulebook",
    "gamedsl/semantics/": f"{PROBLEMS} {FINDINGS} {OF_CORPUS} tests/corpus tests/unit/semantics tests/golden/test_digests.py",
    "gamedsl/lsp/": f"{OF_CORPUS} tests/lsp tests/services",
    "gamedsl/server/": "tests/server tests/studio/test_sharing.py",
    "gamedsl/services/": f"{OF_CORPUS} tests/services",
    "gamedsl/studio/": "tests/studio",
    "gamedsl/syntax/": f"{FINDINGS} tests/unit/syntax tests/corpus/test_corpus.py",
    "gamedsl/variants/": f"{PROBLEMS} tests/unit/variants tests/corpus",
    "gamedsl/workbench/": f"{PRINTED} {COMPUTED} tests/golden/test_reports.py tests/unit/workbench",
    "gamedsl/workbench/tuning/": "tests/unit/workbench/test_tuning.py tests/unit/workbench/test_tuning_page.py tests/api/test_tuning.py",
    "interpreter/gamedsl_interpreter/": f"{MATCHES} tests/unit/interpreter",
    "interpreter/gamedsl_interpreter/aims.py": f"{COMPUTED} tests/unit/thinking",
    "interpreter/gamedsl_interpreter/hosting/": f"{MATCHES} tests/hosts",
    "interpreter/gamedsl_interpreter/matches/": f"{MATCHES} tests/unit/interpreter tests/unit/test_processes.py tests/api/test_match.py",
    "interpreter/gamedsl_interpreter/perft.py": f"{COMPUTED} tests/known/test_perft.py tests/unit/wasm",
    "interpreter/gamedsl_interpreter/plans/": f"{MATCHES} tests/unit/interpreter tests/unit/trouble",
    "interpreter/gamedsl_interpreter/reference/": f"{MATCHES} tests/unit/interpreter tests/corpus/test_meaning.py",
    "interpreter/gamedsl_interpreter/solving/": f"{COMPUTED} tests/unit/solving tests/known/test_solved.py",
    "interpreter/gamedsl_interpreter/thinking/": f"{COMPUTED} tests/unit/thinking",
    "interpreter/gamedsl_interpreter/trouble/": f"{COMPUTED} tests/golden/test_guided.py tests/unit/trouble tests/unit/interpreter tests/cli/test_verify.py",
    "interpreter/gamedsl_interpreter/wasm/": "tests/unit/wasm tests/differential",
    "interpreter/gamedsl_interpreter/wasm/bulk/": f"{COMPUTED} tests/unit/wasm tests/unit/thinking tests/unit/trouble tests/cli/test_explore.py tests/differential",
    "interpreter/gamedsl_interpreter/worked_examples/": f"{OF_CORPUS} tests/unit/interpreter tests/corpus/test_meaning.py",
    "interpreter/gamedsl_interpreter/worlds/": f"{OF_CORPUS} {BELIEFS}",
}
"""The tests of a module: those of the longest path that its own begins with. A command also has the tests that have its name."""


def tests_of(root: Path, path: str) -> list[str]:
    """Returns the paths of the tests of a module."""
    longest = max((begin for begin in TESTS if path.startswith(begin)), key=len)
    own = sorted((root / "tests/cli").glob(f"test*_{Path(path).stem}*.py")) if "/cli/commands/" in path else []
    return [*TESTS[longest].split(), *(one.relative_to(root).as_posix() for one in own)]
