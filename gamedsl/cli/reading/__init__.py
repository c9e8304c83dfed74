"""Reads the input of commands: rules, look files, settings, replays, campaigns, the players of each seat."""
