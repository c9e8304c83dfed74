"""Words for what happens in a match, made of tables: both executors use them, and this package knows neither."""
