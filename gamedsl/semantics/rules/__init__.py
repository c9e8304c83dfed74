"""Rules, phases, choices, and scripted seats."""
