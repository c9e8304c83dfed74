"""The `when` blocks of all files: a variant can remove those of the files that it builds on, by their condition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.syntax import tree
from gamedsl.values import frozen


@frozen
class WhenBlocks:
    """All blocks with their files, and the files that remove blocks with each condition."""

    every: tuple[tuple[str, tree.When], ...]
    removed: tuple[tuple[str, tree.Expr], ...]
    ancestors: Mapping[str, frozenset[str]]

    def is_gone(self, file: str, condition: tree.Expr) -> bool:
        """Whether a file that builds on this one removes its blocks with the condition."""
        return any(c == condition and file in self.ancestors.get(other, ()) for other, c in self.removed)

    def below(self, file: str, condition: tree.Expr | None = None) -> Iterator[tree.When]:
        """Yields the blocks of the files that this one builds on, all or those with one condition."""
        below = self.ancestors.get(file, frozenset())
        return (when for other, when in self.every if other in below and condition in (None, when.condition))


def when_blocks(files: Sequence[tuple[str, tree.File]], ancestors: Mapping[str, frozenset[str]]) -> WhenBlocks:
    """Returns the `when` blocks of these files, also those that variants add."""
    every: list[tuple[str, tree.When]] = []
    removed: list[tuple[str, tree.Expr]] = []
    for name, file in files:
        every += [(name, d) for d in file.decls if isinstance(d, tree.When)]
        for change in (c for d in file.decls if isinstance(d, tree.Variant) for c in d.changes):
            match change:
                case tree.Add(decl=tree.When() as when):
                    every.append((name, when))
                case tree.Replace(decl=tree.When() as when):
                    every.append((name, when))
                    removed.append((name, when.condition))
                case tree.RemoveWhen(condition=condition):
                    removed.append((name, condition))
                case _:
                    pass
    return WhenBlocks(tuple(every), tuple(removed), ancestors)
