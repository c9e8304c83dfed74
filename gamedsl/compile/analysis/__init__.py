"""What is found out about a graph while it is made: layout, live locals, exposed tops, capacities of piles."""
