"""The rules file in the studio's own editor: its text, saving it, and the language server that helps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from gamedsl.atomic_files import write_atomically
from gamedsl.bases import content
from gamedsl.errors import GameDslError
from gamedsl.lsp.messages import serve_messages
from gamedsl.server.bell import Bell
from gamedsl.studio.reading import UnreadableError

_MOST_SESSIONS = 8
"""Editors whose servers run at once; the one that has asked longest ago ends when there are more: its page may be gone."""


class ChangedElsewhereError(GameDslError):
    """Somebody else has changed the file since it was read; `text` is its present content."""

    def __init__(self, text: str) -> None:
        super().__init__("the file was changed elsewhere")
        self.text = text


class EndedError(GameDslError):
    """The server of an editor has ended, because others were opened since."""


class Editing:
    """The rules file as editors in the browser see it: with a single character at the end of each line, whatever the file on disk uses."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._sessions: dict[str, Session] = {}
        self._ended: set[str] = set()
        self._saving = Lock()

    def read(self) -> str:
        """Reads the file. Raises UnreadableError."""
        return self._on_disk().replace("\r\n", "\n")

    def save(self, text: str, was: str) -> None:
        """Writes the file, as a whole; one that is gone is there again. `was` is the text that the editor has read: if the file has changed since, nothing is
        written. Raises ChangedElsewhereError, UnreadableError, OSError."""
        with self._saving:  # two editors may save at once
            now = self._on_disk() if self.path.exists() else was
            if now.replace("\r\n", "\n") != was:
                raise ChangedElsewhereError(now.replace("\r\n", "\n"))
            data = (text.replace("\n", "\r\n") if "\r\n" in now else text).encode()
            write_atomically(str(self.path), data)

    def _on_disk(self) -> str:
        name = self.path.name
        try:
            return content(str(self.path)).decode("utf-8")
        except OSError as error:
            raise UnreadableError(f"`{name}` cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise UnreadableError(f"`{name}` is no text in UTF-8") from error

    def session(self, name: str) -> Session:
        """Returns the server of an editor, which names itself. It is started by its first message. Raises EndedError for one that had to give way."""
        if name in self._ended:  # a new one would take the place of another, whose editor asks at once, and so on
            raise EndedError("more than eight editors are open")
        found = self._sessions.pop(name, None)
        if found is None:
            found = Session()
            for oldest in list(self._sessions)[: 1 - _MOST_SESSIONS]:
                self._sessions.pop(oldest).end()
                self._ended.add(oldest)
        self._sessions[name] = found
        return found

    def end(self) -> None:
        """Answers all editors that wait for messages."""
        for session in self._sessions.values():
            session.end()


class Session:
    """A language server for one editor. Its messages wait until the editor asks for them; messages that the editor has received are dropped."""

    def __init__(self) -> None:
        self._bell = Bell()
        self._told: list[str] = []
        self._first = 0
        self._is_over = False
        self._take: Callable[[str], None] | None = None

    def take(self, message: str) -> None:
        """Takes a message of the editor. Needs a running event loop. Raises ValueError for a text that is no message."""
        if self._take is None:
            self._take = serve_messages(self._post)
        self._take(message)

    def _post(self, message: str) -> None:
        self._told.append(message)
        self._bell.ring()

    def end(self) -> None:
        """Answers the editor, if it waits."""
        self._is_over = True
        self._bell.ring()

    async def after(self, number: int, seconds: float) -> tuple[int, list[str]]:
        """Returns the messages from this number on as soon as there are any, at the latest after some seconds, and the number of the next one."""
        del self._told[: max(0, number - self._first)]
        self._first = max(self._first, number)
        await self._bell.heard(seconds, lambda: bool(self._told) or self._is_over)
        return self._first + len(self._told), [*self._told]
