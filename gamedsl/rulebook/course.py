"""Describes how a match goes and ends: its rounds, who acts in a phase, its ends and who wins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.rulebook.model import (
    LEFT,
    Block,
    Paragraph,
    Step,
    Steps,
    capital,
    clean,
    mark_name,
    mark_word,
    plain,
    readable,
    sentence_of_doc,
    small,
)
from gamedsl.rulebook.order import names_led_to
from gamedsl.rulebook.sentences.clauses import clause_text, limit_number, until_text
from gamedsl.rulebook.sentences.english import is_amount, is_noun, is_plural, relative
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.outlines import condition_outline
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.walk import name_of_place, walk, walk_in_order
from gamedsl.values import evolve

ENDS: dict[declarations.EndsAfter | None, str] = {
    None: "The match ends at once when {}.",
    "round": "The match ends after a round if {}.",
    "one more round": "When {}, the round is finished and one more is played. That is the end of the match.",
    "one more turn each": "When {}, each player has one more turn. That is the end of the match.",
    "one more turn of the others": "When {}, each of the others has one more turn. That is the end of the match.",
}


def tells_who_wins(decl: declarations.Ends) -> bool:
    """Whether the sentence of an end says who has won."""
    return _TELLS_WHO_WINS.search(sentence_of_doc(decl.doc)) is not None


_TELLS_WHO_WINS = re.compile(r"\b(wins?|won|loses?|lost|drawn?)\b", re.IGNORECASE)


def end_sentence(decl: declarations.Ends) -> str:
    """Returns when a match ends, with the sentence of the end as its condition: `The match ends after a round if somebody has 100 points.` Empty if it is no
    such sentence."""
    said = "" if decl.condition is None else sentence_of_doc(decl.doc)
    return ENDS[decl.after].format(small(said.removesuffix("."))) if _is_condition(said) else ""


_IS_CONDITION = re.compile(
    r"(?!The round)(Somebody|Nobody|The|An?|All|Both|Every|No|One|Two|Three|Four|Five)\b[^.;:,]* (is|are|has|have|can|cannot|comes|come) [^.;]*\."
)


_HAS_RESULT = re.compile(r"(, and|:) [^,:]*\b(wins?|won|loses?|lost|drawn)\b")
"""Words behind a condition that say who wins: `Three beacons are dark, and the smugglers win.`"""


def _is_condition(said: str) -> bool:
    """Whether a sentence is nothing but a condition."""
    return _IS_CONDITION.fullmatch(said) is not None and _HAS_RESULT.search(said) is None


_NAMES_ACTORS = re.compile(
    r"^[^.:;]*\b(each player|each of you|every player|all players|everybody|all)\b", re.IGNORECASE
)


def ends_blocks(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[Block]:
    """Describes the ways in which a match ends. First the declared ends: their sentences or, without one, their conditions. Then the reasons for which rules
    end the match, beginning with those by which somebody wins or loses. At last the last round. Equal sentences are said once."""
    ends = [decl for decl in decls if isinstance(decl, declarations.Ends) and decl.condition is not None]
    own = [decl for decl in decls if isinstance(decl, declarations.Ends) and decl.condition is None and decl.doc]
    flags = _flags_ranked(say, decls)
    reasons = list(_reasons(decls, flags))
    ways = [
        *((_decides(decl, flags), end_sentence(decl) or _way_to_end(say, decl)) for decl in ends),
        *((is_decided, _at_once(clean(why))) for why, is_decided in reasons),
    ]
    if any(is_decided for _, is_decided in reasons):
        ways.sort(key=lambda way: not way[0])
    said = [
        *(one for _, one in ways),
        *(
            _after_rounds(say, decl)
            for decl in decls
            if isinstance(decl, declarations.Rounds)
            and not own
            and not (ends and _TELLS_ROUNDS.search(sentence_of_doc(decl.doc)))
        ),
        *(sentence_of_doc(decl.doc) for decl in own),
    ]
    said = [one for one in dict.fromkeys(said) if one]
    if len(said) == 1:
        only = said[0]
        yield Paragraph(
            only if only.startswith(("The match", "The round", "When ")) else f"When the match ends: {only}"
        )
    elif said:
        is_at_once = all(decl.after is None for decl in ends) and not any(
            _TELLS_TIME.search(one.removeprefix("The match ends at once ")) for one in said
        )
        yield Paragraph(f"The match ends {'at once ' if is_at_once else ''}in one of these ways:")
        yield Steps(tuple(Step(capital(one.removeprefix("The match ends ").removeprefix("at once "))) for one in said))


def _flags_ranked(say: Formulas, decls: Sequence[declarations.Decl]) -> frozenset[str]:
    """Returns the flags that decide the ranking: a player with such a flag has won or lost."""
    keys = [key.value for decl in decls if isinstance(decl, declarations.Ranking) for key in decl.keys]
    return frozenset(name_of_place(value) for value in keys if say.is_flag(value))


def _decides(decl: declarations.Ends, flags: frozenset[str]) -> bool:
    """Whether an end of the match makes somebody win or lose."""
    return decl.verdict is not None or (decl.condition is not None and _speaks_of(decl.condition, flags))


def _speaks_of(condition: formulas.Expr, flags: frozenset[str]) -> bool:
    """Whether a condition tests one of the flags."""
    is_denied = any(isinstance(node, formulas.Unary) and node.op == "not" for node in walk(condition))
    names = {name_of_place(node) for node in walk(condition) if isinstance(node, formulas.Name | formulas.Attribute)}
    return not is_denied and not names.isdisjoint(flags)


def _reasons(decls: Sequence[declarations.Decl], flags: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yields the reasons for which rules end the match, in source order, each with whether somebody wins or loses by it: the statement says who, it depends
    on a flag that decides the ranking, or the rule has just set such a flag."""
    told = (decl for decl in decls if isinstance(decl, declarations.WithBody | declarations.PickDecl))
    bodies = [node for decl in told for node in walk_in_order(decl)]
    decided = {
        id(suite)
        for node in bodies
        if isinstance(node, statements.If)
        for condition, suite in node.arms
        if _speaks_of(condition, flags)
    }
    for suite in (node for node in bodies if isinstance(node, statements.Suite)):
        for at, one in enumerate(suite.body):
            if isinstance(one, statements.EndGame) and one.why:
                is_set = any(
                    isinstance(node, statements.Assign) and name_of_place(node.target) in flags
                    for node in walk(suite.body[:at])
                )
                yield one.why, one.verdict is not None or id(suite) in decided or is_set


