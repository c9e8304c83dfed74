"""The table in characters, for terminals, reports and books: names, boards, hands, and the log in sentences."""
