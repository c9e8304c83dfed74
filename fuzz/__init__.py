"""Random inputs, good and bad: nothing that is fed in may end in a traceback, hang, or eat the memory. `python -m fuzz --help` says how to run it."""
