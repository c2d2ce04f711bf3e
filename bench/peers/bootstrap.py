"""The same bootstrap in NumPy and SciPy, timed: reads {num, den, replicates, timed} from stdin, prints [{name, milliseconds}].

Processor time, of the middle run. What draws every index runs `timed` replicates and is scaled to `replicates`.
"""

import json
import os
import sys
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402

given = json.load(sys.stdin)
num = np.array(given["num"], dtype=float)
den = np.array(given["den"], dtype=float)
replicates, timed = given["replicates"], given["timed"]
clusters = len(num)
rng = np.random.default_rng(1)


def milliseconds(run, runs):
    times = []
    for _ in range(runs):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return sorted(times)[(runs - 1) // 2] * 1000


def by_index():
    ratios = np.empty(timed)
    for r in range(timed):
        drawn = rng.integers(0, clusters, clusters)
        ratios[r] = num[drawn].sum() / den[drawn].sum()
    np.quantile(ratios, [0.025, 0.975])


def by_weights():
    ratios = np.empty(timed)
    for r in range(timed):
        weights = np.bincount(rng.integers(0, clusters, clusters), minlength=clusters)
        ratios[r] = (weights @ num) / (weights @ den)
    np.quantile(ratios, [0.025, 0.975])


def distinct():
    vectors, counts = np.unique(np.stack([num, den], axis=1), axis=0, return_counts=True)
    totals = rng.multinomial(clusters, counts / clusters, size=replicates) @ vectors
    np.quantile(totals[:, 0] / totals[:, 1], [0.025, 0.975])


def pairs():
    vectors, counts = np.unique(num * 4096 + den, return_counts=True)
    totals = rng.multinomial(clusters, counts / clusters, size=replicates)
    ratios = (totals @ np.floor(vectors / 4096)) / (totals @ (vectors % 4096))
    np.quantile(ratios, [0.025, 0.975])


scale = replicates / timed
answer = [
    {"name": "NumPy, the same distinct sums (np.unique, rows)", "milliseconds": milliseconds(distinct, 5)},
    {"name": "NumPy, the same distinct sums (packed by hand)", "milliseconds": milliseconds(pairs, 5)},
    {"name": "NumPy, drawing indices", "milliseconds": milliseconds(by_index, 3) * scale},
    {"name": "NumPy, drawing weights (bincount)", "milliseconds": milliseconds(by_weights, 3) * scale},
]
try:
    from scipy.stats import bootstrap

    def scipy():
        bootstrap(
            (num, den),
            lambda a, b, axis=-1: a.sum(axis=axis) / b.sum(axis=axis),
            n_resamples=timed,
            paired=True,
            vectorized=True,
            method="percentile",
            batch=max(1, 4_000_000 // clusters),
            random_state=np.random.default_rng(1),
        )

    answer.append({"name": "SciPy bootstrap, vectorised over cluster sums", "milliseconds": milliseconds(scipy, 1) * scale})
except ImportError:
    pass
print(json.dumps(answer))
