"""Effects of rules on the table, over all their statements: how pieces move, where they come from, and which things never change."""
