"""Finds moves named by texts, and explains why a named move is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.graph.analysis.filters import knows_all
from gamedsl.graph.model.types import Value
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import Style, words
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Move, Refusal
from gamedsl_interpreter.proposals import Wanted
from gamedsl_interpreter.reference.decisions.decisions import Decision
from gamedsl_interpreter.reference.values import parsing
from gamedsl_interpreter.reference.values.parsing import Named, NotReadableError
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.wording.moves import PlanSite, Selection
from gamedsl_interpreter.wording.texts import Texts


def find_named(names: Texts, decision: Decision, frame: Frame, prefix: tuple[int, ...], text: str) -> Move | Refusal:
    """Finds the move that a text names, or says why there is none."""
    try:
        parts = parsing.parts(text)
    except NotReadableError as error:
        return Refusal("unknown", decision.name, None, str(error), decision.site)
    wants = [_read_part(names, decision, part) for part in parts]
    refused = [want for want in wants if isinstance(want, Refusal)]
    good = [want for want in wants if isinstance(want, Wanted)]
    if refused:
        # A part before the unreadable one may be refused; that reason comes first.
        before = refusal(decision, frame, prefix, good[: wants.index(refused[0])])
        return before if before.kind != "unknown" else refused[0]
    found = decision.matching(frame, prefix, good)
    if not found:
        return refusal(decision, frame, prefix, good)
    if not parts and found[0][1].text:
        return Refusal("unknown", decision.name, None, "an empty text names no move", decision.site)
    if len(found) == 1:
        return found[0][1]
    several = f"`{text}` can mean `{found[0][1].text}` or `{found[1][1].text}`"
    return Refusal("unknown", decision.name, None, several, decision.site)


def refusal(decision: Decision, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted]) -> Refusal:
    """Explains why no complete move agrees with `wants`: by the first action that is not offered, the first wrong selection, or the first broken
    requirement.

    The wanted parts and selections are added one by one, in the order of the walk and without requirements; the first one without a matching move is the
    reason. If all of them have one, a requirement is the reason.
    """
    for trial, blamed in _trials(decision, wants):
        possible, _ = decision.find_broken(frame, prefix, trial)
        if not possible and blamed is not None and decision.takes_more(frame, prefix, trial):
            return _blame_selection(decision, trial[-1], blamed, f"too few are chosen for `{blamed}`")
        if not possible and blamed is not None:
            return _blame_filter(decision, frame, prefix, trial, blamed) or _blame_selection(
                decision, trial[-1], blamed, f"`{blamed}` cannot be chosen like that here"
            )
        if not possible:
            return _blame_whole(decision, frame, prefix, trial, wants[len(trial) - 1])
    _, broken = decision.find_broken(frame, prefix, wants)
    if broken is None:
        return Refusal("unknown", decision.name, None, "there is no such move here", decision.site)
    text = broken.why or f"`{broken.name}` does not hold"
    return Refusal("requirement", broken.name, broken.why, text, broken.site)


def absence(
    decision: Decision, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted], selection: str
) -> str | None:
    """Says that the wanted value of a selection is not in its source, so that its filter is not tested; None if it is there, or there is no filter."""
    for trial, added in _trials(decision, wants):
        known = None if added != selection else _selection(decision, trial[-1], selection)
        if known is None or not known.is_filtered or decision.lies_there(frame, prefix, trial, selection):
            continue
        place = _place_text(decision, known)
        if place is not None:
            return _missing(decision, frame, prefix, trial, known, place)
    return None


def _blame_filter(
    decision: Decision, frame: Frame, prefix: tuple[int, ...], trial: tuple[Wanted, ...], selection: str
) -> Refusal | None:
    """Explains why the last selection of a trial cannot have this value: because of its filter, or because there is no such thing to choose."""
    known = _selection(decision, trial[-1], selection)
    if known is None:
        return None
    if known.why is not None and decision.is_filtered_out(frame, prefix, trial, selection):
        return _blame_selection(decision, trial[-1], selection, known.why, known.why)
    place = _place_text(decision, known)
    if place is None or decision.lies_there(frame, prefix, trial, selection):
        return None
    wanted = trial[-1]
    before = tuple(arg for arg in wanted.args if arg[0] != selection)
    if not decision.lies_there(frame, prefix, (*trial[:-1], Wanted(wanted.name, wanted.decline, before)), selection):
        return None
    text = _missing(decision, frame, prefix, trial, known, place)
    return _blame_selection(decision, wanted, selection, f"`{selection}`: {text}")


def _missing(
    decision: Decision, frame: Frame, prefix: tuple[int, ...], trial: tuple[Wanted, ...], known: Selection, place: str
) -> str:
    """Explains why the wanted value of a selection is not at its place: an earlier selection of the same choice has taken it, or it was never there."""
    wanted = trial[-1]
    value = dict(wanted.args)[known.name]
    text = decision.texts.value(value, known.type)
    alone = (*trial[:-1], Wanted(wanted.name, wanted.decline, ((known.name, value),)))
    if len(wanted.args) == 1 or not decision.lies_there(frame, prefix, alone, known.name):
        return f"`{text}` is not in `{place}`"
    taker = next((name for name, other in wanted.args if name != known.name and other == value), None)
    return f"`{text}` is chosen already" + ("" if taker is None else f", as `{taker}`")


def _blame_whole(
    decision: Decision, frame: Frame, prefix: tuple[int, ...], trial: tuple[Wanted, ...], want: Wanted
) -> Refusal:
    """Explains why no move of an action is possible: a filter before the menu excludes everything, or the menu does not offer the action."""
    whole = _blame_part(decision, want)
    args = _in_order(decision, want)
    for number, (name, _) in enumerate(args, start=1):
        wanted = (*trial[:-1], Wanted(want.name, want.decline, args[:number]))
        found = _blame_filter(decision, frame, prefix, wanted, name)
        if found is None and decision.is_filtered_out(frame, prefix, wanted, name):
            found = _blame_selection(decision, want, name, f"`{name}` cannot be chosen like that here")
        if found is not None:
            return evolve(found, menu=whole.reason)
    every = (s for site in _sites(decision, want.name) for s in site.selections if not args and not want.decline)
    found_by = next((s for s in every if decision.is_filtered_out(frame, prefix, trial, s.name)), None)
    if found_by is None:
        return whole
    text = found_by.why or whole.text
    return evolve(_blame_selection(decision, want, found_by.name, text, found_by.why), menu=whole.reason)


_MOST = 40
"""The longest formula that a sentence quotes."""


def _place_text(decision: Decision, selection: Selection) -> str | None:
    """Returns the source of a selection as rules write it; None if it is more than a name or range, or if the chooser does not know it."""
    game = decision.texts.game
    if not selection.offered or not all(knows_all(game, source) for source in selection.offered):
        return None
    spell = words(game, Style.RULES)
    text = " or ".join(dict.fromkeys(formula(spell, source) for source in selection.offered))
    return text if len(text) <= _MOST and "(" not in text else None


def _trials(decision: Decision, wants: Sequence[Wanted]) -> Iterator[tuple[tuple[Wanted, ...], str | None]]:
    """Yields growing parts of `wants`: the name of each part, then its selections in the order of the rules. With each comes the name of the selection added
    last."""
    for i, want in enumerate(wants):
        before = tuple(wants[:i])
        yield (*before, Wanted(want.name, want.decline, ())), None
        args = _in_order(decision, want)
        for j, (name, _) in enumerate(args):
            yield (*before, Wanted(want.name, want.decline, args[: j + 1])), name


def _in_order(decision: Decision, want: Wanted) -> tuple[tuple[str, Value], ...]:
    """Returns the selections of a part in the order of the rules."""
    places = {name: _place(decision, want.name, name) for name, _ in want.args}
    return tuple(sorted(want.args, key=lambda arg: places[arg[0]]))


def _place(decision: Decision, part: str, selection: str) -> int:
    for site in _sites(decision, part):
        for i, known in enumerate(site.selections):
            if known.name == selection:
                return i
    return -1


def _selection(decision: Decision, want: Wanted, name: str) -> Selection | None:
    known = (s for site in _sites(decision, want.name) for s in site.selections)
    return next((s for s in known if s.name == name), None)


def _blame_selection(decision: Decision, want: Wanted, selection: str, text: str, why: str | None = None) -> Refusal:
    site = next((s.site for s in _sites(decision, want.name)), decision.site)
    return Refusal("selection", selection, why, text, site)


def _blame_part(decision: Decision, want: Wanted) -> Refusal:
    owner = next((site for site in decision.top.all() if any(line.name == want.name for line in site.lines)), None)
    if want.decline or owner is None:
        what = f"declining `{want.name}`" if want.decline else f"`{want.name}`"
        return Refusal("not_offered", (owner or decision.top).name, None, f"{what} is not offered here", decision.site)
    return Refusal("not_offered", owner.name, None, f"`{want.name}` is not offered here", owner.site)


def _sites(decision: Decision, name: str) -> tuple[PlanSite, ...]:
    return tuple(site for site in decision.top.all() if site.name == name)


# ---------------------------------------------------------------- values


def _read_part(names: Texts, decision: Decision, part: Named) -> Wanted | Refusal:
    """Reads the values in a part of a move, or says what is wrong with its text."""
    sites = _sites(decision, part.name)
    if not sites:
        text = f"`{part.name}` is not offered here"
        return Refusal("not_offered", decision.top.name, None, text, decision.site)
    args: list[tuple[str, Value]] = []
    for name, text in part.args:
        kinds = [s.type for site in sites for s in site.selections if s.name == name]
        if not kinds:
            return Refusal("selection", name, None, f"`{part.name}` has no selection `{name}`", sites[0].site)
        try:
            args.append((name, parsing.value(names, text, kinds[0])))
        except NotReadableError as error:
            return Refusal("selection", name, None, str(error), sites[0].site)
    return Wanted(part.name, part.decline, tuple(args))
