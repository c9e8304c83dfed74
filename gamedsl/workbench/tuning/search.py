"""Proposes candidates with Optuna and keeps their results in a file, so that an interrupted search can continue."""

from __future__ import annotations

import json
import os
import sqlite3
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, cast

from gamedsl.errors import GameDslError
from gamedsl.values import frozen
from gamedsl.workbench.extras import check_installed
from gamedsl.workbench.tuning.knobs import Knob, Number, Setting, amount_of_change, count_settings
from gamedsl.workbench.tuning.measuring import Measured
from gamedsl.workbench.tuning.racing import Judge, Runner, race
from gamedsl.workbench.tuning.sums import Sums

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution
    from optuna.storages import RDBStorage
    from optuna.study import Study
    from optuna.trial import FrozenTrial, Trial

ROUND = 8
"""The number of candidates in a round, which race against each other."""

_NAME = "tuning"
_FAR = 1e9
"""The loss of a figure that is not known, and of broken rules; storages keep no infinite numbers."""


class SearchError(GameDslError):
    """A file cannot keep this search; `advice` says what to do."""

    def __init__(self, text: str, advice: str) -> None:
        super().__init__(text)
        self.advice = advice


@frozen
class Space:
    """The search space: the knobs; the settings of the unchanged rules, if they are in the space; whether small changes are better; a text that identifies
    the search, so that its file is not used for another one; the seed; the names of the goals."""

    knobs: tuple[Knob, ...]
    now: Mapping[str, Setting] | None
    keeps: bool
    digest: str
    seed: int
    names: tuple[str, ...]


@frozen
class Tried:
    """A candidate that has been tried."""

    number: int
    settings: Mapping[str, Setting]
    runner: Runner


class Search:
    """A search with all that it has tried so far."""

    def __init__(self, study: Study, space: Space, judge: Judge) -> None:
        self._study, self._space, self._judge = study, space, judge

    @property
    def tried(self) -> tuple[Tried, ...]:
        """All candidates that have been tried, in order; each settings once."""
        found = dict[str, Tried]()
        for trial in self._study.get_trials(deepcopy=False):
            if "sums" in trial.user_attrs:
                found.setdefault(_key(trial.params), self._read_trial(trial))
        return tuple(found.values())

    def go_on(
        self,
        candidates: int,
        matches: int,
        play: Callable[[Sequence[Mapping[str, Setting]], range], Sequence[Measured]],
        tick: Callable[[int], object],
    ) -> None:
        """Tries candidates, round by round, until this many have been tried, or all possible ones."""
        wanted = min(candidates, count_settings(self._space.knobs))
        self._take_up(wanted == count_settings(self._space.knobs))
        done = len(self.tried)
        while done < wanted:
            trials = self._ask(min(ROUND, wanted - done))
            if not trials:
                return
            settings = {trial.number: _settings(trial.params) for trial in trials}
            runners = [Runner(trial.number, self._change(settings[trial.number])) for trial in trials]

            def play_left(
                left: Sequence[Runner], indices: range, settings: Mapping[int, dict[str, Setting]] = settings
            ) -> Sequence[Measured]:
                return play([settings[one.number] for one in left], indices)

            for trial, runner in zip(trials, race(runners, self._judge, matches, play_left), strict=True):
                self._tell(trial, runner)
            done += len(trials)
            tick(len(trials))

    def note(self, name: str, measured: Measured) -> None:
        """Keeps later results of a candidate under a name."""
        self._study.set_user_attr(name, _sums_text(measured))

    def read_note(self, name: str) -> Measured | None:
        """Returns the results that were kept under a name; None if there are none."""
        text = self._study.user_attrs.get(name)
        return None if text is None else _read_sums(text)

    # ------------------------------------------------------------ trials

    def _take_up(self, is_whole: bool) -> None:
        """Puts the first candidates into a study: the rules as they are, and all others if all are tried. If the search was interrupted, repeats its
        unfinished candidates."""
        from optuna.trial import TrialState

        trials = self._study.get_trials(deepcopy=False)
        for trial in trials:
            if trial.state is TrialState.RUNNING:
                self._study.tell(trial.number, state=TrialState.FAIL)
                if "sums" not in trial.user_attrs:
                    self._study.enqueue_trial(dict(trial.params))
        if not trials and self._space.now is not None:
            self._study.enqueue_trial(dict(self._space.now))
        if is_whole:
            again = self._study.get_trials(deepcopy=False)
            known = {_key(one.params or one.system_attrs.get("fixed_params", {})) for one in again}
            keys = [knob.key for knob in self._space.knobs]
            for values in product(*(knob.settings for knob in self._space.knobs)):
                settings = dict(zip(keys, values, strict=True))
                if _key(settings) not in known:
                    self._study.enqueue_trial(settings)

    def _ask(self, number: int) -> list[Trial]:
        """Returns trials with settings that were not tried yet; fewer if no more are found."""
        from optuna.trial import TrialState

        known = {_key(one.settings): one for one in self.tried}
        distributions = {knob.key: _distribution(knob) for knob in self._space.knobs}
        found: list[Trial] = []
        for _ in range(20 * number):
            if len(found) == number:
                break
            trial = self._study.ask(distributions)
            key = _key(trial.params)
            if key in known:
                self._study.tell(trial, self._values(known[key].runner))
            elif any(_key(other.params) == key for other in found):
                self._study.tell(trial, state=TrialState.FAIL)
            else:
                found.append(trial)
        return found

    def _tell(self, trial: Trial, runner: Runner) -> None:
        trial.set_user_attr("matches", runner.matches)
        if runner.measured.broken is not None:
            trial.set_user_attr("broken", runner.measured.broken)
        trial.set_user_attr("sums", _sums_text(runner.measured))
        self._study.tell(trial, self._values(runner))

    def _values(self, runner: Runner) -> list[float]:
        if runner.measured.broken is not None:
            return [_FAR] * len(self._study.directions)
        return [min(_FAR, loss) for loss in self._judge.losses(runner)]

    def _read_trial(self, trial: FrozenTrial) -> Tried:
        settings = _settings(trial.params)
        measured = _read_sums(trial.user_attrs["sums"])
        runner = Runner(trial.number, self._change(settings), trial.user_attrs["matches"], measured)
        return Tried(trial.number, settings, runner)

    def _change(self, settings: Mapping[str, Setting]) -> float | None:
        return amount_of_change(self._space.knobs, settings) if self._space.keeps else None


