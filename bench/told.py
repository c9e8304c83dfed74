"""What `gamedsl check` says of slips that nobody has looked at: `python -m bench.told --seed 1001` makes the table of `docs/findings/quality.md`.

Seeds from 1000 on are for reports: what they make is never shown. `--show` works with smaller ones, by which findings are mended.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from attrs import frozen

from bench.fixes import games
from bench.mistakes import Rules, read
from bench.mutants import GAMES, find
from bench.slips import KINDS, Slip
from gamedsl.diagnostics.model import Diagnostic, Edit
from gamedsl.pipeline import Parsed, check, compile, correct, parse_files, setups
from gamedsl.source import Source

FIRST_UNSEEN = 1000
"""From this seed on slips are counted, and never shown."""


@frozen
class Told:
    """What is said of one slip. `right`: whether the suggestion is, None if none is owed. `became`: what an accepted text is."""

    path: Path
    slip: Slip
    findings: tuple[str, ...]
    is_near: bool
    right: bool | None
    became: str
    is_fix_wrong: bool


def main() -> int:
    options = _options()
    chosen = sample(options.count, options.seed, options.kind)
    with ProcessPoolExecutor(options.jobs) as pool:
        told = list(pool.map(told_of, *zip(*chosen, strict=True), chunksize=4))
    _print_table(told)
    if options.show and options.seed >= FIRST_UNSEEN:
        print("slips of this seed are not shown", file=sys.stderr)
        return 2
    for one in _badly_told(told, options.about)[: options.show]:
        _print_one(one)
    return 0


def _options() -> Namespace:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=900, help="slips, spread evenly over the kinds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--kind", help="only this kind: the name of its function in slips.py")
    parser.add_argument("--show", type=int, default=0, help="how many badly told slips are printed")
    parser.add_argument("--about", choices=("many", "far", "suggestion", "silent", "fix", "all"), default="suggestion")
    return parser.parse_args()


def sample(count: int, seed: int, kind: str | None) -> list[tuple[Path, Slip]]:
    """Slips of every kind, drawn over all games: first the game, then one of its slips."""
    rules = {path: read(Source(path.stem, path.read_text(encoding="utf-8"))) for path in GAMES}
    makers = [make for make in KINDS if kind in (None, make.__name__)]
    found: list[tuple[Path, Slip]] = []
    for make in makers:
        random = Random(f"slips {seed} {make.__name__}")
        offered: dict[Path, list[Slip]] = {}
        for _ in range(count // len(makers)):
            path = random.choice(GAMES)
            if path not in offered:
                offered[path] = _offered(make(rules[path], random), rules[path])
            if offered[path]:
                found.append((path, offered[path].pop(random.randrange(len(offered[path])))))
    return found


def _offered(slips: Iterable[Slip], rules: Rules) -> list[Slip]:
    """Those that change the text, each once."""
    return [one for one in dict.fromkeys(slips) if one.text != rules.text[one.start : one.end]]


def told_of(path: Path, slip: Slip) -> Told:
    """What checking says of one slip."""
    text = path.read_text(encoding="utf-8")
    source = Source(path.stem, slip.made_in(text))
    parsed = _read(source)
    report = check(parsed)
    own = [d for d in report.diagnostics if d.primary.span.source == source.name]
    row = source.position(own[0].primary.span.start)[0] if own else 0
    is_near = bool(own) and any(abs(row - line) <= 1 for line in slip.lines)
    right = is_right(own[0], slip, text, source) if own and slip.lost is not None else None
    became = "" if report.diagnostics else _became(parsed, path, text, slip)
    lines = tuple(_line(d, source) for d in report.diagnostics)
    return Told(
        path, slip, lines, is_near, right, became, _is_fix_wrong(source, path, text) if report.diagnostics else False
    )


def _line(found: Diagnostic, source: Source) -> str:
    at = f"{found.primary.span.source}:{source.position(found.primary.span.start)[0]}"
    fixes = ", or ".join(fix.title for fix in found.fixes)
    return f"{at} {found.code} {found.message} | {found.primary.text} | {'; '.join(found.help)} | {fixes}"


def _read(source: Source) -> Parsed:
    return parse_files(source, find, _SHIPPED)


class _Shipped:
    """The rules that are known where bases are looked for, as for the command `check`."""

    def list_names(self) -> tuple[str, ...]:
        return tuple(path.stem for path in GAMES)

    def others(self, name: str) -> tuple[str, ...]:
        return ()


_SHIPPED = _Shipped()


def _became(parsed: Parsed, path: Path, text: str, slip: Slip) -> str:
    """What an accepted text is: the same game, another one that may be meant, or another one."""
    made = tuple(compile(parsed, setup).game for setup in setups(parsed))
    if made == games(path.stem, text):
        return "same"
    return "other" if slip.is_other else "silent"


def _is_fix_wrong(source: Source, path: Path, text: str) -> bool:
    fixed = correct(source, _read)
    if not fixed.made or fixed.source.text == text:
        return False
    parsed = _read(fixed.source)
    return tuple(compile(parsed, setup).game for setup in setups(parsed)) != games(path.stem, text)


# ---------------------------------------------------------------- is the suggestion right?


def is_right(found: Diagnostic, slip: Slip, text: str, source: Source) -> bool:
    """Whether an edit gives the original back, the words name what stood there, or they point at what should not be there."""
    if any(_plain(_edited(source.text, fix.edits)) == _plain(text) for fix in found.fixes):
        return True
    said = " ".join((found.message, found.primary.text, *found.help))
    if slip.lost == ("indent",):
        return any(word in said for word in ("indent", "deeper", "in the same column"))
    if slip.extra:
        span = found.primary.span
        return span.source == source.name and span.start <= slip.start + len(slip.text) and span.end >= slip.start
    quoted = " ".join(re.findall(r"`([^`]*)`", " ".join((found.message, found.primary.text, *found.help))))
    quoted += " ".join(edit.text for fix in found.fixes for edit in fix.edits)
    return all(_names(quoted, word) for word in slip.lost or ())


def _names(quoted: str, word: str) -> bool:
    if re.fullmatch(r"\W+", word):
        return word in quoted
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", quoted) is not None


def _plain(text: str) -> list[str]:
    """The lines with their depth and words, whatever blanks are between these."""
    return [f"{len(line) - len(line.lstrip())} {' '.join(_WORDS.findall(line))}" for line in text.splitlines()]


_WORDS = re.compile(r"\w+|[^\w\s]")


def _edited(text: str, edits: Sequence[Edit]) -> str:
    for edit in sorted(edits, key=lambda e: e.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


# ---------------------------------------------------------------- the table


def _print_table(told: Sequence[Told]) -> None:
    print(
        "| slip | made | told | exactly one | first within a line | suggestion right | same game | another valid game | silent | fixes wrong |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind in dict.fromkeys(one.slip.kind for one in told):
        _print_row(kind, [one for one in told if one.slip.kind == kind])
    _print_row("**all**", told)


def _print_row(name: str, told: Sequence[Told]) -> None:
    heard = [one for one in told if one.findings]
    became = [sum(one.became == what for one in told) for what in ("same", "other", "silent")]
    print(
        f"| {name} | {len(told)} | {len(heard)} | {_share([len(one.findings) == 1 for one in heard])} | {_share([one.is_near for one in heard])} "
        f"| {_share([one.right for one in heard if one.right is not None])} | {' | '.join(map(str, became))} | {sum(one.is_fix_wrong for one in told)} |"
    )


def _share(facts: Sequence[bool | None]) -> str:
    return f"{100 * sum(map(bool, facts)) / len(facts):.1f} %" if facts else ""


def _badly_told(told: Sequence[Told], about: str) -> list[Told]:
    match about:
        case "many":
            return sorted((one for one in told if len(one.findings) > 1), key=lambda one: -len(one.findings))
        case "far":
            return [one for one in told if one.findings and not one.is_near]
        case "suggestion":
            return [one for one in told if one.right is False]
        case "silent":
            return [one for one in told if one.became == "silent"]
        case "fix":
            return [one for one in told if one.is_fix_wrong]
        case _:
            return list(told)


def _print_one(one: Told) -> None:
    text = one.path.read_text(encoding="utf-8")
    slip = one.slip
    row = text.count("\n", 0, slip.start)
    made = slip.made_in(text).splitlines()
    print(f"\n== {one.path.stem}:{row + 1}  {slip.kind}: {text[slip.start : slip.end][:50]!r} -> {slip.text[:50]!r}")
    print(f"   {made[row].strip() if row < len(made) else ''}")
    for line in one.findings[:4]:
        print(f"   {line}")


if __name__ == "__main__":
    sys.exit(main())
