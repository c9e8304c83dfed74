"""The sections of a report that look deep into some matches: what positions are worth, what options are worth, and what decides."""
