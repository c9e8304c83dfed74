"""Pieces as words of counts: the arithmetic, pools that are drawn from, and the working form of piles."""
