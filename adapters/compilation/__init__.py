"""The incremental compilation runtime for MLIR: compile only what changed, and know why."""
