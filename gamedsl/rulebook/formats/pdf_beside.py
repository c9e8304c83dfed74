"""A picture of a printed book with text on its right: how high both are, and whether the text has room."""

from __future__ import annotations

from gamedsl.rulebook.formats.pdf_pages import LINE, Line
from gamedsl.rulebook.formats.pdf_pictures import size_of
from gamedsl.rulebook.model import Illustration
from gamedsl.values import frozen

PART, GUTTER, NARROWEST = 0.6, 6.0, 36.0
"""The part of a page's width that the picture may have, and millimetres: the space between both, and the width of the narrowest column."""
_LONGER = 3
"""How many lines the text may go on below the picture."""
BELOW = 2.0
"""The space below the picture, in millimetres."""


@frozen
class Beside:
    """A picture, scaled down, with the lines of its caption below it and the lines of texts on its right."""

    picture: Illustration
    scale: float
    caption: list[Line]
    story: list[list[Line]]

    @property
    def width(self) -> float:
        """The width of the picture with its caption, in millimetres."""
        return max(size_of(self.picture)[0] * self.scale, NARROWEST if self.caption else 0.0)

    @property
    def text_height(self) -> float:
        """The height of the texts, in millimetres."""
        return sum(len(lines) * LINE + 1 for lines in self.story)

    @property
    def has_room(self) -> bool:
        """Whether the text ends beside the picture, or not far below it."""
        return self.text_height <= self._picture_height(self.scale) + _LONGER * LINE

    def height(self, scale: float) -> float:
        """Returns the height of both, with the picture in this part of its size."""
        return max(self.text_height, self._picture_height(scale))

    def scale_in(self, height: float) -> float:
        """Returns the factor by which the picture must be scaled to have this height together with its caption."""
        return (height - self._below) / size_of(self.picture)[1]

    def _picture_height(self, scale: float) -> float:
        return size_of(self.picture)[1] * scale + self._below

    @property
    def _below(self) -> float:
        return 1 + len(self.caption) * LINE + BELOW
