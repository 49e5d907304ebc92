"""``python -m forvm`` is the command line."""

from forvm.cli import main

if __name__ == "__main__":
    main()
