"""The options `--variant` and `--set`, which change the rules from the command line. Commands get the changes through `open_rules`."""

from __future__ import annotations

import click

from gamedsl.additions import NO_ADDITIONS, Additions, flaw
from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.reading.files import ADDITIONS
from gamedsl.values import evolve

TAKE_A_GAME = frozenset(
    [
        "build",
        "cards",
        "check",
        "compare",
        "diff",
        "explore",
        "graph",
        "mutate",
        "page",
        "perft",
        "play",
        "replay",
        "report",
        "rulebook",
        "secrets",
        "simulate",
        "solve",
        "exploit",
        "studio",
        "test",
        "tune",
        "verify",
    ]
)
"""The commands that have these options."""

MARK = "--"


def _keep_variants(ctx: click.Context, _: click.Parameter, names: tuple[str, ...]) -> None:
    _keep(ctx, evolve(_additions(ctx), variants=names, mark=MARK))


def _keep_sets(ctx: click.Context, _: click.Parameter, changes: tuple[str, ...]) -> None:
    _keep(ctx, evolve(_additions(ctx), sets=changes, mark=MARK))


def _additions(ctx: click.Context) -> Additions:
    additions: Additions = ctx.meta.get(ADDITIONS, NO_ADDITIONS)
    return additions


def _keep(ctx: click.Context, additions: Additions) -> None:
    wrong = flaw(additions)
    if wrong is not None:
        raise WrongUseError(wrong)
    ctx.meta[ADDITIONS] = additions


ON_TOP = (
    click.Option(
        ["--variant"],
        multiple=True,
        expose_value=False,
        callback=_keep_variants,
        metavar="NAME|FILE",
        help="Put this variant on top of the rules; may be repeated.",
    ),
    click.Option(
        ["--set"],
        multiple=True,
        expose_value=False,
        callback=_keep_sets,
        metavar="CHANGE",
        help="Change the rules, as the line `set CHANGE` of a variant does: `points[7]=26`, `players 2 to 5`; may be repeated.",
    ),
)
