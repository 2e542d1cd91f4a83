"""Measured behaviour of kgmem, through its public API only: `python -m benchmarks --help`."""
