"""The state of a studio: the data for its page, and the tasks that wait for the next change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Condition, Lock, Thread

import segno

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Setup
from gamedsl.json import Json, JsonObject
from gamedsl.pipeline import NotCompilable
from gamedsl.reports.secrets import Disclosure
from gamedsl.reports.setups import setup_text
from gamedsl.server.bell import Bell
from gamedsl.studio.reading import Finding, Followed, Look, UnreadableError, look_at, secret_data
from gamedsl.studio.setting import ShownSetting
from gamedsl.studio.sharing.table import Place, SharedTable
from gamedsl.studio.trials import StaleError, figures, marks, trouble

_PATIENCE = 2.0
"""Seconds for which trials wait until a browser has asked for the page of a version: showing the page has priority."""


_ENDED = -1
"""The version that ends the thread of trials."""


class Studio:
    """A studio follows one rules file. `look` reads the file again; the last playable rules stay until there are newer ones."""

    def __init__(self, followed: Followed) -> None:
        self._followed = followed
        self._lock = Lock()
        self._bell = Bell()
        self._serial = 0
        self._looks = 0
        self._found: Look | None = None
        self._is_over = False
        self._findings: tuple[Finding, ...] = ()
        self._secrets: tuple[Disclosure, ...] = ()
        self._is_good = False
        self._version = 0
        self._settings: tuple[ShownSetting, ...] = ()
        self._chosen = 0
        self._examples: list[Json] | None = None
        self._figures: JsonObject | None = None
        self._trials = _Trials(self)
        self.shared: SharedTable | None = None
        """The shared match, if there is one."""
        self.files: tuple[str, ...] = (followed.name,)
        """The files from which the rules and their look were last read."""

    # ------------------------------------------------------------ changes

    def look(self) -> None:
        """Reads the rules again. Does nothing if they have not changed."""
        found = look_at(self._followed)
        with self._lock:
            if self._found is not None and found.is_like(self._found):
                return
            self._found = found
            self._looks += 1
            self._findings, self._is_good = found.findings, found.rules is not None
            self._secrets = found.secrets
            if found.sources:
                self.files = (*(source.name for source in found.sources), *found.files)
            if found.rules is not None:
                before = self._settings[self._chosen].setup if self._settings else None
                name = found.rules.source.name
                self._settings = tuple(ShownSetting(found.rules, one, name, found.style) for one in found.setups)
                self._begin(nearest(before, found.setups))
        self._tell()
        self._follow()

    def choose(self, number: int) -> bool:
        """Shows another setup. Returns whether there is one with this number."""
        with self._lock:
            if not 0 <= number < len(self._settings):
                return False
            self._begin(number)
        self._tell()
        return True

    def share(self, table: SharedTable) -> None:
        """Shares a match, which continues when the rules change."""
        self.shared = table
        table.on_change = self._tell

    def new_match(self) -> None:
        """Replaces the shared match by a new one, of the setup that is shown. Raises GameDslError, NotCompilable."""
        if self.shared is not None:
            self.shared.begin(self.shown)

    @property
    def shown(self) -> ShownSetting:
        """The setup that is shown. Raises UnreadableError if there is none yet."""
        with self._lock:
            if not self._settings:
                raise UnreadableError("the rules have errors")
            return self._settings[self._chosen]

    def show(self, setup: Setup) -> ShownSetting | None:
        """Shows a setup and returns it; None if the rules do not have it."""
        with self._lock:
            number = next((number for number, one in enumerate(self._settings) if one.setup == setup), -1)
        return self.shown if self.choose(number) else None

    def setting_of(self, setup: Setup) -> ShownSetting | None:
        """Returns a setup under the current rules; None if they no longer have it."""
        with self._lock:
            return next((one for one in self._settings if one.setup == setup), None)

    def _follow(self) -> None:
        """Continues the shared match under the current rules, if they can be played."""
        if self.shared is None or not self._is_good:
            return
        setting = self.setting_of(self.shared.setup)
        if setting is None:
            self.shared.stay("the rules have no such setup any more")
        else:
            self.shared.follow(setting)

    def _begin(self, chosen: int) -> None:
        """Shows another setup, or the same under new rules, as a new version."""
        self._version += 1
        self._chosen = chosen
        self._examples = self._figures = None
        self._trials.want(self._version)

    # ------------------------------------------------------------ data for the page

    def setting(self, version: int) -> ShownSetting | None:
        """Returns the setup shown as this version; None if another version is shown now."""
        with self._lock:
            return self._settings[self._chosen] if self._settings and version == self._version else None

    @property
    def data(self) -> JsonObject:
        """All data for the page."""
        shared = None if self.shared is None else host_data(self.shared)  # before the lock: it uses its own lock
        with self._lock:
            findings: list[Json] = [one.data() for one in self._findings]
            secrets: list[Json] = [secret_data(one) for one in self._secrets]
            setups: list[Json] = [setup_text(one.setup) for one in self._settings]
            examples = None if self._examples is None else [*self._examples]
            return {
                "serial": self._serial,
                "file": self._followed.name,
                "looks": self._looks,
                "is_good": self._is_good,
                "findings": findings,
                "secrets": secrets,
                "version": self._version,
                "setups": setups,
                "setup": self._chosen,
                "examples": examples,
                "figures": self._figures,
                "shared": shared,
            }

    async def after(self, serial: int, seconds: float) -> JsonObject:
        """Returns the data as soon as it is newer than `serial`, at the latest after some seconds."""
        await self._bell.heard(seconds, lambda: self._serial > serial or self._is_over)
        return self.data

    def _tell(self) -> None:
        with self._lock:
            self._serial += 1
        self._bell.ring()

    # ------------------------------------------------------------ trials

    def begin_trials(self) -> None:
        """Starts to try examples and matches in the background."""
        self._trials.start()

    def end(self) -> None:
        """Ends the trials, and wakes all tasks that wait."""
        self._is_over = True
        self._trials.want(_ENDED)
        self._tell()

    def note_examples(self, version: int, found: Sequence[JsonObject]) -> None:
        """Records the results of the examples so far. Raises StaleError."""
        self._note(version, lambda: self._set_examples(found))

    def note_figures(self, version: int, found: JsonObject) -> None:
        """Records the figures so far. Raises StaleError."""
        self._note(version, lambda: self._set_figures(found))

    def _set_examples(self, found: Sequence[JsonObject]) -> None:
        self._examples = [*found]

    def _set_figures(self, found: JsonObject) -> None:
        self._figures = found

    def _note(self, version: int, change: Callable[[], None]) -> None:
        with self._lock:
            if version != self._version or self._is_over:
                raise StaleError
            change()
        self._tell()


def nearest(before: Setup | None, setups: Sequence[Setup]) -> int:
    """Returns the number of the setup to show after another: the same one, else one for as many players, else the first."""
    if before in setups:
        return setups.index(before)
    same = (number for number, one in enumerate(setups) if before is not None and one.players == before.players)
    return next(same, 0)


class _Trials:
    """A thread that tries the displayed setup, and stops as soon as another one is displayed."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._changed = Condition()
        self._wanted = 0

    def want(self, version: int) -> None:
        """Requests trials of another version."""
        with self._changed:
            self._wanted = version
            self._changed.notify()

    def start(self) -> None:
        Thread(target=self._work, name="trials", daemon=True).start()

    def _work(self) -> None:
        tried = 0
        while True:
            with self._changed:
                while self._wanted == tried:
                    self._changed.wait()
                tried = self._wanted
            if tried == _ENDED:
                return
            setting = self._studio.setting(tried)
            if setting is not None:
                setting.was_shown.wait(_PATIENCE)
                self.try_all(tried, setting)

    def try_all(self, version: int, setting: ShownSetting) -> None:
        """Runs the examples, then matches."""
        try:
            self._check(version)
            done: list[JsonObject] = []
            self._studio.note_examples(version, done)
            for mark in marks(setting):
                done.append(mark)
                self._studio.note_examples(version, done)
            for found in figures(setting, lambda _: self._check(version)):
                self._studio.note_figures(version, found)
        except StaleError:
            return
        except NotCompilable as error:
            self._studio.note_figures(version, trouble(setting, error))

    def _check(self, version: int) -> None:
        """Raises StaleError if another version was requested."""
        if self._wanted != version:
            raise StaleError


