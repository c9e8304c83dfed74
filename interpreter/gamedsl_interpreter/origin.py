"""The game to which a state belongs."""

from __future__ import annotations

from gamedsl.graph.model.game import Game


class Origin:
    """The game of all states that share this object: the Game itself, or only its digest for states from another process."""

    __slots__ = ("_digest", "game")

    def __init__(self, game: Game | None, known: str = "") -> None:
        self.game = game
        self._digest = known

    @property
    def digest(self) -> str:
        """The digest of the Game; computed once, when it is first needed."""
        if not self._digest and self.game is not None:
            from gamedsl.graph.serial import digest  # importing converters is slow, and few programs compare games

            self._digest = digest(self.game)
        return self._digest

    def is_same(self, other: Origin) -> bool:
        """Whether both are the same game: the same rules, setup and names."""
        return self is other or (self.game is other.game and self.game is not None) or self.digest == other.digest

    def __reduce__(self) -> tuple[type[Origin], tuple[None, str]]:
        return Origin, (None, self.digest)
