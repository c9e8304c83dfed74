"""The IR, the text of the library as IR, and the encoder."""
