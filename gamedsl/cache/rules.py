"""Rules whose setups and games may be known from an earlier run; their text is parsed only if something is unknown.

The keys of entries contain everything that they were made from: the text of the rules, then the texts of all files that these build on, the setup, and the
names of the players. Each run verifies that a name still leads to the same file.
"""

from __future__ import annotations

import json
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, TypedDict

from gamedsl.additions import NO_ADDITIONS, Additions
from gamedsl.cache.store import Store
from gamedsl.garbage import garbage_stays
from gamedsl.graph import compact
from gamedsl.graph.compiled import Compiled, Setup, Site
from gamedsl.source import Source, Span

if TYPE_CHECKING:
    from gamedsl.diagnostics.model import Diagnostic
    from gamedsl.pipeline import Find, Near, Parsed, Trees


class _About(TypedDict):
    """The cached facts about rules: the files that they build on, each with the digest of its content (None: not found); their setups; and whether all
    setups were checked and have no errors."""

    asked: list[tuple[str, str | None]]
    setups: list[tuple[int, list[tuple[str, str]]]]
    is_checked: bool


class KnownRules:
    """Rules in a text, in the files that `find` returns, and in additions. With a `store`, results are kept for later runs."""

    def __init__(
        self,
        source: Source,
        find: Find,
        store: Store | None,
        parsed: Parsed | None = None,
        near: Near | None = None,
        additions: Additions = NO_ADDITIONS,
        trees: Trees | None = None,
    ) -> None:
        self.source, self.store, self.additions = source, store, additions
        self._trees = trees
        if parsed is not None:
            self.parsed = parsed
        self._find, self._near = find, near
        self._asked: dict[str, Source | None] = {}
        self._last: tuple[Setup, tuple[str, ...] | None, Compiled] | None = None
        """The game that was compiled last, which a command often asks for again."""

    def find(self, name: str) -> Source | None:
        """Returns the source of a game, variant or table by its name."""
        if name not in self._asked:
            self._asked[name] = self._find(name)
        return self._asked[name]

    @property
    def sources(self) -> tuple[Source, ...]:
        """The texts that are known so far: of the rules, and of the files they build on."""
        if "parsed" in self.__dict__:
            return self.parsed.sources
        return (
            self.source,
            *(source for source in self._asked.values() if source is not None),
            *self.additions.sources,
        )

    @cached_property
    def parsed(self) -> Parsed:
        """The syntax trees of the rules."""
        with garbage_stays():
            return self.read(self.source)

    def read(self, source: Source) -> Parsed:
        """Parses another text instead of the rules, with all files that it builds on."""
        from gamedsl import pipeline

        return pipeline.parse_files(source, self.find, self._near, self.additions, self._trees)

    @cached_property
    def setups(self) -> tuple[Setup, ...]:
        """All legal setups."""
        if self._about is not None:
            known = self._about["setups"]
            return tuple(Setup(players, tuple((name, value) for name, value in pairs)) for players, pairs in known)
        from gamedsl import pipeline

        return pipeline.setups(self.parsed)

    def errors(self) -> tuple[Diagnostic, ...]:
        """Returns the mistakes over all setups that prevent playing."""
        return self._errors

    @cached_property
    def _errors(self) -> tuple[Diagnostic, ...]:
        if self._about is not None and self._about["is_checked"]:
            return ()
        from gamedsl import pipeline
        from gamedsl.diagnostics.model import Severity

        found = tuple(d for d in pipeline.check(self.parsed).diagnostics if d.severity is Severity.ERROR)
        if not found:
            self._note(is_checked=True)
        return found

    def note_right(self) -> None:
        """Notes that all setups were checked and have no errors."""
        self._errors = ()
        self._note(is_checked=True)

    def compile(self, setup: Setup, people: tuple[str, ...] | None = None) -> Compiled:
        """Returns the game of a setup. Raises NotCompilable."""
        if self._last is not None and self._last[:2] == (setup, people):
            return self._last[2]
        known = self.find_game(setup, people)
        if known is not None:
            return known
        from gamedsl import pipeline

        parsed = self.parsed
        with garbage_stays():
            made = pipeline.compile(parsed, setup, people)
        self._last = setup, people, made
        if self.store is not None:
            self.store.put(self._game_key(setup, people), _game_bytes(made))
            if self._about is None:
                self._note(is_checked=False)
        return made

    def find_game(self, setup: Setup, people: tuple[str, ...] | None) -> Compiled | None:
        """Returns the game of a setup if an earlier run has compiled it, which proves that setup and names are valid; else None."""
        if self.store is None or self._is_unread:
            return None
        data = self.store.get(self._game_key(setup, people))
        return None if data is None else read_game(data)

    # ------------------------------------------------------------ facts about the rules

    def _note(self, *, is_checked: bool) -> None:
        """Keeps the files that the rules build on and their setups; `is_checked`: also that no setup has errors."""
        if self.store is None:
            return
        asked = [(name, _digest(source)) for name, source in self._asked.items()]
        setups = [(setup.players, list(setup.options)) for setup in self.setups]
        self._about = {"asked": asked, "setups": setups, "is_checked": is_checked}
        self.store.put(self._own_key, json.dumps(self._about).encode())

    @cached_property
    def _about(self) -> _About | None:
        """The facts of an earlier run about rules without errors; None if these rules or their files are different."""
        data = None if self.store is None else self.store.get(self._own_key)
        if data is None:
            return None
        about: _About = json.loads(data)
        if all(_digest(self.find(name)) == digest for name, digest in about["asked"]):
            return about
        return None

    @property
    def _is_unread(self) -> bool:
        """Whether it is unknown yet which files the rules build on."""
        return self._about is None and "parsed" not in self.__dict__

    @property
    def _own_key(self) -> str:
        return f"rules {_digest(self.source)}{self._added}"

    def _game_key(self, setup: Setup, people: tuple[str, ...] | None) -> str:
        sources = [_digest(self.source), *[[name, _digest(source)] for name, source in self._asked.items()]]
        return f"game {json.dumps([sources, setup.players, setup.options, people])}{self._added}"

    @property
    def _added(self) -> str:
        """The additions, as a part of a key."""
        added = self.additions
        return f" {json.dumps([added.variants, added.sets, added.mark, added.has_examples])}" if added else ""


def _digest(source: Source | None) -> str | None:
    """Returns a digest of the name and the text of a source."""
    return None if source is None else sha256(f"{source.name}\0{source.text}".encode()).hexdigest()


# ---------------------------------------------------------------- games as bytes


def _game_bytes(made: Compiled) -> bytes:
    names: dict[str, int] = {}
    sites = [
        [names.setdefault(site.span.source, len(names)), site.span.start, site.span.end, site.where]
        for site in made.sites
    ]
    return json.dumps([compact.to_text(made.game), made.entries, list(names), sites]).encode()


def read_game(data: bytes) -> Compiled:
    """Reads the game of an entry."""
    text, entries, names, sites = json.loads(data)
    made = tuple(Site(Span(names[source], start, end), where) for source, start, end, where in sites)
    return Compiled(compact.from_text(text), tuple(entries), made)
