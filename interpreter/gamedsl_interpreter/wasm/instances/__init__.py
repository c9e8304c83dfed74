"""Modules and their instances: by purpose, from a cache, with fast calls and direct access to their memory."""
