"""Finds in the sentences of the log what need not be told again beside them."""

from __future__ import annotations

import re
from functools import cached_property

from gamedsl.table.logs.entries import Entry
from gamedsl.table.logs.folding import Folding, Moved
from gamedsl.table.names import Names, in_figures


class Sayings:
    """The sentences of one game, and what they say of pieces that move and of fields that change."""

    def __init__(self, names: Names, folding: Folding) -> None:
        self._names = names
        self._folding = folding

    def says_move(self, one: Entry, moved: Moved) -> bool:
        """Whether a sentence of the rules tells that the pieces moved: it names all of them, and their owner unless that is the chooser; or it names the
        places between which they moved."""
        text = one.text.casefold()
        named = [self.own(name, one.seat).casefold().split(" of ") for name, _ in moved.pieces]
        ends = [self._names.zone(zone) for zone in (*moved.sources, *moved.targets)]
        words = re.split(r"[ ,;.:]+", one.text)
        if self._is_seen_on_board(one.text, moved) or self._says_number(one, moved):
            return True
        return (bool(named) and all(each in text for part in named for each in part)) or all(
            each in words for each in ends
        )

    def _says_number(self, one: Entry, moved: Moved) -> bool:
        """Whether a sentence says how many unseen pieces moved, and names the players between whom they went: `Ann gives Bob a card.`"""
        owners = {self._folding.owner(zone) for zone in (*moved.sources, *moved.targets)} - {None}
        if (
            moved.pieces
            or not owners
            or not all(self._names.game.seats[owner] in one.text for owner in owners if owner is not None)
        ):
            return False
        classes = self._folding.zones[moved.sources[0]].spec.classes
        nouns = {self._names.pieces(number, classes).partition(" ")[2] for number in (1, 2)}
        called = [self._names.clean(self._names.game.classes[cls].name) for cls in classes]
        nouns |= {noun for name in called for noun in (name, f"{name}s")}
        before = re.findall(rf"(\w+) (?:(\w+) )?(?:{'|'.join(map(re.escape, nouns))})\b", one.text)
        words = ["one" if word in ("a", "an") else word for found in before for word in found]
        return any(in_figures(word) == str(moved.size) for word in words)

    def _is_seen_on_board(self, sentence: str, moved: Moved) -> bool:
        """Whether pieces that need no name went where the sentence says: out of a supply to a place that it names, or from a place that it names."""
        kinds = [self._names.kind_numbers[name] for name, _ in moved.pieces]
        if not kinds or not all(map(self._names.is_plain, kinds)):
            return False

        def is_named(zone: str) -> bool:
            return re.search(rf"(?<!\w){re.escape(self._names.zone(zone))}(?!\w)", sentence) is not None

        on_board = [self._folding.is_on_board(zone) for zone in moved.sources]
        is_placed = not any(on_board) and self._folding.is_on_board(moved.to) and is_named(moved.to)
        return is_placed or (all(on_board) and all(map(is_named, moved.sources)))

    def says_field(self, sentence: str, name: str, value: str, seat: int | None) -> bool:
        """Whether a sentence about a seat tells the new value of a field: it contains the word or the player, or the name of the flag. For numbers this
        counts only if the field belongs to nobody."""
        spec, owner = self._folding.fields[name]
        text = self._names.clean(value)
        if text == "yes" and owner == seat:
            stem = spec.name.removesuffix("ed")
            return re.search(rf"\b{re.escape(stem)}", sentence, re.IGNORECASE) is not None
        sentence += "".join(f" {word}" for glyph, word in self._names.suits.items() if glyph in sentence)
        if (owner is not None and owner != seat) or text in ("yes", "no") or (owner is not None and text.isdigit()):
            return False
        if text.isdigit() and self._nouns:
            # `Ann lights card 2. It is Red 2` contains the names of cards; its numbers do not mean two mistakes.
            sentence = re.sub("|".join(self._numbered), "", sentence) if self._numbered else sentence
            sentence = re.sub(rf"\b(?:{'|'.join(self._nouns)}) \d+\b", "", sentence, flags=re.IGNORECASE)
        return self.has_word(sentence, text)

    @staticmethod
    def has_word(sentence: str, word: str) -> bool:
        return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence, re.IGNORECASE) is not None

    @cached_property
    def _numbered(self) -> tuple[str, ...]:
        """The patterns of the names of pieces that contain a number and other words."""
        names = {self._names.kind(kind) for kind in range(len(self._names.game.kinds))}
        found = (one for one in names if re.search(r"\d", one) and not one.isdigit())
        return tuple(rf"(?<!\w){re.escape(one)}(?!\w)" for one in sorted(found, key=len, reverse=True))

    @cached_property
    def _nouns(self) -> tuple[str, ...]:
        """The words for a piece of each component, and `card`, which people use whatever the component's name is."""
        classes = range(len(self._names.game.classes))
        return ("card", *(re.escape(self._names.pieces(1, (of,)).partition(" ")[2]) for of in classes))

    def own(self, name: str, seat: int | None) -> str:
        """Returns the name of a piece, without its owner if that is the seat."""
        return self._names.clean(name).removesuffix("" if seat is None else f" of {self._names.game.seats[seat]}")
