"""The app as a terminal shows it: every screen on a pseudo-terminal, beside what the app means."""
