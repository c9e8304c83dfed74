"""How well findings teach: single mistakes in the shipped games, and what `gamedsl check` says of each.

`python -m bench.mutants` makes the table of `docs/findings/quality.md`; `--show 20` prints mistakes that were told badly.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time

from attrs import frozen

from bench.mistakes import KINDS, Mistake, Rules, read
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source

ROOT = Path(__file__).parents[1]
GAMES = sorted((ROOT / "games").rglob("*.gdl"))


@frozen
class Told:
    """What a check says of one mistake. `right`: whether a right suggestion was made, None if none is owed."""

    game: str
    mistake: Mistake
    findings: tuple[str, ...]
    is_near: bool
    right: bool | None
    milliseconds: float


def main() -> int:
    """Prints the table; 1 if a wanted figure is missed and `--strict` is given."""
    options = _options()
    chosen = sample(options.count, options.seed, options.kind)
    with ProcessPoolExecutor(options.jobs) as pool:
        told = list(pool.map(_told, *zip(*chosen, strict=True), chunksize=8))
    _print_table(told)
    for one in _worst(told, options.about)[: options.show]:
        _print_one(one)
    return 0


def _options() -> Namespace:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=2100, help="mistakes, spread evenly over the kinds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--kind", help="only this kind: the name of its function in mistakes.py")
    parser.add_argument("--show", type=int, default=0, help="how many badly told mistakes are printed")
    parser.add_argument(
        "--about", choices=("many", "far", "suggestion", "silent", "all"), default="many", help="which of them"
    )
    return parser.parse_args()


def sample(count: int, seed: int, kind: str | None, games: Sequence[Path] = GAMES) -> list[tuple[Path, Mistake]]:
    """Mistakes of every kind, drawn over the games: first the game, then one of its mistakes."""
    rules = {path: _rules(path) for path in games}
    makers = [make for make in KINDS if kind in (None, make.__name__)]
    found: list[tuple[Path, Mistake]] = []
    for make in makers:
        random = Random(f"{seed} {make.__name__}")
        offered = {path: _offered(list(make(text, random)), text) for path, text in rules.items()}
        for _ in range(count // len(makers)):
            left = [path for path in games if offered[path]]
            if left:
                path = random.choice(left)
                found.append((path, offered[path].pop(random.randrange(len(offered[path])))))
    return found


@cache
def _rules(path: Path) -> Rules:
    return read(Source(path.stem, path.read_text(encoding="utf-8")))


def _offered(mistakes: Sequence[Mistake], rules: Rules) -> list[Mistake]:
    """Those that change the text, each once."""
    return [m for m in dict.fromkeys(mistakes) if m.made_in(rules.text) != rules.text]


def _told(path: Path, mistake: Mistake) -> Told:
    text = mistake.made_in(path.read_text(encoding="utf-8"))
    source = Source(path.stem, text)
    begin = process_time()
    report = check(parse_files(source, find))
    spent = 1000 * (process_time() - begin)
    findings = [d for d in report.diagnostics if d.primary.span.source == source.name]
    others = [d for d in report.diagnostics if d.primary.span.source != source.name]
    row = source.position(findings[0].primary.span.start)[0] if findings else 0
    near = bool(findings) and any(abs(row - line) <= 1 for line in mistake.lines)
    right = None
    if mistake.meant and (findings or others):
        right = any(_suggests(d, meant) for d in findings[:1] for meant in mistake.meant)
    lines = [
        f"{source.position(d.primary.span.start)[0]} {d.code} {d.message} | {d.primary.text} | {'; '.join(d.help)}"
        for d in findings
    ]
    lines += [f"{d.primary.span.source} {d.code} {d.message}" for d in others]
    return Told(path.stem, mistake, tuple(lines), near, right, spent)


def _suggests(finding: Diagnostic, meant: str) -> bool:
    """Whether a correction writes the word, or the words of the finding name it."""
    for fix in finding.fixes:
        for edit in fix.edits:
            if meant == edit.text.strip() or (meant and re.search(rf"(?<!\w){re.escape(meant)}(?!\w)", edit.text)):
                return True
    said = " ".join((finding.message, finding.primary.text, *finding.help))
    if meant and not meant[0].isalnum():
        return f"`{meant}`" in said
    return any(
        re.search(rf"(?<!\w){re.escape(meant)}(?!\w)", quoted)
        for quoted in re.findall(r"`([^`]*)`", " ".join(finding.help))
    )


def find(name: str) -> Source | None:
    path = next((p for p in GAMES if p.stem == name), None)
    return None if path is None else Source(path.stem, path.read_text(encoding="utf-8"))


# ---------------------------------------------------------------- the table


def _print_table(told: Sequence[Told]) -> None:
    print(
        "| kind of mistake | made | told | owed, but silent | within a line | suggestion right | findings, mean | exactly one | most |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    kinds = dict.fromkeys(one.mistake.kind for one in told)
    for kind in kinds:
        _print_row(kind, [one for one in told if one.mistake.kind == kind])
    _print_row("**all**", told)
    times = [one.milliseconds for one in told]
    print(
        f"\nmore than three findings: {_share([len(one.findings) > 3 for one in told if one.findings])}; time of a check: mean {mean(times):.0f} ms"
    )


def _print_row(name: str, told: Sequence[Told]) -> None:
    heard = [one for one in told if one.findings]
    if not heard:
        print(f"| {name} | {len(told)} | 0 | | | | | | |")
        return
    silent = sum(one.mistake.is_wrong and not one.findings for one in told)
    counts = [len(one.findings) for one in heard]
    right = [one.right for one in heard if one.right is not None]
    print(
        f"| {name} | {len(told)} | {len(heard)} | {silent} | {_share([one.is_near for one in heard])} | {_share(right)} "
        f"| {mean(counts):.2f} | {_share([count == 1 for count in counts])} | {max(counts)} |"
    )


def _share(facts: Sequence[bool | None]) -> str:
    return f"{100 * sum(map(bool, facts)) / len(facts):.1f} %" if facts else ""


# ---------------------------------------------------------------- examples


def _worst(told: Sequence[Told], about: str) -> list[Told]:
    match about:
        case "many":
            return sorted((one for one in told if len(one.findings) > 1), key=lambda one: -len(one.findings))
        case "far":
            return [one for one in told if one.findings and not one.is_near]
        case "suggestion":
            return [one for one in told if one.right is False]
        case "silent":
            return [one for one in told if one.mistake.is_wrong and not one.findings]
        case _:
            return list(told)


def _print_one(one: Told) -> None:
    path = next(p for p in GAMES if p.stem == one.game)
    text = path.read_text(encoding="utf-8")
    m = one.mistake
    row = text.count("\n", 0, m.start)
    print(
        f"\n== {one.game}:{row + 1}  {m.kind}: {text[m.start : m.end][:60]!r} -> {m.text[:60]!r}   (meant {', '.join(m.meant)})"
    )
    print(f"   {m.made_in(text).splitlines()[row].strip() if row < len(m.made_in(text).splitlines()) else ''}")
    for line in one.findings[:8]:
        print(f"   {line}")
    if len(one.findings) > 8:
        print(f"   … {len(one.findings)} in all")


if __name__ == "__main__":
    sys.exit(main())
