"""Texts on cards besides their names, for people at the terminal."""

from __future__ import annotations

from gamedsl.diagnostics.suggest import closest
from gamedsl.reports.titles import without_citations
from gamedsl.rulebook.model import capital
from gamedsl.table.card_details import CardDetails
from gamedsl.table.names import Names, key

_MANY = 12
"""The texts of more cards are told one by one."""


class CardTexts:
    """The texts of the kinds of a game, by the names of the kinds."""

    def __init__(self, names: Names) -> None:
        own = {one.name: without_citations(one.text) for one in names.game.about.sentences if one.of == "kind"}
        self._texts: dict[str, str] = {}
        self._called: dict[str, str] = {}
        details = CardDetails(names)
        for number, kind in enumerate(names.game.kinds):
            text, title = own.get(kind.name) or names.sentence(number), names.kind(number)
            detail = capital(details.of(number))
            text = " ".join(filter(None, (detail and f"{detail}.", text)))
            if text:
                self._texts.setdefault(title, text)
                self._called |= dict.fromkeys((*names.kind_keys(number), key(kind.name)), title)

    @property
    def has_any(self) -> bool:
        """Whether any card has a text."""
        return bool(self._texts)

    def text_of(self, name: str) -> str | None:
        """Returns the text of the card with this name; None if there is no such card, or if it has no text."""
        found = self._called.get(key(name))
        return None if found is None else self._texts[found]

    def answer(self, name: str) -> str:
        """Answers with the text of the card with this name; without a name, with the texts of all cards."""
        if not name:
            return self._all() if self._texts else "No card of this game says more than its name."
        if (text := self.text_of(name)) is not None:
            return text
        near = closest(name, list(self._texts))
        if near is not None:
            return f"No card is called `{name}`: do you mean `{near}`?"
        return f"No card called `{name}` says more than its name."

    def _all(self) -> str:
        """Returns all cards with their texts; only their names if there are many."""
        if len(self._texts) > _MANY:
            return f"Cards that say more than their names: {', '.join(self._texts)}. `card NAME` tells it."
        return "\n".join(f"{title}: {text}" for title, text in self._texts.items())
