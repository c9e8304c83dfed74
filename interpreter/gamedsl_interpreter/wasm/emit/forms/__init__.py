"""Values while emitting: the forms that they have, and what is asked of each form."""
