# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Limited CPUs: SLURM and Kubernetes
#
# On a shared machine your job may use a few of many CPUs. Programs that count the CPUs
# of the machine then start far too many threads, which take turns on the few, and are
# slower than a single one. A pool counts what it is allowed to use: the affinity mask
# of the process, and the CPU quota of its cgroup.

# %%
import os
import subprocess
import sys

import envpool

# %% [markdown]
# `os.cpu_count()` knows the machine, the affinity mask what this process may use of it:

# %%
allowed = os.sched_getaffinity(0)
print(f"{os.cpu_count()} CPUs in the machine, {len(allowed)} for this process")

# %% [markdown]
# Here a child process is limited to one CPU, as SLURM would do it. Its pool starts no
# threads at all: the thread that calls `step` steps the envs itself.

# %%
PROGRAM = """
import os, threading
import numpy as np
import envpool

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
env = envpool.make_gym("HalfCheetah-v5", num_envs=16)
env.reset()
for _ in range(20):
    env.step(np.zeros((16, 6)))
threads = len(os.listdir("/proc/self/task"))
print(threads - threading.active_count(), "worker threads on one CPU")
"""
environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
# Otherwise NumPy's own threads would be counted, too.
environment["OPENBLAS_NUM_THREADS"] = "1"
done = subprocess.run(
    [sys.executable, "-c", PROGRAM],
    env=environment,
    capture_output=True,
    text=True,
    check=True,
)
print(done.stdout.strip())

# %% [markdown]
# `num_threads` sets the number by hand. It is a limit for the whole pool; with several
# pools in one process, `shared_threads=True` lets them use the same threads.

# %%
with envpool.make_gym("CartPole-v1", num_envs=64, num_threads=2) as env:
    print(env.config["num_threads"])

# %% [markdown]
# ## SLURM
#
# A batch script, below its first line, `#!/bin/bash`:
#
# ```bash
# #SBATCH --ntasks=1
# #SBATCH --cpus-per-task=8
# #SBATCH --mem=16G
#
# export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK   # PyTorch and NumPy
# srun --cpus-per-task="$SLURM_CPUS_PER_TASK" python train.py
# ```
#
# With the task plugin `affinity` or `cgroup`, SLURM restricts the process to its eight
# CPUs, and pools follow. Some clusters restrict nothing and rely on good behaviour. Say
# it yourself there:
#
# ```python
# threads = int(os.environ.get("SLURM_CPUS_PER_TASK", 0))
# # 0: as many as allowed
# env = envpool.make_gymnasium("Pong-v5", num_envs=256, num_threads=threads)
# ```
#
# Since SLURM 22.05, `srun` does not inherit `--cpus-per-task` from `sbatch`; hence the
# option above.
#
# ## Kubernetes
#
# ```yaml
# apiVersion: v1
# kind: Pod
# metadata:
#   name: train
# spec:
#   containers:
#     - name: train
#       image: my-image-with-envpool
#       command: ["python", "train.py"]
#       resources:
#         requests: {cpu: "8", memory: 16Gi}
#         limits: {cpu: "8", memory: 16Gi}
# ```
#
# `limits.cpu` becomes a quota of the container's cgroup: 8 CPUs' worth of time, on any
# CPUs. A process with more runnable threads than that uses up its quota early in each
# period (0.1 s, as a rule) and is stopped for the rest, which looks like steps that now
# and then take very long. Pools read the quota and use no more threads than that,
# rounded up to whole CPUs. PyTorch and NumPy may not, so set `OMP_NUM_THREADS` here,
# too.
#
# Equal requests and limits in whole CPUs give a pod the class *Guaranteed*. If the
# node's kubelet runs with `--cpu-manager-policy=static`, the pod then has CPUs of its
# own, through the affinity mask, and no neighbours.
#
# Without a limit, a container may use the whole node, and a pool will.
#
# ## Leave room for the learner
#
# Envs and the learner usually take turns, so both may use all CPUs. If they work at the
# same time, as with [asynchronous pools](asynchronous.ipynb), divide them:
# `num_threads` for the pool, `torch.set_num_threads` for the learner.
# `thread_affinity_offset` pins workers to CPUs, counted among those that are allowed.
#
# ## Ask the doctor
#
# `python -m envpool doctor` prints CPUs, affinity, quota and NUMA nodes as a pool sees
# them, and says what to do about what it finds. Run it inside the job. `python -m
# envpool tune ID` measures which number of threads and which batch size are fastest
# there.
