"""Marks files that gamedsl made from rules, and recognises unchanged ones, which it may overwrite."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256

from gamedsl.json import Json

_MADE = "made by gamedsl"
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


def marked(text: str, form: str) -> str:
    """Adds a last line that names gamedsl and the digest of the text; JSON gets a last key."""
    if form == "json":
        return mark_json(json.loads(text))
    return f"{text}{_COMMENTS[form].format(_mark(text))}\n"


def mark_json(data: Mapping[str, object]) -> str:
    """Returns JSON text whose last key names gamedsl and the digest of the data."""
    return _json({**data, _KEY: _mark(_json(data))})


def mark_pdf(data: bytes) -> bytes:
    """Appends a PDF comment that names gamedsl and the digest of the data."""
    return data + f"\n%{_MADE} {sha256(data).hexdigest()[:16]}\n".encode()


def is_marked_pdf(data: bytes) -> bool:
    """Whether this is a PDF that gamedsl made and nobody changed."""
    body, found, mark = data.rpartition(f"\n%{_MADE} ".encode())
    return bool(found) and mark == f"{sha256(body).hexdigest()[:16]}\n".encode()


def is_marked(data: bytes) -> bool:
    """Whether this is a text that gamedsl made and nobody changed."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return False
    body, newline, last = text.rstrip("\n").rpartition("\n")
    return _mark(body + newline) in last if _MADE in last else _is_marked_json(text)


def is_module(data: bytes) -> bool:
    """Whether this is a WebAssembly module that `build` made."""
    return data.startswith(_WASM) and _SECTION in _custom_sections(data)


def _mark(text: str) -> str:
    return f"{_MADE} {sha256(text.encode()).hexdigest()[:16]}"


def _json(data: Mapping[str, object]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _is_marked_json(text: str) -> bool:
    try:
        data: Json = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(data, dict):
        return False
    mark = data.pop(_KEY, None)
    return mark is not None and mark == _mark(_json(data))


def _custom_sections(data: bytes) -> Iterator[bytes]:
    """Yields the names of a module's custom sections; of a damaged module, those before the damage."""
    at = len(_WASM)
    while at < len(data):
        number = data[at]
        start, size = _number(data, at + 1)
        if number == 0:
            name, length = _number(data, start)
            yield data[name : name + length]
        at = start + size


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Reads a LEB128 number; returns the offset behind it and its value. Bytes beyond the data count as 0."""
    value, shift = 0, 0
    while at < len(data) and shift < 35:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            break
    return at, value