def host_data(table: SharedTable) -> JsonObject:
    """Returns the players and their links, and data and actions that only the host has."""
    with table.lock:
        is_open = not hides(table.playing.engine.game)
        seats: list[Json] = [_seat(table.base, one) for one in table.chairs]
        return {
            "match": table.identifier,
            "base": table.base,
            "seats": seats,
            "isOver": table.match.is_over,
            "canUndo": bool(table.match.played),
            "note": table.note,
            "why": table.why_not if is_open else "",
            "trouble": table.trouble,
            "node": _node(table, is_open=is_open),
        }


def _seat(base: str, place: Place) -> JsonObject:
    return {
        "name": place.name,
        "agent": place.agent,
        "path": place.path,
        "qr": picture(f"{base}{place.path}") if place.path else None,
        "isHere": place.is_here,
        "isOwn": place.is_own,
    }


def _node(table: SharedTable, *, is_open: bool) -> int | None:
    """Returns the current decision, if the host has to choose or nothing is hidden; else None."""
    data, state = table.playing.data, table.match.state
    if is_open:
        return data.node(state)
    return table.playing.nodes.get(data.node(state)) if table.host in data.engine.to_act(state) else None


@lru_cache(maxsize=64)
def picture(link: str) -> str:
    """Returns a QR code as the address of an image."""
    return segno.make(link, error="m").svg_data_uri(border=2, xmldecl=False, omitsize=True)
