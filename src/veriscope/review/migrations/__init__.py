"""The history of the store's schema, one file a step; a step that was released never changes."""
