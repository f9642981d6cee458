"""The rules inside the app: the text as data, its layout, and the screen that shows it."""
