"""A server on which people play: tables with seats behind secret links, spectators, and computer players."""
