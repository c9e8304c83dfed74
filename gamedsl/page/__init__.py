"""Pages on which a game is played: one self-contained HTML file."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamedsl.page.document import page_html, seat_html
    from gamedsl.page.look import read_look
    from gamedsl.page.mistakes import LookError
    from gamedsl.page.setups import PageSetup, page_setup, page_setups

__all__ = ["LookError", "PageSetup", "page_html", "page_setup", "page_setups", "read_look", "seat_html"]

_LATER = {
    "LookError": "mistakes",
    "PageSetup": "setups",
    "page_html": "document",
    "page_setup": "setups",
    "page_setups": "setups",
    "read_look": "look",
    "seat_html": "document",
}
"""The modules that define these names. Those that make pages import the emitter, which reading a look file does not need; colours of a terminal need neither."""


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = value
    return value
