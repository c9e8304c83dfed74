"""The server of a studio. It answers a few addresses under a token, for this machine only, and the addresses of the seats of a shared match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources import files
from secrets import compare_digest, token_urlsafe

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gamedsl.errors import GameDslError
from gamedsl.html import shell
from gamedsl.json import Json
from gamedsl.pipeline import NotCompilable
from gamedsl.server.addresses import is_here, names_host
from gamedsl.server.requests import json_in, number_in
from gamedsl.server.seats import PREFIX, Seats
from gamedsl.studio.editing import ChangedElsewhereError, Editing, EndedError
from gamedsl.studio.reading import UnreadableError
from gamedsl.studio.setting import ShownSetting
from gamedsl.studio.sharing.table import SharedTable
from gamedsl.studio.state import Studio
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

PATIENCE = 20.0
"""Seconds after which a page that waits for news gets an answer even without any."""

_OWN_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors "
)
"""The policy of the studio; the pages that may show it in a frame follow."""
_GAME_POLICY = "frame-ancestors 'self' "
"""The policy of the frame; the page of a game has its own policy inside. Browsers look at all pages around it, so those around the studio follow."""

_HEADERS = {
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

_OWN_HEADERS = {**_HEADERS, "cross-origin-opener-policy": "same-origin"}
"""The headers of the studio. Browsers obey the last one only on secure origins, such as this machine."""


def application(
    studio: Studio, token: str, hosts: frozenset[str], frames: Sequence[str] = (), editing: Editing | None = None
) -> ASGIApp:
    """Makes the web application. With `editing` the page has an editor for the rules file. `hosts` are the accepted values of the Host header; `token` is the
    first part of each address; pages of the origins `frames` may show the studio in a frame."""
    seats = None if studio.shared is None else Seats(studio.shared.find)
    made = Starlette(
        routes=[
            *([] if seats is None else seats.routes()),
            Route("/{token}/", _shell(frames, has_editor=editing is not None)),
            Route("/{token}/studio.js", _file("studio.js")),
            Route("/{token}/studio.css", _file("studio.css")),
            Route("/{token}/state", _news(studio)),
            Route("/{token}/setup/{number}", _choice(studio), methods=["POST"]),
            Route("/{token}/game/{version}", _of_setting(studio, partial(_game, frames))),
            Route("/{token}/graph/{version}", _of_setting(studio, _graph)),
            *([] if studio.shared is None else _host_routes(studio, studio.shared)),
            *([] if editing is None else _editing_routes(editing)),
        ]
    )
    return _Guard(made, token, hosts, studio.shared)


class _Guard:
    """A filter that accepts only requests with the right host and token, and adds the same headers to every answer."""

    def __init__(self, inner: ASGIApp, token: str, hosts: frozenset[str], table: SharedTable | None) -> None:
        self._inner, self._token, self._hosts, self._table = inner, token.encode(), hosts, table

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                named = {key for key, _ in message["headers"]}
                headers = _HEADERS if scope["path"].startswith(f"/{PREFIX}/") else _OWN_HEADERS
                more = ((key.encode(), value.encode()) for key, value in headers.items())
                message["headers"] = [*message["headers"], *(pair for pair in more if pair[0] not in named)]
            await send(message)

        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        request = Request(scope)
        if not self._is_own(request):
            await PlainTextResponse("There is nothing here.\n", 404)(scope, receive, send_guarded)
            return
        await self._inner(scope, receive, send_guarded)

    def _is_own(self, request: Request) -> bool:
        first, _, rest = request.url.path.removeprefix("/").partition("/")
        if self._table is not None and first == PREFIX:
            return self._is_of_seat(request, self._table, rest.partition("/")[0])
        is_known = compare_digest(first.encode(), self._token)
        is_near = self._table is None or is_here(request.client.host if request.client else None)
        return is_known and is_near and request.headers.get("host") in self._hosts and _is_from_itself(request)

    def _is_of_seat(self, request: Request, table: SharedTable, token: str) -> bool:
        is_named = names_host(request.headers.get("host"), table.port)
        return is_named and _is_from_itself(request) and table.seat(token) is not None


def _is_from_itself(request: Request) -> bool:
    """Whether the request does not come from a page of another origin."""
    origin = request.headers.get("origin")
    return origin is None or origin == f"http://{request.headers.get('host')}"


def _file(name: str) -> Callable[..., object]:
    kind = "text/javascript" if name.endswith(".js") else "text/css"

    def answer(_: Request) -> Response:
        return Response(files("gamedsl.studio").joinpath("runtime", name).read_text("utf-8"), media_type=kind)

    return answer


def _shell(frames: Sequence[str], *, has_editor: bool) -> Callable[..., object]:
    # The editor adds its own styles, and browsers copy the style of replaced text to the new text.
    nonce = token_urlsafe(16)
    styles = f"style-src 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'" if has_editor else "style-src 'self'"
    policy = _OWN_POLICY.replace("style-src 'self'", styles)
    policy += " ".join(frames) or "'none'"
    shell = _SHELL.replace('id="studio"', f'id="studio" data-editor="{nonce}"') if has_editor else _SHELL

    def answer(_: Request) -> Response:
        return HTMLResponse(shell, headers={"content-security-policy": policy})

    return answer


_SHELL = shell("Studio", "studio")


def _news(studio: Studio) -> Callable[..., object]:
    async def answer(request: Request) -> Response:
        serial = number_in(request.query_params.get("after", ""))
        return JSONResponse(await studio.after(-1 if serial is None else serial, PATIENCE))

    return answer


def _choice(studio: Studio) -> Callable[..., object]:
    def answer(request: Request) -> Response:
        number = number_in(request.path_params["number"])
        is_there = number is not None and studio.choose(number)
        return Response(status_code=204 if is_there else 404)

    return answer


def _of_setting(studio: Studio, make: Callable[[ShownSetting], Response]) -> Callable[..., object]:
    async def answer(request: Request) -> Response:
        version = number_in(request.path_params["version"])
        setting = None if version is None else studio.setting(version)
        if setting is None:
            return PlainTextResponse("The rules have changed since.\n", 410)
        return await run_in_threadpool(make, setting)

    return answer


def _game(frames: Sequence[str], setting: ShownSetting) -> Response:
    policy = (_GAME_POLICY + " ".join(frames)).rstrip()
    try:
        return HTMLResponse(setting.page, headers={"content-security-policy": policy})
    except (Unsupported, NotCompilable) as error:
        return PlainTextResponse(f"This game cannot be played on a page yet: {error}\n")
    finally:
        setting.was_shown.set()


def _graph(setting: ShownSetting) -> Response:
    try:
        return JSONResponse(setting.graph)
    except NotCompilable as error:
        return JSONResponse({"svg": "", "nodes": {}, "declared": {}, "why": str(error)})


# ---------------------------------------------------------------- the editor


def _editing_routes(editing: Editing) -> list[Route]:
    """Returns the addresses of the editor: its script and style, the text of the file, and the language server."""

    def read(_: Request) -> Response:
        try:
            return JSONResponse(
                {"folder": editing.path.parent.as_uri(), "name": editing.path.name, "text": editing.read()}
            )
        except UnreadableError as error:
            return PlainTextResponse(str(error), 404)

    async def save(request: Request) -> Response:
        match await _json(request):
            case {"text": str(text), "was": str(was)}:
                return await run_in_threadpool(_save, editing, text, was)
            case _:
                return PlainTextResponse("`text` and `was` are needed.\n", 400)

    async def take(request: Request) -> Response:
        try:
            editing.session(request.path_params["session"]).take((await request.body()).decode())
        except EndedError as error:
            return PlainTextResponse(f"{error}\n", 410)
        except ValueError as error:
            return PlainTextResponse(f"{error}\n", 400)
        return Response(status_code=204)

    async def tell(request: Request) -> Response:
        try:
            session = editing.session(request.path_params["session"])
        except EndedError as error:
            return PlainTextResponse(f"{error}\n", 410)
        at, messages = await session.after(number_in(request.query_params.get("after", "")) or 0, PATIENCE)
        return JSONResponse({"at": at, "messages": messages})

    return [
        Route("/{token}/editor.js", _file("editor.js")),
        Route("/{token}/editor.css", _file("editor.css")),
        Route("/{token}/rules", read),
        Route("/{token}/rules", save, methods=["PUT"]),
        Route("/{token}/server/{session:str}", take, methods=["POST"]),
        Route("/{token}/server/{session:str}", tell),
    ]


async def _json(request: Request) -> Json:
    """Returns the body of a request; None if it is no JSON."""
    try:
        return json_in(await request.body())
    except ValueError:
        return None


def _save(editing: Editing, text: str, was: str) -> Response:
    try:
        editing.save(text, was)
    except ChangedElsewhereError as error:
        return JSONResponse({"text": error.text}, 409)
    except UnreadableError as error:
        return PlainTextResponse(str(error), 507)
    except OSError as error:
        return PlainTextResponse(error.strerror or str(error), 507)
    return Response(status_code=204)


# ---------------------------------------------------------------- actions of the host


def _host_routes(studio: Studio, table: SharedTable) -> list[Route]:
    """Returns the addresses for the host of a shared match only."""

    def undo(_: Request) -> Response:
        return _act(table.take_back)

    def new(_: Request) -> Response:
        return _act(studio.new_match)

    def replay(_: Request) -> Response:
        headers = {"content-disposition": 'attachment; filename="match.json"'}
        if not table.match.is_over:
            return PlainTextResponse("The match is not over.\n", 404)
        return Response(table.replay, media_type="application/json", headers=headers)

    return [
        Route("/{token}/undo", undo, methods=["POST"]),
        Route("/{token}/new", new, methods=["POST"]),
        Route("/{token}/replay", replay),
    ]


def _act(act: Callable[[], None]) -> Response:
    try:
        act()
    except GameDslError as error:
        return JSONResponse({"problem": str(error)}, 409)
    return Response(status_code=204)
