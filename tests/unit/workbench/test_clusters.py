# pyright: reportMissingTypeStubs=false, reportArgumentType=false, reportAttributeAccessIssue=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# (dask.distributed has no types of its own.)
"""Campaigns on a cluster of dask: the same rows, whoever dies."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from bench.campaign_rows import rows_in
from bench.cluster_kills import killed
from bench.short_parts import blind
from cli.running import Runs, runner
from gamedsl.workbench.campaigns import play, working
from gamedsl.workbench.campaigns.errors import ClusterLostError
from gamedsl.workbench.campaigns.part_files import Played
from gamedsl.workbench.campaigns.working import CellWork, play_part
from gamedsl.workbench.playing.players import Part
from share import less

if TYPE_CHECKING:
    from distributed import Client

PLAN = """
matches = 30
seeds = [1, 2]
agents = ["random", "random:moves"]
[[games]]
file = "kuhn_poker"
"""


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
    run: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("campaign", "plan.toml", "-j", "1").code == 0
    expected = rows_in(Path("plan.results"))
    from distributed import LocalCluster  # takes a second, for which collecting need not wait

    start: Callable[..., LocalCluster] = LocalCluster
    few = {"allowed_failures": 1}
    with start(
        n_workers=1, threads_per_worker=2, processes=True, dashboard_address=None, scheduler_kwargs=few
    ) as cluster:
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
        list(cluster.played(lambda: Part(0, range(1)), _nothing))


def test_kills_of_worker_scheduler_and_campaign_change_no_row(tmp_path: Path) -> None:
    """The short form of `python -m bench.cluster_kills`. With the scheduler, its workers are killed; everyday runs leave it at that."""
    told = killed(tmp_path, less(3, 1), less(40, 20), less(500, 200), ("scheduler", "campaign", "worker"), less(2, 1))
    assert told.startswith(
        ("3 kills (campaign 1, scheduler 1, worker 1)", "1 kills (campaign 0, scheduler 1, worker 0)")
    )
