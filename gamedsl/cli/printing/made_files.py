"""Marks files that gamedsl made from rules, and recognises unchanged ones, which it may overwrite."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from hashlib import sha256

from gamedsl.cli.printing.json_output import json_text
from gamedsl.json import Json

_MADE = "made by gamedsl"
_MARK = re.compile(rb"made by gamedsl ([0-9a-f]{16})(?:, ([a-z ]+[a-z]))?")
_KEY = "made_by"
_WASM = b"\0asm\1\0\0\0"
_SECTION = b"gamedsl"


_COMMENTS = {
    "text": "# {}",
    "markdown": "<!-- {} -->",
    "html": "<!-- {} -->",
    "svg": "<!-- {} -->",
    "dot": "// {}",
    "mermaid": "%% {}",
}
"""The comment lines of the forms of texts, with `{}` for their content."""


class Made(Enum):
    """The sorts of files that gamedsl makes; each has the words for it in the mark. Files of older versions have a mark without a sort."""

    PAGE = "a page"
    RULEBOOK = "a rulebook"
    REPORT = "a report"
    TUNING = "a report of tuning"
    CARDS = "cards to print"
    DIFFERENCES = "differences of rules"
    DRAWING = "a drawing"
    RESULTS = "results of tests"
    MODEL = "a model"


def add_mark(text: str, form: str, sort: Made) -> str:
    """Adds a last line that names gamedsl, the digest of the text and the sort of the file; JSON gets a last key."""
    if form == "json":
        return mark_json(json.loads(text), sort)
    return f"{text}{_COMMENTS[form].format(_mark(text.encode(), sort))}\n"


def mark_json(data: Mapping[str, object], sort: Made) -> str:
    """Returns JSON text whose last key names gamedsl, the digest of the data and the sort of the file."""
    return json_text({**data, _KEY: _mark(json_text(data).encode(), sort)})


def mark_pdf(data: bytes, sort: Made) -> bytes:
    """Appends a PDF comment that names gamedsl, the digest of the data and the sort of the file."""
    return data + f"\n%{_mark(data, sort)}\n".encode()


def makes(sort: Made) -> Callable[[bytes], bool]:
    """Returns the question whether a file is one of this sort that gamedsl made and nobody changed, or of an unknown sort."""
    return lambda data: sort_of_file(data) in (sort.value, "")


def sort_of_file(data: bytes) -> str | None:
    """Tells the sort of a file that gamedsl made and nobody has changed: `a page`; empty if an older version made it, None for other files."""
    head, _, last = data.rstrip(b"\n").rpartition(b"\n")
    found = _MARK.search(last)
    if found is None:
        return _sort_of_json(data)
    digests = [sha256(body).hexdigest()[:16] for body in (head + b"\n", head)]
    return (found[2] or b"").decode() if found[1].decode() in digests else None


def is_module(data: bytes) -> bool:
    """Whether this is a WebAssembly module that `build` made."""
    return data.startswith(_WASM) and _SECTION in _custom_sections(data)


def _mark(data: bytes, sort: Made) -> str:
    return f"{_MADE} {sha256(data).hexdigest()[:16]}, {sort.value}"


def _sort_of_json(text: bytes) -> str | None:
    """Tells the sort of a JSON file that gamedsl made."""
    try:
        data: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    mark = data.pop(_KEY, None)
    found = _MARK.search(mark.encode()) if isinstance(mark, str) else None
    if found is None or sha256(json_text(data).encode()).hexdigest()[:16] != found[1].decode():
        return None
    return (found[2] or b"").decode()


def _custom_sections(data: bytes) -> Iterator[bytes]:
    """Yields the names of a module's custom sections; for a damaged module, only those before the damage."""
    at = len(_WASM)
    while at < len(data):
        number = data[at]
        start, size = _number(data, at + 1)
        if number == 0:
            name, length = _number(data, start)
            yield data[name : name + length]
        at = start + size


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Reads a LEB128 number; returns the offset after it and its value. Bytes beyond the data count as 0."""
    value, shift = 0, 0
    while at < len(data) and shift < 35:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            break
    return at, value
