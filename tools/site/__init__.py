"""The documentation as a website: `python -m tools.site`."""
