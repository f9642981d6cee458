"""The command `atlantis`, in this process and as real processes."""
