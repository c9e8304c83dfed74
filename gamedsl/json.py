"""What JSON data is, as a type: what comes out of a text before anything is known of it."""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["Json", "JsonObject"]

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
"""What `json.loads` gives. Data to be written is `dict[str, object]`: all of it comes from classes with types of their own."""

JsonObject: TypeAlias = dict[str, Json]
