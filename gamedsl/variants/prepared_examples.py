"""Prepares examples for running: with inherited lines, for the setup they fix, with the names of its seats for their players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, cast

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.formulas.conditions import value_problem
from gamedsl.semantics.model.expansion_limits import MOST_BASES
from gamedsl.semantics.model.merged import Merged, literal_text
from gamedsl.semantics.problems.names import DeclaredTwice, UnknownName
from gamedsl.semantics.problems.rules import Recursion
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.source import Span
from gamedsl.syntax.tree import data, declarations, example_lines, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import is_tuple
from gamedsl.values import evolve, field_names

Players = tuple[str, ...] | None | Literal["all"]


def player_lists(merged: Merged) -> tuple[tuple[str, ...] | None, ...]:
    """Returns the different lists of players in the examples of this setup; None for examples that name nobody."""
    return tuple(dict.fromkeys(_people(lines) for _, lines in _of_setup(merged)))


def examples_of(merged: Merged) -> tuple[example_lines.Example, ...]:
    """Returns the examples that play in this setup, in their original form."""
    return tuple(example for example, _ in _of_setup(merged))


def resolve_examples(
    merged: Merged, seats: tuple[str, ...], players: Players = "all", only: example_lines.Example | None = None
) -> tuple[example_lines.Example, ...]:
    """Returns the examples that play in this setup (only those with these players, or `only` this one), with their players renamed to the seats."""
    made: list[example_lines.Example] = []
    for example, lines in _of_setup(merged, only):
        names = _people(lines)
        if players in ("all", names):
            rename = _changes(names or (), seats)
            made.append(cast("example_lines.Example", rename_players(evolve(example, lines=lines), rename)))
    return tuple(made)


def resolve_starts(merged: Merged, seats: tuple[str, ...]) -> tuple[example_lines.StartPosition, ...]:
    """Returns the starts of this setup, with their players renamed to the seats. A start without players or options belongs to every setup."""
    chosen = dict(merged.setup.options)
    made: list[example_lines.StartPosition] = []
    for start in merged.decls:
        if not isinstance(start, example_lines.StartPosition):
            continue
        names = _people(start.lines)
        options = [
            option for line in start.lines if isinstance(line, example_lines.ExampleWith) for option in line.options
        ]
        wrong = any(n.text in chosen and chosen[n.text] != literal_text(value) for n, value in options)
        if not wrong and (names is None or len(names) == merged.setup.players):
            rename = _changes(names or _usual_names(len(seats)), seats)
            made.append(cast("example_lines.StartPosition", rename_players(start, rename)))
    return tuple(made)


def start_people(merged: Merged, name: str) -> tuple[str, ...] | None:
    """Returns the names that the start of this name gives to the players of this setup; None if it names nobody."""
    starts = (d for d in merged.decls if isinstance(d, example_lines.StartPosition) and d.name.text == name)
    names = next((_people(start.lines) for start in starts), None)
    return names if names is not None and len(names) == merged.setup.players else None


def name_problems(merged: Merged) -> tuple[Problem, ...]:
    """Returns problems in the preparation of examples: their bases, players and options."""
    every = [d for d in merged.decls if isinstance(d, example_lines.Example)]
    declared = {e.name.text: e for e in every}
    options = {d.name.text: d for d in merged.decls if isinstance(d, declarations.Option)}
    found: list[Problem] = []
    starts = {d.name.text: d for d in merged.decls if isinstance(d, example_lines.StartPosition)}
    for example in every:
        found.extend(_base_problems(example, declared))
        for line in example.lines:
            if isinstance(line, example_lines.ExampleFrom) and line.name.text not in starts:
                found.append(UnknownName(line.name.span, line.name.text, Role.START, tuple(starts)))
    decls: list[example_lines.Example | example_lines.StartPosition] = [*every, *starts.values()]
    for named in decls:
        for own in named.lines:
            match own:
                case example_lines.ExamplePlayers():
                    found.extend(_player_problems(merged, own))
                case example_lines.ExampleWith():
                    found.extend(_option_problems(own, options))
                case _:
                    pass
    return tuple(found)


def _base_problems(example: example_lines.Example, declared: dict[str, example_lines.Example]) -> Iterator[Problem]:
    above = [example.name.text]
    while example.of is not None:
        base = declared.get(example.of.text)
        if base is None:
            yield UnknownName(example.of.span, example.of.text, Role.EXAMPLE, tuple(sorted(declared)))
            return
        if base.name.text in above:
            yield Recursion(example.of.span, tuple(above[above.index(base.name.text) :]))
            return
        above.append(base.name.text)
        example = base


def _player_problems(merged: Merged, line: example_lines.ExamplePlayers) -> Iterator[Problem]:
    game = merged.game
    if not game.fewest <= len(line.names) <= game.most:
        needed = (
            about(Thing.PLAYER_NUMBERS, game.fewest, game.most)
            if game.fewest < game.most
            else about(Thing.PLAYER_NUMBER, game.fewest)
            if game.most > 1
            else Thing.ONE_PLAYER
        )
        yield Mismatch(line.span, needed, about(Thing.LIST_LONG, len(line.names)))
    seen = {seat.name: seat.span for seat in merged.seats}
    for name in line.names:
        if name.text in seen:
            yield DeclaredTwice(name.span, name.text, seen[name.text])
        seen.setdefault(name.text, name.span)


def _option_problems(line: example_lines.ExampleWith, options: dict[str, declarations.Option]) -> Iterator[Problem]:
    for name, value in line.options:
        option = options.get(name.text)
        if option is None:
            yield UnknownName(name.span, name.text, Role.OPTION, tuple(options))
        elif (wrong := value_problem(option, value)) is not None:
            yield wrong


def _people(lines: Sequence[example_lines.ExampleLine | example_lines.StartLine]) -> tuple[str, ...] | None:
    return next(
        (tuple(n.text for n in line.names) for line in lines if isinstance(line, example_lines.ExamplePlayers)), None
    )


def _of_setup(
    merged: Merged, only: example_lines.Example | None = None
) -> list[tuple[example_lines.Example, tuple[example_lines.ExampleLine, ...]]]:
    """Returns examples with all their lines. An example without players plays with the fewest."""
    every = [d for d in merged.decls if isinstance(d, example_lines.Example)]
    declared = {e.name.text: e for e in every}
    starts = {d.name.text: d for d in merged.decls if isinstance(d, example_lines.StartPosition)}
    options = {
        d.name.text: tuple(literal_text(v) for v in d.values)
        for d in merged.decls
        if isinstance(d, declarations.Option)
    }
    defaults = {name: values[0] for name, values in options.items()}
    chosen = dict(merged.setup.options)
    made: list[tuple[example_lines.Example, tuple[example_lines.ExampleLine, ...]]] = []
    for example in every if only is None else (only,):
        lines = _with_starts(_inherit_lines(example, declared, ()), starts)
        names = _people(lines)
        wanted = dict(defaults)
        for line in lines:
            if isinstance(line, example_lines.ExampleWith):
                wanted.update({n.text: literal_text(v) for n, v in line.options if n.text in options})
        people = len(names) if names is not None else merged.game.fewest
        if people == merged.setup.players and wanted == chosen:
            made.append((example, lines))
    return made


def _with_starts(
    lines: tuple[example_lines.ExampleLine, ...], starts: dict[str, example_lines.StartPosition]
) -> tuple[example_lines.ExampleLine, ...]:
    """Returns the lines with players, options and givens in the place of `from NAME`; the example's own players take precedence."""
    made: list[example_lines.ExampleLine] = []
    people = _people(lines)
    for line in lines:
        start = starts.get(line.name.text) if isinstance(line, example_lines.ExampleFrom) else None
        if start is not None:
            made += _take_over(start, line.span, people)
        elif not isinstance(line, example_lines.ExampleFrom):
            made.append(line)
    return tuple(made)


