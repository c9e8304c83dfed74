"""Campaigns: many games, setups, agents and seeds from one plan, played in any number of runs, and never twice."""
