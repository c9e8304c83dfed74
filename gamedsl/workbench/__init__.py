"""What playtests are for: matches played in numbers, what is measured of them, what can be said of it for certain, and in which words."""
