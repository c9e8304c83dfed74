"""What rules do to the table, over all their statements: how pieces move, where they come from, and what never changes."""
