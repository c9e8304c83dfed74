"""The cache that programs use: that of the command line, unless the environment says otherwise."""

from gamedsl.cache import Off, Store, chosen_store


def own_store() -> Store | None:
    """The cache in the user's folder; None if it is off."""
    chosen = chosen_store()
    return None if isinstance(chosen, Off) else chosen
