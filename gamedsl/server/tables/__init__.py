"""Tables: one match each, its people and agents, and what their pages are told."""
