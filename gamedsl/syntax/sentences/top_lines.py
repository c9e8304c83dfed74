"""Sentences about a whole match: how long it is, when it ends, who wins, and what is worth points."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.syntax.guessing.foreign_words import SUPERLATIVES
from gamedsl.syntax.sentences.conditions import collection, condition, named, text_of
from gamedsl.syntax.sentences.scene import Scene, Sort, Word

WAYS = {
    **SUPERLATIVES,
    **dict.fromkeys(("more", "higher", "greater", "larger"), "highest"),
    **dict.fromkeys(("fewer", "less", "lower", "smaller"), "lowest"),
}
"""Words that say who has more of something than others, with the words of a ranking."""


def top_line(words: Sequence[Word], scene: Scene) -> tuple[str, ...]:
    """Returns the line for a sentence in the first column, if it is understood."""
    line = _line(words, scene)
    return (line,) if line else ()


def _line(words: Sequence[Word], scene: Scene) -> str:
    said = [one.said for one in words]
    if said[0] in ("when", "if", "once") or said[:3] == ["as", "soon", "as"]:
        # What happens stands behind the comma, or behind the condition where people leave that out.
        comma = said.index(",") if "," in said else 0
        ends = next((i for i in range(1, len(said)) if said[i : i + 2] in (["the", "game"], ["the", "match"])), 0)
        words = [*words[comma + 1 :], *words[:comma]] if comma else [*words[ends:], *words[:ends]]
    text = text_of(words)
    after = _AFTER.search(text)
    if after and (asked := condition(words[text.count(" ", 0, after.end()) :], scene)):
        return f"game ends after round when {asked}"
    together = _TOGETHER.match(text)
    if together and (asked := condition(words[text.count(" ", 0, together.end()) :], scene)):
        return f"all {together[1]} when {asked}"
    rounds = re.search(r"\b(\d+) rounds\b", text)
    if rounds and not re.search(r"\b(?:if|when|after round)\b", text):
        return f"rounds up to {rounds[1]}:"
    at = next((i for i, word in enumerate(words) if word.said in ("when", "if", "once", "soon")), 0)
    if re.search(r"\bends?\b|\bover\b", text[: text.find(words[at].said)] if at else "") and named(words, *Sort):
        asked = condition(words[at + (3 if words[at].said == "soon" else 1) :], scene)
        after_round = "after round " if _THIS_ROUND.search(text) else ""
        return f"game ends {after_round}when {asked}" if asked else ""
    if best := _best(words, scene):
        return best
    if re.search(r"\bwins?\b|\bwinner\b", text):
        return _ranking(words, scene)
    return _score(words, scene) if re.search(r"\bscores?\b|\bpoints?\b|\bworth\b", text) else ""


_AFTER = re.compile(
    r"^the (?:game|match) (?:ends|is over) (?:at the end of|after) (?:the|a|that) round (?:in which|when|where|if) "
)
_THIS_ROUND = re.compile(r"\b(?:after|at the end of|with) (?:this|that|the|the same|the current) round\b")
_TOGETHER = re.compile(
    r"(?:all(?: of you| players| the players)?|everybody|everyone|the players|you all|they all|players)"
    r"(?: together)? (?:have |has )?(win|lose)s?(?: the (?:game|match))?(?: together)? (?:when|if|once|as soon as) "
)


def _best(words: Sequence[Word], scene: Scene) -> str:
    """Returns the line for points that only whoever has most of something gets: `whoever has the most trunks scores 3 points for each of them`."""
    found = _WHOEVER.match(text_of(words))
    if found is None:
        return ""
    at = found.string.count(" ", 0, found.start("what"))
    what = words[at : at + 1 + found["what"].count(" ")]
    number = named(what, Sort.NUMBER)
    things = "" if number else collection(what, scene)
    key = number or (f"count({things})" if things not in ("", "players") else "")
    if not key:
        return ""
    points = found["points"] if not found["each"] else key if found["points"] == "1" else f"{found['points']} * {key}"
    return f"score {_score_name(scene)}: {points} if me in leaders(players by {WAYS[found['way']]} {key}) else 0"


_WHOEVER = re.compile(
    rf"(?:whoever|(?:the |each |every )?players?(?: who| that)?) (?:has|have|owns?|holds?|with)(?: the)? (?P<way>{'|'.join(WAYS)}) (?P<what>.+?)"
    r" (?:scores?|gets?|gains?|receives?|earns?) (?P<points>\d+)(?: extra| more| bonus)? points?(?P<each> (?:for each|per)\b.*)?$"
)


def _score_name(scene: Scene) -> str:
    """Returns the name of a new score: the one that examples ask for, if there is one."""
    return scene.awaited[0] if len(scene.awaited) == 1 else "bonus"


def _ranking(words: Sequence[Word], scene: Scene) -> str:
    """Returns the line for who wins, by what is told in this order."""
    keys: list[str] = []
    for at, word in enumerate(words):
        if word.said not in WAYS:
            continue
        what = words[at + 1 : at + 5]
        number = named(what[:2], Sort.NUMBER)
        if scene.own.has_scores and {"point", "points", "total", "score"} & {one.said for one in what[:2]}:
            number = "total"
        if not number:
            things = collection(what, scene)
            number = f"count({things})" if things and things != "players" else ""
        if number:
            keys.append(f"{WAYS[word.said]} {number}")
    flag = named(words, Sort.FLAG)
    if flag and not keys:
        keys.append(
            f"{'lowest' if any(word.said in ('not', 'never', 'without') for word in words) else 'highest'} {flag}"
        )
    return f"ranking by {' then '.join(dict.fromkeys(keys))}, ties shared" if keys else ""


def _score(words: Sequence[Word], scene: Scene) -> str:
    """Returns the line for points at the end: `fame plus 1 point for every 5 coins`."""
    name = _score_name(scene)
    if len(words) > _HEAD and (words[0].said, words[_HEAD - 1].said) == ("score", ":"):
        name, words = words[1].said, words[_HEAD:]
    worth = next((i for i, word in enumerate(words) if word.said in _WORTH), 0)
    if words[0].said in ("each", "every") and worth:  # `each camp with your banner is worth 3 points`
        subject = [word for word in words[:worth] if word.said != "is"]
        words = [*words[worth + 1 :], Word("for", {}), *subject]
    elif words[0].said.isdigit() and worth:  # `3 lilies are worth 10 points`
        words = [
            *words[worth + 1 :],
            Word("for", {}),
            Word("every", {}),
            *words[: worth - (words[worth - 1].said == "are")],
        ]
    parts: list[str] = []
    said = text_of(words)
    for found in re.finditer(
        r"(\d+) points? (?:for|per) (?:each |every )?(?:(\d+) )?(\S+)((?: (?!plus|and)\S+)*)", said
    ):
        at = said[: found.start(3)].count(" ")
        number = words[at].names.get(Sort.NUMBER, "")
        rest = words[at : at + 1 + found[4].count(" ")]
        things = "" if number else collection(rest, scene)
        counted = number or (f"count({things})" if things else "")
        if not counted:
            return ""
        each = f"{counted} / {found[2]} rounded down" if found[2] and found[2] != "1" else counted
        parts.append(
            each if found[1] == "1" else f"{found[1]} * {each}" if each == counted else f"{found[1]} * ({each})"
        )
    start = re.search(r"scores? (?:the |your |their )?(\S+)(?: plus| and|$)", said)
    if start:
        number = words[said[: start.start(1)].count(" ")].names.get(Sort.NUMBER, "")
        parts = [number, *parts] if number else []
    return f"score {name}: {' + '.join(parts)}" if parts else ""


_HEAD = 3
"""The words of `score lights:`."""
_WORTH = frozenset(["worth", "scores", "gives", "brings", "counts", "earns"])