def _at_once(why: str) -> str:
    """Returns the reason for which rules end a match, as a condition if it is one."""
    return ENDS[None].format(small(why.removesuffix("."))) if _is_condition(why) else why


_TELLS_TIME = re.compile(r"\b(at once|as soon as|after (a|the|one|this|\w+ rounds)|end of)\b", re.IGNORECASE)
"""Words of a sentence on when exactly a match ends."""
_TELLS_ROUNDS = re.compile(r"\b(\d+|two|three|four|five|six|seven|eight|nine|ten) rounds\b")
"""How many rounds there are, in a sentence on them."""


def _way_to_end(say: Formulas, decl: declarations.Ends) -> str:
    """Describes an end that has no sentence, or whose sentence is no condition; empty if the description needs a list."""
    own = sentence_of_doc(decl.doc)
    if own and (decl.after is None or "round" in own):
        return own
    after = _AFTER.get(decl.after, "")
    if own:
        return f"{after}{small(own)}"
    found = condition_outline(say.impersonal(), decl.condition) if decl.condition is not None else None
    return "" if found is None or found.steps else ENDS[decl.after].format(found.text)


_AFTER: dict[declarations.EndsAfter | None, str] = {
    "round": "After a round: ",
    "one more round": "After one more round: ",
    "one more turn each": "After one more turn of each player: ",
    "one more turn of the others": "After one more turn of each of the others: ",
}


def _after_rounds(say: Formulas, decl: declarations.Rounds) -> str:
    """Returns the sentence on the last round of a match; empty if there is none."""
    limit = decl.limit
    if limit is None or limit.kind != "up_to":
        return ""
    rounds, note = _rounds_of(say, limit)
    if LEFT in rounds:
        return ""
    return f"The match ends after {'its only round' if rounds == '1 round' else rounds}{note}."


