"""Plays the matches of one candidate and computes the sums for its figures. Everything in this module can be sent between processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeAlias, cast

from gamedsl.additions import Additions
from gamedsl.cache.rules import KnownRules
from gamedsl.cache.store import Store
from gamedsl.graph.compiled import Setup
from gamedsl.pipeline import NotCompilable
from gamedsl.source import Source
from gamedsl.values import field, frozen
from gamedsl.workbench.lineups import are_random, lineup_for
from gamedsl.workbench.playing.chunks import play_chunk
from gamedsl.workbench.playing.jobs import Chunk, Detail, Job
from gamedsl.workbench.reporting.skill import THOUGHTS, agents_of_seats
from gamedsl.workbench.tables import table_of
from gamedsl.workbench.tuning.figures import Figure, Observed, Stream, count
from gamedsl.workbench.tuning.sums import Sums
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.matches.fastest import Chosen, fastest
from gamedsl_interpreter.matches.match import MatchFault, play_match
from gamedsl_interpreter.matches.processes import pool_of
from gamedsl_interpreter.wasm.instances.interface import Purpose

SPARSE = 10
"""Of this many matches one is watched or thought about, if a wish is about choices, decisions or skill: such a match costs about a hundred plain ones."""

_KEPT = 16
"""The most candidates whose engines a process keeps."""

Engines: TypeAlias = "dict[tuple[str, Setup], Chosen]"
"""The engines of candidates in setups."""

_DETAILS = {Stream.RESULTS: Detail.RESULTS, Stream.USES: Detail.USES, Stream.DECISIONS: Detail.DECISIONS}


@frozen
class Study:
    """The data that all candidates share: the texts on which they build, by name; the agents, the seed, and the figures."""

    texts: Mapping[str, Source]
    agents: str
    figures: tuple[Figure, ...]
    aim: str | None = None
    store: Store | None = None


@frozen
class Share:
    """Matches `first` to before `end` of a seed, with the rules of a candidate in a setup."""

    text: str
    setup: Setup
    seed: int
    first: int
    end: int


@frozen
class Measured:
    """The sums of each figure over some matches. `broken` tells why the rules cannot be played, or which fault a match had; then the sums do not count."""

    sums: tuple[tuple[Sums, ...], ...] = ()
    broken: str | None = None

    def __add__(self, other: Measured) -> Measured:
        if self.broken is not None or (not other.sums and other.broken is None):
            return self
        if other.broken is not None or not self.sums:
            return other
        both = zip(self.sums, other.sums, strict=True)
        return Measured(tuple(tuple(a + b for a, b in zip(one, two, strict=True)) for one, two in both))


class Players(Protocol):
    """Whoever plays shares of matches: this process or several others."""

    def measure_all(self, shares: Sequence[Share]) -> Iterator[Measured]:
        """Yields the results in order."""
        ...

    @property
    def workers(self) -> int:
        """The number of shares that are played at the same time."""
        ...


# ---------------------------------------------------------------- one share


def measure(study: Study, share: Share, engines: Engines) -> Measured:
    """Plays a share of matches. `engines` keeps engines of earlier candidates."""
    try:
        job = _job(study, share, engines)
    except NotCompilable as error:
        return Measured(broken=error.diagnostics[0].message)
    seen = dict[Stream, tuple[Observed, ...]]()
    for stream in dict.fromkeys(figure.stream for figure in study.figures):
        try:
            seen[stream] = tuple(_observe(job, stream, _indices(job, stream, share), study.aim))
        except MatchFault as caught:
            return Measured(broken=caught.fault.text)
    return Measured(tuple(_count(figure, seen[figure.stream]) for figure in study.figures))


def _count(figure: Figure, seen: Sequence[Observed]) -> tuple[Sums, ...]:
    first, *others = [count(figure, one) for one in seen]
    for other in others:
        first = tuple(a + b for a, b in zip(first, other, strict=True))
    return first


def _job(study: Study, share: Share, engines: Engines) -> Job:
    """Returns the job of a candidate. Raises NotCompilable."""
    key = (share.text, share.setup)
    if key not in engines:
        known = rules_of(share.text, study.texts.get, study.store)
        game = known.compile(share.setup).game
        purpose = Purpose.PLAYOUTS if are_random(study.agents, game) else Purpose.PLAY
        while len(engines) >= _KEPT:
            del engines[next(iter(engines))]
        engines[key] = fastest(game, keeper=study.store, purpose=purpose)
    return Job(engines[key], study.agents, share.seed)


def rules_of(text: str, find: Callable[[str], Source | None], store: Store | None) -> KnownRules:
    """Returns the rules of a candidate. Examples are no matter while it is measured."""
    return KnownRules(Source("candidate", text), find, store, additions=Additions(has_examples=False))


def _indices(job: Job, stream: Stream, share: Share) -> range:
    """Returns the numbers of the matches that are played for a stream: all, or one of `SPARSE` where a match costs much more than a plain one."""
    is_dear = stream is Stream.THINKING or (
        stream is not Stream.RESULTS and are_random(job.agents, job.chosen.engine.game)
    )
    if not is_dear:
        return range(share.first, share.end)
    return range(-(-share.first // SPARSE), -(-share.end // SPARSE))


def _observe(job: Job, stream: Stream, indices: range, aim: str | None) -> Iterator[Observed]:
    """Plays the matches of a stream. Raises MatchFault."""
    game = job.chosen.engine.game
    if stream is not Stream.THINKING:
        chunk = play_chunk(job, indices, _DETAILS[stream])
        _raise_fault(job, chunk)
        yield Observed(indices.start, table_of(game, chunk.table(job)), chunk.uses, chunk.decisions)
        return
    for index in indices:
        agents = agents_of_seats(index % game.humans, game.humans, THOUGHTS)
        own = Job(job.chosen, agents if aim is None else lineup_for(agents, aim, game), job.seed)
        chunk = play_chunk(own, range(index, index + 1), Detail.RESULTS)
        _raise_fault(own, chunk)
        yield Observed(index, table_of(game, chunk.table(own)))
    if not indices:
        yield Observed(indices.start, table_of(game, Chunk(indices.start, 0, b"").table(job)))


def _raise_fault(job: Job, chunk: Chunk) -> None:
    if chunk.fault is not None:
        play_match(cast("Engine[State]", job.chosen.engine), job.lineup(), job.seed, chunk.fault)


# ---------------------------------------------------------------- who plays


@frozen
class Here:
    """This process, or a thread of it."""

    study: Study
    engines: Engines = field(factory=dict["tuple[str, Setup]", Chosen])
    workers: int = 1

    def measure_all(self, shares: Sequence[Share]) -> Iterator[Measured]:
        return (measure(self.study, share, self.engines) for share in shares)


Submit: TypeAlias = "Callable[[Sequence[Share]], Iterator[Measured]]"


@frozen
class _Processes:
    """Processes of this machine."""

    submit: Submit
    workers: int

    def measure_all(self, shares: Sequence[Share]) -> Iterator[Measured]:
        return self.submit(shares)


@contextmanager
def players_of(study: Study, workers: int | None) -> Generator[Players]:
    """Provides this many processes, by default one for each processor; with one, this process plays."""
    number = workers or cores()
    if number == 1:
        yield Here(study)
        return
    with pool_of(number, _prepare, study) as pool:
        yield _Processes(lambda shares: pool.map(_measure, shares), number)


_prepared: list[Here] = []
"""In a worker process: what it plays."""


def _prepare(study: Study) -> None:
    _prepared.append(Here(study))


def _measure(share: Share) -> Measured:
    [here] = _prepared
    return next(here.measure_all([share]))
