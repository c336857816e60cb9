"""Six programs as scientists write them, which are differentiated as they stand."""
