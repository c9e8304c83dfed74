"""gamedsl in the frameworks that people use, a module for each. They use what `import gamedsl` offers, and nothing else of the package."""