def _take_over(
    start: example_lines.StartPosition, at: Span, people: tuple[str, ...] | None
) -> Iterator[example_lines.ExampleLine]:
    """Yields the lines that an example for these people takes from a start."""
    for line in start.lines:
        if isinstance(line, example_lines.ExampleWith) or (
            isinstance(line, example_lines.ExamplePlayers) and people is None
        ):
            yield line
    given = tuple(line for line in start.lines if isinstance(line, example_lines.Given))
    if given:
        names = (
            {} if people is None else dict(zip(_people(start.lines) or _usual_names(len(people)), people, strict=False))
        )
        yield cast("example_lines.ExampleGiven", rename_players(example_lines.ExampleGiven(given, span=at), names))


def _usual_names(number: int) -> tuple[str, ...]:
    """Returns the names of seats where nobody has a name."""
    return tuple(f"P{i}" for i in range(1, number + 1))


def _inherit_lines(
    example: example_lines.Example, declared: dict[str, example_lines.Example], above: tuple[str, ...]
) -> tuple[example_lines.ExampleLine, ...]:
    """Returns the example's own lines after the players, options and givens of the example it builds on; its own players and options take precedence."""
    base = declared.get(example.of.text) if example.of is not None else None
    if base is None or base.name.text in above or len(above) >= MOST_BASES:
        return example.lines
    inherited = _inherit_lines(base, declared, (*above, example.name.text))
    given = (
        example_lines.ExamplePlayers
        | example_lines.ExampleWith
        | example_lines.ExampleFrom
        | example_lines.ExampleGiven
    )
    kept = [line for line in inherited if isinstance(line, given)]
    if any(isinstance(line, example_lines.ExamplePlayers) for line in example.lines):
        kept = [line for line in kept if not isinstance(line, example_lines.ExamplePlayers)]
    setup = _setup_line(inherited)
    return (*kept[: _find_givens(kept)], *setup, *kept[_find_givens(kept) :], *example.lines)


