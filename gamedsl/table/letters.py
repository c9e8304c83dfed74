"""The letters that stand for kinds and values on boards."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.cards.emblems import RANKS
from gamedsl.cards.faces import bare
from gamedsl.graph.model import types
from gamedsl.graph.model.types import Type
from gamedsl.table.names import Names


class Letters:
    """The letters that stand for kinds and values on boards."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._classes: dict[int, dict[str, str]] = {}
        self._enums: dict[int, dict[str, str]] = {}

    def kind(self, number: int) -> str:
        """Returns the letters of a kind; if all kinds of the class differ only in their owner, the letters of the seat."""
        names = self._names
        spec = names.game.kinds[number]
        group = names.game.classes[spec.cls]
        titles = {names.face(i).title: None for i in range(group.first, group.first + group.count)}
        if spec.owner is not None and len(titles) == 1:
            return names.marks[spec.owner]
        face = names.face(number)
        if face.rank is not None:
            return names.kind(number) if not names.is_spoken else f"{face.rank}{face.title.split(' ')[-1][:1]}"
        ranks = {title: RANKS.get(title.lower(), "") for title in titles}
        if all(ranks.values()) and len(titles) > 1:
            return "T" if ranks[face.title] == "10" else ranks[face.title]
        if face.numeral is not None and len(titles) == group.count and _are_distinct(names, group.first, group.count):
            return str(face.numeral)
        if spec.cls not in self._classes:
            self._classes[spec.cls] = letters_for(list(titles))
        return self._classes[spec.cls][face.title]

    def word(self, of: int, value: str) -> str:
        """Returns the letters of a value of a type."""
        if of not in self._enums:
            self._enums[of] = letters_for(self._names.game.enums[of].values)
        return self._enums[of].get(value, value)

    def field(self, name: str) -> str:
        """Returns the letter of a flag."""
        return name[:1]

    def of_column(self, of: Type, value: object) -> tuple[str, str] | None:
        """Returns the letters and the name of a value that is printed on a place; None for values that are not words."""
        inner = bare(of)
        if not isinstance(inner, types.Enum) or not isinstance(value, int) or isinstance(value, bool):
            return None
        name = self._names.game.enums[inner.id].values[value]
        return self.word(inner.id, name), self._names.word(inner.id, value)


def _are_distinct(names: Names, first: int, count: int) -> bool:
    numerals = [names.face(i).numeral for i in range(first, first + count)]
    return len(set(numerals)) == count


def letters_for(titles: Sequence[str]) -> dict[str, str]:
    """Gives each title a capital letter of its own: the first free one of its letters (Knight after King: N), else two letters, else its number."""
    found: dict[str, str] = {}
    for title in titles:
        own = [one.upper() for one in title if one.isascii() and one.isalnum()]
        free = [one for one in own if one not in found.values()]
        pairs = ["".join([*own[:1], one.lower()]) for one in own[1:]]
        free += [one for one in pairs if one not in found.values()]
        found[title] = free[0] if free else str(len(found) + 1)
    return found
