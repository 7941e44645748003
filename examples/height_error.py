"""How far the estimated height was from the true one: height_error.py LOG.ulg"""

import sys

import numpy as np
import pyulog

log = pyulog.ULog(sys.argv[1])
estimate = log.get_dataset("vehicle_local_position").data
truth = log.get_dataset("vehicle_local_position_groundtruth").data
origin = truth["ref_alt"][0] - estimate["ref_alt"][-1]  # each counts from an origin of its own

valid = estimate["z_valid"] == 1
at = estimate["timestamp"][valid]
error = estimate["z"][valid] - np.interp(at, truth["timestamp"], truth["z"]) + origin
print(f"{len(error)} samples, mean {error.mean():.2f} m, largest {np.abs(error).max():.2f} m")
