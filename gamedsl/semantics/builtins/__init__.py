"""The built-in functions: each builds the formula of its calls."""
