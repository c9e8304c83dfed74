"""The table on which people play at a terminal: names, boards, hands, the log, and the reading of short moves."""
