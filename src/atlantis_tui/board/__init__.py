"""The Atlantis board widget with its layouts, drawing, styles and marks."""
