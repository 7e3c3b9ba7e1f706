"""Where work is done: on the cores of this machine or on others, how far it has come, and how it is interrupted.

`executor` says who does it: this process (`Serial`), `processes.Processes` or `cluster.Cluster`; `cores` how many
threads it may have; `resume` keeps what is finished, so that work that was stopped goes on where it was.
"""
