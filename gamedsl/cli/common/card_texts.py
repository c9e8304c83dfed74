"""Texts of cards: the sentences of kinds with rules of their own, for people at the terminal."""

from __future__ import annotations

from gamedsl.diagnostics.suggest import closest
from gamedsl.reports.titles import uncited
from gamedsl.table.names import Names, key


class CardTexts:
    """The sentences of the kinds of a game, by the names of the kinds."""

    def __init__(self, names: Names) -> None:
        self._texts = {one.name: uncited(one.text) for one in names.game.about.sentences if one.of == "kind"}
        titles = {kind.name: names.kind(number) for number, kind in enumerate(names.game.kinds)}
        self._names = {key(name): name for name in self._texts}
        self._names |= {key(titles[name]): name for name in self._texts if name in titles}

    def answer(self, name: str) -> str:
        """Answers what the card of this name says; to no name, how to ask."""
        if not name:
            return "Which card? Say `card NAME`." if self._texts else "No card of this game has a text of its own."
        found = self._names.get(key(name))
        if found is not None:
            return self._texts[found]
        near = closest(name, self._texts)
        if near is not None:
            return f"No card is called `{name}`: do you mean `{near}`?"
        return f"No card called `{name}` has a text."
