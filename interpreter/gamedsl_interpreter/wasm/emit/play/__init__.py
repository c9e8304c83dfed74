"""The graph as functions: stretches of nodes, stops, ends, the loop between them."""
