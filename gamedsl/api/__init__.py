"""The functions for other programs, a module for each purpose. `import gamedsl` offers all of them by name."""
