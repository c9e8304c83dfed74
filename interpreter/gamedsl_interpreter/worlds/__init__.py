"""Beliefs of seats about hidden things, and sampling of positions from them (see `docs/internals/worlds.md`)."""
