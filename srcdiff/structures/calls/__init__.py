"""What calls give: of functions of the user, classes, closures, and what Python has built in."""
