"""The fast executor: one WebAssembly module for each Game, run by wasmtime."""
