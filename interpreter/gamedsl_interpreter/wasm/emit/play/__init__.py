"""The graph as functions: stretches of nodes, stops, ends, and the loop between them."""
