"""Compiles the games of setups, and the examples of rules. The compiler is imported on first use, because checking does not need it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import TYPE_CHECKING

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.example_lines import ExampleSpec, FixDraw, FixRoll, Line, Run
from gamedsl.pipeline.graph_checks import NotCompilable, within_limits, without_circles
from gamedsl.pipeline.merging import also_missing
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.setups import seat_names, setups
from gamedsl.pipeline.words import errors_of, explain_errors
from gamedsl.semantics.elaboration import Elaborated, elaborate
from gamedsl.semantics.examples.lines import with_entries
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.model.merged import Merged
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, example_lines
from gamedsl.values import evolve
from gamedsl.variants.merge import merge
from gamedsl.variants.prepared_examples import (
    examples_of,
    name_problems,
    player_lists,
    resolve_examples,
    resolve_starts,
)

if TYPE_CHECKING:
    from gamedsl.graph.compiled import Compiled


def compile(parsed: Parsed, setup: Setup, people: tuple[str, ...] | None = None) -> Compiled:
    """Compiles the game of one setup. Raises NotCompilable if the rules have errors."""
    from gamedsl.compile import compile_game

    merged = _merge(parsed, setup)
    names = seat_names(merged, people)
    checked = _require_checked(parsed, elaborate(merged, names, (), starts=resolve_starts(merged, names)))
    with within_limits(merged):
        compiled = compile_game(checked)
    without_circles(compiled)
    return compiled


def examples(
    parsed: Parsed, only: Sequence[Setup] | None = None
) -> tuple[tuple[Setup, Compiled, tuple[ExampleSpec, ...]], ...]:
    """Returns the worked examples by setup (of `only` these, if given) and by the names of their players, each group with a game that also holds the
    fragments its examples run. Raises NotCompilable."""
    chosen = setups(parsed) if only is None else only
    return tuple((setup, compiled, specs) for setup in chosen for compiled, specs in _examples_of(parsed, setup))


def examples_at_once(parsed: Parsed, setup: Setup) -> tuple[Compiled, tuple[ExampleSpec, ...]]:
    """Returns all worked examples of one setup and one game for them, in which people are called P1, P2, … Raises NotCompilable."""
    merged = _merge_with_examples(parsed, setup)
    names = seat_names(merged, None)
    return _with_fragments(parsed, merged, names, resolve_examples(merged, names))


def example_names(parsed: Parsed) -> tuple[tuple[Setup, str, Span], ...]:
    """Lists the worked examples without compiling anything: the setup, the name, and the place of the declaration. Raises NotCompilable."""
    return tuple(
        (setup, example.name.text, example.name.span)
        for setup in setups(parsed)
        for example in examples_of(_merge(parsed, setup))
    )


def examples_of_files(
    parsed: Parsed, setup: Setup, files: Container[str], only: str | None = None
) -> Iterator[tuple[Compiled, tuple[ExampleSpec, ...]]]:
    """Yields the examples of one setup that are declared in these files, by the names of their players: all of them, or `only` the one with this name and
    its bases. Raises NotCompilable."""
    merged = _merge(parsed, setup)
    wanted = None if only is None else _add_bases(merged, only)
    kept = (
        d
        for d in merged.decls
        if not isinstance(d, example_lines.Example)
        or (d.span.source in files and (wanted is None or d.name.text in wanted))
    )
    yield from _group_examples(parsed, _with_good_names(evolve(merged, decls=tuple(kept))))


def _add_bases(merged: Merged, example: str) -> frozenset[str]:
    """Returns the name of an example, with the names of the examples on which it builds."""
    bases = {d.name.text: d.of.text for d in merged.decls if isinstance(d, example_lines.Example) and d.of is not None}
    found, name = {example}, example
    while name in bases and bases[name] not in found:
        name = bases[name]
        found.add(name)
    return frozenset(found)


def _examples_of(parsed: Parsed, setup: Setup) -> Iterator[tuple[Compiled, tuple[ExampleSpec, ...]]]:
    """Yields the examples of one setup, by the names of their players. Raises NotCompilable."""
    return _group_examples(parsed, _merge_with_examples(parsed, setup))


def _group_examples(parsed: Parsed, merged: Merged) -> Iterator[tuple[Compiled, tuple[ExampleSpec, ...]]]:
    for people in player_lists(merged):
        names = seat_names(merged, people)
        yield _with_fragments(parsed, merged, names, resolve_examples(merged, names, people))


def _merge_with_examples(parsed: Parsed, setup: Setup) -> Merged:
    return _with_good_names(_merge(parsed, setup))


def _with_good_names(merged: Merged) -> Merged:
    """Returns the declarations, if the examples can be set up. Raises NotCompilable."""
    errors = explain_errors(name_problems(merged))
    if errors:
        raise NotCompilable(errors)
    return merged


def _with_fragments(
    parsed: Parsed, merged: Merged, names: tuple[str, ...], examples: tuple[example_lines.Example, ...]
) -> tuple[Compiled, tuple[ExampleSpec, ...]]:
    """Compiles the game with the fragments that these examples run."""
    from gamedsl.compile import compile_fragments

    result = elaborate(merged, names, examples, starts=resolve_starts(merged, names))
    checked = _require_checked(parsed, result)
    with within_limits(merged):
        compiled = compile_fragments(checked, result.fragments)
    without_circles(compiled)
    return compiled, tuple(_texts(parsed, with_entries(e, compiled.entries), compiled) for e in result.examples)


def breaking_changes(
    parsed: Parsed, setup: Setup, example: str, holds: Callable[[Compiled, ExampleSpec], bool]
) -> tuple[declarations.Change, ...]:
    """Returns the change of a variant without which an example of its base holds. If no single change is the reason, returns a smallest set of changes
    without which it holds. Empty if the example does not belong to a base, or if the changes are not the reason."""
    from gamedsl.variants.blame import MOST_TRIES, changes, setup_without
    from gamedsl.variants.chains import declaring, without

    own = declaring(parsed.chain, example)
    if own is None or own == parsed.name:
        return ()
    names = [name for name, _ in parsed.chain.files]
    below, later = names[: names.index(own) + 1], names[names.index(own) + 1 :]
    every = tuple(change for file, change in changes(parsed.chain) if file in later and not _is_no_rule(change))
    tries = 0

    def holds_without(gone: Sequence[declarations.Change]) -> bool:
        nonlocal tries
        tries += 1
        chain = without(parsed.chain, gone)
        alike = setup_without(chain, setup)
        return (
            tries <= MOST_TRIES
            and alike is not None
            and _holds(evolve(parsed, chain=chain), alike, below, example, holds)
        )

    alone = next((change for change in every if holds_without((change,))), None)
    if alone is not None:
        return (alone,)
    if len(every) <= 1 or not holds_without(every):
        return ()
    reason = every
    for change in every:
        fewer = tuple(one for one in reason if one is not change)
        if holds_without(fewer):
            reason = fewer
    return reason


def _is_no_rule(change: declarations.Change) -> bool:
    """Whether a change is about words or examples: no example of a base fails because of it."""
    return isinstance(change, declarations.Reword | declarations.RemoveBroken) or (
        isinstance(change, declarations.Add | declarations.Replace) and isinstance(change.decl, example_lines.Example)
    )


def name_of_thing(parsed: Parsed, setup: Setup, change: Span) -> str | None:
    """Returns the name of the declaration that is changed at a place; None if there is no single one."""
    merged, _ = merge(parsed.chain, setup)
    changed = () if merged is None else merged.changed
    names = {c.name for c in changed if c.change.span == change}
    return names.pop() if len(names) == 1 else None


def _holds(
    parsed: Parsed,
    setup: Setup,
    files: Container[str],
    example: str,
    holds: Callable[[Compiled, ExampleSpec], bool],
) -> bool:
    """Whether an example holds in a setup of rules that may have other problems."""
    try:
        return any(
            holds(compiled, spec)
            for compiled, specs in examples_of_files(parsed, setup, files, example)
            for spec in specs
            if spec.name == example
        )
    except NotCompilable:
        return False


def _texts(parsed: Parsed, spec: ExampleSpec, compiled: Compiled) -> ExampleSpec:
    """Sets the text of each line to its words in the source."""
    return evolve(
        spec, lines=tuple(_with_text(line, words_at(parsed, compiled.sites[line.site].span)) for line in spec.lines)
    )


def _with_text(line: Line, text: str) -> Line:
    match line:
        case Run() | FixRoll() | FixDraw():
            return line
        case _:
            return evolve(line, text=text)


def _merge(parsed: Parsed, setup: Setup) -> Merged:
    errors = errors_of(parsed.diagnostics)
    if errors:
        raise NotCompilable(errors)
    merged, problems = merge(parsed.chain, setup)
    if merged is not None and merged.missing:
        problems = (*problems, *_find_missing_targets(parsed, merged))
    found = explain_errors(problems)
    if merged is None or found:
        raise NotCompilable(found)
    return merged


def _find_missing_targets(parsed: Parsed, merged: Merged) -> Iterator[Problem]:
    """Yields changes of variants whose target no setup has."""
    missing = also_missing(merged, None)
    for setup in setups(parsed):
        other, _ = merge(parsed.chain, setup)
        missing = missing if other is None else also_missing(other, missing)
    yield from missing.values()


def _require_checked(parsed: Parsed, result: Elaborated) -> Checked:
    """Returns the checked tree; a game end without a sentence gets the text of its condition as its reason."""
    errors = explain_errors(result.problems)
    if errors or result.checked is None:
        raise NotCompilable(errors)
    checked = result.checked
    reasons = list(checked.reasons)
    for end in checked.ends:
        if not reasons[end.reason]:
            reasons[end.reason] = words_at(parsed, checked.sites[end.site].span)
    return evolve(checked, reasons=tuple(reasons))


def words_at(parsed: Parsed, span: Span) -> str:
    """Returns the text at a place, on one line."""
    text = next((s.text for s in parsed.sources if s.name == span.source), "")
    return " ".join(text[span.start : span.end].split())


def wrong_names(parsed: Parsed, setup: Setup, people: Sequence[str]) -> str | None:
    """Explains in one sentence why people of a setup cannot have these names; None if they can. Raises NotCompilable."""
    if len(people) != setup.players:
        return f"{len(people)} name{'s' if len(people) > 1 else ''} for {setup.players} players"
    if len(set(people)) < len(people):
        return "two players have the same name"
    for name in people:
        if not (name.isascii() and name.isidentifier()):
            return f"`{name}` cannot be the name of a player: letters, digits and _, a letter first"
    taken = next((seat.name for seat in _merge(parsed, setup).seats if seat.name in people), None)
    return None if taken is None else f"`{taken}` cannot be the name of a player: a scripted seat has this name"
