"""The pages of classes, one module for each part of what is done with them."""
