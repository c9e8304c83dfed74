"""Plays consecutive matches in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from gamedsl.values import evolve
from gamedsl.workbench.playing.jobs import Chunk, Decision, Detail, Job, Use
from gamedsl.workbench.playing.watching import Watched, WatchedForThoughts, WatchedForUses
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.matches.agents import Adviser, Agent
from gamedsl_interpreter.matches.fastest import simulate_rows
from gamedsl_interpreter.matches.match import MatchFault, MatchRecord, play_match
from gamedsl_interpreter.matches.rows import rows_of
from gamedsl_interpreter.wording.sentences import sentences


def play_chunk(job: Job, indices: range, detail: Detail) -> Chunk:
    """Plays the matches with these consecutive indices; records a fault in the chunk. Raises AgentSpecError."""
    try:
        return _results(job, indices) if detail is Detail.RESULTS else _play_watched(job, indices, detail)
    except MatchFault as caught:
        at = caught.record.index
    if at == indices.start:
        return Chunk(at, 0, b"", fault=at)
    before = play_chunk(job, range(indices.start, at), detail)
    return evolve(before, fault=at)


def play_all(job: Job, indices: range) -> tuple[Chunk, ...]:
    """Plays all these matches; after a match that ends in a fault, a new chunk begins. Raises AgentSpecError."""
    chunks = list[Chunk]()
    while indices:
        chunk = play_chunk(job, indices, Detail.RESULTS)
        chunks.append(chunk)
        indices = range(indices.stop if chunk.fault is None else chunk.fault + 1, indices.stop)
    return tuple(chunks)


def _results(job: Job, indices: range) -> Chunk:
    if not indices:
        return Chunk(indices.start, 0, b"")
    rows = simulate_rows(_engine(job), job.lineup(), job.seed, indices, job.start, job.state)
    return Chunk(indices.start, len(indices), rows.table.tobytes())


def _play_watched(job: Job, indices: range, detail: Detail) -> Chunk:
    """Plays matches move by move and records uses, decisions or thoughts."""
    engine, agents = _engine(job), job.lineup()
    rows, uses, decisions = bytearray(), list[Mapping[Use, int]](), list[tuple[Decision, ...]]()
    thoughts, said = Counter[bool](), list[tuple[str, ...]]()
    for index in indices:
        used, decided = Counter[Use](), list[Decision]()
        watched = [_watch(agent, detail, used, decided, thoughts) for agent in agents]
        record = play_match(engine, watched, job.seed, index, job.start, job.state)
        rows += rows_of(engine.game, record)
        if detail is Detail.USES:
            uses.append(dict(used))
        elif detail is Detail.DECISIONS:
            decisions.append(tuple(decided))
            said.append(_list_sentences(engine, record))
    return Chunk(
        indices.start, len(indices), bytes(rows), tuple(uses), tuple(decisions), None, dict(thoughts), tuple(said)
    )


def _list_sentences(engine: Engine[State], record: MatchRecord) -> tuple[str, ...]:
    """Returns the sentences of the rules that everybody saw in a match."""
    if record.final is None or not sentences(engine.game).forms:
        return ()
    return tuple(event.text for event in engine.view(record.final, None).events if event.data[0] == "say")


def _watch(agent: Agent, detail: Detail, used: Counter[Use], decided: list[Decision], thoughts: Counter[bool]) -> Agent:
    if detail is Detail.THOUGHTS:
        return WatchedForThoughts(agent, thoughts) if isinstance(agent, Adviser) else agent
    return WatchedForUses(agent, used) if detail is Detail.USES else Watched(agent, decided)


def _engine(job: Job) -> Engine[State]:
    return cast("Engine[State]", job.chosen.engine)
