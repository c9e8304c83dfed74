"""The type of JSON data, for parsed texts before they are validated."""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["Json", "JsonObject"]

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
"""The result of `json.loads`. Data to be written is `dict[str, object]`: all of it comes from classes with types of their own."""

JsonObject: TypeAlias = dict[str, Json]
