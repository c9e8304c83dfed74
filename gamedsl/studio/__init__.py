"""The studio: a local web page of a game that is updated whenever its rules file changes."""

from gamedsl.studio.reading import UnreadableError
from gamedsl.studio.running import serve
from gamedsl.studio.state import Studio

__all__ = ["Studio", "UnreadableError", "serve"]
