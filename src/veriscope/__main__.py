"""`python -m veriscope` is the command `veriscope`."""

from veriscope.cli import main

if __name__ == "__main__":
    main()
