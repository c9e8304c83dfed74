"""Whether `gamedsl verify` finds ten mistakes that were planted in copies of the two large games, and how short the matches are that show them.

python bench/verify_mistakes.py
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

from gamedsl import pipeline
from gamedsl.reports.pasted import example_text
from gamedsl.source import Source
from gamedsl.values import frozen
from gamedsl_interpreter.trouble.searching import Plan, search_trouble

GAMES = Path(__file__).parents[1] / "games"


@frozen
class Planted:
    """A text of the rules, and what stands in its place."""

    game: str
    right: str
    wrong: str


MISTAKES = (
    Planted("gloriana", "    for t in tavern: move t.crew to discards\n", ""),
    Planted("gloriana", "    move t.crew where symbol is s to hand\n    move t.crew to court\n", "    move t.crew where symbol is s to hand\n"),
    Planted("gloriana", "    move card to held\n    use(spent)\n", "    use(spent)\n"),
    Planted("gloriana", '    require first_hire: not weather_taken "The weather card is already gone this round."\n', ""),
    Planted("gloriana", "max(0, points[size] - (3 if some(retinue) else 0))", "points[size] - (3 if some(retinue) else 0)"),
    Planted("gloriana", "draw count(players) - grand from singles", "draw count(players) from singles"),
    Planted("glory_islands", "if some(supply) and count(barrels) < 3:", "if some(supply):"),
    Planted("glory_islands", "    if back: move discard to hand\n", "    if back and no(hand): move discard to box\n"),
    Planted("glory_islands", "outside_in(order where played.value is v)", "outside_in(order where played.value >= v)"),
    Planted("glory_islands", "    move decks where colour is flag to hand\n    move 1 barrel", "    move decks where colour is not flag to hand\n    move 1 barrel"),
)  # fmt: skip


def planted(mistake: Planted) -> Source:
    """The rules with the mistake."""
    text = (GAMES / f"{mistake.game}.gdl").read_text(encoding="utf-8")
    if text.count(mistake.right) != 1:
        raise ValueError(f"{mistake.game} does not have {mistake.right!r} once")
    return Source(f"{mistake.game}.gdl", text.replace(mistake.right, mistake.wrong))


def line(mistake: Planted) -> str:
    """A row of the table: what was found with how many players, the moves of the match, and the lines of the example."""

    def read(source: Source) -> pipeline.Parsed:
        return pipeline.parse_files(source, lambda _: None)

    began = process_time()
    own = planted(mistake)
    parsed = read(own)
    for setup in pipeline.setups(parsed):
        game = pipeline.compile(parsed, setup)
        result = search_trouble(game.game, Plan(matches=200, curious=30))
        for found in result.troubles:
            example = example_text(read, own, setup, game, found, "trouble")
            told = "none" if example is None else f"{len(example.splitlines())} lines"
            return f"{found.fault} | {setup} | {found.length} moves | example: {told} | {process_time() - began:.1f} s"
    return f"NOT FOUND | {process_time() - began:.1f} s"


if __name__ == "__main__":
    wanted = [int(number) for number in sys.argv[1:]] or range(1, len(MISTAKES) + 1)
    for mistake in [MISTAKES[number - 1] for number in wanted]:
        print(f"{mistake.game}: {' '.join(mistake.wrong.split()) or 'without ' + ' '.join(mistake.right.split())}")
        print(f"    {line(mistake)}", flush=True)
