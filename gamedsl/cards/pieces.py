"""A card or token of cardboard that is cut out, with both its sides."""

from __future__ import annotations

from gamedsl.cards.faces import Face
from gamedsl.page.layouts import format_of
from gamedsl.values import frozen

LEAST = 15.0
"""The smallest side that is cut out, in millimetres."""


@frozen
class Size:
    """Width and height in millimetres."""

    width: float
    height: float

    def __str__(self) -> str:
        return f"{self.width:g} × {self.height:g} mm"


def size_of(text: str | None) -> Size | None:
    """Reads a size such as `63x88` or `poker`; None for any other text, and for tiles with six sides."""
    found = format_of(text) if text else None
    return Size(found.width, found.height) if found and not found.is_hex else None


@frozen
class Cut:
    """How a piece is cut out: its size, the width of the bleed beyond its edges in millimetres, and whether it has six sides."""

    size: Size
    bleed: float = 0.0
    is_hex: bool = False


@frozen
class Piece:
    """A printed piece: `copies` of a face. `other` is the face on the other side, if there is one; otherwise the back shows `back` in the colour
    `back_colour` (both from the look file). `number` is the number of its component, which determines the colour of backs. `owner` is the name of its
    owner. `size` is None for tokens of the usual size; a piece with a layout has that of its layout. `words` are what one and several are called, `place`
    is where it lies at first if pieces of its component lie in several places, and `mark` a mark of the look file for those of this place. `is_secret`:
    somebody may hide it. `is_plain`: its kind has no colour that says anything, and is printed in that of its back."""

    key: tuple[str, str]
    component: str
    number: int
    face: Face
    copies: int
    other: Face | None = None
    back: str = ""
    back_colour: str | None = None
    owner: str = ""
    size: Size | None = None
    words: tuple[str, str] = ("", "")
    place: str = ""
    mark: str = ""
    is_secret: bool = False
    is_plain: bool = False

    @property
    def called(self) -> tuple[str, str]:
        """The names of one piece and of several."""
        return self.words if self.words[0] else (self.component, self.component)

    @property
    def group(self) -> tuple[object, ...]:
        """A key that all copies of one piece share."""
        return self.key, self.place, self.mark, self.back_colour

    @property
    def cut(self) -> Cut | None:
        """How it is cut out; None for tokens of the usual size."""
        laid = self.face.laid
        if laid is not None:
            return Cut(Size(laid.form.width, laid.form.height), laid.bleed, laid.form.is_hex)
        return None if self.size is None else Cut(self.size)

    @property
    def sides(self) -> tuple[tuple[str, Face], ...]:
        """Its faces, with their names for people."""
        return tuple((face.title, face) for face in (self.face, self.other) if face is not None)
