"""Reads requests, and answers those that cannot be read or granted: with the reason, a code for programs, and what to do."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from gamedsl.html import document, element, escape
from gamedsl.json import Json, JsonObject
from gamedsl.server.refusals import RefusedError
from gamedsl_interpreter.engine import Fault

_LARGEST = 32_768
"""Bytes of the largest message that is read."""

_STYLE = ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:3rem auto;max-width:36rem;padding:0 1rem}h1{font-size:1.4rem}"

_FAULT = RefusedError("The rules cannot go on from here. Your host sees why.", "fault")

Answer: TypeAlias = Callable[[Request], Coroutine[Any, Any, Response]]

_MOST_ANSWERS = 2_000

_MOST_DIGITS = 18


def refusal(error: RefusedError) -> Response:
    """Returns the answer to a request that was refused."""
    told: JsonObject = {"problem": str(error), "code": error.code}
    if error.advice:
        told["advice"] = error.advice
    headers = {} if error.wait is None else {"retry-after": str(error.wait)}
    return JSONResponse(told, error.status, headers)


def refusal_page(error: RefusedError) -> Response:
    """Returns a refusal as a page for people."""
    told = element("h1", escape(str(error))) + element("p", escape(error.advice))
    page = document(str(error), _STYLE, [element("main", told)], policy="default-src 'none'; style-src 'unsafe-inline'")
    return HTMLResponse(page, error.status)


def with_refusals(answer: Answer, refuse: Callable[[RefusedError], Response] = refusal) -> Answer:
    """Makes an answer that says why a request is refused; `refuse` says it."""

    async def answer_or_refuse(request: Request) -> Response:
        try:
            return await answer(request)
        except RefusedError as error:
            return refuse(error)
        except Fault:
            return refuse(_FAULT)

    return answer_or_refuse


def nothing_here(what: str = "There is nothing here.", advice: str = "") -> Response:
    """Returns the answer to a request for something that does not exist."""
    return refusal(RefusedError(what, "unknown", advice, 404))


def json_in(text: bytes) -> Json:
    """Reads JSON. Raises ValueError, also if it contains half of a surrogate pair, which no answer could repeat."""
    try:
        found: Json = json.loads(text)
        json.dumps(found, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("the lists in it are too deep") from error
    return found


async def message_in(request: Request) -> JsonObject:
    """Reads the JSON object in a request. Raises RefusedError."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        given = f"`{kind[:60]}`" if kind else "nothing"
        raise RefusedError(
            f"The body is JSON, and the header `content-type` says {given}.",
            "no-json",
            "Send `content-type: application/json`.",
            415,
        )
    text = bytearray()
    try:
        async for part in request.stream():
            text += part
            if len(text) > _LARGEST:
                raise RefusedError(f"The body has more than {_LARGEST} bytes.", "too-large", "Send less.", 413)
        found = json_in(bytes(text))
    except (ValueError, ClientDisconnect):
        raise RefusedError(
            "The body is no JSON.", "no-json", 'Send an object, such as `{"seen": "…", "values": [0]}`.', 400
        ) from None
    if not isinstance(found, dict):
        raise RefusedError(
            "The body is JSON, but no object.", "no-object", 'Send an object, such as `{"seen": "…"}`.', 400
        )
    return found


def check_keys(given: JsonObject, *known: str) -> None:
    """Raises RefusedError for a key that means nothing."""
    other = next((key for key in given if key not in known), None)
    if other is not None:
        names = ", ".join(f"`{name}`" for name in known)
        raise RefusedError(f"`{other[:60]}` means nothing here.", "unknown-key", f"The keys are {names}.", 400)


def text_in(given: JsonObject, key: str, most: int = 1_000) -> str:
    """Reads a text. Raises RefusedError."""
    value = given.get(key)
    if not isinstance(value, str) or len(value) > most:
        raise RefusedError(f"`{key}` is a text of at most {most} letters.", "no-text", f"Send `{key}`.", 400)
    return value


def number_in(text: str) -> int | None:
    """Reads a whole number from 0 in an address; None for anything else."""
    return int(text) if len(text) <= _MOST_DIGITS and text.isascii() and text.isdecimal() else None


def numbers_in(given: JsonObject, key: str) -> list[int]:
    """Reads a list of answers to steps. Raises RefusedError."""
    value = given.get(key)
    found = [one for one in value if type(one) is int and 0 <= one < 1 << 31] if isinstance(value, list) else None
    if not isinstance(value, list) or found is None or len(found) != len(value) or len(value) > _MOST_ANSWERS:
        raise RefusedError(
            f"`{key}` is a list of at most {_MOST_ANSWERS} whole numbers from 0.",
            "no-numbers",
            "The options of a step have them as `value`.",
            400,
        )
    return found
