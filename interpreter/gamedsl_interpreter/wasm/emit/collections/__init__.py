"""Sets, lists, bags, pieces, and loops over them."""
