"""Adapts fontTools for printing: converts SVG outlines to operators of PDF, and lists the errors of invalid fonts."""
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from functools import cache

_OPERATORS = {"moveTo": "m", "lineTo": "l", "curveTo": "c", "closePath": "h", "endPath": ""}


@cache
def operators(outline: str) -> str:
    """Returns the operators of an outline."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    parse_path(outline, pen)
    steps: list[tuple[str, tuple[tuple[float, float], ...]]] = list(pen.value)
    return " ".join(f"{' '.join(f'{x:.3f} {y:.3f}' for x, y in points)} {_OPERATORS[name]}" for name, points in steps)


def font_errors() -> tuple[type[Exception], ...]:
    """Returns the exceptions that invalid or damaged fonts raise."""
    from fontTools.ttLib import TTLibError
    from fpdf.errors import FPDFException

    own: type[Exception] = TTLibError
    return (OSError, FPDFException, own, KeyError, AttributeError, ValueError, RuntimeError)


def picture_errors() -> tuple[type[Exception], ...]:
    """Returns the exceptions that damaged pictures raise."""
    import struct
    import zlib

    from fpdf.errors import FPDFException

    own = (OSError, FPDFException, SyntaxError, zlib.error, struct.error)
    return (*own, KeyError, IndexError, AttributeError, ValueError, TypeError, RuntimeError, ArithmeticError)
