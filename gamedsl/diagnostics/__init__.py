"""Diagnostics: the model, the catalogue of codes, the plain-text rendering and the exports."""

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel, Label, Severity

__all__ = ["Diagnostic", "Edit", "Fix", "FixLevel", "Label", "Severity"]
