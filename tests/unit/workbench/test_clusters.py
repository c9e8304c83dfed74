# pyright: reportMissingTypeStubs=false, reportArgumentType=false, reportAttributeAccessIssue=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# (dask.distributed has no types of its own.)
"""Campaigns on a cluster of dask: the same rows, whoever dies."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, cast

import pytest

from bench.campaign_rows import free_port, rows_in
from bench.short_parts import blind
from cli.running import Runs, runner
from gamedsl.workbench.campaigns import play, working
from gamedsl.workbench.campaigns.errors import ClusterLostError
from gamedsl.workbench.campaigns.lasting import lasting
from gamedsl.workbench.campaigns.part_files import Played
from gamedsl.workbench.campaigns.working import CellWork, play_part
from gamedsl.workbench.playing.players import Part
from gamedsl.workbench.tuning import spreading
from gamedsl.workbench.tuning.measuring import Measured, Share, Study

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

PLAN = """
matches = 30
seeds = [1, 2]
agents = ["random", "random:moves"]
[[games]]
file = "kuhn_poker"
"""


BROOK = Path(__file__).parents[3] / "docs/examples/brook.gdl"
WISHES = """
[may]
far = { from = 12, to = 20, by = 4 }
[want]
length = "as short as possible"
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """A cluster with a worker of two threads, which is followed by another when it dies. It suspects all parts that a dead worker had, at once."""
    from dask import config
    from distributed import LocalCluster  # takes a second, for which collecting need not wait

    start: Callable[..., LocalCluster] = LocalCluster
    with config.set({"distributed.comm.timeouts.connect": "2s"}):  # a worker that has just died is called for so long
        found = start(n_workers=0, processes=True, dashboard_address=None, scheduler_kwargs={"allowed_failures": 0})
        with _followed(_run_worker, found.scheduler_address):
            yield found
        found.close()


@contextmanager
def _followed(run: Callable[..., None], *args: object) -> Generator[None]:
    """Starts a worker or a scheduler, and the next one as soon as it is dead. Dask's own nanny gives up on a worker that dies in the moment after its start: then
    nobody plays."""
    context = get_context("forkserver")  # imports for all processes once
    context.set_forkserver_preload(["distributed", "gamedsl.workbench.campaigns.dask_cluster", __name__])
    running, is_ending = list[BaseProcess](), Event()

    def follow() -> None:
        while not is_ending.is_set():
            process = context.Process(target=run, args=args, daemon=True)
            process.start()
            running.append(process)
            process.join()

    thread = Thread(target=follow)
    thread.start()
    try:
        yield
    finally:
        is_ending.set()
        while thread.is_alive():
            for process in running:
                process.kill()
            thread.join(0.1)


def _run_worker(address: str) -> None:
    """Works for a scheduler until it ends."""
    from distributed import Worker

    logging.getLogger("distributed").setLevel(logging.CRITICAL)

    async def run() -> None:
        worker = await Worker(address, nthreads=2, dashboard=False)
        await worker.finished()

    asyncio.run(run())


def _run_scheduler(host: str, port: int, note: Path) -> None:
    """Is a scheduler until it ends; who it is, is noted."""
    from distributed import Scheduler

    logging.getLogger("distributed").setLevel(logging.CRITICAL)

    async def run() -> None:
        scheduler = await Scheduler(host=host, port=port, dashboard=False)
        note.write_text(str(os.getpid()), encoding="utf-8")
        await scheduler.finished()

    asyncio.run(run())


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runs:
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    return runner(monkeypatch, capsys)


def _die(work: CellWork, indices: range, arrivals: str) -> Played:
    """Plays, unless it is match 7 of seed 2: that kills the worker."""
    if work.job.seed == 2 and 7 in indices and work.job.agents == "random":
        os._exit(1)
    return play_part(work, indices, arrivals, 1.0)


def _deadly(arrivals: str, _: float) -> partial[Played]:
    return partial(_die, arrivals=arrivals)


def test_a_cluster_plays_the_same_and_sets_aside_what_kills_its_workers(
    run: Runs, monkeypatch: pytest.MonkeyPatch, cluster: LocalCluster
) -> None:
    assert run("campaign", "plan.toml", "-j", "1").code == 0
    expected = rows_in(Path("plan.results"))
    line = ("campaign", "plan.toml", "--cluster", cluster.scheduler_address, "-o")
    assert run(*line, "seen").code == 0
    with monkeypatch.context() as patch:
        patch.setattr(play, "worker_for", partial(blind, working.worker_for))
        assert run(*line, "sent").code == 0
    with monkeypatch.context() as patch:
        patch.setattr(play, "worker_for", _deadly)
        ran = run(*line, "deadly")
    assert ran.code == 1
    told = "4 matches of kuhn_poker (2 players, random, seed 2) from number 4 are set aside: each process died that played them"
    again = "gamedsl simulate kuhn_poker --players 2 --agents random --seed 2 --first 4 --matches 4"
    assert ran.err.count("set aside") == 1, "a part is blamed that played beside the one that kills"
    assert ran.err.startswith(f"{told}\nhelp: the same campaign tries them again; `{again}`, with")
    assert rows_in(Path("deadly")) != expected
    assert run(*line, "deadly").code == 0
    assert rows_in(Path("seen")) == rows_in(Path("sent")) == rows_in(Path("deadly")) == expected


_measure_share = spreading.measure_share


def _die_of_16(shares: Sequence[Share], study: Study, indices: range) -> Measured:
    """Plays, unless a candidate sets the number to 16: that kills the worker."""
    if "far = 16" in shares[indices.start].text:
        os._exit(1)
    return _measure_share(shares, study, indices)