def beginner_text(decls: Sequence[declarations.Decl]) -> str:
    """Returns the sentence that somebody has to begin, and whether the same player begins every round. Empty unless players choose or throw in turns and no
    sentence names the first player."""
    phases = [one for one in decls if isinstance(one, declarations.Phase) and one.each is not None]
    asking = [one.each for one in phases if one.each is not None and _is_turn(one.each) and asks(one, decls)]
    of_first = [one for one in asking if one.first is None or _is_silent_start(one.first, decls)]
    docs = [one.body.doc for one in decls if isinstance(one, declarations.Setup | declarations.Phase)]
    docs += [one.doc for one in decls if isinstance(one, declarations.Rounds)]
    is_of_parts = len(asking) > 1 and all(one.where is not None for one in asking)
    if not of_first or is_of_parts or any(_tells_beginner(sentence_of_doc(doc)) for doc in docs):
        return ""
    names = {one.first.id if isinstance(one.first, formulas.Name) else _one_who_acts(one.where) for one in of_first}
    names -= {""} if any(_one_who_acts(one.where) for one in of_first) else set()
    name = names.pop() if len(names) == 1 else ""
    name = name if _is_silent_start(formulas.Name(name), decls) else ""
    if name and is_noun(name):
        # A label for tables, such as "begins", may be no noun.
        return f"{_BY_LOT} (the {readable(name)})."
    rounds = next((one for one in decls if isinstance(one, declarations.Rounds)), None)
    if rounds is None or any(one.first is not None for one in asking):
        return f"{_BY_LOT}."
    if _is_only_one(rounds):
        return f"{_BY_LOT}; the same player begins each part." if len(asking) > 1 else f"{_BY_LOT}."
    return f"{_BY_LOT}; the same player begins in every round." if len(rounds.phases) > 1 else f"{_BY_LOT}."


def _one_who_acts(where: formulas.Expr | None) -> str:
    """Returns the field with the only player who acts, as a condition of turns names it: `where me is loader`. Empty if there is none."""
    match where:
        case formulas.Binary("is", formulas.Me(), formulas.Name(name)) | formulas.Binary(
            "is", formulas.Name(name), formulas.Me()
        ):
            return name
        case _:
            return ""


_BY_LOT = "Decide by lot who begins"


def _is_turn(each: statements.EachClause) -> bool:
    """Whether players take turns in the order in which they sit."""
    return each.noun.text == "player" and not (each.together or each.order or each.keys)


def asks(phase: declarations.Phase, decls: Sequence[declarations.Decl]) -> bool:
    """Whether somebody chooses, throws or draws in a phase."""
    rules = {decl.name.text: decl for decl in decls if isinstance(decl, declarations.Rule | declarations.PickDecl)}
    those = (phase, *(rules[name] for name in names_led_to(phase, rules)))
    return any(isinstance(node, statements.Choose | statements.Roll | statements.Draw) for node in walk(those))


def _is_only_one(rounds: declarations.Rounds) -> bool:
    """Whether a match has one round."""
    limit = rounds.limit
    return limit is not None and limit.kind == "up_to" and limit.number == formulas.Number(1)


def _is_silent_start(first: formulas.Expr, decls: Sequence[declarations.Decl]) -> bool:
    """Whether turns begin with the player in a field that holds the first seat at the start, and no sentence mentions this field."""
    fields_of_table = (
        member
        for decl in decls
        if isinstance(decl, fields.Fields) and decl.owner is None
        for member in decl.members
        if isinstance(member, fields.Field) and not member.doc
    )
    starts = {one.name.text: one.start for one in fields_of_table}
    match starts.get(first.id) if isinstance(first, formulas.Name) else None:
        case formulas.Index(formulas.Name("players")):
            return True
        case _:
            return False


def _tells_beginner(said: str) -> bool:
    """Whether a sentence says who begins, and not only who begins next."""
    return any(_BEGINS.search(clause) and not _LATER.search(clause) for clause in re.split(r"[.;:]", said))


