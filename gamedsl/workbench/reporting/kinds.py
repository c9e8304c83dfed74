"""The section on kinds with rules of their own: how often their rules run, and whether winners choose them more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.graph.model.about import KindRules
from gamedsl.workbench.comparing.words import number_text
from gamedsl.workbench.reporting.model import Finding, Grid, Section
from gamedsl.workbench.reporting.used import Figures, is_plain, share_texts

_NAMED = 6
"""The most names in a sentence."""


def kinds_section(
    kinds: Sequence[KindRules], ran: Mapping[str, int], matches: int, used: Figures, made: str
) -> Section:
    """Makes the section. `ran` is the number of matches, of `matches`, in which rules of each kind ran."""
    ordered = sorted(kinds, key=lambda one: -ran[one.kind])
    head = ("", "rules ran in", "chosen in a match", "share of the winner’s", "of the others’", "")
    grid = Grid(head, tuple(_row(one.kind, ran[one.kind] / matches, used) for one in ordered))
    method = (
        f"{made} The rules of a kind have run in a match when one of its reactions or actions has. Choices are those of the first matches, as in the section "
        "on what is used; kinds that are drawn or dealt and never chosen have no figures there."
    )
    return Section(
        "kinds", "What do the pieces with rules do?", tuple(_texts(ordered, ran, matches)), None, grid, method
    )


def _row(kind: str, share: float, used: Figures) -> tuple[str, ...]:
    count = used.total.get(("kind", kind), 0)
    difference, p = used.differences.get(("kind", kind), (None, 1.0))
    own, other = share_texts(difference)
    chosen = number_text(count / used.matches) if count and used.matches else ""
    return kind, f"{100 * share:.0f}%", chosen, own, other, "certain" if difference and is_plain(difference, p) else ""


def _texts(ordered: Sequence[KindRules], ran: Mapping[str, int], matches: int) -> Iterator[Finding]:
    never = [one.kind for one in ordered if not ran[one.kind]]
    often = [one.kind for one in ordered if ran[one.kind]]
    if often:
        most, least = often[0], often[-1]
        yield Finding(f"Most often, in {_share(ran[most], matches)} of the matches, the rules of `{most}` run.")
        if least != most:
            yield Finding(f"Most rarely, in {_share(ran[least], matches)}, those of `{least}`.")
    if never:
        shown = ", ".join(f"`{kind}`" for kind in never[:_NAMED])
        more = f" and {len(never) - _NAMED} more" if len(never) > _NAMED else ""
        yield Finding(f"In none of {matches:,} matches did the rules of {shown}{more} run.")


def _share(count: int, matches: int) -> str:
    share = 100 * count / matches
    return f"{share:.1f}%" if share < 1 else f"{share:.0f}%"
