"""Reduces chains of files by leaving changes out, and answers questions about chains."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TypeVar

from gamedsl.semantics.problems.worked_examples import LeavesNothingOut
from gamedsl.syntax.tree import declarations, example_lines, fields
from gamedsl.values import evolve
from gamedsl.variants.merge import Chain

_N = TypeVar("_N", bound=declarations.Decl | declarations.Change | fields.Field | fields.Define | declarations.Answer)


def without(chain: Chain, gone: Iterable[declarations.Change]) -> Chain:
    """Returns the files without some changes, at any place, and without the lines that leave out examples broken by these changes."""
    ids = {id(change) for change in gone}
    files = tuple((name, evolve(file, decls=_filter_nodes(file.decls, ids))) for name, file in chain.files)
    return evolve(chain, files=files)


def _filter_nodes(nodes: Iterable[_N], gone: Collection[int]) -> tuple[_N, ...]:
    kept = (node for node in nodes if id(node) not in gone and not isinstance(node, declarations.RemoveBroken))
    return tuple(_reduce(node, gone) for node in kept)


def _reduce(node: _N, gone: Collection[int]) -> _N:
    """Returns a declaration or change without some of the changes inside it."""
    match node:
        case declarations.Variant() | declarations.When():
            return evolve(node, changes=_filter_nodes(node.changes, gone))
        case declarations.Seat():
            return evolve(node, members=_filter_nodes(node.members, gone))
        case (
            declarations.Add(decl=declarations.When() | declarations.Seat())
            | declarations.Replace(decl=declarations.When() | declarations.Seat())
        ):
            return evolve(node, decl=_reduce(node.decl, gone))
        case _:
            return node


def up_to(chain: Chain, name: str) -> Chain:
    """Returns the chain of one of the files, with all files that it builds on."""
    own = dict(chain.ancestors).get(name, frozenset()) | {name}
    files = tuple(pair for pair in chain.files if pair[0] in own)
    return Chain(files, tuple(pair for pair in chain.ancestors if pair[0] in own))


def declaring(chain: Chain, example: str) -> str | None:
    """Returns the file whose example of this name counts; None if there is no such example."""
    return next((name for name, file in reversed(chain.files) if example in _examples(file.decls)), None)


def useless(chain: Chain) -> Iterator[LeavesNothingOut]:
    """Yields lines `remove examples broken by …` of the last file that never leave anything out, because no file that it builds on has an example."""
    below = up_to(chain, chain.files[-1][0]).files[:-1]
    if any(_examples(file.decls) for _, file in below):
        return
    for variant in (d for d in chain.files[-1][1].decls if isinstance(d, declarations.Variant)):
        lines = (change for change in variant.changes if isinstance(change, declarations.RemoveBroken))
        yield from (LeavesNothingOut(line.span, line.name.text) for line in lines)


def _examples(decls: Iterable[declarations.Decl]) -> set[str]:
    """Returns the names of the examples that are declared, added or replaced."""
    found: set[str] = set()
    for decl in decls:
        match decl:
            case example_lines.Example(name=name):
                found.add(name.text)
            case declarations.Variant(changes=changes):
                found |= _examples(c.decl for c in changes if isinstance(c, declarations.Add | declarations.Replace))
            case _:
                pass
    return found
