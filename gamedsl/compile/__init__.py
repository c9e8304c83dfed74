"""Checked tree to Game."""
