"""Mutation of rules: one thing of a game is changed at a time, and its examples and invariants should notice.

`mutants` lists the changes, `trial` says what becomes of each, `trials` tries many. The operators are in `formulas`, `statements`, `choices`, `order`,
`data` and `declarations`.
"""
