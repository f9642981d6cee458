"""Files that earlier releases wrote, one folder per release. They are never changed."""
