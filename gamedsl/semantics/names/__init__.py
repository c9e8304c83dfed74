"""What names refer to."""
