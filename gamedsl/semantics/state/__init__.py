"""What a position holds: fields and zones."""
