"""`python -m passevents`: the command line, of just this interpreter."""

from passevents.cli.main import main

if __name__ == "__main__":
    main()
