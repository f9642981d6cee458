"""The Atlantis board as a picture on the screen: layouts, drawing, styles, marks, the view."""
