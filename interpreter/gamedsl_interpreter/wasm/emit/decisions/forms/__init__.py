"""The offer of one choice in the form that suits it: bits of a set, slots of zones known while emitting, or entries in working memory."""
