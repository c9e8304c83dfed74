"""Answers to editors about rules while they are written: pure functions on texts, without a protocol.

`workspace` keeps the texts and what is known of them; the other modules answer one kind of question each. Places are offsets in a text. Nothing here raises
for a text that cannot be read: the answer is then about the part that can.
"""

from gamedsl.services.workspace import View, Workspace

__all__ = ["View", "Workspace"]
