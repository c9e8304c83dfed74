"""The chapters that are made for printed rulebooks only: the first page, the list of the box, the course of a round, variants, and notes."""
