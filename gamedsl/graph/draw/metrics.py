"""Estimates the widths of texts. No font is available where a drawing is made, so the widths of a wide, common font are used."""

from __future__ import annotations

from gamedsl.values import frozen


@frozen
class Font:
    """A size in pixels of a generic family: `sans-serif` or `monospace`."""

    family: str
    size: float
    weight: str = "normal"

    def width(self, text: str) -> float:
        """Returns the width of a text in pixels."""
        if self.family == "monospace":
            return len(text) * self.size * 0.61
        bold = 1.08 if self.weight == "bold" else 1.0
        return sum(_SANS.get(c, 640) for c in text) * self.size * bold / 1000


TITLE = Font("sans-serif", 20, "bold")
NOTE = Font("sans-serif", 11.5)
CLUSTER = Font("sans-serif", 13, "bold")
HEADING = Font("sans-serif", 12, "bold")
WHO = Font("sans-serif", 10.5)
TEST = Font("sans-serif", 11.5)
CODE = Font("monospace", 10.5)
LABEL = Font("sans-serif", 10.5)

_BY_WIDTH = {
    278: "ijl|",
    318: " .,'",
    337: ":;/\\",
    352: "f-",
    392: "t()[]!",
    411: "r",
    460: '"*',
    500: "_°",
    525: "szc?",
    592: "vxykJLFT",
    614: "aeoSZ",
    635: "bdghnpqu0123456789",
    695: "ABCEKPRVXY",
    760: "DGHNUOQ",
    838: "w+=<>~#&…→",
    970: "mMW@%",
}
_SANS = {character: width for width, characters in _BY_WIDTH.items() for character in characters}
"""Widths in thousandths of the font size, rounded up into classes."""
