"""The papers and books that define the figures of reports."""

from __future__ import annotations

from gamedsl.values import frozen


@frozen
class Source:
    """A paper or book: `short` is its citation, `full` tells where to find it."""

    short: str
    full: str

    def on(self, topic: str) -> Source:
        """Returns the source with the name that the figure has there."""
        return Source(f"{self.short}, {topic}", self.full)

    def __and__(self, other: Source) -> Source:
        """Returns both sources as one."""
        return Source(f"{self.short}; {other.short}", f"{self.full}; {other.full}")


# fmt: off
BROWNE = Source("Browne 2008", "C. Browne, Automatic Generation and Evaluation of Recombination Games, PhD thesis, Queensland University of Technology (2008)")
ELIAS = Source("Elias, Garfield and Gutschera 2012", "G. S. Elias, R. Garfield and K. R. Gutschera, Characteristics of Games, MIT Press (2012)")
SHANNON = Source("Shannon 1950", "C. E. Shannon, “Programming a computer for playing chess”, Philosophical Magazine 41 (1950)")
IIDA = Source("Iida and others 2003", "H. Iida, N. Takeshita and J. Yoshimura, “A metric for entertainment of boardgames”, Entertainment Computing (2003)")
HICK = Source("Hick 1952", "W. E. Hick, “On the rate of gain of information”, Quarterly Journal of Experimental Psychology 4 (1952)")
RAO = Source("Rao 1982", "C. R. Rao, “Diversity and dissimilarity coefficients: a unified approach”, Theoretical Population Biology 21 (1982)")
HILL = Source("Hill 1973", "M. O. Hill, “Diversity and evenness: a unifying notation and its consequences”, Ecology 54 (1973)")
KAUFMAN = Source("Kaufman and Rousseeuw 1990", "L. Kaufman and P. J. Rousseeuw, Finding Groups in Data, Wiley (1990)")
SEARLE = Source("Searle, Casella and McCulloch 1992", "S. R. Searle, G. Casella and C. E. McCulloch, Variance Components, Wiley (1992)")
BORM = Source("Borm and van der Genugten 2001", "P. Borm and B. van der Genugten, “On a relative measure of skill for games with chance elements”, TOP 9 (2001)")
STUDENT = Source("Student 1908", "Student, “The probable error of a mean”, Biometrika 6 (1908)")
