"""Reading and atomic saving of files, with detection of changes by other programs."""
