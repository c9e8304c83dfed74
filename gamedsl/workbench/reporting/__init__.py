"""Makes reports on games: results of many matches as findings, each with a picture, a table, and how it was made."""
