"""Declarations of data: types, boards, components, tables."""
