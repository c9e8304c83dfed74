"""A web server for one match: each seat has a page, behind a link that only its player gets; others look on at `/`. The file holds the match.

python docs/examples/server.py gloriana match.txt 3     # the same file again: the match goes on"""

import sys
from html import escape
from pathlib import Path
from secrets import randbits, token_urlsafe
from urllib.parse import parse_qs
from wsgiref.simple_server import make_server
from wsgiref.types import StartResponse, WSGIEnvironment

import gamedsl
from gamedsl.adapters.notebooks import view_html


class Table:
    def __init__(self, rules: gamedsl.Rules, file: Path, players: int | None = None) -> None:
        self.file = file
        if file.exists():
            links, _, text = file.read_text(encoding="utf-8").partition("\n")
            self.links, self.match = links.split(), gamedsl.Match.from_json(text, rules)
        else:
            self.match = gamedsl.Match(gamedsl.engine_for(rules.game(players)), seed=randbits(63))
            self.links = [f"/{token_urlsafe(12)}" for _ in range(self.match.game.humans)]
        self.save()

    def save(self) -> None:
        new = self.file.with_suffix(".new")
        new.write_text(f"{' '.join(self.links)}\n{self.match.to_json()}", encoding="utf-8")
        new.replace(self.file)  # there is never half a file

    def __call__(self, request: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        seat = {link: number for number, link in enumerate(self.links)}.get(request["PATH_INFO"])
        is_known = seat is not None or request["PATH_INFO"] == "/"
        start("200 OK" if is_known else "404 Not Found", [("Content-Type", "text/html; charset=utf-8")])
        form = parse_qs(request["wsgi.input"].read(int(request.get("CONTENT_LENGTH") or 0)).decode("latin-1"))
        return [(self.page(seat, form) if is_known else "There is no such page.").encode()]

    def page(self, seat: int | None, form: dict[str, list[str]]) -> str:
        match, text = self.match, '<meta http-equiv="refresh" content="2">Please wait.'
        if seat is not None and "value" in form:
            try:
                match.take_step(seat, int(form["value"][0]), key=form["key"][0])
                self.save()
            except (gamedsl.GameDslError, LookupError, ValueError) as error:  # an old page, or no page of ours
                text = escape(str(error))
        if match.outcome is not None:
            places = [" and ".join(match.game.seats[one] for one in group) for group in match.outcome.ranking]
            text = escape(f"{match.outcome.reason} {', '.join(places)}")
        elif seat is not None and seat in match.to_act:
            step = match.step(seat)
            text = escape(f"{step.decision}: {step.ask or step.name} {step.about}") + '<form method="post"><p>'
            text += "".join(f'<button name="value" value="{o.value}">{escape(o.text)}</button>' for o in step.options)
            text += f'<input type="hidden" name="key" value="{match.key(seat)}"></form>'
        name = "A match" if seat is None else match.game.seats[seat]
        return f"<!doctype html><title>{escape(name)}</title>{text}{view_html(match.view(seat))}"


if __name__ == "__main__":
    table = Table(gamedsl.load_rules(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else None)
    print(*(f"http://127.0.0.1:8000{link}" for link in table.links), sep="\n")
    make_server("127.0.0.1", 8000, table).serve_forever()
