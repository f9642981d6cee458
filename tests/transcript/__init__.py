"""Transcripts: reading, diagnostics, both formats, saving, and the samples in `transcripts/`."""
