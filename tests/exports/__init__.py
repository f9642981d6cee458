"""Tests of exports: text, images, animations, recordings, web pages."""
