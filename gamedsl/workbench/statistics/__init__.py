"""Statistics of two sides: differences with intervals, their probabilities, and the smallest one that this many matches show. Python's standard library is enough:
means of many matches need the normal distribution and Student's, shares need exact tests of counts."""
