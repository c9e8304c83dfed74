"""Problems of names that can mean several things, or that belong to something further out."""

from __future__ import annotations

from typing import Literal

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import Described, phrase
from gamedsl.semantics.problems.wording import join_names
from gamedsl.values import frozen


@frozen
class AmbiguousName(Problem):
    code = "E0304"
    title = "a name that can mean several things"
    name: str
    readings: tuple[str, ...]

    def explain(self) -> Diagnostic:
        message = f"`{self.name}` can mean several things here"
        if len(set(self.readings)) > 1:
            return self._say(message, "which one?", help=f"write {join_names(self.readings, 'or')}")
        return self._say(
            message,
            "every player has one of this name",
            help=(
                f"beside a piece it is that of any player: `it is {self.name}`, `move 1 {self.name} from …`",
                "its owner is clear where an example says who acts",
            ),
        )


Hidden = Literal["local", "me", "shared", "score"]
"""The owner of the hidden name: the rule itself (`local`), the acting player (`me`), all players (`shared`), or a score line (`score`)."""


@frozen
class HidesName(Problem):
    """A name of a part of `of` (`it`, or `me`) that is also the name of something else; `read` is how the name is understood."""

    code = "E0305"
    title = "an element's name that hides another"
    name: str
    of: Described
    read: Literal["it", "me"]
    hidden: Hidden

    def explain(self) -> Diagnostic:
        other, second = {
            "local": ("the rule around it", "rename the name in the rule"),
            "me": ("the player who acts", f"write `me.{self.name}`"),
            "shared": ("the whole table", f"write `shared.{self.name}`"),
            "score": ("the score sheet", "rename the score line"),
        }[self.hidden]
        clear = f"{self.read}.{self.name}"
        return self._say(
            f"`{self.name}` means two things here",
            f"{phrase(self.of)} has a `{self.name}`, and so has {other}",
            help=f"write `{clear}` for the first; for the second, {second}",
            fixes=(Fix(f"write `{clear}`", (Edit(self.span, clear),)),) if self.hidden == "local" else (),
        )


@frozen
class OuterElement(Problem):
    """A bare name that only the element of an outer `where` has."""

    code = "E0306"
    title = "a name of an element further out"
    message = "`{name}` belongs to an element further out"
    label = "the nearest element has none"
    help = "give the outer element a name: `S as x where …`, or `x in S` behind `for`; then write `x.{name}`"
    name: str
