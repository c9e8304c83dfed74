"""Jobs on the rules that a workshop shows: the page, the graph, examples, figures, and any command. Each takes the rules, and answers with data."""

from __future__ import annotations

import base64
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from gamedsl.bases import LOOK_SUFFIX
from gamedsl.cache import Off, user_store
from gamedsl.cache.rules import KnownRules
from gamedsl.cli.common.exit_codes import CommandError
from gamedsl.cli.main import run
from gamedsl.cli.reading.files import open_file
from gamedsl.graph.compiled import Setup
from gamedsl.json import Json, JsonObject
from gamedsl.pipeline import NotCompilable
from gamedsl.reports.setups import setup_text
from gamedsl.studio.reading import Followed, Look, UnreadableError, look_at, secret_data
from gamedsl.studio.setting import ShownSetting
from gamedsl.studio.trials import figures, marks, trouble
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported


class Desk:
    """The displayed rules, in one setup. `folder` contains the files of the project."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._rules: tuple[Mapping[str, str], str, str] | None = None
        self._look = Look((), None, (), {}, ())
        self._setting: ShownSetting | None = None

    def do(self, asked: str, post: Callable[[str], object]) -> None:
        """Does a job. `asked` is JSON: `id`, `job`, the arguments of the job, and the rules: the texts of all `files`, the name `main` of the file to play,
        and the text of a `setup` (default: the first one). Each answer is JSON with the same `id`; the last one has `isDone`."""
        given: JsonObject = json.loads(asked)
        for found in self._answers(given):
            post(json.dumps({"id": given["id"], **found}))
        post(json.dumps({"id": given["id"], "isDone": True}))

    def _answers(self, given: JsonObject) -> Iterator[JsonObject]:
        match given:
            case {"files": dict(files), "main": str(main), "setup": str(setup)}:
                texts = {
                    name: str(text) for name, text in files.items() if Path(name).name == name
                }  # the files of a project are in one folder
            case _:
                raise ValueError(f"a job without rules: {given}")
        self._lay(texts)
        match given:
            case {"job": "run", "arguments": list(arguments), "made": str(made)}:
                yield self._run([str(one) for one in arguments], made, texts)
            case _:
                self._read(texts, main, setup)
                yield from self._answer(str(given["job"]))

    def _answer(self, job: str) -> Iterator[JsonObject]:
        match job:
            case "look":
                yield self._look_data()
            case "page":
                yield self._of_setting(lambda setting: {"page": setting.page})
            case "graph":
                yield self._of_setting(lambda setting: {"graph": setting.graph})
            case "examples":
                yield from self._examples()
            case "figures":
                yield from self._figures()
            case _:
                raise ValueError(f"there is no such job: {job}")

    # ------------------------------------------------------------ the rules

    def _lay(self, files: Mapping[str, str]) -> None:
        """Writes the files of the project, and removes all others."""
        os.chdir(self.folder)
        for old in self.folder.iterdir():
            if old.is_file() and old.name not in files:
                old.unlink()
        for name, text in files.items():
            (self.folder / name).write_bytes(text.encode())

    def _read(self, files: Mapping[str, str], main: str, setup: str) -> None:
        """Reads the rules, unless the same files were read last."""
        if self._rules == (files, main, setup):
            return
        look = look_at(Followed(main, lambda: _open(main), Path(main).with_suffix(LOOK_SUFFIX), (), _every))
        self._setting = None
        if look.rules is not None:
            chosen = next((one for one in look.setups if setup_text(one) == setup), look.setups[0])
            self._setting = ShownSetting(look.rules, chosen, main, look.style)
        self._look = look
        self._rules = files, main, setup

    def _look_data(self) -> JsonObject:
        """Answers `isGood`, `findings`, `secrets`, `setups`, `setup` (its number)."""
        look, setting = self._look, self._setting
        return {
            "isGood": setting is not None,
            "findings": [one.data() for one in look.findings],
            "secrets": [secret_data(one) for one in look.secrets],
            "setups": [setup_text(one) for one in look.setups],
            "setup": 0 if setting is None else look.setups.index(setting.setup),
        }

    def _of_setting(self, answer: Callable[[ShownSetting], JsonObject]) -> JsonObject:
        """Answers `page`, the HTML on which the setup is played, or `graph`, the drawing with the rules of its nodes; `why` if there is none."""
        if self._setting is None:
            return {"why": "The rules have errors."}
        try:
            return answer(self._setting)
        except (NotCompilable, Unsupported) as error:
            return {"why": str(error)}

    # ------------------------------------------------------------ trials

    def _examples(self) -> Iterator[JsonObject]:
        """Yields `examples`: the results of the examples so far, again and again as their number grows."""
        done: list[Json] = []
        yield {"examples": []}
        for mark in () if self._setting is None else marks(self._setting):
            done.append(mark)
            yield {"examples": [*done]}

    def _figures(self) -> Iterator[JsonObject]:
        """Yields `figures`: the figures of random matches, again and again as their number grows."""
        if self._setting is None:
            return
        try:
            for found in figures(self._setting, lambda _: None):
                yield {"figures": found}
        except NotCompilable as error:
            yield {"figures": trouble(self._setting, error)}

    # ------------------------------------------------------------ commands

    def _run(self, arguments: list[str], made: str, files: Mapping[str, str]) -> JsonObject:
        """Runs a command line beside the files. Answers its `code`, its texts `out` and `err`, the bytes of the file `made`, if it wrote one, in base 64 as
        `file`, and the `texts` of rules that it has changed or begun, as `fmt` does."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run(arguments)
        found: JsonObject = {"code": int(code), "out": out.getvalue(), "err": err.getvalue(), "file": None}
        place = self.folder / made
        if made and place.is_file():
            found["file"] = base64.b64encode(place.read_bytes()).decode()
            place.unlink()
        now = {place.name: place.read_bytes().decode("utf-8") for place in sorted(self.folder.glob("*.gdl"))}
        return {**found, "texts": {name: text for name, text in now.items() if text != files.get(name)}}


def _every(setups: Sequence[Setup]) -> Sequence[Setup]:
    return setups


def _open(main: str) -> KnownRules:
    """Reads rules in the present folder. Raises UnreadableError."""
    try:
        files = open_file(main)
    except CommandError as error:
        raise UnreadableError(error.message.partition("\n")[0]) from error
    store = user_store()
    return KnownRules(files.source, files.bases.find, None if isinstance(store, Off) else store, near=files.bases)
