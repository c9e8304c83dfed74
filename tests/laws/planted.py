"""Rules with one planted mistake each, which the laws alone must notice. The mistakes were chosen from the rulebooks' sentences, before any of them was tried."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl import pipeline
from gamedsl.graph.compiled import Setup
from gamedsl.source import Source
from gamedsl_interpreter.engine import Fault
from games import shipped
from laws import planted_later
from laws.matches import play
from laws.mistakes import Mistake
from laws.played import Table

GLORIANA = (
    Mistake("a triangle is one too small", "0 1 3 6 10 15 21 28 36", "0 1 3 6 9 15 21 28 36"),
    Mistake("size eight is worth less", "0 1 3 6 10 15 21 28 36", "0 1 3 6 10 15 21 28 35"),
    Mistake("a kept specialist costs two", "(3 if some(retinue) else 0)", "(2 if some(retinue) else 0)"),
    Mistake("each kept specialist costs three", "(3 if some(retinue) else 0)", "3 * count(retinue)"),
    Mistake("a kept specialist costs nothing", "points[size] - (3 if some(retinue) else 0)", "points[size]"),
    Mistake("a tie takes the Queen's card", "value < smallest:", "value <= smallest:"),
    Mistake("the largest event takes the Queen's card", "value < smallest:", "value > smallest:"),
    Mistake("the Queen's card stays", "        gloriana = me\n", ""),
    Mistake("the smallest value is kept from round to round", "none = none, each round  \"The smallest", "none = none  \"The smallest"),
    Mistake("taverns may stay short", ">= 4: draw 4 from deck", ">= 1: draw up to 4 from deck"),
    Mistake("a tavern keeps what is left", "    move t.crew to court\n", ""),
    Mistake("the rest of a tavern is discarded", "    move t.crew to court\n", "    move t.crew to discards\n"),
    Mistake("two cards of a symbol are taken at most", "move court where symbol is s to hand", "move up to 2 of court where symbol is s to hand"),
    Mistake("several may hire", "    weather_taken = yes\n", ""),
    Mistake("the weather does not change", "    weather = face\n", ""),
    Mistake("one set at most for the last player", "repeat up to 2 until declined:", "repeat up to 1 until declined:"),
    Mistake("three sets for the last player", "repeat up to 2 until declined:", "repeat up to 3 until declined:"),
    Mistake(
        "the last player may hold the printed event",
        "    choose one:\n        hold_banquet(card)\n        hold_specialist(card)\n",
        "    choose one:\n        hold_printed(card)\n        hold_banquet(card)\n        hold_specialist(card)\n",
    ),
    Mistake("one pair more than symbols", "up to most of sources", "up to most + 1 of sources"),
    Mistake("a noble never adds to the symbols of an event", "noble.icons if noble.symbol is theme else 0", "0"),
    Mistake(
        "a banquet counts every symbol",
        "perform(Banquet, count(matches) / 2 rounded up + favour(bonus))",
        "perform(Banquet, min(7, count(matches)) + favour(bonus))",
    ),
    Mistake("a banquet rounds down", "count(matches) / 2 rounded up", "count(matches) / 2 rounded down"),
    Mistake("a banquet likes the sun", "bonus:   may if Banquet.shines_when is weather", "bonus:   may if Banquet.shines_when is not weather"),
    Mistake("a banquet is no type", "    shown += theme\n", "    if theme is not Banquet: shown += theme\n"),
    Mistake("a specialist's card is kept as held", "    move card to past_events\n", "    move card to held\n"),
    Mistake("a host brings one symbol", "count(spent) + host.icons + noble", "count(spent) + 1 + noble"),
    Mistake("a specialist that was played comes back", "        move leaving to retired\n", "        move leaving to for_hire\n"),
    Mistake("used cards come back to the hand", "        move used to discards\n", "        move used to hand\n"),
    Mistake("the court is kept from round to round", "    move court to discards\n", ""),
    Mistake("the discards are shuffled in one round late", "if round is 4: shuffle", "if round is 5: shuffle"),
    Mistake("turns begin with the first seat", "each player from gloriana where not done", "each player where not done"),
    Mistake("the card is passed to the left", "right(me).hand", "left(me).hand"),
    Mistake("the nobles' cards are mixed into the deck", "shuffle underdeck under deck", "shuffle underdeck to deck"),
    Mistake("the marked singles are never used", "    if count(players) > 3: move four_plus to singles\n", ""),
    Mistake("specialists cost a point at the end", "-count(hand)  ", "-count(hand) - count(retinue)  "),
    Mistake("the bonus counts all events", "score variety: points[count(shown)]", "score variety: points[min(8, count(held))]"),
    Mistake("hands lie open", "bag of staff, seen by owner  \"Staff that has", "bag of staff  \"Staff that has"),
    Mistake("all see the nobles that are left", "bag of noble, seen by nobody", "bag of noble"),
)  # fmt: skip
"""Every row stands for one sentence of the fact sheet that is broken."""

GLORY_ISLANDS = (
    Mistake("a three costs two", "Three  3      3     Black", "Three  3      2     Black"),
    Mistake("white goes before black", "then highest played.ink", "then lowest played.ink"),
    Mistake("fewer dots go first", "then highest played.dots", "then lowest played.dots"),
    Mistake("low cards go first", "playing by highest played.value", "playing by lowest played.value"),
    Mistake("the first island prize is one less", "4     5  3  0", "4     4  3  0"),
    Mistake("shares are rounded down", "sum(prizes) / count(crews) rounded up", "sum(prizes) / count(crews) rounded down"),
    Mistake("nothing more for the player on turn", "        glory += 1\n    else:\n        award", "    else:\n        award"),
    Mistake(
        "pirates stay after an island is scored",
        "    for s in space where island is isle: move s.pirate to s.pirate.owner.crew\n",
        "    for s in space where island is isle and reward is not Field: move s.pirate to s.pirate.owner.crew\n",
    ),
    Mistake("the compass is one space nearer", "Compass  12  4", "Compass  11  4"),
    Mistake("the second ship home gets more", "Home     24  6  3", "Home     24  6  4"),
    Mistake(
        "the first pirate on a field in sight is enough",
        "for s in sight where reward is Field and some(pirate):",
        "for s in first(sight, 3) where reward is Field and some(pirate):",
    ),
    Mistake("fields pay the ship, not the pirate", "s.pirate.owner.glory += 1", "glory += 1"),
    Mistake("a landing reaches one space farther", "first(sight, reach) where no(pirate)", "first(sight, reach + 1) where no(pirate)"),
    Mistake("a field gives nothing when a pirate lands", "if space.reward is Field: glory += 1\n    else if", "if space.reward is Field: glory += 0\n    else if"),
    Mistake("a chest gives three to choose from", "is Chest: dig(2)", "is Chest: dig(3)"),
    Mistake("two barrels at most", "count(barrels) < 3: move", "count(barrels) < 2: move"),
    Mistake("a five may not stop", "    if played.value is 5: stop_over\n", "    if played.value is 4: stop_over\n"),
    Mistake("a stop does not shorten the voyage", "sail(played.value - moved)", "sail(played.value)"),
    Mistake("circles cost one", "    marker += 2\n", "    marker += 1\n"),
    Mistake("one may sink to pay", "require stay_afloat: marker + 2 < sunk", "require stay_afloat: marker + 2 <= sunk"),
    Mistake("a barrel that was paid is gone", "move 1 barrel from barrels to supply", "move 1 barrel from barrels to box"),
    Mistake("equal cards are not exchanged", "            swap early.played with late.played\n", "            early.moved = 0\n"),
    Mistake("a one brings nothing back", "    if back: move discard to hand\n", ""),
    Mistake("a two brings everything back", "let back = played.value is 1", "let back = played.value is 2"),
    Mistake("a lost ship keeps its barrels", "        move barrels to supply\n        eliminate me", "        eliminate me"),
    Mistake("a lost ship keeps its total", "total if marker < sunk else none", "total"),
    Mistake("treasure is counted token by token", "sum(set_points[count(one_set)] for one_set in sets(treasure))", "count(treasure)"),
    Mistake("men ashore count twice", "score ashore_men: count(ashore)", "score ashore_men: 2 * count(ashore)"),
    Mistake("cards in hand lie open", "bag of sailing, seen by owner", "bag of sailing"),
    Mistake("treasure lies open", "bag of treasure, seen by owner", "bag of treasure"),
    Mistake("four people play with thirty treasures", "if humans < 4: move [Ruby", "if humans < 5: move [Ruby"),
)  # fmt: skip

MISTAKES = {
    "gloriana": (*GLORIANA, *planted_later.GLORIANA),
    "glory_islands": (*GLORY_ISLANDS, *planted_later.GLORY_ISLANDS),
}
MATCHES = 18
"""How many matches are played before a mistake counts as unnoticed, of all setups that are tried in turn."""


def _tried(every: Sequence[Setup]) -> list[Setup]:
    """The first setup of each number of players, the most players first; and the one for the fewest players with all options, if there are any."""
    first = {setup.players: setup for setup in reversed(every)}
    fewest = [setup for setup in every if setup.players == every[0].players]
    return list(dict.fromkeys([*first.values(), fewest[-1]]))


def noticed(name: str, mistake: Mistake, matches: int = MATCHES) -> str | None:
    """Which law notices the mistake, and in which match; none if all hold."""
    source = shipped.find(name)
    assert source is not None
    assert source.text.count(mistake.right) >= 1, f"{mistake.meaning}: the rules do not say {mistake.right!r}"
    text = source.text.replace(mistake.right, mistake.wrong, 1)
    parsed = pipeline.parse_files(Source(name, text), shipped.find)
    setups = _tried(pipeline.setups(parsed))
    tables: dict[int, Table] = {}
    for seed in range(matches):
        number = seed % len(setups)
        setup = setups[number]
        if number not in tables:
            tables[number] = Table(pipeline.compile(parsed, setup).game)
        try:
            play(name, setup, tables[number], seed)
        except (AssertionError, Fault, KeyError, ValueError) as broken:
            first = str(broken).partition("\n")[0][:110]
            return f"match {seed}, {setup.players} players: {type(broken).__name__} {first}"
    return None
