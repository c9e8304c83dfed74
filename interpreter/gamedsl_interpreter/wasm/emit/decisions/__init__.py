"""The moves of a decision: counted, found by number, listed, drawn step by step."""
