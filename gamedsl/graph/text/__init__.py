"""A Game as text: names, formulas, rules, nodes, and the dump."""
