"""The compiled game as pure data: types, formulas, effects and the state-transition graph; with its drawings, bytes and texts."""
