"""Links that hold rules, as the workshop makes them itself (`workshop/src/share.ts`)."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping


def address_part(main: str, texts: Mapping[str, str]) -> str:
    """Returns the part of an address after the `#`, which opens these files; `main` is the file to play."""
    data = json.dumps({"main": main, "files": dict(texts)}, ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(data) + packer.flush()
    return f"share={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
