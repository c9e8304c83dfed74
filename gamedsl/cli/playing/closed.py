"""Says why an action is not offered that can be chosen at the same decision at other times."""

from __future__ import annotations

from gamedsl.cli.choices.notation import Reader, Reading
from gamedsl.cli.playing.explaining import Explainer
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.types import SeatId
from gamedsl.table.names import Names, key
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.worlds.ruled_out import node_of


@frozen
class Closed:
    """The actions of one game that their menus leave out."""

    engine: Engine[State]
    names: Names
    explainer: Explainer

    def find(self, state: State, seat: SeatId, text: str) -> str:
        """Returns the action with which a text begins, if the menu of this decision has it and does not offer it now; else nothing."""
        node = self.engine.game.nodes[node_of(state.bytes)]
        lines = (node.plan.menu or ()) if isinstance(node, DecisionNode | TogetherNode) else ()
        reader = Reader(self.engine, self.names, state, seat)
        for name in sorted((line.name for line in lines), key=len, reverse=True):
            called = {self.names.action(name), name}
            if any(key(text).startswith(key(one)) for one in called):
                return "" if any(isinstance(reader.read(one), Reading) for one in called) else name
        return ""

    def why(self, name: str) -> str:
        """Returns why an action is not offered: the condition of its menu in the words of the book, or that nothing can be chosen for it."""
        label = self.names.action(name)
        condition = self.explainer.condition(label)
        if condition:
            return f"`{label}` is possible only if {condition}."
        return f"`{label}` is not possible now: there is nothing to choose for it."
