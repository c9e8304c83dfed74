"""Draws printed things as marks on pages, and writes pages as PDF."""
