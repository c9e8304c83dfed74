"""The built-in functions: how the formula of each call is made."""