def _setup_line(lines: tuple[example_lines.ExampleLine, ...]) -> tuple[example_lines.ExampleLine, ...]:
    """Returns the `setup` line before the givens, and the rolls, draws and moves that belong to it. They are inherited together with the givens."""
    givens = [
        i for i, line in enumerate(lines) if isinstance(line, example_lines.ExampleFrom | example_lines.ExampleGiven)
    ]
    before = lines[: givens[0]] if givens else ()
    script = tuple(
        line for line in before if not isinstance(line, example_lines.ExamplePlayers | example_lines.ExampleWith)
    )
    return script if script and isinstance(script[0], example_lines.ExampleRun) else ()


def _find_givens(lines: Sequence[example_lines.ExampleLine]) -> int:
    positions = example_lines.ExampleFrom | example_lines.ExampleGiven
    return next((i for i, line in enumerate(lines) if isinstance(line, positions)), len(lines))


def _changes(names: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """Returns the players whose names differ from those of their seats."""
    return {name: seat for name, seat in zip(names, seats, strict=False) if name != seat}


def rename_players(node: object, names: dict[str, str]) -> object:
    """Returns a tree with players' names replaced by those of the seats."""
    if not names:
        return node
    if is_tuple(node):
        return tuple([rename_players(n, names) for n in node])
    if isinstance(node, formulas.Name):
        return evolve(node, id=names[node.id]) if node.id in names else node
    if isinstance(node, formulas.Attribute):
        attribute = Ident(names.get(node.name.text, node.name.text), span=node.name.span)
        return evolve(node, of=cast("formulas.Expr", rename_players(node.of, names)), name=attribute)
    if isinstance(node, data.CellName):
        return evolve(node, text=names[node.text]) if node.text in names else node
    if isinstance(node, formulas.SomeOf):
        return evolve(node, name=Ident(names.get(node.name.text, node.name.text), span=node.name.span))
    if (parts := field_names(type(node))) is None or isinstance(node, Span | Ident):
        return node
    changes = {name: rename_players(getattr(node, name), names) for name in parts if name != "span"}
    return evolve(cast("Any", node), **changes)
