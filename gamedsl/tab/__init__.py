"""Python in a tab of a browser: what the workers of the workshop run. Messages are texts, so that nothing here knows of browsers."""
