"""Problems of how a text is written: `facts` has them as values, `codes` their codes, `explain` their words."""
