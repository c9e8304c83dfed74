"""Finds numbers and values that decide an end or a score, and that no sentence of the rules names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.diagnostics.problem import Problem
from gamedsl.pipeline.said_words import says, says_number
from gamedsl.semantics.problems.bare_names import NumberWithoutSentence
from gamedsl.syntax.tree import data, declarations, fields, formulas
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import name_of_place, walk


def problems_of_numbers(decls: Sequence[declarations.Decl], every: Sequence[declarations.Decl]) -> Iterator[Problem]:
    """Yields the problems of `decls` (some of `every`) that are ends or scores with a sentence, which people read instead of the formula. A number of the
    formula must be in this sentence, in the sentence of something that the formula uses, in that of the game, or in that of another end or score."""
    by_name = _by_name(every)
    values = {one.text for decl in every if isinstance(decl, data.EnumType) for one in decl.values}
    sizes = frozenset(_sizes(every))
    around = [decl.doc for decl in every if isinstance(decl, _AROUND) and decl.doc]
    for decl in decls:
        match decl:
            case declarations.Ends(condition=condition, doc=str()) if condition is not None:
                root, where = condition, "when the match ends"
            case declarations.Score(name=score, value=value, doc=str()):
                root, where = value, f"what “{score.text.replace('_', ' ')}” is worth"
            case _:
                continue
        nodes = list(_with_formulas(root, by_name))
        told = " ".join((*around, *(doc for node in nodes if isinstance(doc := getattr(node, "doc", None), str))))
        own = [name for node in walk(root) if (name := _value(node, values)) and not says(told, name)]
        numbers = (_missing(node, sizes, told) for node in nodes)
        for what in dict.fromkeys((*(f"“{name}”" for name in own), *numbers)):
            if what:
                yield NumberWithoutSentence(decl.span, what, where)


_AROUND = (
    declarations.Game,
    declarations.Variant,
    declarations.Rounds,
    declarations.Ends,
    declarations.Score,
    declarations.Ranking,
)


def _by_name(every: Sequence[declarations.Decl]) -> Mapping[str, fields.Define | fields.Field]:
    """Returns the formulas and fields that a formula can use."""
    own: list[fields.Define | fields.Field] = [decl for decl in every if isinstance(decl, fields.Define)]
    for decl in every:
        own += decl.members if isinstance(decl, fields.Fields) else ()
    return {one.name.text: one for one in own}


def _with_formulas(root: Node, by_name: Mapping[str, fields.Define | fields.Field]) -> Iterator[object]:
    """Yields the nodes of a formula, the nodes of formulas without a sentence that it uses, and the fields and other formulas that it uses, whose sentences
    describe them."""
    waiting: list[object] = [root]
    known: set[str] = set()
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            if isinstance(node, formulas.Name | formulas.Attribute) and (name := name_of_place(node)) not in known:
                known.add(name)
                match by_name.get(name):
                    case fields.Define(doc=None, value=value) as used if not isinstance(value, formulas.MatchExpr):
                        waiting.append(used)
                    case fields.Define() | fields.Field() as used:
                        yield used
                    case _:
                        pass


def _sizes(every: Sequence[declarations.Decl]) -> Iterator[int]:
    """Yields the sizes of boards and sets of pieces, and the distances of their last places: the list of the box contains these numbers."""
    for decl in every:
        match decl:
            case data.Grid(rows=int(rows), columns=int(columns)):
                yield from (rows, columns)
            case data.Ring(size=int(size)) | data.Track(size=int(size)):
                yield from (size, size + 1)
            case data.Component(total=int(total)):
                yield from (total, total // 2)
            case _:
                pass


def _value(node: object, values: set[str]) -> str:
    """Returns the words for a value of a type; empty for everything else."""
    return node.id.replace("_", " ") if isinstance(node, formulas.Name) and node.id in values else ""


def _missing(node: object, sizes: frozenset[int], told: str) -> str:
    """Names a number above 1 that no sentence mentions; empty if there is none."""
    match node:
        case formulas.Number(value=number) if number > 1 and number not in sizes and not says_number(told, number):
            return f"the number {number}"
        case _:
            return ""
