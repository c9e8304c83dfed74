"""The effects of rules on the table, over all their statements: how pieces move, where they come from, and what never changes."""
