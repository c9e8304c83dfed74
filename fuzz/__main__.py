"""`python -m fuzz`: tries random inputs, or given files."""

from __future__ import annotations

import resource
import sys
from pathlib import Path
from time import monotonic

import click
from attrs import evolve

from fuzz.campaign import Bounds, Campaign
from fuzz.inputs import GENERATORS
from fuzz.report import table
from fuzz.stages import STAGES, Stage
from fuzz.state import Plan, State, StateError, resumed
from fuzz.watched import Watched

FINE, FAILURES, INTERRUPTED = 0, 1, 130
_FOUND = Path(__file__).parent / "found"


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="[FILE...]")
@click.option("--stage", type=click.Choice(list(STAGES)), default="check", show_default=True, help="How far to go.")
@click.option("--minutes", type=click.FloatRange(0), help="Stop after this time (default 1, without --inputs).")
@click.option("--inputs", type=click.IntRange(0), help="Stop at this number of inputs, resumed ones included.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Input i is made from (seed, i).")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File that records the run; continues a run that it already records.",
)
@click.option("--only", type=click.Choice(list(GENERATORS)), help="One generator instead of the mix.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Process time for one input.")
@click.option("--memory", type=click.IntRange(64), help="MiB for one input.")
@click.option("--found", type=click.Path(file_okay=False, path_type=Path), default=_FOUND, help="Folder for failures.")
def main(
    files: tuple[Path, ...],
    stage: str,
    minutes: float | None,
    inputs: int | None,
    seed: int,
    jobs: int,
    resume: Path | None,
    only: str | None,
    seconds: float | None,
    memory: int | None,
    found: Path,
) -> None:
    """Try random inputs, or the given files, each within limits of time and memory. Exit codes: 0 nothing failed, 1 something did."""
    goal = STAGES[stage]
    goal = evolve(goal, seconds=seconds or goal.seconds, memory=memory << 20 if memory else goal.memory)
    if files:
        sys.exit(_tried(files, goal))
    try:
        state = resumed(Plan(seed, stage, only or "", goal.block), resume)
    except StateError as error:
        raise click.UsageError(str(error)) from error
    if minutes is None and inputs is None:
        minutes = 1.0
    bounds = Bounds(None if minutes is None else 60 * minutes, inputs)
    sys.exit(_ran(state, goal, found, jobs, bounds))


def _tried(files: tuple[Path, ...], stage: Stage) -> int:
    """Tries each file, and prints how it ended."""
    worker = Watched(stage)
    failures = 0
    try:
        for path in files:
            verdict = worker.judged(path.read_bytes())
            failures += verdict.is_failure
            click.echo(f"{path}: {verdict.outcome}{f', {verdict.what}' if verdict.what else ''}")
            if verdict.trace:
                click.echo(verdict.trace)
    finally:
        worker.close()
    return FAILURES if failures else FINE


def _ran(state: State, stage: Stage, found: Path, jobs: int, bounds: Bounds) -> int:
    before, began = state.inputs, monotonic()
    code = FINE
    try:
        Campaign(state, stage, found, click.echo).run(jobs, bounds)
    except KeyboardInterrupt:
        code = INTERRUPTED
    for line in table(state, state.inputs - before, monotonic() - began, _spent()):
        click.echo(line)
    return code or (FAILURES if state.known else FINE)


def _spent() -> float:
    """Process time of the workers that have ended, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
