"""The zones that orders name, those of players, of the table and of places: where pieces come from, and where they go."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.syntax.guessing.phrases import implicit_name
from gamedsl.syntax.sentences.conditions import named, text_of
from gamedsl.syntax.sentences.scene import Scene, Sort, Word


def place_of_pieces(words: Sequence[Word], piece: str, scene: Scene) -> tuple[str, str]:
    """Returns the zone that is told, and its form; empty if it has no way to be named here."""
    zone, part = scene.zone(named(words, Sort.ZONE)), scene.part(named(words, Sort.PART))
    local = named(words, Sort.LOCAL)
    board = scene.locals[local].of if local else named(words, Sort.BOARD)
    of_board = [one for one in scene.own.zones_of_places if one[0] == board and piece in one[1].pieces]
    part = part or (of_board[0] if len(of_board) == 1 and not local else None)
    if part is None and board and piece in scene.own.placed and scene.own.placed[piece][0] == board:
        part = scene.part(scene.own.placed[piece][1])
    said = text_of(words).split()
    side = next((one for one in ("left", "right") if one in said), "left" if "neighbour" in said else "")
    seat = f"{side}(me)." if side else f"{named(words, Sort.SEAT)}." if named(words, Sort.SEAT) else ""
    if zone is None and seat:
        zone = scene.zone(implicit_name("own", scene.own, piece or None, None))
    if zone is not None:
        return f"{seat if zone.is_own else ''}{zone.name}", form_of(zone.name, scene)
    is_place = part is not None and local and scene.locals[local].of == part[0] and not scene.locals[local].is_many
    local = local if is_place else scene.local_of(part[0]) if part is not None else ""
    if part is not None and not local:  # `the pile of its colour`
        local = next(
            (f"{name}.{part[0]}" for name, of in _told_singly(scene) if part[0] in scene.own.columns.get(of, ())), ""
        )
    return (f"{local}.{part[1].name}", part[1].form) if part is not None and local else ("", "")


def _told_singly(scene: Scene) -> list[tuple[str, str]]:
    """Returns the names of single things above with what they are, the last one first."""
    return [(name, one.of) for name, one in reversed(scene.locals.items()) if not one.is_many]


def each_place(words: Sequence[Word], piece: str, scene: Scene) -> tuple[str, str, str]:
    """Returns the loop over places from which pieces go, their zone and its form; empty words if one place is meant."""
    board, several = named(words, Sort.BOARD), named(words, Sort.SET)
    board = scene.lets.sets[several] if several else board
    part = scene.part(named(words, Sort.PART) or scene.own.placed.get(piece, ("", ""))[1])
    is_many = any(word.said != board and word.names.get(Sort.BOARD) == board for word in words)
    if (
        part is None
        or part[0] != board
        or not (is_many or any(word.said in ("each", "every", "all") for word in words))
    ):
        return "", "", ""
    return f"for {board[0]} in {several or board}: ", f"{board[0]}.{part[1].name}", part[1].form


def form_of(name: str, scene: Scene, is_hidden: str = "draw") -> str:
    """Returns the form of a zone; another word for one from which pieces are drawn."""
    zone = scene.zone(name)
    return (
        ""
        if zone is None
        else is_hidden
        if zone.form == "pile" or (zone.is_hidden and is_hidden == "draw")
        else zone.form
    )


def order_on(target: str, is_many: bool, scene: Scene) -> str:
    """Returns what a line has to say where several pieces go onto a pile."""
    return ", in any order" if is_many and form_of(target.rpartition(".")[2], scene, is_hidden="pile") == "pile" else ""
