"""Reports on failed tests and faults in matches, as plain text: for the command line, and for programs that run the tests."""
