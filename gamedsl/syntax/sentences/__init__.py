"""Sentences of rulebooks read by their meaning: what is named, who does it, which verb and which prepositions, and the line that says so."""
