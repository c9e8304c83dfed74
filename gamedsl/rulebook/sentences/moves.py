"""Describes moved and drawn pieces."""

from __future__ import annotations

from gamedsl.rulebook.sentences.choices import amount
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.selections import many, noun_of
from gamedsl.rulebook.sentences.shapes import join_items, terms
from gamedsl.syntax.tree import formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk


def move_text(say: Formulas, node: statements.Move) -> str:
    source = "" if node.source is None else f" from {say.part(node.source)}"
    side = "under" if node.side == "under" else "to"
    target = text_of_target(say, node.target)
    order = " The order does not matter." if node.any_order else ""
    if node.quantity is not None:
        return f"Move {_describe_part(say, node.quantity, node.what)}{source} {side} {target}.{order}"
    return f"Move {_text_of_moved(say, node.what)}{source} {side} {target}.{order}"


def text_of_target(say: Formulas, node: formulas.Expr) -> str:
    """Describes where pieces go. A printed book names a place with room for one piece without the room: `to the spot`, not `to the tile of the spot`."""
    match node:
        case formulas.Attribute(of, name) if say.names.is_printed and (
            name.text in say.names.slots & say.names.attributes.keys() - say.names.of_players
        ):
            return say.part(of)
        case _:
            return say.part(node)


def _describe_part(say: Formulas, quantity: statements.Quantity, what: formulas.Expr) -> str:
    """Describes a part of equal pieces. `up to` moves as many as there are: nobody chooses."""
    is_one = quantity.number == formulas.Number(1)
    noun = noun_of(say, what)
    is_of_zone = say.is_zone(what) and noun.one not in ("one", "piece")
    those = f"{noun.one if is_one else noun.many} from {say.part(what)}" if is_of_zone else f"of {say.part(what)}"
    if quantity.kind != "up_to" or quantity.number is None:
        return f"{amount(say, quantity)} {those}"
    missing = "if there is one" if is_one else "or all if there are fewer"
    return f"{say.part(quantity.number)} {those}, {missing},"


def _text_of_moved(say: Formulas, what: formulas.Expr) -> str:
    """Describes moved pieces. If only a kind or value is named, it is one piece."""
    match what:
        case formulas.ListLiteral(items) if items:
            is_kind = all(isinstance(item, formulas.Name) and item.id[:1].isupper() for item in items)
            return join_items([f"one {say.part(item)}" if is_kind else say.part(item) for item in items])
        case formulas.Name(id) if id in say.names.lists and id not in say.bound and id not in say.names.of_players:
            return f"one piece for each of {say.part(what)}"
        case formulas.Binary("+"):
            return join_items(list(map(say.part, terms(what))))
        case formulas.Attribute(name=name) if (
            say.is_zone(what)
            and say.names.pieces.get(name.text, name.text) != name.text
            and not say.is_told_with_pieces(name.text)
        ):
            piece = say.names.pieces[name.text]
            pieces = say.names.single(piece) if name.text in say.names.slots else say.names.several(piece)
            return f"the {pieces} in {say.part(what)}"
        case formulas.Index() if (slot := say.slot_of_row(what)) in say.names.pieces:
            return f"the {say.names.single(say.names.pieces[slot])} in {say.part(what)}"
        case formulas.Filter():
            return f"all {many(say, what)}".replace("all those of", "all of")
        case _:
            return say.part(what)


EVERYBODY = statements.EachClause(Ident("player"), None, None, None, False, None, None)


def is_dealt(say: Formulas, node: statements.Draw) -> bool:
    """Whether a draw deals pieces to each player."""
    match node:
        case statements.Draw(up_to=False, side="to", is_below=False, target=formulas.Name(id)):
            return id in say.names.of_players - say.bound
        case _:
            return False


def text_of_draw(say: Formulas, node: statements.Draw) -> str:
    """Describes the pieces drawn from the top of a pile: `4 cards from the deck`."""
    return f"{_describe_number(say, node)} from {say.part(node.source)}"


def _describe_number(say: Formulas, node: statements.Draw) -> str:
    noun = noun_of(say, node.source)
    if say.names.is_printed and (cases := _by_players(say, node.number)):
        first, *others = cases.values()
        told = "; ".join(f"with {many} players: {one}" for many, one in [*cases.items()][1:])
        return f"{first} {noun.many} ({told})" if others else f"{first} {noun.one if first == 1 else noun.many}"
    number = say.part(node.number)
    return number if noun.one == "one" else f"{number} {noun.one if number == '1' else noun.many}"


def _by_players(say: Formulas, number: formulas.Expr) -> dict[int, int]:
    """Returns a number for each number of players if it is a calculation from that alone; empty for others, and where there are many cases."""
    counts = range(say.names.fewest_players, say.names.most_players + 1)
    is_long = sum(isinstance(one, formulas.Binary) for one in walk(number)) > 1
    found = {many: _calculate(number, many) for many in counts} if is_long and len(counts) <= _CASES else {}
    return {many: one for many, one in found.items() if one is not None} if None not in found.values() else {}


_CASES = 3


def _calculate(number: formulas.Arg, players: int) -> int | None:
    """Calculates with numbers and the number of players; None if there is something else."""
    match number:
        case formulas.Number(value):
            return value
        case formulas.Apply(formulas.Name("count"), (formulas.Name("players"),)):
            return players
        case formulas.Binary("+" | "-" | "*" as op, left, right):
            one, other = _calculate(left, players), _calculate(right, players)
            if one is None or other is None:
                return None
            return one * other if op == "*" else one + other if op == "+" else one - other
        case _:
            return None


def draw_text(say: Formulas, node: statements.Draw) -> str:
    number = _describe_number(say, node)
    rest = ", or all if there are fewer" if node.up_to else ""
    rest = ", if there is one" if node.up_to and node.number == formulas.Number(1) else rest
    side = "under" if node.side == "under" else "to"
    source = f"the bottom of {say.part(node.source)}" if node.is_below else say.part(node.source)
    if node.keep is not None:
        back = (
            f"move the others {node.rest_side} {say.part(node.rest)}"
            if node.rest is not None
            else "put the others back"
        )
        kept = f"Move {_number_to_keep(say, node.keep)} of them {side} {say.part(node.target)} and {back}."
        return f"Draw {number} from {source}{rest}; you alone see them. {kept}"
    return f"Draw {number} from {source} {side} {text_of_target(say, node.target)}{rest}."


def _number_to_keep(say: Formulas, keep: formulas.Expr) -> str:
    if isinstance(keep, formulas.Binary) and keep.op == "..":
        return f"{say.part(keep.left)} to {say.part(keep.right)}"
    return say.part(keep)
