"""Computes the number of players and the options after all files, which decide the possible setups. Only variants themselves can change them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.semantics.formulas.conditions import value_problem
from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.values import evolve, frozen


@frozen
class Frame:
    """The game with its number of players, the options with their default values first, and the place that states the number of players."""

    game: tree.Game
    options: tuple[tree.Option, ...]
    players: Span


def frame_of(files: Iterable[tree.File]) -> Frame | None:
    """Returns the frame of a chain of files, bases first; None without a `game` declaration."""
    decls = [d for file in files for d in file.decls]
    game = next((d for d in decls if isinstance(d, tree.Game)), None)
    if game is None:
        return None
    options: dict[str, tree.Option] = {}
    players = game.name.span
    for decl in decls:
        match decl:
            case tree.Option():
                options.setdefault(decl.name.text, decl)
            case tree.Variant():
                game, players = _with_players(game, players, decl.changes)
                for change in decl.changes:
                    _change_option(options, change)
            case _:
                pass
    return Frame(game, tuple(options.values()), players)


def _with_players(game: tree.Game, place: Span, changes: Sequence[tree.Change]) -> tuple[tree.Game, Span]:
    for change in changes:
        if isinstance(change, tree.SetPlayers):
            game, place = evolve(game, fewest=change.fewest, most=change.most), change.span
    return game, place


def _change_option(options: dict[str, tree.Option], change: tree.Change) -> None:
    match change:
        case tree.Add(decl=tree.Option() as option):
            options.setdefault(option.name.text, option)
        case tree.Replace(decl=tree.Option() as option) if option.name.text in options:
            options[option.name.text] = option
        case tree.Remove(name=name) if name.text in options:
            old = options[name.text]
            options[name.text] = evolve(old, values=old.values[:1])
        case tree.SetValue(
            place=tree.Name(id=name), value=tree.Name() | tree.Number() | tree.FlagLiteral() as value
        ) if name in options and value_problem(options[name], value) is None:
            old = options[name]
            options[name] = evolve(old, values=(value, *(v for v in old.values if v != value)))
        case _:
            pass
