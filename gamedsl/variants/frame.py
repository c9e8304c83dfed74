"""Computes the number of players and the options after all files, which decide the possible setups. Only variants themselves can change them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.semantics.formulas.conditions import value_problem
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, formulas
from gamedsl.syntax.tree.sentences import replace_words
from gamedsl.values import evolve, frozen


@frozen
class Frame:
    """The game with its number of players, the options with their default values first, and the place that states the number of players."""

    game: declarations.Game
    options: tuple[declarations.Option, ...]
    players: Span


def frame_of(files: Iterable[declarations.File]) -> Frame | None:
    """Returns the frame of a chain of files, bases first; None without a `game` declaration."""
    decls = [d for file in files for d in file.decls]
    game = next((d for d in decls if isinstance(d, declarations.Game)), None)
    if game is None:
        return None
    options: dict[str, declarations.Option] = {}
    players = game.name.span
    for decl in decls:
        match decl:
            case declarations.Option():
                options.setdefault(decl.name.text, decl)
            case declarations.Variant():
                game, players = _with_players(game, players, decl.changes)
                for one in decl.changes:
                    if isinstance(one, declarations.Reword):
                        game = replace_words(game, one)
                for change in decl.changes:
                    _change_option(options, change)
            case _:
                pass
    return Frame(game, tuple(options.values()), players)


def _with_players(
    game: declarations.Game, place: Span, changes: Sequence[declarations.Change]
) -> tuple[declarations.Game, Span]:
    for change in changes:
        if isinstance(change, declarations.SetPlayers):
            game, place = evolve(game, fewest=change.fewest, most=change.most), change.span
    return game, place


def _change_option(options: dict[str, declarations.Option], change: declarations.Change) -> None:
    match change:
        case declarations.Add(decl=declarations.Option() as option):
            options.setdefault(option.name.text, option)
        case declarations.Replace(decl=declarations.Option() as option) if option.name.text in options:
            options[option.name.text] = option
        case declarations.Remove(name=name) if name.text in options:
            old = options[name.text]
            first, *others = old.all_values()
            options[name.text] = evolve(old, values=(first,), removed=tuple(others))
        case declarations.SetValue(
            place=formulas.Name(id=name), value=formulas.Name() | formulas.Number() | formulas.FlagLiteral() as value
        ) if name in options and value_problem(options[name], value) is None:
            old = options[name]
            options[name] = evolve(old, values=(value, *(v for v in old.values if v != value)))
        case _:
            pass