_LATER = re.compile(r"\bnext\b(?! to\b)", re.IGNORECASE)
"""Words of a sentence on a later round."""
_BEGINS = re.compile(
    r"\b(?:who(?:ever)?|player|dealer|starter|opener|side|white|black|holder|winner|one|herder|wolf|captain)\b[^.;:]{0,40}?"
    r"\b(?:begins?|starts?|leads?|(?:goes|moves|plays|bids|sows|acts|turns) first)\b(?! (?:with|at|on|in) )"
    r"|\bbeginning (?:with|on|at|from)\b|\bfirst player\b|\bhas the first turn\b",
    re.IGNORECASE,
)
"""Words of a sentence on who begins."""


def actors_text(say: Formulas, each: statements.EachClause, told: str) -> str:
    """Names the seats that act in a phase: `Each player in turn, beginning with the dealer.` Empty if not everybody acts, if the order must be computed, or
    if the sentence `told` of the phase names them."""
    if each.where is not None or each.order is not None or each.keys or _NAMES_ACTORS.search(told):
        return ""
    first = each.first if isinstance(each.first, formulas.Name | formulas.Apply) else None
    said = clause_text(say, evolve(each, first=first, until=None, limit=None))
    said = _IN_TURNS.sub("the players take turns", _TOGETHER.sub("all players do this at the same time", said))
    return f"{capital(said)}."


_TOGETHER, _IN_TURNS = re.compile("^each player at the same time"), re.compile("^each player in turn")


def _rounds_of(say: Formulas, limit: statements.Limit) -> tuple[str, str]:
    """Returns a number of rounds: `25 rounds`, and the option that can change it: ` (option hands)`."""
    number, note = limit_number(say, limit), ""
    if isinstance(limit.number, formulas.Name) and (usual := say.names.options.get(limit.number.id)):
        number, note = usual, f" (option {mark_name(limit.number.id)})"
    return f"{number} round{'' if number == '1' else 's'}", note


def rounds_text(say: Formulas, limit: statements.Limit | None) -> str:
    """Describes the number of rounds; a guard that no match reaches is not mentioned."""
    if limit is not None and limit.kind == "up_to":
        if limit.number == formulas.Number(1):
            return f"{_IN_TURN} The match has one round, with"
        most = "at most " if say.names.ends_early else ""
        rounds, note = _rounds_of(say, limit)
        return f"The match has {most}{rounds}{note}. {_IN_TURN} Each round has"
    cut = "" if limit is None or not limit.cut_off else f" After {say.part(limit.number)} rounds it is cut off."
    return f"The match is played in rounds.{cut} {_IN_TURN} Each round has"


_IN_TURN = "In turn means clockwise, unless another order is named."


def turns_text(say: Formulas, limit: statements.Limit | None, phase: declarations.Phase) -> str:
    """Describes a match in which a round is one turn of each player; empty for others."""
    each = phase.each
    is_plain = each is not None and each.noun.text == "player" and not (each.together or each.until or each.limit)
    if each is None or not is_plain or each.where is not None or each.order is not None or each.keys:
        return ""
    if limit is not None and limit.kind == "up_to" and limit.number != formulas.Number(1):
        most = "at most " if say.names.ends_early else ""
        rounds, note = _rounds_of(say, limit)
        return f"The match has {most}{rounds}{note}. In each of them, every player has a turn, clockwise: {mark_name(phase.name.text)}."
    if limit is not None and limit.kind == "up_to":
        return f"Every player has one turn, clockwise: {mark_name(phase.name.text)}."
    cut = "" if limit is None or not limit.cut_off else f" After {say.part(limit.number)} turns each it is cut off."
    return f"Players take turns, clockwise, until the match ends: {mark_name(phase.name.text)}.{cut}"


def phase_entry(say: Formulas, phase: declarations.RoundEntry) -> str:
    said = until_text(say, phase.until, phase.limit)
    return f"{mark_name(phase.name.text)}{f', again and again{said}' if said else ''}"


AIMS = {
    "points": "Play for points: each point counts, also for players who do not win.",
    "victory": "Play for the victory; points count only where the victory makes no difference.",
    "rank": "Play for a high place: the second place is better than the third.",
}


def is_total(key: formulas.Key) -> bool:
    """Whether players are ranked by the sum of their scores."""
    return isinstance(key.value, formulas.Name) and key.value.id == "total"