@contextmanager
def open_search(path: str | None, space: Space, judge: Judge) -> Generator[Search]:
    """Opens the search in a SQLite file, or, without a path, a search that is not kept. Raises SearchError if the file holds something else,
    MissingExtraError."""
    check_installed("`tune`", "tune", "optuna")
    import optuna
    from optuna.exceptions import ExperimentalWarning
    from optuna.study import StudyDirection

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ExperimentalWarning)
        storage = None if path is None else _storage(path)
        try:
            study = optuna.create_study(
                storage=storage,
                study_name=_NAME,
                load_if_exists=True,
                directions=[StudyDirection.MINIMIZE] * (len(space.names) + space.keeps),
            )
            _check_same(study, space, path)
            tries = len(study.get_trials(deepcopy=False))
            study.sampler = optuna.samplers.TPESampler(seed=(space.seed + tries) % 2**32, multivariate=True)
            yield Search(study, space, judge)
        finally:
            if storage is not None:
                storage.remove_session()
                storage.engine.dispose()


def _storage(path: str) -> RDBStorage:
    """Opens a SQLite file, which is made if there is none. Raises SearchError for a file of something else."""
    import sqlalchemy.exc
    from optuna.storages import RDBStorage

    try:
        _check_own(path)
        # A database address does not allow all characters of paths, so the connection is opened here.
        own = {"creator": lambda: sqlite3.connect(path, timeout=60, check_same_thread=False)}
        return RDBStorage("sqlite:///search", engine_kwargs=own)
    except (sqlite3.Error, sqlalchemy.exc.SQLAlchemyError) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise SearchError(f"`{path}` cannot keep the search: {reason}", "name another place") from None


def _check_own(path: str) -> None:
    """Raises SearchError if there is a file that keeps something else; nothing is written into it."""
    if not os.path.exists(path) or not os.path.getsize(path):
        return
    connection = sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True, timeout=60)
    try:
        names = [name for (name,) in connection.execute("select study_name from studies")]
    except sqlite3.DatabaseError as error:
        raise SearchError(f"`{path}` is no file of a search: {error}", "name another place") from None
    finally:
        connection.close()
    if names not in ([], [_NAME]):
        raise SearchError(f"`{path}` keeps studies of something else", "name another place")


def _check_same(study: Study, space: Space, path: str | None) -> None:
    kept = study.user_attrs.get("about")
    if kept is None:
        study.set_user_attr("about", space.digest)
        study.set_metric_names([*space.names, *(["change"] if space.keeps else [])])
    elif kept != space.digest:
        raise SearchError(
            f"`{path}` keeps a search with other rules, wishes, players, matches or another seed",
            "name another place, or delete that file",
        )


def _distribution(knob: Knob) -> BaseDistribution:
    from optuna.distributions import CategoricalDistribution, IntDistribution

    if isinstance(knob, Number):
        return IntDistribution(knob.low, knob.settings[-1], step=knob.step)
    return CategoricalDistribution(list(knob.settings))


def _settings(params: Mapping[str, object]) -> dict[str, Setting]:
    return {key: cast("Setting", value) for key, value in params.items()}


def _key(settings: Mapping[str, object]) -> str:
    return json.dumps(settings, sort_keys=True)


def _sums_text(measured: Measured) -> str:
    """Returns sums as text: storages keep no whole numbers above 2^53."""
    sums = [[list(one.numbers) for one in figure] for figure in measured.sums]
    return json.dumps({"sums": sums, "broken": measured.broken})


def _read_sums(text: str) -> Measured:
    data = json.loads(text)
    return Measured(tuple(tuple(Sums(*one) for one in figure) for figure in data["sums"]), data["broken"])
