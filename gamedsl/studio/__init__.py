"""The studio: the page of a game on this machine, which follows its rules file."""

from gamedsl.studio.reading import UnreadableError
from gamedsl.studio.running import serve
from gamedsl.studio.state import Studio

__all__ = ["Studio", "UnreadableError", "serve"]
