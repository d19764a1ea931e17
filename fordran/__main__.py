"""`python -m fordran` is the command `fordran`."""

from fordran.commands.app import main

if __name__ == "__main__":
    main()
