"""What was made of rules is kept for the next start: compiled games and modules, as data, in the user's cache folder."""

from gamedsl.cache.place import Off, chosen_store, whole_store
from gamedsl.cache.store import Entry, Store

__all__ = ["Entry", "Off", "Store", "chosen_store", "whole_store"]
