"""What the rules do and no sentence of them says: derived from the rules, and told in a printed book where it is needed."""
