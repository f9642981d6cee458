"""Options, command-line arguments, folders, themes, keys, and the options screen."""
