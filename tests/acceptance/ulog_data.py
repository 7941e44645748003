"""A flight's log as arrays: what the tests of acceptance look things up with."""

import numpy as np
from pyulog import ULog


class Log:
    """Topics of a ULog by name; columns that form a vector are joined."""

    def __init__(self, path):
        self.ulog = ULog(str(path))
        self.start_us = self.ulog.start_timestamp

    def names(self):
        return {topic.name for topic in self.ulog.data_list}

    def topic(self, name, instance=0):
        return Topic(self.ulog.get_dataset(name, instance).data, self.start_us)


class Topic:
    """One instance of a topic: `topic.t` [s since the log began], `topic["x"]`, `topic["q"]`."""

    def __init__(self, data, start_us):
        self.data = data
        self.us = data["timestamp"].astype(np.int64)
        self.start_us = start_us
        self.t = (self.us - start_us) * 1e-6

    def __getitem__(self, name):
        if name in self.data:
            return self.data[name].astype(float)
        parts = []
        while f"{name}[{len(parts)}]" in self.data:
            parts.append(self.data[f"{name}[{len(parts)}]"].astype(float))
        if not parts:
            raise KeyError(name)
        return np.stack(parts, axis=1)

    def __len__(self):
        return len(self.us)

    def sample_us(self):
        return self.data["timestamp_sample"].astype(np.int64)

    def columns(self, *names):
        return np.stack([self[name] for name in names], axis=1)

    def at(self, times_us, name, shift_us=0):
        """The column at other moments, linearly between records."""
        column, own = self[name], self.us + shift_us
        if column.ndim == 1:
            return np.interp(times_us, own, column)
        return np.stack([np.interp(times_us, own, part) for part in column.T], axis=1)

    def held(self, times_us, name):
        """The column as it was last written before other moments."""
        index = np.searchsorted(self.us, times_us, side="right") - 1
        return self[name][np.maximum(index, 0)]


def pairs(a_us, b_us):
    """Indices of equal moments in two rising sequences."""
    _, in_a, in_b = np.intersect1d(a_us, b_us, return_indices=True)
    return in_a, in_b


def rotate(q, v):
    """v_W from v_B: rows of unit quaternions (w first) and vectors."""
    w, u = q[:, :1], q[:, 1:]
    t = 2.0 * np.cross(u, v)
    return v + w * t + np.cross(u, t)


def conjugate(q):
    return q * np.array([1.0, -1.0, -1.0, -1.0])


def multiply(a, b):
    w = a[:, 0] * b[:, 0] - np.sum(a[:, 1:] * b[:, 1:], axis=1)
    u = a[:, :1] * b[:, 1:] + b[:, :1] * a[:, 1:] + np.cross(a[:, 1:], b[:, 1:])
    return np.column_stack([w, u])


def rotation_vector(q):
    """The shortest rotation vectors of unit quaternions [rad]."""
    q = q * np.where(q[:, :1] < 0.0, -1.0, 1.0)
    length = np.linalg.norm(q[:, 1:], axis=1, keepdims=True)
    angle = 2.0 * np.arctan2(length, q[:, :1])
    return np.where(length > 1e-12, q[:, 1:] * angle / np.maximum(length, 1e-12), 2.0 * q[:, 1:])


def euler(q):
    """Roll, pitch, yaw of q_WB [rad]."""
    w, x, y, z = q.T
    return np.column_stack([np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
                            np.arcsin(np.clip(2 * (w * y - z * x), -1, 1)),
                            np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))])


def wrap(angle):
    return (angle + np.pi) % (2.0 * np.pi) - np.pi


def north_east_m(lat_deg, lon_deg, height_m, ref_lat_deg, ref_lon_deg):
    """Metres north and east of a near place: the principal radii of WGS84, at its height."""
    a, e2 = 6378137.0, 6.69437999014e-3
    phi = np.radians(ref_lat_deg)
    w2 = 1.0 - e2 * np.sin(phi) ** 2
    north = np.radians(lat_deg - ref_lat_deg) * (a * (1.0 - e2) / w2**1.5 + height_m)
    east = np.radians(lon_deg - ref_lon_deg) * (a / np.sqrt(w2) + height_m) * np.cos(phi)
    return np.column_stack([north, east])
