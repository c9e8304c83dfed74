"""gamedsl: rules of tabletop games as text, checked, compiled into a graph, and played."""
