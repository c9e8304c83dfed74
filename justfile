# Everyday commands; `just` alone lists them.

default:
    @just --list

# all checks that need no running game
lint:
    ruff format --check .
    ruff check .
    mypy
    basedpyright --project pyproject.toml
    lint-imports

# the tests, on all cores
test:
    python -m pytest -n auto

# the tests that take less than a minute; they touch every package
fast:
    python -m pytest -n auto @tests/fast.txt

# the tests with all rows of long tables
test-whole:
    GAMEDSL_TESTS=all python -m pytest -n auto

# writes parse tables, the schema of models, the TextMate grammar, the index of phrases, golden files and the expected texts of cases anew; then read `git diff`
bless:
    python -m tools.make_tables
    python -m tools.model_schema
    python -m tools.textmate
    python -m tools.phrases
    python -m pytest -q tests/golden tests/cases tests/corpus/test_corpus.py tests/cli/test_options.py --bless

# the runtime of pages: types, style, tests, and the bundle that the package holds
page:
    cd page && npm install --no-package-lock --no-audit --no-fund --silent && npm run types && npm run lint && npm run test && npm run build

# the front end of the workshop: types, style, tests, and the bundle that the package holds
workshop:
    cd workshop && npm install --no-package-lock --no-audit --no-fund --silent && npm run types && npm run lint && npm run test && npm run build

# the extension for VS Code: types, style, tests, and the package
vscode:
    cd editors/vscode && npm install --no-package-lock --no-audit --no-fund --silent && npm run types && npm run lint && npm run test && npm run package

# the website, in build/site; ends with 1 if a link or anything else in it is wrong
docs:
    python -m tools.site

# the benchmark tables
bench:
    python bench/reference.py
    python bench/playouts.py
    python bench/start.py
    python bench/api.py
    python -m bench.growth
    python bench/words.py

# pins what the checks and tests install, with hashes (`pip install --require-hashes -r requirements/dev.txt`)
pin:
    uv pip compile pyproject.toml --extra dev --generate-hashes --no-emit-index-url --no-header -q -o requirements/dev.txt
