"""The search for the line that somebody meant: small steps, one after another, until the grammar can read it."""
