"""A Game becomes a WebAssembly module: lowering to a small IR, and our own binary encoder."""
