"""Variants as diffs by name: options, scripted seats and variant files change the declarations of a game before they are checked."""
