"""What is said of tests that fail and matches that break off, as plain text: for the command line, and for other programs that run the tests."""
