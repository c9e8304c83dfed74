"""The traits of a class of statements or declarations, declared once beside the class; every pass that asks about classes reads it here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, get_args

from gamedsl.values import frozen

Class = TypeVar("Class", bound=type)


@frozen
class Traits:
    """The traits of a class of statements or declarations."""

    uses: tuple[str, ...] = ()
    """An example of each form, which begins with the word of the form."""
    moves: tuple[str, ...] = ()
    """The attributes whose pieces move, so that they must have a place."""
    changes_all: bool = False
    """It may change all fields and zones that are named in it, and nothing else."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words with which the forms begin."""
        return tuple([use.split()[0].rstrip(":") for use in self.uses])


_TRAITS: dict[type, Traits] = {}
_NONE = Traits()


def written(*uses: str, moves: tuple[str, ...] = (), changes_all: bool = False) -> Callable[[Class], Class]:
    """Declares the traits of a class: an example of each of its forms, and further traits if it has any."""

    def declare(kind: Class) -> Class:
        _TRAITS[kind] = Traits(uses, moves, changes_all)
        return kind

    return declare


def traits_of(kind: type) -> Traits:
    """Returns the traits of a class."""
    return _TRAITS.get(kind, _NONE)


def words_of(union: object) -> frozenset[str]:
    """Returns the words with which the forms of a union of classes begin."""
    return frozenset([word for kind in get_args(union) for word in traits_of(kind).words])


def uses_of(union: object) -> dict[str, str]:
    """Returns an example for each word with which the forms of a union of classes begin."""
    every = (traits_of(kind) for kind in get_args(union))
    return {word: use for one in every for word, use in zip(one.words, one.uses, strict=True)}
