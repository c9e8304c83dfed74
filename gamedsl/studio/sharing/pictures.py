"""Pictures of links that phones can scan."""

from __future__ import annotations

from functools import lru_cache

import segno


@lru_cache(maxsize=64)
def picture(link: str) -> str:
    """Returns a QR code as the address of an image."""
    return segno.make(link, error="m").svg_data_uri(border=2, xmldecl=False, omitsize=True)
