"""What happened, who has seen it, and what each seat may know."""
