"""Agreement with OpenSpiel, an independent implementation of many games."""
