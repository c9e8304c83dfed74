"""Prepares examples for running: with inherited lines, for the setup they fix, with the names of its seats for their players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, cast

import attrs

from gamedsl.semantics.formulas.conditions import value_problem
from gamedsl.semantics.model.expansion_limits import MOST_BASES
from gamedsl.semantics.model.merged import Merged, literal_text
from gamedsl.semantics.problems.problems import DeclaredTwice, Mismatch, Problem, Recursion, UnknownName
from gamedsl.source import Span
from gamedsl.syntax import tree

Players = tuple[str, ...] | None | Literal["all"]


def player_lists(merged: Merged) -> tuple[tuple[str, ...] | None, ...]:
    """The different lists of players in the examples of this setup; None for examples that name nobody."""
    return tuple(dict.fromkeys(_people(lines) for _, lines in _of_setup(merged)))


def resolved(merged: Merged, seats: tuple[str, ...], players: Players = "all") -> tuple[tree.Example, ...]:
    """The examples that play in this setup (only those with these players), their players called like the seats."""
    made: list[tree.Example] = []
    for example, lines in _of_setup(merged):
        names = _people(lines)
        if players in ("all", names):
            rename = dict(zip(names or (), seats, strict=False))
            made.append(cast("tree.Example", renamed(attrs.evolve(example, lines=lines), rename)))
    return tuple(made)


def name_problems(merged: Merged) -> tuple[Problem, ...]:
    """What is wrong with how examples are set up: the examples that they build on, their players and options."""
    every = [d for d in merged.decls if isinstance(d, tree.Example)]
    declared = {e.name.text: e for e in every}
    options = {d.name.text: d for d in merged.decls if isinstance(d, tree.Option)}
    found: list[Problem] = []
    for example in every:
        found.extend(_base_problems(example, declared))
        for line in example.lines:
            match line:
                case tree.ExamplePlayers():
                    found.extend(_player_problems(merged, line))
                case tree.ExampleWith():
                    found.extend(_option_problems(line, options))
                case _:
                    pass
    return tuple(found)


def _base_problems(example: tree.Example, declared: dict[str, tree.Example]) -> Iterator[Problem]:
    above = [example.name.text]
    while example.of is not None:
        base = declared.get(example.of.text)
        if base is None:
            yield UnknownName(example.of.span, example.of.text, "example", tuple(sorted(declared)))
            return
        if base.name.text in above:
            yield Recursion(example.of.span, tuple(above[above.index(base.name.text) :]))
            return
        above.append(base.name.text)
        example = base


def _player_problems(merged: Merged, line: tree.ExamplePlayers) -> Iterator[Problem]:
    game = merged.game
    if not game.fewest <= len(line.names) <= game.most:
        number = f"{game.fewest} to {game.most}" if game.fewest < game.most else str(game.fewest)
        yield Mismatch(line.span, f"`players {number}`", f"a list of {len(line.names)}")
    seen = {seat.name: seat.span for seat in merged.seats}
    for name in line.names:
        if name.text in seen:
            yield DeclaredTwice(name.span, name.text, seen[name.text])
        seen.setdefault(name.text, name.span)


def _option_problems(line: tree.ExampleWith, options: dict[str, tree.Option]) -> Iterator[Problem]:
    for name, value in line.options:
        option = options.get(name.text)
        if option is None:
            yield UnknownName(name.span, name.text, "option", tuple(options))
        elif (wrong := value_problem(option, value)) is not None:
            yield wrong


def _people(lines: tuple[tree.ExampleLine, ...]) -> tuple[str, ...] | None:
    return next((tuple(n.text for n in line.names) for line in lines if isinstance(line, tree.ExamplePlayers)), None)


def _of_setup(merged: Merged) -> list[tuple[tree.Example, tuple[tree.ExampleLine, ...]]]:
    """Examples with all their lines. An example without players plays with the fewest."""
    every = [d for d in merged.decls if isinstance(d, tree.Example)]
    declared = {e.name.text: e for e in every}
    options = {
        d.name.text: tuple(literal_text(v) for v in d.values) for d in merged.decls if isinstance(d, tree.Option)
    }
    defaults = _defaults(options)
    chosen = dict(merged.setup.options)
    made: list[tuple[tree.Example, tuple[tree.ExampleLine, ...]]] = []
    for example in every:
        lines = _with_inherited(example, declared, ())
        names = _people(lines)
        wanted = dict(defaults)
        for line in lines:
            if isinstance(line, tree.ExampleWith):
                wanted.update({n.text: literal_text(v) for n, v in line.options if n.text in options})
        people = len(names) if names is not None else merged.game.fewest
        if people == merged.setup.players and wanted == chosen:
            made.append((example, lines))
    return made


def _defaults(options: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {name: values[0] for name, values in options.items()}


def _with_inherited(
    example: tree.Example, declared: dict[str, tree.Example], above: tuple[str, ...]
) -> tuple[tree.ExampleLine, ...]:
    """Own lines after the players, options and givens of the example it builds on; of players and options the own ones count."""
    base = declared.get(example.of.text) if example.of is not None else None
    if base is None or base.name.text in above or len(above) >= MOST_BASES:
        return example.lines
    inherited = _with_inherited(base, declared, (*above, example.name.text))
    kept = [line for line in inherited if isinstance(line, tree.ExamplePlayers | tree.ExampleWith | tree.ExampleGiven)]
    if any(isinstance(line, tree.ExamplePlayers) for line in example.lines):
        kept = [line for line in kept if not isinstance(line, tree.ExamplePlayers)]
    setup = _setup_line(inherited)
    return (*kept[: _before_given(kept)], *setup, *kept[_before_given(kept) :], *example.lines)


def _setup_line(lines: tuple[tree.ExampleLine, ...]) -> tuple[tree.ExampleLine, ...]:
    """A `setup` line before the givens is inherited with them, and so is what it rolls, draws and plays."""
    givens = [i for i, line in enumerate(lines) if isinstance(line, tree.ExampleGiven)]
    before = lines[: givens[0]] if givens else ()
    script = tuple(line for line in before if not isinstance(line, tree.ExamplePlayers | tree.ExampleWith))
    return script if script and isinstance(script[0], tree.ExampleRun) else ()


def _before_given(lines: Sequence[tree.ExampleLine]) -> int:
    return next((i for i, line in enumerate(lines) if isinstance(line, tree.ExampleGiven)), len(lines))


def renamed(node: object, names: dict[str, str]) -> object:
    """A tree with players' names replaced by those of the seats."""
    if isinstance(node, tuple):
        return tuple(renamed(n, names) for n in cast("tuple[object, ...]", node))
    if isinstance(node, tree.Name):
        return attrs.evolve(node, id=names.get(node.id, node.id))
    if isinstance(node, tree.Attribute):
        attribute = tree.Ident(names.get(node.name.text, node.name.text), span=node.name.span)
        return attrs.evolve(node, of=cast("tree.Expr", renamed(node.of, names)), name=attribute)
    if isinstance(node, tree.SomeOf):
        return attrs.evolve(node, name=tree.Ident(names.get(node.name.text, node.name.text), span=node.name.span))
    if not attrs.has(type(node)) or isinstance(node, Span | tree.Ident):
        return node
    changes = {
        a.name: renamed(getattr(node, a.name), names) for a in attrs.fields(cast("Any", type(node))) if a.name != "span"
    }
    return attrs.evolve(cast("Any", node), **changes)
