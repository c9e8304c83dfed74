"""The event log, and what each seat may know from it."""
