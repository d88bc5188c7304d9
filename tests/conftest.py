"""Settings that hold for all tests."""

import os

from hypothesis import settings

# A shared machine makes single examples slow; how long one takes says nothing about the code.
settings.register_profile("veriscope", deadline=None)
# A build server runs the same examples every time, so that only a change can turn it red; new
# examples are found where people run the tests.
settings.register_profile("build", deadline=None, derandomize=True)
settings.load_profile("build" if os.environ.get("CI") else "veriscope")
