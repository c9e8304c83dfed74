"""The compiled game: types, formulas, effects, the state-transition graph, and what is drawn from it. Only data."""
