"""A table and its log in characters: names, boards, hands, and what has happened in sentences."""
