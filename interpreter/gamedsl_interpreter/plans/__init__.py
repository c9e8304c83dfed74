"""The static analysis of plans, without any position. It runs once when an executor is made, and both executors read it."""
