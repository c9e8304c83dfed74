"""Campaigns: many games, setups, agents and seeds from one plan, played whenever there is time, and never twice."""
