"""Any MLIR build found at run time: its actions, recorded."""

ADAPTER = None
