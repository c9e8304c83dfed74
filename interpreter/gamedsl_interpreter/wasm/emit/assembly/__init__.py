"""The IR, the run-time library as IR, and the encoder."""
