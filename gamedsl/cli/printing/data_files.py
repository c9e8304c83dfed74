"""Writes matches and decisions to files that other programs read."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.printing.progress import Tick
from gamedsl.cli.printing.writing import STANDARD_OUTPUT, Output
from gamedsl.reports.titles import game_text
from gamedsl.table.text import join_items
from gamedsl.values import frozen
from gamedsl.workbench.data.files import FORMS, check_form, table_writer
from gamedsl.workbench.data.tables import Head, decision_columns, decision_rows, match_columns, match_rows
from gamedsl.workbench.playing.jobs import Detail
from gamedsl.workbench.playing.workers import play_chunks

if TYPE_CHECKING:
    from gamedsl.graph.compiled import Setup
    from gamedsl.workbench.playing.jobs import Job


@frozen
class DataFile:
    """A data file to write, and its form. `has_decisions` gives it one row for each decision instead of one for each match and seat."""

    place: Output
    form: str
    has_decisions: bool

    def write(self, setup: Setup, job: Job, indices: range, workers: int | None, tick: Tick) -> int:
        """Plays the matches and writes the file; returns the number of rows. Raises MatchFault, and then there is no file; WrongUseError, UnwrittenError."""
        game = job.chosen.engine.game
        head = Head(game_text(game.name, game.variants), setup.players, setup.options, job.seed)
        columns = (decision_columns if self.has_decisions else match_columns)(head, game)
        rows_of = decision_rows if self.has_decisions else match_rows
        detail = Detail.DECISIONS if self.has_decisions else Detail.RESULTS
        written = 0
        with self.place.open_file() as out:
            table = table_writer(self.form, out, columns)
            try:
                for chunk in play_chunks(job, indices, detail, workers):
                    written += table.write(rows_of(head, job, chunk))
                    tick(chunk.count)
            finally:
                # Close the table before the file: an unclosed table writes its rest later, to a closed file.
                table.close()
        return written


def data_file(output: str, sources: tuple[str, ...], *, has_decisions: bool, force: bool) -> DataFile:
    """Returns the file that a command line asks for. Raises WrongUseError, MissingExtraError, and UnwrittenError if writing it would fail."""
    ending = PurePath(output).suffix.removeprefix(".").lower()
    if output != STANDARD_OUTPUT and ending not in FORMS:
        endings = join_items([f"`.{form}`" for form in FORMS], "or")
        raise WrongUseError(f"`{output}` is no name for data", f"end it in {endings}; `-` prints CSV")
    form = "csv" if output == STANDARD_OUTPUT else ending
    check_form(form)
    place = Output(output, lambda _: False, sources, force)
    place.check()
    return DataFile(place, form, has_decisions)
