"""Settings that hold for all tests."""

from hypothesis import settings

# A shared machine makes single examples slow; how long one takes says nothing about the code.
settings.register_profile("veriscope", deadline=None)
settings.load_profile("veriscope")
