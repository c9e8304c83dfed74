"""Pictures of a position for books: boards with everything on them, zones and counters beside them, as marks in millimetres and as SVG."""
