"""The version of the package, and the versions about which `docs/versions.md` makes promises, except the ABI of modules, which is in `gamedsl_interpreter`."""

from __future__ import annotations

PACKAGE = "0.1.0"
"""The version of the package, as in `pyproject.toml`."""

LANGUAGE = "0.1"
"""The version of the language: the meaning of rules files."""

API = "0.1"
"""The version of the API: the names of `import gamedsl`."""
