"""The language server: the questions of editors, as the Language Server Protocol asks them, answered by `gamedsl.services`."""
