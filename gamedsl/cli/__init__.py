"""The command line: the rim that reads files, prints, and knows about terminals."""
