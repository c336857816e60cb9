"""Functions of dictionaries, objects and lists of them, as people write them."""
