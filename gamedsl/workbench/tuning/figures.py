"""The figures that wishes are about: their words, their units, and how they follow from matches."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum

from gamedsl.diagnostics.suggest import closest
from gamedsl.errors import GameDslError
from gamedsl.graph.analysis.winning import Contest, contest
from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Decision, Use
from gamedsl.workbench.reporting.courses import leaders_of
from gamedsl.workbench.reporting.outcomes import Outcomes, outcomes
from gamedsl.workbench.statistics.estimates import Estimate
from gamedsl.workbench.tables import MatchTable
from gamedsl.workbench.tuning.goals import Unit
from gamedsl.workbench.tuning.mistakes import list_names
from gamedsl.workbench.tuning.sums import Sums, largest, ratio, share, sums_of
from gamedsl_interpreter.trouble.survey import actions_of

WHOLE = 2520
"""The factor that makes shares of victories whole numbers: a multiple of 1 to 10, for up to ten winners."""


class Sort(Enum):
    """The sorts of figures; the value is the key of a wish, with NAME in place of a name of the rules."""

    SEAT_ADVANTAGE = "seat advantage"
    SEAT_WINS = "wins of seat N"
    WINS = "wins"
    SHARED = "shared victories"
    LENGTH = "length"
    POINTS = "points"
    LINE = "points of NAME"
    LEAD = "lead"
    SKILL = "skill"
    LEADER_WINS = "leader half way wins"
    USES = "uses of NAME"
    SHARE = "share of NAME"
    END = "ends by NAME"


class Stream(Enum):
    """The sort of matches from which a figure is computed."""

    RESULTS = "results"
    """All matches, of which only the results are recorded."""
    USES = "uses"
    """Matches in which each choice is counted."""
    DECISIONS = "decisions"
    """Matches in which each decision is recorded with the points before it."""
    THINKING = "thinking"
    """Matches in which one seat thinks more than the others, each seat in turn."""


_STREAMS = {
    Sort.SKILL: Stream.THINKING,
    Sort.LEADER_WINS: Stream.DECISIONS,
    Sort.USES: Stream.USES,
    Sort.SHARE: Stream.USES,
}
_UNITS = {
    Sort.SEAT_ADVANTAGE: Unit.POINTS_OF_PERCENT,
    Sort.LENGTH: Unit.DECISIONS,
    Sort.POINTS: Unit.POINTS,
    Sort.LINE: Unit.POINTS,
    Sort.LEAD: Unit.POINTS,
    Sort.USES: Unit.TIMES,
}


@frozen
class Figure:
    """A figure of matches. `names` are the names of the rules that it is about: a score line, a reason, or uses; of several uses, the share of the first is
    counted."""

    key: str
    sort: Sort
    names: tuple[str, ...] = ()
    seat: int = 0

    @property
    def stream(self) -> Stream:
        """The sort of matches from which it is computed."""
        return _STREAMS.get(self.sort, Stream.RESULTS)

    @property
    def unit(self) -> Unit:
        """The unit of the figure."""
        return _UNITS.get(self.sort, Unit.PERCENT)

    def estimate(self, sums: Sequence[Sums]) -> Estimate | None:
        """Estimates the figure; None if no match tells anything about it."""
        match self.sort:
            case Sort.SEAT_ADVANTAGE:
                return largest(sums)
            case Sort.LENGTH | Sort.POINTS | Sort.LINE | Sort.LEAD | Sort.USES | Sort.SHARE:
                return ratio(sums[0])
            case _:
                return share(sums[0])


class UnknownFigureError(GameDslError):
    """A key of `[want]` names no figure of this game; `advice` lists the figures."""

    def __init__(self, text: str, advice: str) -> None:
        super().__init__(text)
        self.advice = advice


# ---------------------------------------------------------------- reading keys

_SEAT = re.compile(r"wins of (?:the )?(?:(first|last) seat|seat (\d+))")
_ENDS = re.compile(r"(?:ends by|share of ends by) (.+)")
_AMONG = re.compile(r"share of (.+?) among (.+)")
_PLAIN = {sort.value: sort for sort in Sort if "N" not in sort.value}


def figure_of(key: str, game: Game) -> Figure:
    """Returns the figure that a key names. Raises UnknownFigureError."""
    said = " ".join(key.replace("_", " ").split())
    plain = _PLAIN.get(said.lower())
    if plain is not None:
        _check_contest(key, plain, game)
        return Figure(key, plain)
    if found := _SEAT.fullmatch(said.lower()):
        return _seat_wins(key, found, game)
    raw = " ".join(key.split())
    if found := _ENDS.fullmatch(raw):
        return Figure(key, Sort.END, (_end(found[1], game),))
    if raw.startswith("points of "):
        return Figure(key, Sort.LINE, (_one_of(raw[10:], "score line", [one.name for one in game.scores]),))
    if raw.startswith("uses of "):
        return Figure(key, Sort.USES, (_use(raw[8:], game),))
    if found := _AMONG.fullmatch(raw):
        first = _use(found[1], game)
        others = [_use(one, game) for one in re.split(r",\s*|\s+and\s+", found[2]) if one]
        return Figure(key, Sort.SHARE, tuple(dict.fromkeys([first, *others])))
    if raw.startswith("share of "):
        return Figure(key, Sort.SHARE, (_use(raw[9:], game), *_same_sort(_use(raw[9:], game), game)))
    near = closest(said.lower(), [*_PLAIN, "wins of the first seat"])
    meant = f"did you mean `{near}`? There is " if near else "there is "
    raise UnknownFigureError(f"there is no figure `{key}`", f"{meant}{list_names([sort.value for sort in Sort], 20)}")


def _check_contest(key: str, sort: Sort, game: Game) -> None:
    """Refuses figures about winners in games where nobody plays against others, and figures about points in games without points."""
    kind, rivals = contest(game), game.humans > 1
    if sort in (Sort.SEAT_ADVANTAGE, Sort.SHARED, Sort.SKILL, Sort.LEAD, Sort.LEADER_WINS) and not (
        rivals and kind is Contest.AGAINST_EACH_OTHER
    ):
        raise UnknownFigureError(
            f"there is no `{key}` here: nobody plays against another", "wish for `wins` or `points`"
        )
    if sort is Sort.WINS and rivals and kind is Contest.AGAINST_EACH_OTHER:
        raise UnknownFigureError(f"`{key}` does not say whose", "write `wins of the first seat`, or `seat_advantage`")
    if sort in (Sort.POINTS, Sort.LEAD, Sort.LEADER_WINS) and not game.scores:
        raise UnknownFigureError(f"there is no `{key}` here: the game has no score lines", "wish for something else")


def _seat_wins(key: str, found: re.Match[str], game: Game) -> Figure:
    _check_contest(key, Sort.SEAT_ADVANTAGE, game)
    seat = {"first": 1, "last": game.humans}.get(found[1] or "", int(found[2] or 0))
    if not 1 <= seat <= game.humans:
        raise UnknownFigureError(f"there is no seat {seat}", f"the seats are 1 to {game.humans}")
    return Figure(key, Sort.SEAT_WINS, seat=seat - 1)


def _end(text: str, game: Game) -> str:
    wanted = text.strip(" .“”\"'").lower()
    known = [reason for reason in game.reasons if reason]
    found = next((reason for reason in known if reason.strip(" .").lower() == wanted), None)
    return found if found is not None else _one_of(text, "end", known)


def _use(text: str, game: Game) -> str:
    known = [name for names in _uses(game).values() for name in names]
    return _one_of(text.strip(), "action, kind or place", known)


def _uses(game: Game) -> dict[str, tuple[str, ...]]:
    """Returns the things that can be chosen, by their sort."""
    return {
        "action": tuple(dict.fromkeys(actions_of(game))),
        "kind": tuple(kind.name for kind in game.kinds),
        "place": tuple(name for board in game.boards for name in board.places),
    }


def _same_sort(name: str, game: Game) -> tuple[str, ...]:
    """Returns everything that is chosen as this is: all actions, all kinds of its component, all places of its board."""
    if name in actions_of(game):
        return _uses(game)["action"]
    kind = next((kind for kind in game.kinds if kind.name == name), None)
    if kind is not None:
        return tuple(one.name for one in game.kinds if one.cls == kind.cls)
    return next(tuple(board.places) for board in game.boards if name in board.places)


def _one_of(text: str, what: str, known: Sequence[str]) -> str:
    words = {name.replace("_", " ").lower(): name for name in known}
    said = text.replace("_", " ").lower()
    if text in known or said in words:
        return text if text in known else words[said]
    if not known:
        raise UnknownFigureError(f"there is no {what} `{text}`: the game has none", "wish for something else")
    parts = (name for word, name in words.items() if said.rstrip("s") in word)
    near = next(parts, None) or words.get(closest(said, words) or "")
    advice = f"did you mean `{near}`?" if near else f"there is {list_names(known)}"
    raise UnknownFigureError(f"there is no {what} `{text}`", advice)


# ---------------------------------------------------------------- counting


@frozen
class Observed:
    """Matches of one stream: their results, and their uses or decisions if these were recorded. `first` is the number of the first match."""

    first: int
    table: MatchTable
    uses: tuple[Mapping[Use, int], ...] = ()
    decisions: tuple[tuple[Decision, ...], ...] = ()


def count(figure: Figure, seen: Observed) -> tuple[Sums, ...]:
    """Returns the sums of a figure over matches of its stream; `SEAT_ADVANTAGE` has one for each seat, all others have one."""
    table = seen.table
    ones = [1] * table.matches
    match figure.sort:
        case Sort.SEAT_ADVANTAGE:
            return _deviations(table)
        case Sort.SEAT_WINS:
            return (sums_of([won[figure.seat] for won in _wins(table)], [WHOLE] * table.matches),)
        case Sort.WINS:
            return (sums_of(table.per_match("winner"), ones),)
        case Sort.SHARED:
            return (sums_of([int(number > 1) for number in table.per_match("winners")], ones),)
        case Sort.LENGTH:
            return (sums_of(table.per_match("decisions"), ones),)
        case Sort.POINTS:
            return (_points(table, table.columns["total"]),)
        case Sort.LINE:
            return (_points(table, table.points[table.lines.index(figure.names[0])]),)
        case Sort.LEAD:
            return (sums_of(table.leads, ones),)
        case Sort.END:
            number = table.reasons.index(figure.names[0]) if figure.names[0] in table.reasons else -1
            return (sums_of([int(one == number) for one in table.per_match("reason")], ones),)
        case Sort.SKILL:
            seats = (index % table.humans for index in range(seen.first, seen.first + table.matches))
            return (
                sums_of([won[seat] for seat, won in zip(seats, _wins(table), strict=True)], [WHOLE] * table.matches),
            )
        case Sort.LEADER_WINS:
            return (_count_decided(outcomes(table), seen.decisions),)
        case Sort.USES:
            return (sums_of([_uses_of(figure.names, one) for one in seen.uses], ones),)
        case Sort.SHARE:
            first = [_uses_of(figure.names[:1], one) for one in seen.uses]
            return (sums_of(first, [_uses_of(figure.names, one) for one in seen.uses]),)


def _wins(table: MatchTable) -> list[list[int]]:
    """Returns the parts of the victory of each seat of players in each match; a whole one is `WHOLE`."""
    seats, winner, winners = len(table.seats), table.columns["winner"], table.columns["winners"]
    return [
        [WHOLE * winner[at + seat] // max(1, winners[at]) for seat in range(table.humans)]
        for at in range(0, len(winner), seats)
    ]


def _deviations(table: MatchTable) -> tuple[Sums, ...]:
    """Returns, for each seat, the sums of how much more than the mean of all seats it wins."""
    every, seats = _wins(table), table.humans
    ys = [seats * WHOLE] * len(every)
    return tuple(sums_of([seats * won[seat] - sum(won) for won in every], ys) for seat in range(seats))


def _points(table: MatchTable, column: Sequence[int]) -> Sums:
    seats, humans = len(table.seats), table.humans
    return sums_of([sum(column[at : at + humans]) for at in range(0, len(column), seats)], [humans] * table.matches)


def _count_decided(ended: Outcomes, decisions: Sequence[Sequence[Decision]]) -> Sums:
    """Counts the matches in which somebody leads after half of the decisions, and the share of the victory that these leaders get."""
    xs, ys = list[int](), list[int]()
    for outcome, made in zip(ended.matches, decisions, strict=True):
        leaders = leaders_of(made[len(made) // 2], len(outcome.places)) if made else ()
        if leaders:
            xs.append(round(WHOLE * sum(outcome.shares[seat] for seat in leaders) / len(leaders)))
            ys.append(WHOLE)
    return sums_of(xs, ys)


def _uses_of(names: Sequence[str], uses: Mapping[Use, int]) -> int:
    return sum(number for (_, name), number in uses.items() if name in names)
