"""What can be configured: options, arguments, folders, themes, and the screen that shows them."""
