"""What expressions are: each kind of them in a file, as a part of one class."""
