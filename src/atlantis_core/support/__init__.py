"""What every other package uses: errors, messages with their places, text, colours, cancelling."""
