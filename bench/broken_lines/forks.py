"""Inside a process of pytest that has collected tests: breaks places and runs tests as it is asked to, each time in a fork of its own.

A fork puts the functions of the broken module in the place of those that tests have imported. What a module does while it is imported, and what tests do
while they are collected, has happened before.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from attrs import frozen

from bench.broken_lines.places import Place, broken_tree

UNFIT = 100
"""The code of a fork that cannot put the functions of the broken module in place."""
_WAIT = 0.01


@frozen
class Request:
    """A place that is broken in the text of its module, the tests that the fork runs in this order, the seconds after which it is ended, and variables.

    The file of the module may be broken already, for processes that tests start.
    """

    place: Place
    text: str
    tests: list[str]
    patience: float
    variables: dict[str, str]


def serve(session: pytest.Session, requests: int, answers: int, run: Callable[[list[pytest.Item]], int]) -> None:
    """Answers each request with the code of its fork, none if it had to be ended. `run` runs tests until one fails. The first line says that all is collected."""
    items = {item.nodeid: item for item in session.items}
    with os.fdopen(requests, encoding="utf-8") as asked, os.fdopen(answers, "w", encoding="utf-8") as told:
        print("ready", file=told, flush=True)
        for line in asked:
            request = _read(line)
            process = os.fork()
            if process == 0:
                _run_and_end(request, [items[test] for test in request.tests if test in items], run)
            print(json.dumps(_code_of(process, request.patience)), file=told, flush=True)


def _read(line: str) -> Request:
    told = json.loads(line)
    return Request(Place(**told["place"]), told["text"], told["tests"], told["patience"], told["variables"])


def _run_and_end(request: Request, items: list[pytest.Item], run: Callable[[list[pytest.Item]], int]) -> None:
    code = 1
    try:
        os.setsid()
        os.environ.update(request.variables)
        code = run(items) if _put_in_place(request) else UNFIT
    finally:
        os._exit(code)


def _code_of(process: int, patience: float) -> int | None:
    """Waits for a fork, and ends it with all that it started."""
    end = time.monotonic() + patience
    ended, status = os.waitpid(process, os.WNOHANG)
    while not ended and time.monotonic() < end:
        time.sleep(_WAIT)
        ended, status = os.waitpid(process, os.WNOHANG)
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    if not ended:
        os.waitpid(process, 0)
        return None
    return os.waitstatus_to_exitcode(status)


def _put_in_place(request: Request) -> bool:
    """Gives the functions of a module the code of the broken module. Returns whether that can be done."""
    file = Path(request.place.path).absolute()
    codes = _codes(compile(broken_tree(request.text, request.place), str(file), "exec"))
    gc.unfreeze()
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == str(file):
            new = codes.get((one.__code__.co_qualname, one.__code__.co_firstlineno), [])
            if len(new) != 1 or new[0].co_freevars != one.__code__.co_freevars:
                return False
            one.__code__ = new[0]
    return True


def _codes(outer: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    found: dict[tuple[str, int], list[CodeType]] = {}
    for code in _inside(outer):
        found.setdefault((code.co_qualname, code.co_firstlineno), []).append(code)
    return found


def _inside(outer: CodeType) -> Iterator[CodeType]:
    for one in outer.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _inside(one)
