"""Keeps compiled games and modules for later runs, as data, in the user's cache folder."""

from gamedsl.cache.place import Off, user_store, whole_store
from gamedsl.cache.store import Entry, Store

__all__ = ["Entry", "Off", "Store", "user_store", "whole_store"]
