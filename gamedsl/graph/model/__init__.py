"""The classes of a Game: types, expressions, statements, nodes, and the Game itself."""
