"""Games in the frameworks that people use, a module for each, and an extra of the package for each framework. They use what `import gamedsl` offers, and
nothing else of the package."""
