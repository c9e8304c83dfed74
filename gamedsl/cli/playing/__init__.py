"""A match at the terminal: its questions, how answers are read, what persons are told, and what can be taken back."""
