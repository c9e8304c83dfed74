"""The section on actions, kinds and places: which are used, which never, and which winners use more or less than others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import cast

from gamedsl.graph.model.about import KindRules
from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl.workbench.comparing.words import number_text
from gamedsl.workbench.playing.again import sample, sample_matches
from gamedsl.workbench.playing.jobs import Decision, Job, Use
from gamedsl.workbench.playing.watching import uses
from gamedsl.workbench.reporting.courses import Watched
from gamedsl.workbench.reporting.model import Finding, Grid, Picture, Section
from gamedsl.workbench.reporting.pictures import lying_bars
from gamedsl.workbench.statistics.differences import Difference, difference_of_means
from gamedsl.workbench.statistics.many import REPORT_RISK, correct_for_many
from gamedsl.workbench.statistics.tallies import two
from gamedsl_interpreter.engine import Engine, Fault, Forced, State
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.trouble.survey import actions_of

_SHOWN = 16
"""The most bars in the picture."""

_KINDS_NAMED = 6
"""The most kinds in a sentence about their rules."""
_NAMED = 8
"""The most names in a sentence."""

_PARTS = 1_000_000
"""Shares are compared in millionths, which are whole numbers."""

_OFTEN = 0.05
"""The least share of a kind in the choices of winners for which somebody should ask whether it is too good: what is dear, those who win anyway can pay."""

_SMALL = 0.2
"""The least effect that is told: below it J. Cohen (Statistical Power Analysis for the Behavioral Sciences, 1988) does not even call an effect small."""

_MANY = {"action": "actions", "kind": "kinds", "place": "places"}
"""The sorts of things that are chosen, as one calls several of them."""

_MOVES = 200
"""At most this many moves are examined in a position, spread evenly over all."""
_EVEN = 1.25
"""A picture in which no bar is longer than the others by more than this factor says nothing."""


@frozen
class Figures:
    """How often each thing was chosen in some matches, and how the shares of winners differ from the mean of the others, in millionths, with the corrected
    probability."""

    matches: int
    total: Counter[Use]
    differences: Mapping[Use, tuple[Difference, float]]


def figures_of(watched: Watched) -> Figures:
    """Counts the choices of the matches that were watched."""
    matches = [_by_seat(decisions) for decisions in watched.decisions]
    total: Counter[Use] = Counter()
    for seats in matches:
        for uses_of_seat in seats.values():
            total.update(uses_of_seat)
    return Figures(len(matches), total, _differences(watched, matches, list(total)))


def use_section(job: Job, watched: Watched, figures: Figures, made: str) -> Section | None:
    """Makes the section on what players chose; None if nothing was chosen."""
    game = job.chosen.engine.game
    total, matches, found = figures.total, figures.matches, figures.differences
    if not total:
        return None
    unused = [use for use in _possible_uses(game, total) if use not in total]
    offers = _find_offers(job, watched.decisions, unused)
    never = [use for use in unused if use in offers.uses]
    absent = [use for use in unused if use not in offers.uses and use[0] == "action"]
    grid = Grid(
        ("", "in a match", "share of the winner’s", "of the others’", ""),
        tuple(_rows(total, matches, found, never, absent)),
    )
    method = (
        f"{made} A kind or place counts each time it is chosen, "
        "and not where nothing else was possible; a group of three pieces counts three times. Never: kinds and places of which others of the "
        "same sort are chosen, and actions, that some move offered at one of the positions that were looked at; of things that nobody could choose nothing is "
        "said, but for actions. Shares are those of all actions, kinds or places that a player chooses. Winners are compared in matches with one winner, with "
        "Holm's correction for all at once."
    )
    findings = (_never_text(never, matches), *_absent_texts(absent, offers.positions), *_winner_texts(found))
    return Section("used", "What is used, and what never?", findings, _picture(total, matches), grid, method)


def _picture(total: Counter[Use], matches: int) -> Picture | None:
    """Describes a bar chart of the most frequent choices, of the sort with the most choices; None if they hardly differ."""
    by_sort = {sort: [item for item in total.most_common() if item[0][0] == sort] for sort in _MANY}
    actions = by_sort["action"]
    most = actions if len(actions) > 2 else max(by_sort.values(), key=len)
    if len(most) < 2 or most[0][1] <= _EVEN * most[:_SHOWN][-1][1]:
        return None
    title = f"times in a match{f' (the first {_SHOWN} of {len(most)})' if len(most) > _SHOWN else ''}"
    return lying_bars([(_text(use, total), count / matches) for use, count in most[:_SHOWN]], title)


def _by_seat(decisions: Sequence[Decision]) -> Mapping[int, Counter[Use]]:
    found: dict[int, Counter[Use]] = {}
    for one in decisions:
        found.setdefault(one.seat, Counter()).update(uses(one.choices))
    return found


def _possible_uses(game: Game, total: Mapping[Use, int]) -> Iterator[Use]:
    """Yields all actions, and the kinds and places of those classes and boards from which something is chosen."""
    yield from (("action", name) for name in dict.fromkeys(actions_of(game)))
    for number, _ in enumerate(game.classes):
        kinds = [("kind", kind.name) for kind in game.kinds if kind.cls == number]
        if any(kind in total for kind in kinds):
            yield from kinds
    for board in game.boards:
        places = [("place", name) for name in board.places]
        if any(place in total for place in places):
            yield from places


def _differences(
    watched: Watched, matches: Sequence[Mapping[int, Counter[Use]]], known: Sequence[Use]
) -> Mapping[Use, tuple[Difference, float]]:
    """Compares for each action, kind or place how often the winner and the others choose it, and adds the corrected probability. Counts are divided by all
    choices of the same sort that a player made, because winners may have had more turns."""
    others = len(watched.outcomes.seats) - 1
    clear = [
        (seats, outcome.winners[0])
        for seats, outcome in zip(matches, watched.outcomes.matches, strict=True)
        if len(outcome.winners) == 1
    ]
    if others < 1 or len(clear) < 2:
        return {}
    found: list[Difference] = []
    wholes = [{seat: _count_by_sort(counter) for seat, counter in seats.items()} for seats, _ in clear]
    for use in known:
        sort, _ = use
        own = [
            {seat: _PARTS * counter[use] // whole[seat][sort] if counter[use] else 0 for seat, counter in seats.items()}
            for (seats, _), whole in zip(clear, wholes, strict=True)
        ]
        won = [parts.get(winner, 0) for parts, (_, winner) in zip(own, clear, strict=True)]
        each = [
            [part for seat, part in parts.items() if seat != winner]
            for parts, (_, winner) in zip(own, clear, strict=True)
        ]
        # Seats that have used nothing are missing, so zeros are added for them.
        singles = [number for numbers in each for number in (*numbers, *[0] * (others - len(numbers)))]
        both = two(list(map(sum, each)), [others * part for part in won], paired=True, singles=(singles, won))
        found.append(difference_of_means(both, others))
    return dict(zip(known, zip(found, correct_for_many([one.p for one in found]), strict=True), strict=True))


def _count_by_sort(counter: Counter[Use]) -> Counter[str]:
    """Returns how many choices of each sort there are: of actions, kinds and places."""
    found: Counter[str] = Counter()
    for (sort, _), count in counter.items():
        found[sort] += count
    return found


def _is_plain(one: Difference, p: float) -> bool:
    """Whether winners differ for certain, and not only by a trifle such as their last turn."""
    return p <= REPORT_RISK and abs(one.effect) >= _SMALL


def _share_texts(one: Difference | None) -> tuple[str, str]:
    """Returns the shares of the winner and of the others for people; empty if they were not compared."""
    return ("", "") if one is None else (f"{one.after / _PARTS:.1%}", f"{one.before / _PARTS:.1%}")


def _rows(
    total: Counter[Use],
    matches: int,
    found: Mapping[Use, tuple[Difference, float]],
    never: Sequence[Use],
    absent: Sequence[Use],
) -> Iterator[tuple[str, ...]]:
    for use, count in total.most_common():
        one, p = found.get(use, (None, 1.0))
        own, other = _share_texts(one)
        yield (
            _text(use, total),
            number_text(count / matches),
            own,
            other,
            "certain" if one and _is_plain(one, p) else "",
        )
    for use in never:
        yield _text(use, total), "never", "", "", ""
    for use in absent:
        yield _text(use, total), "not offered", "", "", ""


def _text(use: Use, total: Mapping[Use, int]) -> str:
    """Returns the name of a use, followed by its sort if other uses have the same name."""
    sort, name = use
    return f"{name} ({sort})" if sum(one.casefold() == name.casefold() for _, one in total) > 1 else name


def _never_text(never: Sequence[Use], matches: int) -> Finding:
    if not never:
        return Finding(f"Everything that was seen on offer was chosen in {matches:,} matches.")
    return Finding(
        f"On offer, and never chosen in {matches:,} matches: {_list_uses(never)}.",
        advice="Too dear, or too weak? Make it better, or leave it out.",
    )


def _absent_texts(absent: Sequence[Use], positions: int) -> Iterator[Finding]:
    if absent:
        yield Finding(f"Not on offer at any of {positions:,} positions that were looked at: {_list_uses(absent)}.")


def _list_uses(found: Sequence[Use]) -> str:
    parts = list[str]()
    for sort, many in _MANY.items():
        names = [f"`{name}`" for one, name in found if one == sort]
        if names:
            shown = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
            parts.append(f"{len(names)} {sort if len(names) == 1 else many} ({shown})")
    return "; ".join(parts)


def _winner_texts(found: Mapping[Use, tuple[Difference, float]]) -> Iterator[Finding]:
    certain = sorted((item for item in found.items() if _is_plain(*item[1])), key=lambda item: -abs(item[1][0].effect))
    for (sort, name), (one, _) in certain[:3]:
        more = "more" if one.change > 0 else "less"
        own, other = _share_texts(one)
        is_strong = sort == "kind" and one.change > 0 and one.after >= _OFTEN * _PARTS
        yield Finding(
            f"Winners choose `{name}` {more} often than the others: {own} of the {_MANY[sort]} that they choose, against {other}.",
            "certain",
            "Is it too good? Make it dearer or rarer, and see with `gamedsl compare` what that changes."
            if is_strong
            else "",
        )
    if found and not certain:
        yield Finding(
            "How often each of these is chosen does not tell winners from the others for certain: it may still matter when, and with what luck.",
            "open",
        )


@frozen
class _Offered:
    """The things that were on offer at some position, and how many positions were examined."""

    positions: int
    uses: frozenset[Use]


def _find_offers(job: Job, matches: Sequence[Sequence[Decision]], wanted: Collection[Use]) -> _Offered:
    """Replays the first matches of a job, whose decisions are `matches`, and looks for moves that use the things in `wanted`. Stops when all are found."""
    engine = cast("Engine[State]", fastest(job.chosen.engine.game, forced=Forced.ASKED).engine)
    missing, positions = set(wanted), 0
    for state, seat in sample(engine, job, sample_matches(matches)):
        if not missing:
            break
        positions += 1
        try:
            moves = engine.moves(state, seat)
        except Fault:  # too many moves to count
            continue
        for number in range(0, len(moves), max(1, -(-len(moves) // _MOVES))):
            missing.difference_update(uses(moves[number].choices))
    return _Offered(positions, frozenset(wanted) - missing)


def kinds_section(
    kinds: Sequence[KindRules], ran: Mapping[str, int], matches: int, figures: Figures, made: str
) -> Section:
    """Makes the section. `ran` is the number of matches, of `matches`, in which rules of each kind ran."""
    ordered = sorted(kinds, key=lambda one: -ran[one.kind])
    head = ("", "rules ran in", "chosen in a match", "share of the winner’s", "of the others’", "")
    grid = Grid(head, tuple(_kind_row(one.kind, ran[one.kind] / matches, figures) for one in ordered))
    method = (
        f"{made} The rules of a kind have run in a match when one of its reactions or actions has. Choices are those of the first matches, as in the section "
        "on what is used; kinds that are drawn or dealt and never chosen have no figures there."
    )
    return Section(
        "kinds", "What do the pieces with rules do?", tuple(_kind_texts(ordered, ran, matches)), None, grid, method
    )


def _kind_row(kind: str, share: float, figures: Figures) -> tuple[str, ...]:
    count = figures.total.get(("kind", kind), 0)
    difference, p = figures.differences.get(("kind", kind), (None, 1.0))
    own, other = _share_texts(difference)
    chosen = number_text(count / figures.matches) if count and figures.matches else ""
    return kind, f"{100 * share:.0f}%", chosen, own, other, "certain" if difference and _is_plain(difference, p) else ""


def _kind_texts(ordered: Sequence[KindRules], ran: Mapping[str, int], matches: int) -> Iterator[Finding]:
    never = [one.kind for one in ordered if not ran[one.kind]]
    often = [one.kind for one in ordered if ran[one.kind]]
    if often:
        most, least = often[0], often[-1]
        yield Finding(f"Most often, in {_share(ran[most], matches)} of the matches, the rules of `{most}` run.")
        if least != most:
            yield Finding(f"Most rarely, in {_share(ran[least], matches)}, those of `{least}`.")
    if never:
        shown = ", ".join(f"`{kind}`" for kind in never[:_KINDS_NAMED])
        more = f" and {len(never) - _KINDS_NAMED} more" if len(never) > _KINDS_NAMED else ""
        yield Finding(f"In none of {matches:,} matches did the rules of {shown}{more} run.")


def _share(count: int, matches: int) -> str:
    share = 100 * count / matches
    return f"{share:.1f}%" if share < 1 else f"{share:.0f}%"
