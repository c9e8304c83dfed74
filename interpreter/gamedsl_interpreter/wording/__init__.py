"""Words for the events of a match, made from tables: both executors use them, and this package knows neither."""
