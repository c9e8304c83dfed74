"""Adapters for frameworks, a module and an extra of the package for each. They use the names of `import gamedsl`, and nothing else of the package."""
