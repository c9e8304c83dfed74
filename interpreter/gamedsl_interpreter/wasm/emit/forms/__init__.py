"""Forms of values while emitting, and the operations of each form."""
