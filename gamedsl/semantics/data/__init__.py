"""Declarations of data: types, boards, components, tables, fields, and zones."""
