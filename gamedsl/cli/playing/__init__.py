"""A match at the terminal: its questions, how answers are read, what each person is shown, and which moves can be taken back."""
