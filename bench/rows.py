# pyright: reportUnknownMemberType=false, reportMissingModuleSource=false, reportMissingTypeStubs=false
# (pandas may not be installed.)
"""What a table of results costs: random matches with `simulate_rows` against the same matches with `simulate`, in alternation.

Process time; medians of the runs. The last column is the table in pandas, if it is installed.
"""

from __future__ import annotations

from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time

import gamedsl

GAMES = Path(__file__).parents[1] / "games"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["gloriana", "classics/hearts", "classics/tic_tac_toe"])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    print(f"{'game':<24}{'simulate':>12}{'with rows':>12}{'ratio':>8}{'rows':>9}{'columns':>9}{'pandas':>12}")
    for name in given.games:
        print(_line(name, given.matches, given.runs), flush=True)


def _line(name: str, matches: int, runs: int) -> str:
    engine = gamedsl.engine_for(gamedsl.load_rules(GAMES / f"{name}.gdl").game())
    agents = [gamedsl.RandomSteps()] * len(engine.game.seats)
    plain: list[float] = []
    full: list[float] = []
    rows = gamedsl.simulate_rows(engine, agents, 1, range(matches))  # makes the modules
    for _ in range(runs):
        began = process_time()
        gamedsl.simulate(engine, agents, 1, range(matches))
        middle = process_time()
        rows = gamedsl.simulate_rows(engine, agents, 1, range(matches))
        plain.append(middle - began)
        full.append(process_time() - middle)
    one, two = median(plain), median(full)
    size = f"{len(rows):>9}{len(rows.names):>9}{_pandas(rows):>12}"
    return f"{name:<24}{one:>10.3f} s{two:>10.3f} s{two / one:>8.2f}{size}"


def _pandas(rows: gamedsl.Rows) -> str:
    if find_spec("pandas") is None or find_spec("numpy") is None:
        return "not here"
    import numpy
    import pandas  # type: ignore[import-untyped, unused-ignore]  # its types are a package of their own

    began = process_time()
    pandas.DataFrame(numpy.asarray(rows.table), columns=list(rows.names))
    return f"{(process_time() - began) * 1000:.2f} ms"


if __name__ == "__main__":
    main()
