"""What other programs use, a module for each thing they do. `import gamedsl` offers all of it by name."""
