"""Jobs on the rules that a workshop shows: the page, the graph, examples, figures, and any command. Each takes some files, and answers with data."""

from __future__ import annotations

import base64
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TypeAlias

from gamedsl.cache import Off, chosen_store
from gamedsl.cache.rules import KnownRules
from gamedsl.cli.common.exit_codes import CommandError
from gamedsl.cli.main import run
from gamedsl.cli.reading.files import open_file
from gamedsl.graph.compiled import Setup
from gamedsl.json import Json, JsonObject
from gamedsl.pipeline import NotCompilable
from gamedsl.reports.setups import setup_text
from gamedsl.studio.reading import Followed, Look, UnreadableError, look_at, secret_data
from gamedsl.studio.setting import Setting
from gamedsl.studio.trials import figures, marks, trouble
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

Post: TypeAlias = Callable[[JsonObject], object]


class Desk:
    """The rules that are shown, in one setup. `folder` is where the files of the project are laid."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._look: Look | None = None
        self._setting: Setting | None = None
        self._main = ""

    def do(self, asked: str, post: Callable[[str], object]) -> None:
        """Does a job. `asked` is JSON: `id`, `job` and what the job takes. Each answer is JSON with the same `id`; the last one has `isDone`."""
        given: JsonObject = json.loads(asked)
        for found in self._answers(given):
            post(json.dumps({"id": given["id"], **found}))
        post(json.dumps({"id": given["id"], "isDone": True}))

    def _answers(self, given: JsonObject) -> Iterator[JsonObject]:
        match given:
            case {"job": "look", "files": dict(files), "main": str(main), "setup": str(setup)}:
                yield self.look({name: str(text) for name, text in files.items()}, main, setup)
            case {"job": "page"}:
                yield self.page()
            case {"job": "graph"}:
                yield self.graph()
            case {"job": "examples"}:
                yield from self.examples()
            case {"job": "figures"}:
                yield from self.figures()
            case {"job": "run", "arguments": list(arguments), "made": str(made)}:
                yield self.run([str(one) for one in arguments], made)
            case _:
                raise ValueError(f"there is no such job: {given}")

    # ------------------------------------------------------------ the rules

    def look(self, files: Mapping[str, str], main: str, setup: str) -> JsonObject:
        """Lays the files down and reads `main`. Shows the setup of this text, else the first one. Answers `isGood`, `findings`, `secrets`, `setups`, `setup`
        (its number)."""
        self._lay(files)
        self._main = main
        os.chdir(self.folder)
        look = self._look = look_at(
            Followed(main, lambda: _read(main), Path(main).with_suffix(".look.toml"), (), _every)
        )
        texts = [setup_text(one) for one in look.setups]
        number = texts.index(setup) if setup in texts else 0
        self._setting = None if look.rules is None else Setting(look.rules, look.setups[number], main, look.style)
        return {
            "isGood": look.rules is not None,
            "findings": [one.data() for one in look.findings],
            "secrets": [secret_data(one) for one in look.secrets],
            "setups": [*texts],
            "setup": number,
        }

    def _lay(self, files: Mapping[str, str]) -> None:
        """Writes the files of the project, and removes all others."""
        for old in self.folder.iterdir():
            if old.is_file() and old.name not in files:
                old.unlink()
        for name, text in files.items():
            if Path(name).name == name:  # a project is one folder
                (self.folder / name).write_text(text, "utf-8")

    def page(self) -> JsonObject:
        """Answers `page`, the HTML on which the setup is played, or `why` there is none."""
        return self._of_setting(lambda setting: {"page": setting.page})

    def graph(self) -> JsonObject:
        """Answers `graph`, the drawing with the rules of its nodes, or `why` there is none."""
        return self._of_setting(lambda setting: {"graph": setting.graph})

    def _of_setting(self, answer: Callable[[Setting], JsonObject]) -> JsonObject:
        if self._setting is None:
            return {"why": "The rules have errors."}
        try:
            return answer(self._setting)
        except (NotCompilable, Unsupported) as error:
            return {"why": str(error)}

    # ------------------------------------------------------------ trials

    def examples(self) -> Iterator[JsonObject]:
        """Yields `examples`: the results of more and more of them."""
        done: list[Json] = []
        yield {"examples": []}
        for mark in () if self._setting is None else marks(self._setting):
            done.append(mark)
            yield {"examples": [*done]}

    def figures(self) -> Iterator[JsonObject]:
        """Yields `figures`: those of more and more random matches."""
        if self._setting is None:
            return
        try:
            for found in figures(self._setting, lambda _: None):
                yield {"figures": found}
        except NotCompilable as error:
            yield {"figures": trouble(self._setting, error)}

    # ------------------------------------------------------------ commands

    def run(self, arguments: list[str], made: str) -> JsonObject:
        """Runs a command line beside the files. Answers its `code`, its texts `out` and `err`, and, if it wrote the file `made`, the bytes of it in base 64 as
        `file`."""
        os.chdir(self.folder)
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run(arguments)
        found: JsonObject = {"code": int(code), "out": out.getvalue(), "err": err.getvalue(), "file": None}
        place = self.folder / made
        if made and place.is_file():
            found["file"] = base64.b64encode(place.read_bytes()).decode()
            place.unlink()
        return found


def _every(setups: Sequence[Setup]) -> Sequence[Setup]:
    return setups


def _read(main: str) -> KnownRules:
    """Reads rules in the present folder. Raises UnreadableError."""
    try:
        files = open_file(main)
    except CommandError as error:
        raise UnreadableError(error.message.partition("\n")[0]) from error
    store = chosen_store()
    return KnownRules(files.source, files.bases.find, None if isinstance(store, Off) else store, near=files.bases)
