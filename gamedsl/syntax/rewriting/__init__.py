"""The search for the line that somebody meant: small steps, one behind another, until the grammar can read it."""
