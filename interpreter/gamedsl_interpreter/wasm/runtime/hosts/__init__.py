"""The functions that serve one kind of host: batches, searches, exploration, worlds, the event log. See `emit.hosts`."""
