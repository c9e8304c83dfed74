"""Keeps compiled games and modules for later runs, as data, in the user's cache folder."""

from gamedsl.cache.place import Off, chosen_store, whole_store
from gamedsl.cache.store import Entry, Store

__all__ = ["Entry", "Off", "Store", "chosen_store", "whole_store"]
