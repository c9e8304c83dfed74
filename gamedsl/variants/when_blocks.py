"""The `when` blocks of all files: a variant can remove those of the files that it builds on by their condition, and the blocks of seats by their name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.syntax.tree import declarations, formulas
from gamedsl.values import frozen


@frozen
class WhenBlocks:
    """All `when` blocks with their files, and the conditions and names whose blocks a file removes, each with this file."""

    every: tuple[tuple[str, declarations.When], ...]
    removed: tuple[tuple[str, formulas.Expr], ...]
    names: frozenset[tuple[str, str]]
    """The names that variants remove, each with the file that does so."""
    ancestors: Mapping[str, frozenset[str]]

    def is_gone(self, file: str, condition: formulas.Expr) -> bool:
        """Whether a file that builds on this one removes its blocks with the condition."""
        return any(c == condition and file in self.ancestors.get(other, ()) for other, c in self.removed)

    def is_seat_gone(self, file: str, seat: str) -> bool:
        """Whether a file that builds on this one removes a scripted seat, with all that its block changes."""
        return any(name == seat and file in self.ancestors.get(other, ()) for other, name in self.names)

    def below(self, file: str, condition: formulas.Expr | None = None) -> Iterator[declarations.When]:
        """Yields the blocks of the files that this one builds on: all blocks, or only those with one condition."""
        below = self.ancestors.get(file, frozenset())
        return (when for other, when in self.every if other in below and condition in (None, when.condition))


def when_blocks(files: Sequence[tuple[str, declarations.File]], ancestors: Mapping[str, frozenset[str]]) -> WhenBlocks:
    """Returns the `when` blocks of these files, including those that variants add."""
    every: list[tuple[str, declarations.When]] = []
    removed: list[tuple[str, formulas.Expr]] = []
    names: set[tuple[str, str]] = set()
    for name, file in files:
        every += [(name, d) for d in file.decls if isinstance(d, declarations.When)]
        for change in (c for d in file.decls if isinstance(d, declarations.Variant) for c in d.changes):
            match change:
                case declarations.Add(decl=declarations.When() as when):
                    every.append((name, when))
                case declarations.Replace(decl=declarations.When() as when):
                    every.append((name, when))
                    removed.append((name, when.condition))
                case declarations.RemoveWhen(condition=condition):
                    removed.append((name, condition))
                case declarations.Remove(name=one):
                    names.add((name, one.text))
                case _:
                    pass
    return WhenBlocks(tuple(every), tuple(removed), frozenset(names), ancestors)
