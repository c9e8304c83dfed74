"""Chooses the cache for programs: that of the command line, unless the environment says otherwise."""

from gamedsl.cache import Off, Store, user_store


def own_store() -> Store | None:
    """Returns the cache in the user's folder; None if it is off."""
    chosen = user_store()
    return None if isinstance(chosen, Off) else chosen
