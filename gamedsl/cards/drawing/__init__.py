"""Draws what is printed as marks on pages, and writes pages as PDF."""
