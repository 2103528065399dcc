"""The store: one SQLite file of runs, and the recording that fills it; its questions are in `query`."""
