"""Parts of screens that know no game: lines of text, lists of rows, questions."""
