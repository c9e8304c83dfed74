"""Finds the parts of the rules that wishes name: numbers, options, variants and figures. Every mistake is noted at its line of the wishes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.cache.rules import KnownRules
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.suggest import closest
from gamedsl.differences.export import DifferenceData, data
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.pipeline import NotCompilable
from gamedsl.reports.comparing import compare_rules
from gamedsl.source import Source
from gamedsl.syntax.tree import declarations, example_lines
from gamedsl.values import evolve, frozen
from gamedsl.workbench.tuning.figures import Figure, UnknownFigureError, figure_of
from gamedsl.workbench.tuning.goals import Goal, GoalError, goal_of
from gamedsl.workbench.tuning.knobs import Knob, Number, Option, Setting, Switch, Total
from gamedsl.workbench.tuning.measuring import rules_of
from gamedsl.workbench.tuning.mistakes import Mistakes, list_names
from gamedsl.workbench.tuning.reading import ON_OR_OFF, Bounds, May, Values, Wishes
from gamedsl.workbench.tuning.writing import Base, variant_text

_TOTAL = re.compile(r"with this there are (\d+) of `(\w+)`, not (\d+)")


@frozen
class Wish:
    """A figure and its goal."""

    figure: Figure
    goal: Goal


class Resolver:
    """Finds the parts of rules that wishes name; the rules are played in one setup."""

    def __init__(self, known: KnownRules, base: Base, setup: Setup, game: Game, mistakes: Mistakes) -> None:
        self._known, self._base, self._setup, self._game, self._mistakes = known, base, setup, game, mistakes
        self.texts: dict[str, Source] = {}
        """All texts that candidates build on, by the names that they have there."""

    def wants(self, wishes: Wishes) -> tuple[Wish, ...]:
        """Returns the figures and goals that the wishes name."""
        found = dict[tuple[object, ...], Wish]()
        for key, text in wishes.want:
            try:
                figure = figure_of(key, self._game)
                wish = Wish(figure, goal_of(text, figure.unit))
            except (UnknownFigureError, GoalError) as error:
                self._mistakes.add(["want", key], str(error), error.advice)
                continue
            same = found.setdefault((figure.sort, figure.names, figure.seat), wish)
            if same is not wish:
                text = f"`{key}` is the same figure as `{same.figure.key}`"
                self._mistakes.add(["want", key], text, "one goal for a figure is enough; `A to B` has two ends")
        return tuple(found.values())

    def knobs(self, wishes: Wishes) -> tuple[Knob, ...]:
        """Returns the numbers, options and variants that may change."""
        named: set[str] = set()
        for key, _ in wishes.may:
            name = "".join(key.split())
            if name in named:
                self._mistakes.add(["may", key], f"`{key.strip()}` is named twice", "keep one of the two lines")
            named.add(name)
        every = [knob for key, may in wishes.may for knob in self._knobs(key, may)]
        if every and len(every) >= len(wishes.may):
            self._check_together(every)
        return tuple(every)

    def find(self, name: str) -> Source | None:
        """Returns the text of a base of candidates by its name."""
        found = self._known.source if name == self._base.names[0].strip('"') else self._known.find(name)
        if found is not None:
            self.texts[name] = found
        return found

    # ------------------------------------------------------------ what may be changed

    def _knobs(self, key: str, may: May) -> Iterator[Knob]:
        if len(key.splitlines()) > 1 or "#" in key or '"' in key:
            text = "what may be changed is named in one line, without `#` and quotes"
            self._mistakes.add(["may", key], text, "write what follows `set` in a variant: `points[7]`")
            return
        match may:
            case Bounds():
                number = self._number(key, may)
                if number is not None:
                    yield number
            case Values():
                option = self._option(key, may.values)
                if option is not None:
                    yield option
            case _:
                yield from self._switches(key)

    def _number(self, key: str, bounds: Bounds) -> Number | None:
        number = Number(key, bounds.low, bounds.high, bounds.step)
        ends = (number.settings[0], number.settings[-1])
        totals: list[tuple[str, int, int] | None] = []
        for end in ends:
            wrong = self._errors([number], end)
            found = None if wrong is None else _TOTAL.fullmatch(wrong.message)
            totals.append(None if found is None else (found[2], int(found[1]), int(found[3])))
            if wrong is not None and found is not None:
                wrong = self._errors([number], end, f"set component {found[1]} {found[2]}")
            if wrong is not None:
                self._tell(key, f"`{number.line(end).removeprefix('set ')}`: ", wrong)
                return None
        known = self._now(number, ends, totals)
        total = next((one for one in totals if one is not None), None)
        if total is None or known.now is None:
            return known
        counts = [total[2] if one is None else one[1] for one in totals]
        return evolve(known, total=Total(total[0], total[2], (counts[1] - counts[0]) // (ends[1] - ends[0])))

    def _now(self, number: Number, ends: tuple[int, int], totals: Sequence[tuple[str, int, int] | None]) -> Number:
        """Returns the number with its present value in the rules: the value that one of its ends replaces."""
        for end, other, total in zip(ends, reversed(ends), totals, strict=True):
            more = [] if total is None else [f"set component {total[1]} {total[0]}"]
            rules = rules_of(self._text([number], end, more), self.find, self._known.store)
            found = data(compare_rules(self._known, rules, [self._setup], [self._setup]))["differences"]
            if found:
                befores = [before for one in found for before, after in _pairs(one) if _read_number(after) == end]
                text = befores[0] if befores else ""
                return evolve(number, now=_read_number(text), now_text=text)
            if end != other:
                return evolve(number, now=end, now_text=str(end))
        return number

    def _option(self, key: str, values: Sequence[str]) -> Option | None:
        at = ["may", key]
        name = key.removeprefix("option ").strip()
        known: dict[str, list[str]] = {}
        for setup in self._known.setups:
            for option, value in setup.options:
                known.setdefault(option, []).append(value)
        if name not in known:
            near = closest(name, known)
            advice = f"did you mean `{near}`?" if near else f"there is {list_names(known)}" if known else "it has none"
            self._mistakes.add(at, f"the game has no option `{name}`", advice)
            return None
        for value in values:
            if value not in known[name]:
                there = list(dict.fromkeys(known[name]))
                near = closest(value, there)
                advice = f"did you mean `{near}`?" if near else f"it can be {list_names(there)}"
                self._mistakes.add(at, f"the option `{name}` cannot be `{value}`", advice)
                return None
        return Option(name, tuple(values), dict(self._setup.options)[name])

    def _switches(self, key: str) -> Iterator[Switch]:
        words = key.split()
        if len(words) < 2 or (words[0] != "variant" and words[:2] != ["lines", "of"]):
            text = f'`{key}` is no variant, so it cannot be "{ON_OR_OFF}"'
            self._mistakes.add(
                ["may", key], text, "write `variant NAME` for a whole variant, `lines of NAME` for its lines"
            )
            return
        name = words[-1]
        source = self.find(name)
        variant = None if source is None else self._variant(source)
        if source is None or variant is None:
            advice = "name a variant as `--variant` does: a file beside the rules, or a shipped one"
            self._mistakes.add(["may", key], f"there is no variant `{name}`", advice)
            return
        if words[0] == "variant":
            every = [Switch(key, name)]
        else:
            examples = self._examples()
            lines = [_lines(source, change) for change in variant.changes]
            every = [
                Switch(f"{name}: {own[0]}", name, own)
                for own in lines
                if own[0].removeprefix("remove ") not in examples and not own[0].startswith("remove examples ")
            ]
        for number, switch in enumerate(every):
            wrong = self._errors([switch], True)
            found = None if wrong is None else _TOTAL.fullmatch(wrong.message)
            if found is not None and switch.lines:
                total = Total(found[2], int(found[3]), int(found[1]) - int(found[3]))
                every[number] = evolve(switch, total=total)
                wrong = self._errors([every[number]], True)
            if wrong is not None:
                self._tell(key, f"`{switch.key}`: " if switch.lines else "", wrong)
                return
        yield from every

    def _examples(self) -> frozenset[str]:
        """Returns the names of the rules' examples. No match depends on them."""
        files = (file for _, file in self._known.parsed.chain.files)
        return frozenset(
            decl.name.text for file in files for decl in file.decls if isinstance(decl, example_lines.Example)
        )

    def _variant(self, source: Source) -> declarations.Variant | None:
        read = rules_of(source.text, self.find, None).parsed
        file = read.chain.files[-1][1]
        return next((decl for decl in file.decls if isinstance(decl, declarations.Variant)), None)

    # ------------------------------------------------------------ trying

    def _check_together(self, knobs: Sequence[Knob]) -> None:
        """Notes a mistake if no changes can be made together, for example because two lines concern the same thing."""
        wrong = list[Diagnostic]()
        for first in (0, 1):
            settings = {knob.key: knob.settings[-((first + number) % 2)] for number, knob in enumerate(knobs)}
            text = variant_text("tried", self._base, knobs, settings)
            errors = rules_of(text, self.find, self._known.store).errors()
            if not errors:
                return
            wrong.append(next((one for one in errors if one.primary.span.source == "candidate"), errors[0]))
        self._tell(knobs[-1].key, "with all other changes: ", wrong[0])

    def _errors(self, knobs: Sequence[Knob], setting: Setting, *more: str) -> Diagnostic | None:
        return self._problem(self._text(knobs, setting, more))

    def _text(self, knobs: Sequence[Knob], setting: Setting, more: Sequence[str]) -> str:
        return variant_text("tried", self._base, knobs, {knob.key: setting for knob in knobs}, more=more)

    def _problem(self, text: str) -> Diagnostic | None:
        """Returns the first error of a candidate in the setup, at its own line if there is one; None if it can be played."""
        try:
            rules_of(text, self.find, self._known.store).compile(self._setup)
        except NotCompilable as error:
            own = (one for one in error.diagnostics if one.primary.span.source == "candidate")
            return next(own, error.diagnostics[0])
        return None

    def _tell(self, key: str, before: str, wrong: Diagnostic) -> None:
        keys = ["may", key]
        advice = (
            "; ".join(wrong.help)
            or "name it as a line `set` of a variant does; `gamedsl diff` shows numbers by such names"
        )
        self._mistakes.add(keys, f"{before}{wrong.message}", advice)


def _pairs(one: DifferenceData) -> Iterator[tuple[str, str]]:
    """Yields the old and the new text of each part of a difference."""
    for part in (*one["values"], *one["cells"]):
        yield part["before"] or "", part["after"] or ""
    removed = [line["text"] for line in one["lines"] if line["deed"] == "removed"]
    added = [line["text"] for line in one["lines"] if line["deed"] == "added"]
    yield from zip(removed, added, strict=False)


def _read_number(text: str) -> int | None:
    """Returns the number of a value or limit: 28 of `28`, 8 of `at most 8`; None for a formula."""
    found = re.fullmatch(r"(?:up to |at most )?(-?\d+)", text)
    return None if found is None else int(found[1])


def _lines(source: Source, change: declarations.Change) -> tuple[str, ...]:
    """Returns the lines of a change of a variant, without the indentation that all have."""
    span = change.span
    start = source.line_start(span.start)
    indent = span.start - start
    lines = source.text[span.start : span.end].rstrip().splitlines()
    return (lines[0], *(line[indent:] for line in lines[1:]))
