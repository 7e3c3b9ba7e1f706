"""Parallel work: executors, core limits, checkpoints, hashes for cache keys, and interrupts.

`executor` defines the interface and the serial executor, `process_pool` and `dask` the two parallel ones, and `choose`
selects one of them. `cores` limits the number of threads. `checkpoint` saves finished parts of a sweep, so that an
interrupted run can resume.
"""
