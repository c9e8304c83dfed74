"""Tables: one match each, its people and agents, and the messages to their pages."""
