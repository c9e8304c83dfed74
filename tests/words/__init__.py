"""Walks through matches of the games that come with gamedsl, and reads all that people are shown."""
