"""Python in a tab of a browser: the code that the workers of the workshop run. Messages are texts, so nothing here depends on browsers."""
