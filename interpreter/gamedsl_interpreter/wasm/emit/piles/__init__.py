"""Pieces as words of counts: the arithmetic, pools from which pieces are drawn, and the working form of piles."""
