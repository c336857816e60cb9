"""Trajectory cost of a six-jointed robot arm that must reach a target pose.

A trajectory is a matrix of joint angles, one row for each instant; its cost adds the error of
the final pose to penalties on the whole motion.  Units: metres, radians, seconds.
"""

from typing import NamedTuple

import numpy as np

WRT = 0


class Pose(NamedTuple):
    """Where the tool should end up: a position and a rotation matrix."""

    position: np.ndarray
    rotation: np.ndarray


def rotation_matrix(axis, angle):
    """Return the 4 x 4 transform that turns about one of the axes 'x', 'y' and 'z'."""
    c, s = np.cos(angle), np.sin(angle)
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    frame = np.eye(4)
    frame[i, i] = frame[j, j] = c
    frame[i, j], frame[j, i] = -s, s
    return frame


class Arm:
    """A serial arm whose links point along the local z axis when every angle is zero."""

    def __init__(self, lengths, axes, limits):
        self.lengths = lengths
        self.axes = axes
        self.lower, self.upper = np.asarray(limits, dtype=float).T

    def frames(self, angles):
        """Return the frames of the base and of the end of every link."""
        frames = [np.eye(4)]
        for axis, angle, length in zip(self.axes, angles, self.lengths):
            frame = frames[-1] @ rotation_matrix(axis, angle)
            frame[:3, 3] += length * frame[:3, 2]
            frames.append(frame)
        return frames

    def pose_error(self, angles, target):
        """Return the squared error in position plus that in orientation."""
        tool = self.frames(angles)[-1]
        offset = tool[:3, 3] - target.position
        cosine = 0.5 * (np.trace(target.rotation.T @ tool[:3, :3]) - 1.0)
        turn = np.arccos(np.clip(cosine, -1.0, 1.0))
        return offset @ offset + 0.1 * turn**2

    def cost(self, trajectory, target, penalties):
        """Return the cost of a trajectory (instants by joints)."""
        error = self.pose_error(trajectory[-1], target)
        return float(50.0 * error + sum(penalty(self, trajectory) for penalty in penalties))


def limit_penalty(arm, trajectory):
    """Penalise angles within 0.1 rad of a joint limit, or beyond it."""
    above = np.maximum(trajectory - (arm.upper - 0.1), 0.0)
    below = np.maximum((arm.lower + 0.1) - trajectory, 0.0)
    return 20.0 * np.sum(above**2 + below**2)


def smoothness_penalty(dt):
    """Return a penalty on the velocities and accelerations of the joints."""

    def penalty(arm, trajectory):
        velocity = np.diff(trajectory, axis=0) / dt
        acceleration = np.diff(velocity, axis=0) / dt
        return dt * (0.05 * np.sum(velocity**2) + 0.01 * np.sum(acceleration**2))

    return penalty


def obstacle_penalty(centre, radius, margin=0.15):
    """Return a penalty on joints that come close to a sphere."""

    def penalty(arm, trajectory):
        total = 0.0
        for angles in trajectory:
            for frame in arm.frames(angles)[1:]:
                gap = np.linalg.norm(frame[:3, 3] - centre) - radius
                if gap < margin:
                    total += 10.0 * (margin - gap) ** 2
        return total

    return penalty


def example():
    """Return the cost of a rough first trajectory and its arguments."""
    limits = [(-2.9, 2.9), (-1.8, 1.0), (-2.4, 2.4), (-3.1, 3.1), (-2.0, 2.0), (-3.1, 3.1)]
    arm = Arm([0.35, 0.42, 0.38, 0.12, 0.10, 0.08], "zyyzyz", limits)
    facing = rotation_matrix("z", 0.6) @ rotation_matrix("y", 2.0)
    target = Pose(np.array([0.55, 0.32, 0.61]), facing[:3, :3])
    start = np.array([0.0, 0.2, 0.5, 0.0, 0.3, 0.0])
    finish = np.array([0.5, 0.95, 0.7, 0.1, 0.4, -0.2])
    blend = np.linspace(0.0, 1.0, 8)[:, None]
    trajectory = start + (finish - start) * blend**2 * (3.0 - 2.0 * blend)
    trajectory = trajectory + np.random.default_rng(3).normal(0.0, 0.03, trajectory.shape)
    obstacle = obstacle_penalty(np.array([0.45, 0.05, 0.85]), 0.12)
    penalties = [limit_penalty, smoothness_penalty(dt=0.25), obstacle]
    return arm.cost, (trajectory, target, penalties)
