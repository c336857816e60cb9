"""What is known at each point of a function that is taken apart, and how that is bound anew."""
