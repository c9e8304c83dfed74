"""The workshop: rules are written, checked, and played in a tab of a browser. This package lays its static files into a folder, and serves them."""
