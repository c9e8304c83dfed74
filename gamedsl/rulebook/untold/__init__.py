"""Finds facts about the rules that none of their sentences states; printed books add them where they are needed."""
