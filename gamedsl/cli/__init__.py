"""The command line: reads files, prints, and knows about terminals."""
