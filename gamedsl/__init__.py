"""gamedsl: rules of tabletop games as text, checked, compiled into a graph, and played.

    import gamedsl

    rules = gamedsl.load_rules("games/gloriana.gdl")
    engine = gamedsl.engine_for(rules.game(players=4))
    record = gamedsl.play_match(engine, [gamedsl.RandomSteps()] * 4, seed=1)

Everything here is described in `docs/embedding/`. A name is read in when it is first used, so that importing the
package costs nothing.
"""

from __future__ import annotations

from importlib import import_module

import gamedsl.versions as _versions

__version__: str = _versions.PACKAGE
"""The version of the package."""


_HOMES: dict[str, str] = {}
"""The modules of the names; empty until the first one is used."""


def _homes() -> dict[str, str]:
    """Gives the modules of all names that the package offers, as the stub beside this file lists them for type checkers."""
    from gamedsl.package_files import package_bytes

    if not _HOMES:
        lines = (line.split() for line in package_bytes(__name__, "__init__.pyi").decode().splitlines())
        _HOMES.update({words[3]: words[1] for words in lines if words[:1] == ["from"]})
    return _HOMES


def __getattr__(name: str) -> object:
    if name == "__all__":
        return sorted(_homes())
    if name.startswith("__") or name not in _homes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_homes()[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_homes()})
