"""What is sent to the terminal: colours that it can show, only ASCII, only what differs."""
