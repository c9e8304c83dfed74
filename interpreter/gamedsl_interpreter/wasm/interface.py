"""What a host has to know of a module, whoever made it: nothing here needs the emitter, which a kept module does without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

ABI = 1
"""Version of the interface of modules that `docs/internals/wasm_abi.md` describes."""

NO_ROOM = 255
"""In FAULT: working memory is too small for what happens. That is no fault of the rules; the reference executor can do it."""

NO_LIMIT = 1 << 30
"""For LIMIT: more moves than any decision has."""


class Offer(Protocol):
    """How the offered elements of a decision are noted: bit i stands for `low + i`, in `words` words of 64 bits."""

    @property
    def low(self) -> int: ...
    @property
    def words(self) -> int: ...


class Built(Protocol):
    """A module: its bytes, and where in its memory a host finds what."""

    @property
    def code(self) -> bytes: ...
    @property
    def addresses(self) -> Mapping[str, int]: ...
    @property
    def state_size(self) -> int: ...
    @property
    def layout_size(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def pages(self) -> int: ...
    @property
    def offers(self) -> Mapping[int, Offer]: ...
