"""One folder a compiler: each exposes `ADAPTER`, found through the entry points `passevents.adapters`."""
