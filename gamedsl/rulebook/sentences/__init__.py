"""Describes formulas and statements in plain English."""
