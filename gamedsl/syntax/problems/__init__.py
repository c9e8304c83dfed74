"""Problems of how a text is written, and the phrases that they share."""
