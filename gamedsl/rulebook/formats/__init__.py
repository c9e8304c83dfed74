"""Writes a rulebook as Markdown, HTML and PDF."""
