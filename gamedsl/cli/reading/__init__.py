"""Reads what commands are given: rules, look files, settings, replays, campaigns, who plays which seat."""
