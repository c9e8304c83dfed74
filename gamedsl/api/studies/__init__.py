"""Studies of rules over many matches or many changes, as commands make them."""
