"""Compiles the checked tree to a Game: rules are inlined, statements become nodes, the position gets its layout."""

from gamedsl.compile.compiled import compile_fragments, compile_game

__all__ = ["compile_fragments", "compile_game"]
