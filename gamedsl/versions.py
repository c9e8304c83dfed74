"""The version of the package, and those that `docs/versions.md` promises things about, apart from the ABI of modules, which `gamedsl_interpreter` has."""

from __future__ import annotations

PACKAGE = "0.1.0"
"""The version of the package, as in `pyproject.toml`."""

LANGUAGE = "0.1"
"""What a rules file means."""

API = "0.1"
"""What `import gamedsl` offers."""
