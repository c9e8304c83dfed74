"""Draws and rolls."""
