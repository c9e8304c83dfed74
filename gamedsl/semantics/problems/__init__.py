"""Problems that checking finds, and the words for them."""
