"""Things that are made of rules: modules, pages, rulebooks, cards, drawings and differences."""
