"""Facts about boards: which places are next to each other, and whether several figures may stand on one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.model import readable
from gamedsl.rulebook.names import Names
from gamedsl.rulebook.sentences.english import article, plural
from gamedsl.rulebook.untold.fact import Fact
from gamedsl.syntax.tree import data, declarations, fields, formulas
from gamedsl.syntax.tree.walk import walk, walk_rules


def place_facts(names: Names, decls: Sequence[declarations.Decl], sentences: str) -> Iterator[Fact]:
    """Yields facts about the boards of a game. Which places are next to each other matters only if `sentences` mention it, or
    steps do where there is no sentence."""
    lets = [node for decl in decls if isinstance(decl, _WITH_FORMULAS) for node in walk(decl)]
    nodes = (*walk_rules(decls), *lets)
    rounds = tuple(key_of(one) for one in decls if isinstance(one, declarations.Rounds | declarations.Phase))
    are_told = _IS_NEAR.search(sentences) is not None or not names.is_told
    if are_told and any(map(_asks_for_neighbours, nodes)):
        boards = (one for one in decls if isinstance(one, data.Grid))
        yield from (Fact(_near_text(one), _CORNERS, (key_of(one),), rounds) for one in boards)
    ends = tuple(key_of(one) for one in decls if isinstance(one, declarations.Ends))
    for board in (one for one in decls if isinstance(one, data.Grid) and not one.hex):
        if any(_asks_for_lines(node, board.name.text) for node in nodes):
            yield Fact("A line may go across, up and down, or diagonally.", _DIRECTIONS, ends, rounds)
    read = {node.name.text for node in nodes if isinstance(node, formulas.Attribute)}
    for decl in decls:
        if isinstance(decl, fields.Fields) and decl.owner is not None and decl.owner.text == "player":
            for one in decl.members:
                match one:
                    case fields.Field(name=name, type=fields.TypeName(kind), is_shown=True) if (
                        kind.text in names.boards and name.text not in read
                    ):
                        place = readable(kind.text)
                        text = f"Any number of players may be on one {place}, and they do not hinder each other."
                        yield Fact(text, _TOGETHER, rounds)
                    case _:
                        pass


_WITH_FORMULAS = fields.Define | fields.Fields | declarations.Ends | declarations.Score
_IS_NEAR = re.compile(r"\b(next to|beside|neighbou?r\w*|adjacent|around|touch\w*|away|near)\b", re.IGNORECASE)
_CORNERS = re.compile(
    r"\b(diagonal\w*|slant\w*|(at|over|across) (its|their|the) corners?|(over|across) a corner|share an edge|edge to edge|above (and|or) below|hexagons? around)\b",
    re.IGNORECASE,
)
_DIRECTIONS = re.compile(r"\b(diagonal\w*|slant\w*|any direction|all directions|every direction)\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(several|nobody stands|other players?[’']|occupied|free|together on|same)\b", re.IGNORECASE)


def _asks_for_neighbours(node: object) -> bool:
    """Whether a formula asks for the places next to one, in all directions that there are."""
    match node:
        case formulas.Apply(formulas.Name("neighbours"), args):
            return len(args) == 1
        case formulas.Apply(formulas.Name("reach" | "distance")):
            return True
        case _:
            return False


def _asks_for_lines(node: object, board: str) -> bool:
    """Whether a formula asks for the straight lines of this many places on a board."""
    match node:
        case formulas.Apply(formulas.Name("lines"), (formulas.Name(of), _)):
            return of == board
        case _:
            return False


def _near_text(board: data.Grid) -> str:
    """Says which places are next to each other."""
    one = readable(board.name.text)
    those = f"Next to {article(one)} {one} are"
    if board.hex:
        return f"{those} the {plural(one)} that share an edge with it."
    if board.eight is not None:
        return f"{those} all {plural(one)} around it, also those at its corners."
    return f"{those} those on its left and right, above and below it, never those at its corners."
