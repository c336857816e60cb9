"""Programs with loops, as their users write them, with what they are measured against."""
