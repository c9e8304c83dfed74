"""Do tests notice broken lines? Breaks one place of the program at a time, and runs the tests that execute it."""