def plain_aim(say: Formulas, key: formulas.Key, scores: Sequence[declarations.Score]) -> str:
    """Names the thing of which the winner has the most or the fewest: `the fewest points`, also where the total subtracts what these points cost; empty if
    the aim is not an amount that players have."""
    value, is_most = key.value, key.direction == "highest"
    if is_total(key):
        if len(scores) != 1 or scores[0].after is not None:
            return ""
        value = scores[0].value
        lost = loss_of(value)
        value, is_most = (value, is_most) if lost is None else (lost, not is_most)
    return _had(say, value, is_most)


def points_aim(key: formulas.Key) -> str:
    """Says that the winner has the most or the fewest points, if the total decides; else empty."""
    return f"the {'most' if key.direction == 'highest' else 'fewest'} points" if is_total(key) else ""


def others_text(say: Formulas, keys: Sequence[formulas.Key]) -> str:
    """Says what decides among equal players: `the most coins, then the highest number of cards in your hand`."""
    return ", then ".join(
        _had(say, key.value, key.direction == "highest") or f"the {say.impersonal().key_text(key)}" for key in keys
    )


def _had(say: Formulas, value: formulas.Expr, is_most: bool) -> str:
    """Names the thing of which somebody has the most or the fewest; empty if the value is not an amount that players have."""
    name = name_of_place(value) if isinstance(value, formulas.Name | formulas.Attribute) else ""
    if name not in say.names.amounts or not is_amount(name):
        return ""
    fewest = "fewest" if is_plural(name) else "least"
    return f"the {'most' if is_most else fewest} {mark_word(name)}"


def loss_of(value: formulas.Expr) -> formulas.Expr | None:
    """Returns the formula that a score subtracts if the score is never more than 0: `a + b` for `-a - b`; None for others."""
    match value:
        case formulas.Unary("-", operand):
            return operand
        case formulas.Binary("-", left, right) if (before := loss_of(left)) is not None:
            return formulas.Binary("+", before, right)
        case formulas.Binary("*", formulas.Unary("-", number), right):
            return formulas.Binary("*", number, right)
        case formulas.Binary("*", formulas.Number(number), right) if number < 0:
            return formulas.Binary("*", formulas.Number(-number), right)
        case _:
            return None


def ranking_text(say: Formulas, decl: declarations.Ranking, scores: Sequence[declarations.Score] = ()) -> str:
    """Says who wins: `The player with the fewest points wins.`"""
    who = "player" if decl.of is None else mark_word(decl.of.text)
    first, *others = decl.keys
    equal = equal_text(say, decl)
    if say.is_flag(first.value) and not others and (is_so := _state_of(first.value)):
        if plain(is_so) == _HAS_WON and first.direction == "highest":
            return "If nobody has won by then, the match is drawn." if equal else "Whoever has won comes first."
        return f"Whoever {is_so} {'wins' if first.direction == 'highest' else 'loses'}. {equal}".strip()
    if say.is_flag(first.value):
        said = f"The {who}s are ranked by {say.impersonal().keys(decl.keys)}."
    else:
        points = "" if say.names.has_program else points_aim(first)
        aim = plain_aim(say, first, scores) or points or f"the {say.impersonal().key_text(first)}"
        if say.names.most_players == 1:
            return f"Alone, you play for {aim}."
        said = f"The {who} with {aim} wins."
        said += f" Among equals it is the one with {others_text(say, others)}." if others else ""
    if decl.decider is not None:
        return f"{said} Among those who are equal at the top, {say.value(decl.decider)} names the winner."
    return f"{said} {equal}".strip()


_HAS_WON = "has won"


def _state_of(flag: formulas.Expr) -> str:
    """Returns the words that a flag is set, for a relative clause: `is stuck`; empty if its name does not fit."""
    name = name_of_place(flag)
    return relative(name, 0, is_many=False).replace("\u00a0", " ")


def equal_text(say: Formulas, decl: declarations.Ranking) -> str:
    """Says what happens with equal players; empty if nobody can be equal."""
    if not decl.ties_shared or say.names.most_players == 1:
        return ""
    if say.is_flag(decl.keys[0].value) and len(decl.keys) == 1 and say.names.most_players == _TWO:
        return "Otherwise the match is drawn."
    return f"{'Those who are equal then' if len(decl.keys) > 1 else 'Those who are equal'} share their place."


_TWO = 2
