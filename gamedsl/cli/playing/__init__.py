"""A match at the terminal: its questions, the reading of answers, the text for each person, and the moves that can be taken back."""
