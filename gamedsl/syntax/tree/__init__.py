"""The syntax tree: the content of the text in written order, without its meaning.

Every node is frozen. Its place in the text does not count for equality. Optional parts are `None`, repeated parts tuples.
"""