def test_a_search_on_a_cluster_finds_the_same_and_leaves_out_what_kills_its_workers(
    run: Runs, monkeypatch: pytest.MonkeyPatch, cluster: LocalCluster
) -> None:
    Path("wishes.toml").write_text(WISHES, encoding="utf-8")
    line = ("tune", str(BROOK), "wishes.toml", "--matches", "8", "--fresh", "8", "--json")
    here = run(*line, "-j", "1", "-o", "here")
    there = run(*line, "--cluster", cluster.scheduler_address, "-o", "there")
    assert here.code == there.code == 0
    assert json.loads(there.out) == {**json.loads(here.out), "folder": "there", "files": ["there/brook_tuned_1.gdl"]}
    monkeypatch.setattr(spreading, "measure_share", _die_of_16)
    deadly = run(*line, "--cluster", cluster.scheduler_address, "-o", "deadly")
    [note] = [note for note in json.loads(deadly.out)["notes"] if "could not be played" in note]
    assert note == (
        "1 of 3 candidates could not be played, or broke a promise of the rules in a match, such as: each process died that played its matches."
    )


def test_a_search_on_a_cluster_that_does_not_answer_says_so(run: Runs) -> None:
    Path("wishes.toml").write_text(WISHES, encoding="utf-8")
    ran = run("tune", str(BROOK), "wishes.toml", "--cluster", "nowhere")
    assert ran.code == 2
    assert "no cluster answers at `nowhere`" in ran.err
    assert "the same command goes on" in ran.err


@pytest.mark.parametrize("greeting", [b"1" * 64, b""])
def test_another_program_at_the_address_is_no_cluster(
    run: Runs, greeting: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first bytes that it sends would be read as the length of a message; a server of pages says nothing."""
    monkeypatch.setattr("gamedsl.workbench.campaigns.lasting._PATIENCE", 2.0)
    Path("wishes.toml").write_text(WISHES, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def greet() -> None:
            caller = server.accept()[0]
            with caller:
                caller.sendall(greeting)
                while caller.recv(1 << 16):
                    pass

        other = Thread(target=greet)
        other.start()
        ran = run("tune", str(BROOK), "wishes.toml", "--cluster", f"127.0.0.1:{port}")
        other.join()
    assert ran.code == 2
    assert f"no cluster answers at `127.0.0.1:{port}`" in ran.err


def _nothing(_: object, __: range) -> None:
    """Plays nothing."""


def test_a_message_that_breaks_off_means_that_the_scheduler_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    from gamedsl.workbench.campaigns import dask_cluster

    class Broken:
        loop = None

        def __init__(self, *_: object, **__: object) -> None: ...

        def nthreads(self) -> dict[str, int]:
            return {"worker": 1}

        def submit(self, *_: object, **__: object) -> object:
            raise ConnectionResetError("reset by peer")

    monkeypatch.setattr(dask_cluster, "as_completed", Broken)
    cluster: dask_cluster.Cluster[object] = dask_cluster.Cluster(cast("Client", Broken()), "jobs")
    with pytest.raises(ClusterLostError, match="reset by peer"):
        list(cluster.play_parts(lambda: Part(0, range(1)), _nothing))


def _end_scheduler(work: CellWork, indices: range, arrivals: str, note: Path) -> Played:
    """Plays, and once before that kills the scheduler in the middle of the campaign."""
    ended = note.with_name("has_ended")
    if work.job.seed == 2 and not ended.exists():
        ended.touch()
        os.kill(int(note.read_text(encoding="utf-8")), signal.SIGKILL)
    return play_part(work, indices, arrivals, 1.0)


def test_the_end_of_a_scheduler_changes_no_row(run: Runs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its workers end with it. `python -m bench.cluster_kills` kills workers, schedulers and campaigns again and again."""

    def worker_for(arrivals: str, _: float) -> partial[Played]:
        return partial(_end_scheduler, arrivals=arrivals, note=tmp_path / "pid")

    assert run("campaign", "plan.toml", "-j", "1").code == 0
    host, port = "127.0.0.1", free_port()
    address = f"tcp://{host}:{port}"
    monkeypatch.setattr(play, "worker_for", worker_for)
    with _followed(_run_scheduler, host, port, tmp_path / "pid"), _followed(_run_worker, address):
        ran = run("campaign", "plan.toml", "--cluster", address, "-o", "again")
    assert ran.code == 0, ran.err
    assert "is lost" in ran.err
    assert rows_in(Path("again")) == rows_in(Path("plan.results"))


def test_work_is_done_again_when_the_cluster_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from gamedsl.workbench.campaigns import dask_cluster

    patience, ended, told, tries = list[float](), list[object](), list[str](), list[object]()

    @contextmanager
    def connected(jobs: list[str], _: str, seconds: float) -> Generator[str]:
        patience.append(seconds)
        try:
            yield f"{jobs[0]} {len(patience)}"
        except ClusterLostError as error:
            ended.append(str(error))
            raise

    def work(cluster: object) -> object:
        tries.append(cluster)
        if len(tries) == 1:
            raise ClusterLostError("the scheduler has ended")
        return cluster

    monkeypatch.setattr(dask_cluster, "connect", connected)
    with lasting(["jobs"], "tcp://here:1", told.append) as cluster:
        assert cluster.do(work) == "jobs 2"
        assert cluster.do(work) == "jobs 2"
    assert patience == [10, 60]
    assert ended == ["the scheduler has ended"]
    assert told == ["the cluster at tcp://here:1 is lost (the scheduler has ended); it is awaited for 60 seconds"]
