"""The app: pure parts by themselves, screens with Textual's pilot, the program in a terminal."""
