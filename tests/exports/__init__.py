"""Tests of what is taken along: text, pictures, films, recordings, pages."""
