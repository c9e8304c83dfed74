"""What is put on top of a rules file without a file of its own: variants by name, and single lines of change."""

from __future__ import annotations

from functools import cached_property

from gamedsl.source import Source
from gamedsl.values import frozen


@frozen
class Additions:
    """`variants` are joined with the rules as by a file that says `variant … of`. `sets` are changes as they follow `set` in a variant: `points[7] = 26`.

    `mark` stands before both where findings show them: `--` if they were flags. Without `has_examples` the examples of the rules do not count: who only
    plays need not say which of them a change makes wrong.
    """

    variants: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    mark: str = ""
    has_examples: bool = True

    def __bool__(self) -> bool:
        return bool(self.variants or self.sets)

    @cached_property
    def variant_sources(self) -> tuple[Source, ...]:
        """The variants as they were asked for, in their order: `--variant gossip`."""
        return tuple(_source(f"{self.mark}variant {name}") for name in self.variants)

    @cached_property
    def set_sources(self) -> tuple[Source, ...]:
        """The changes as they were asked for, in their order: `--set points[7]=26`."""
        return tuple(_source(f"{self.mark}set {change}") for change in self.sets)

    @property
    def sources(self) -> tuple[Source, ...]:
        """All of them."""
        return (*self.variant_sources, *self.set_sources)

    @property
    def lines(self) -> tuple[str, ...]:
        """Each as a line, for records of matches: `variant gossip`, `set points[7]=26`."""
        return (*(f"variant {name}" for name in self.variants), *(f"set {change}" for change in self.sets))

    @property
    def text(self) -> str:
        """` with gossip, points[7]=26`; empty without additions."""
        return f" with {', '.join((*self.variants, *self.sets))}" if self else ""


def flaw(additions: Additions) -> str | None:
    """Why these cannot be put on top of any rules, as one sentence; None if they can."""
    for what, texts in (("variant", additions.variants), ("set", additions.sets)):
        for text in texts:
            if not text.strip():
                example = "gossip" if what == "variant" else "points[7]=26"
                return f"`{additions.mark}{what}` is empty: it is a text such as `{example}`"
            if len(text.splitlines()) > 1:
                return f"`{additions.mark}{what}` is one line, and this has {len(text.splitlines())}"
    return None


def _source(text: str) -> Source:
    return Source(text, text)


def from_lines(lines: tuple[str, ...], mark: str = "") -> Additions | None:
    """The additions that a record names in `lines`; None if it names something else."""
    words = [line.partition(" ") for line in lines]
    if any(word not in ("variant", "set") for word, _, _ in words):
        return None
    of_word = {word: tuple(rest for first, _, rest in words if first == word) for word in ("variant", "set")}
    return Additions(of_word["variant"], of_word["set"], mark)


NO_ADDITIONS = Additions()

SET = "set "
"""The word before a change in the list of a game's variants."""

JOIN = " + "
"""Between the names of variants that are joined without a file."""
