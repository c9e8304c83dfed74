"""Random matches of a game as a data frame: who wins, and what each line of the score is worth.

python docs/examples/frame.py gloriana 3
"""

from __future__ import annotations

import sys

import numpy as np
import polars as pl

import gamedsl


def frame(rules: str, players: int | None = None, matches: int = 10_000) -> pl.DataFrame:
    """A row for each match and seat: place, winner, length, reason, total and each line of the score."""
    engine = gamedsl.engine_for(gamedsl.load_rules(rules).game(players))
    rows = gamedsl.simulate_rows(engine, [gamedsl.RandomSteps()] * len(engine.game.seats), 1, range(matches))
    table = pl.DataFrame(np.asarray(rows.table), schema=list(rows.names))
    words = {"seat": rows.seats, "reason": rows.reasons}
    return table.with_columns(
        pl.col(name).replace_strict(dict(enumerate(words[name])), return_dtype=pl.String) for name in words
    )


if __name__ == "__main__":
    table = frame(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None)
    lines = table.columns[table.columns.index("total") :]
    share = (pl.col("winner") / pl.col("winners")).mean().alias("wins")
    with pl.Config(tbl_rows=-1, tbl_cols=-1, tbl_hide_dataframe_shape=True, float_precision=2):
        print(table.group_by("seat", maintain_order=True).agg(share, pl.col("decisions", *lines).mean()))
        print(table.group_by("winner").agg(pl.col(*lines).mean()).sort("winner"))
