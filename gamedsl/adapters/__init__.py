"""Games in the frameworks that people train agents with. Each module needs its framework, which is an extra of the package, and uses public names only."""
