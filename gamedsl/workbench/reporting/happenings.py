"""The section on events of a match: what the rules report in sentences, and what players do without a sentence; how often, and whether winners do it more often."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from statistics import mean, quantiles

from gamedsl.graph.analysis.nouns import noun_of_type
from gamedsl.graph.analysis.piece_words import plural
from gamedsl.graph.analysis.walk import plans_at
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, EffectNode
from gamedsl.graph.model.statements import Say
from gamedsl.graph.model.types import NodeId
from gamedsl.reports.titles import plain
from gamedsl.values import frozen
from gamedsl.workbench.comparing.words import number_text
from gamedsl.workbench.playing.watching import uses
from gamedsl.workbench.reporting.courses import Watched
from gamedsl.workbench.reporting.model import Finding, Grid, Section
from gamedsl.workbench.reporting.pictures import lying_bars
from gamedsl.workbench.statistics.differences import Difference, difference_of_means
from gamedsl.workbench.statistics.estimates import estimate_mean
from gamedsl.workbench.statistics.many import REPORT_RISK, correct_for_many
from gamedsl.workbench.statistics.tallies import two
from gamedsl_interpreter.wording.sentences import Form, sentences

_SHOWN = 16
"""The most bars in the picture."""
_SMALL = 0.2
"""The least effect that is told; see `used`."""
_RARE, _USUAL = 0.02, 0.98
"""The share of matches below which an event is rare and above which it is usual."""
_NAMED = 3
"""The most sentences of a sort in the findings, and the most values of one in the table."""
_OF_NUMBER = re.compile(r" of \d")
"""Behind a number that is part of another: `X of 26 points`."""
_LIST = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]")
_BETWEEN = re.compile(r", (?![^\[]*\])")
"""A list of things as the log has it, and what stands between them."""
_MOST_VALUES = 24
"""The most different values of which the usual ones are told: of more, each is rare."""
_OF_ANOTHER = re.compile(r"A player (?:\w+ ){1,3}it\b")
"""A sentence that says `it` of what the sentence before it names: by itself it says nothing."""
_COUNTED = re.compile(r" (?!(?:a|an|the|and|or|of|to|from|for|in|on|at|by|with|is|are|has)\b)[a-z]")
"""Matches a text that begins with the noun of a number."""
_BEFORE_NUMBER = re.compile(r"(?:s|\b(?:worth|of|to|with|for|by|from|at|on|and|than|about)) $")
"""Matches the text before a number that stands by itself: a verb, or a short word."""
_OWNED = re.compile(r"\b(?:the|this|that|a|an|another|his|her|their|its|no)(?: (?:first|last|next|top|same|other))? $")
"""Matches the text before a noun that has no article of its own."""
_HOLE = re.compile("…")
_SPREAD = re.compile(r"…(?:(?:, | and |, and )…)+")


@frozen
class _Happening:
    """A sentence of the rules in its general form, or an action that has none; how often it was logged in each match, and about each seat; and the values in
    it. `has_seat`: it names players; it is about the first of them."""

    told: str
    by_match: tuple[int, ...]
    by_seat: tuple[tuple[int, ...], ...]
    values: Counter[str]
    has_seat: bool

    @property
    def share(self) -> float:
        """The part of the matches in which it happens."""
        return sum(map(bool, self.by_match)) / len(self.by_match)


def happenings_section(game: Game, watched: Watched, made: str) -> Section | None:
    """Makes the section; None if nothing is said or done."""
    said = list(_happenings(game, watched))
    found = sorted((*said, *_silent_deeds(game, watched, said)), key=lambda one: -sum(one.by_match))
    if not found:
        return None
    differences = _differences(found, watched)
    often = [one for one in found if _RARE <= one.share <= _USUAL]
    clear = {told: one for told, one in differences.items() if not _OF_ANOTHER.match(told)}
    findings = (*_findings(_by_themselves(found), _by_themselves(often), clear), *_winners(clear), *_turns(watched))
    bars_of = [(one.told, mean(one.by_match)) for one in found[:_SHOWN]]
    grid = Grid(
        ("", "in a match", "in … of the matches", "winner", "others (mean)", "most often", ""),
        tuple(_row(one, differences.get(one.told)) for one in found),
    )
    method = (
        f"{made} What the log of a match says: in the sentences of the rules, and `A player chooses …` for each action without one: "
        "what was forced, because nothing else was possible, was no choice and is not counted there. "
        "Other things stand for `a card` or `so many`, X for a number. "
        "A sentence is about the player whom it names first: "
        "the winner of a match, in matches with one, is compared with the mean of the others, with Holm's correction for all sentences. Winners often have "
        "more turns than others, or play longer: the columns compare, and do not explain."
    )
    picture = lying_bars(bars_of, "times in a match") if len(bars_of) > 1 else None
    return Section("happenings", "What happens in a match?", findings, picture, grid, method)


# ---------------------------------------------------------------- counting


def _happenings(game: Game, watched: Watched) -> Iterator[_Happening]:
    forms = sentences(game).forms
    readers = [(number, _reader(form)) for number, form in enumerate(forms)]
    # A form with more fixed words is more specific, so it is tried first.
    readers.sort(key=lambda pair: -sum(map(len, forms[pair[0]][0])))
    general = [_general(game, *form) for form in forms]
    seats = {name: number for number, name in enumerate(game.seats)}
    known: dict[str, tuple[int, tuple[str, ...]]] = {}
    humans = len(watched.outcomes.seats)
    counts: dict[str, list[Counter[int]]] = {}
    values: dict[str, Counter[str]] = {}
    for at, said in enumerate(watched.said):
        for sentence in said:
            number, filled = known.get(sentence) or known.setdefault(sentence, _read(readers, sentence))
            if number < 0:
                continue
            _, of = forms[number]
            told = general[number]
            own = counts.setdefault(told, [Counter() for _ in watched.said])
            who = next(
                (seats[one] for one, kind in zip(filled, of, strict=True) if _is_player(kind) and one in seats), -1
            )
            own[at][who] += 1
            of_things = [one for one, kind in zip(filled, of, strict=True) if not _is_player(kind)]
            values.setdefault(told, Counter())[", ".join(of_things)] += 1
    for told, own in counts.items():
        yield _Happening(
            told,
            tuple(one.total() for one in own),
            tuple(tuple(one[seat] for seat in range(humans)) for one in own),
            values[told],
            any(seat >= 0 for one in own for seat in one),
        )


def _silent_deeds(game: Game, watched: Watched, said: Sequence[_Happening]) -> Iterator[_Happening]:
    """Yields what players do, except for what a sentence tells each time. Of an action that asks several times in a row, the first question counts."""
    spoken = _find_spoken(game)
    humans = len(watched.outcomes.seats)
    counts: dict[str, list[Counter[int]]] = {}
    values: dict[str, Counter[str]] = {}
    first: dict[str, frozenset[str]] = {}
    for at, decisions in enumerate(watched.decisions):
        for decision in decisions:
            for choice in decision.choices:
                asked = frozenset(name for name, _ in choice.values)
                of_first = first.setdefault(choice.name, asked)
                if not choice.is_declined and choice.name not in spoken and (asked == of_first or asked & of_first):
                    own = counts.setdefault(choice.name, [Counter() for _ in watched.decisions])
                    own[at][decision.seat] += 1
                    things = [name for _, name in list(uses((choice,)))[1:]]
                    text = things[0] if len(things) == 1 else f"[{', '.join(things)}]"
                    values.setdefault(choice.name, Counter())[text] += 1
    told = {one.by_seat for one in said}
    for name, own in counts.items():
        by_seat = tuple(tuple(one[seat] for seat in range(humans)) for one in own)
        if by_seat not in told:
            by_match = tuple(one.total() for one in own)
            of_phase = "in " if any(node.cluster == name for node in game.nodes) else ""
            yield _Happening(
                f"A player chooses {of_phase}{plain(name)}", by_match, by_seat, values[name], has_seat=True
            )


def _find_spoken(game: Game) -> frozenset[str]:
    """Returns the actions that a sentence of their own tells whenever they are done, also where nobody was asked because nothing else was possible."""
    silent: set[str] = set()
    named: set[str] = set()
    for node in (one for one in game.nodes if isinstance(one, DecisionNode)):
        for plan in plans_at(node):
            named.add(plan.name)
            if plan.exit is None or not _says_something(game, node.exits[plan.exit], plan.name):
                silent.add(plan.name)
    return frozenset(named - silent)


def _says_something(game: Game, at: NodeId, action: str) -> bool:
    """Whether the steps of an action that begin at a node have a sentence before anything branches."""
    node = game.nodes[at]
    while isinstance(node, EffectNode) and action in node.path:
        if any(isinstance(step, Say) for step in node.body):
            return True
        node = game.nodes[node.next]
    return False


def _read(readers: Sequence[tuple[int, re.Pattern[str]]], sentence: str) -> tuple[int, tuple[str, ...]]:
    """Returns the number of the form of a sentence, and the values in it; -1 if it has no known form."""
    for number, pattern in readers:
        if found := pattern.fullmatch(sentence):
            return number, found.groups()
    return -1, ()


def _reader(form: Form) -> re.Pattern[str]:
    return re.compile("(.*?)".join(map(re.escape, form[0])), re.DOTALL)


def _is_player(of: types.Type) -> bool:
    return isinstance(types.plain(of), types.Player)


def _general(game: Game, texts: Sequence[str], of: Sequence[types.Type]) -> str:
    """Returns a sentence in its general form: `a player takes a card from a tavern`."""
    players = 0
    parts = [texts[0]]
    for text, kind in zip(texts[1:], of, strict=True):
        if _is_player(kind):
            parts.append("another player" if players else "a player")
            players += 1
        else:
            parts.append(_name_any(game, kind, parts[-1]))
        parts.append(text)
    said = _SPREAD.sub("some numbers", "".join(parts)).strip().rstrip(".")
    said = _HOLE.sub(lambda found: _any_number(said[: found.start()], said[found.end() :]), said)
    return f"{said[:1].upper()}{said[1:]}"


def _name_any(game: Game, of: types.Type, before: str) -> str:
    """Returns the words for any value of a type in a sentence, after this text: `a card`, `some cards`; for a number `…`, because the best words depend on
    the whole sentence."""
    match of:
        case types.Optional(inner):
            return _name_any(game, inner, before)
        case types.Int():
            return "…"
        case types.ListOf(inner) | types.SetOf(inner) | types.Bag(inner) if noun := _noun(game, inner):
            return f"some {plural(noun)}"
        case types.Pieces() if noun := _noun(game, of):
            return f"some {plural(noun)}"
        case _ if noun := _noun(game, of):
            return noun if _OWNED.search(before) else f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
        case _:
            return "something"


def _noun(game: Game, of: types.Type) -> str:
    return plain(noun_of_type(game, of))


def _any_number(before: str, after: str) -> str:
    """Returns the words for any number between these texts: `so many` seeds, a player bets `a number`, column `X`."""
    if _COUNTED.match(after):
        return "so many"
    return "a number" if _BEFORE_NUMBER.search(before) and not _OF_NUMBER.match(after) else "X"


def _by_themselves(found: Sequence[_Happening]) -> list[_Happening]:
    return [one for one in found if not _OF_ANOTHER.match(one.told)]


# ---------------------------------------------------------------- winners and others


def _differences(found: Sequence[_Happening], watched: Watched) -> Mapping[str, tuple[Difference, float]]:
    """Compares how often each thing happens to the winner with the mean of the others; adds the corrected probability."""
    others = len(watched.outcomes.seats) - 1
    clear = [(at, one.winners[0]) for at, one in enumerate(watched.outcomes.matches) if len(one.winners) == 1]
    about = [one for one in found if one.has_seat]
    if others < 1 or len(clear) < 2 or not about:
        return {}
    made: list[Difference] = []
    for one in about:
        won = [one.by_seat[at][winner] for at, winner in clear]
        rest = [sum(one.by_seat[at]) - own for (at, _), own in zip(clear, won, strict=True)]
        singles = [number for at, winner in clear for seat, number in enumerate(one.by_seat[at]) if seat != winner]
        both = two(rest, [own * others for own in won], paired=True, singles=(singles, won))
        made.append(difference_of_means(both, others))
    corrected = correct_for_many([one.p for one in made])
    return {one.told: pair for one, pair in zip(about, zip(made, corrected, strict=True), strict=True)}


def _is_plain(one: Difference, p: float) -> bool:
    return p <= REPORT_RISK and abs(one.effect) >= _SMALL


# ---------------------------------------------------------------- words


def _findings(
    found: Sequence[_Happening], often: Sequence[_Happening], differences: Mapping[str, tuple[Difference, float]]
) -> Iterator[Finding]:
    """Yields findings on the most frequent events, on events that happen only in some matches, and on rare ones."""
    for one in found[:_NAMED]:
        told = one.told
        whose = ""
        if one.told in differences:
            whose = f", {number_text(sum(map(sum, one.by_seat)) / len(one.by_seat) / max(1, len(one.by_seat[0])))} for each player"
        yield Finding(f"“{told}”: {_mean(one)} times in a match{whose}.")
    sometimes = sorted((one for one in often if one not in found[:_NAMED]), key=lambda one: one.share)
    for one in sometimes[:_NAMED]:
        yield Finding(f"“{one.told}”: in {one.share:.0%} of the matches, {_mean(one)} times on average.")
    rare = [one for one in found if one.share < _RARE]
    if rare:
        listed = ", ".join(f"“{one.told}”" for one in rare[:_NAMED])
        more = f" and {len(rare) - _NAMED} more" if len(rare) > _NAMED else ""
        yield Finding(f"Hardly ever, in fewer than {_RARE:.0%} of the matches: {listed}{more}.")


def _mean(one: _Happening) -> str:
    """Returns how often something happens in a match, with the interval in which the mean of all such matches lies: `9.4 (8.8 to 10.0)`."""
    found = estimate_mean(one.by_match)
    low, high = number_text(max(0.0, found.low)), number_text(found.high)
    return number_text(found.value) if low == high else f"{number_text(found.value)} ({low} to {high})"


def _winners(differences: Mapping[str, tuple[Difference, float]]) -> Iterator[Finding]:
    certain = sorted(
        (item for item in differences.items() if _is_plain(*item[1])), key=lambda item: -abs(item[1][0].effect)
    )
    for told, (one, _) in certain[:_NAMED]:
        more = "more" if one.change > 0 else "less"
        numbers = f"{number_text(one.after)} times in a match against {number_text(one.before)}"
        yield Finding(f"“{told}”: winners {more} often than the others, {numbers}.", "certain")


def _turns(watched: Watched) -> Iterator[Finding]:
    """Yields how many choices somebody makes in a row, if it is sometimes more than one."""
    runs = [
        sum(1 for _ in own)
        for decisions in watched.decisions
        for _, own in groupby(decisions, key=lambda one: one.seat)
    ]
    if not runs or max(runs) == 1 or len(watched.outcomes.seats) == 1:
        return
    low, high = (
        round(one)
        for one in (quantiles(runs, n=10, method="inclusive")[0], quantiles(runs, n=10, method="inclusive")[-1])
    )
    usual = f"eight of ten turns have {low} to {high}" if low != high else f"eight of ten turns have {low}"
    yield Finding(
        f"A player chooses {number_text(mean(runs))} times before another one does; {usual}, the longest {max(runs)}."
    )


def _row(one: _Happening, difference: tuple[Difference, float] | None) -> tuple[str, ...]:
    winner, others, mark = "", "", ""
    if difference is not None:
        winner, others = number_text(difference[0].after), number_text(difference[0].before)
        mark = "certain" if _is_plain(*difference) else ""
    return one.told, number_text(mean(one.by_match)), f"{one.share:.0%}", winner, others, _usual(one), mark


def _usual(one: _Happening) -> str:
    """Returns the most frequent values in a sentence: `7 (18%), 6 (15%), 8 (14%)`."""
    if not 1 < len(one.values) <= _MOST_VALUES:
        return ""
    total = one.values.total()
    return ", ".join(f"{_quote(value)} ({number / total:.0%})" for value, number in one.values.most_common(_NAMED))


def _quote(value: str) -> str:
    """Quotes a value in a sentence; in a list, quotes each thing by itself: `Ruby` and `Jade` for `[Ruby, Jade]`."""
    if not _LIST.fullmatch(value):
        return f"`{value}`"
    things = [f"`{one}`" for one in _BETWEEN.split(value[1:-1]) if one]
    return f"{', '.join(things[:-1])} and {things[-1]}" if len(things) > 1 else "".join(things) or "none"
