"""Mutation of rules: changes one thing of a game at a time, which its examples and invariants should notice.

`mutants` lists the changes, `trial` tries one of them, `trials` tries many. The operators are in `formulas`, `statements`, `choices`, `order`, `data` and
`declarations`.
"""
