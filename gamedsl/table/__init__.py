"""The table in characters, for terminals, reports and books: names, boards, hands, the log, and the reading of short moves."""
