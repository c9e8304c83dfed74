"""Additions to a rules file without a file of their own: variants by name, and single changes."""

from __future__ import annotations

from functools import cached_property

from gamedsl.source import Source
from gamedsl.values import frozen


@frozen
class Additions:
    """Changes that flags or the API put on top of a rules file. `variants` are joined with the rules as if by a file with `variant … of`. `sets` are
    changes as they follow `set` in a variant: `points[7] = 26`.

    `mark` is put before both in findings: `--` if they were flags. Without `has_examples` the examples of the rules are ignored, so that somebody who only
    plays need not declare which of them a change invalidates.
    """

    variants: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    mark: str = ""
    has_examples: bool = True

    def __bool__(self) -> bool:
        return bool(self.variants or self.sets)

    @cached_property
    def variant_sources(self) -> tuple[Source, ...]:
        """The requested variants as texts, in order: `--variant gossip`."""
        return tuple(_source(f"{self.mark}variant {name}") for name in self.variants)

    @cached_property
    def set_sources(self) -> tuple[Source, ...]:
        """The requested changes as texts, in order: `--set points[7]=26`."""
        return tuple(_source(f"{self.mark}set {change}") for change in self.sets)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The texts of all additions."""
        return (*self.variant_sources, *self.set_sources)

    @property
    def lines(self) -> tuple[str, ...]:
        """The additions as lines for records of matches: `variant gossip`, `set points[7]=26`."""
        return (*(f"variant {name}" for name in self.variants), *(f"set {change}" for change in self.sets))

    @property
    def text(self) -> str:
        """A description: ` with gossip, points[7]=26`; empty without additions."""
        return f" with {', '.join((*self.variants, *self.sets))}" if self else ""


def flaw(additions: Additions) -> str | None:
    """Explains in one sentence why these additions fit no rules; None if they are well-formed."""
    for what, texts in (("variant", additions.variants), ("set", additions.sets)):
        for text in texts:
            if not text.strip():
                example = "gossip" if what == "variant" else "points[7]=26"
                return f"`{additions.mark}{what}` is empty: it is a text such as `{example}`"
            if len(text.splitlines()) > 1:
                return f"`{additions.mark}{what}` is one line, and this has {len(text.splitlines())}"
            if what == "set" and text.split()[0] == "set":
                return f"`{additions.mark}set` says `set` itself: leave the word out in `{text}`"
    return None


def _source(text: str) -> Source:
    return Source(text, text)


def from_lines(lines: tuple[str, ...], mark: str = "") -> Additions | None:
    """Returns the additions in the `lines` of a record; None if a line is something else."""
    words = [line.partition(" ") for line in lines]
    if any(word not in ("variant", "set") for word, _, _ in words):
        return None
    of_word = {word: tuple(rest for first, _, rest in words if first == word) for word in ("variant", "set")}
    return Additions(of_word["variant"], of_word["set"], mark)


NO_ADDITIONS = Additions()

SET = "set "
"""The word before a change in the list of a game's variants."""

JOIN = " + "
"""The separator between the names of variants that are joined without a file."""
