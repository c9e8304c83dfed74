"""What numbers of matches say about two sides: differences with intervals, how surprising they are, and how many matches would decide. Python's standard
library is enough: means of many matches need the normal distribution and Student's, shares need exact tests of counts."""
