"""Links as pictures that a phone reads."""

from __future__ import annotations

from functools import lru_cache

import segno


@lru_cache(maxsize=64)
def picture(link: str) -> str:
    """A QR code, as the address of an image."""
    return segno.make(link, error="m").svg_data_uri(border=2, xmldecl=False, omitsize=True)
