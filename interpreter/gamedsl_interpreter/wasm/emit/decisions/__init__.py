"""Which moves there are: counted, found by number, listed, drawn step by step."""
