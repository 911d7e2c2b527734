"""A phone camera: where points of the table fall in the picture, and how light becomes a JPEG-ready image."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker.cards import Picture
from tests.reading.photomaker.conditions import Conditions

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A pinhole with radial distortion.

    World: x to the right, y towards the viewer, height up, in mm; the table is height 0.

    Attributes:
        width, height: size of the picture in px.
        intrinsics: (3, 3) px.
        pose: (3, 4) from (x, y, -height) to camera axes.
        distortion: radial distortion at the corner of the picture.
    """

    width: int
    height: int
    intrinsics: Points
    pose: Points
    distortion: float

    @property
    def centre(self) -> Points:
        """Returns where the camera is: x, y, height in mm."""
        x, y, z = -self.pose[:, :3].T @ self.pose[:, 3]
        return np.array([x, y, -z])

    def homography(self, height_mm: float = 0.0) -> Points:
        """Returns (3, 3) from (x, y, 1) at a height to undistorted px."""
        p = self.intrinsics @ self.pose
        return np.column_stack([p[:, 0], p[:, 1], p[:, 3] - p[:, 2] * height_mm])

    def project(self, points: Points) -> Points:
        """Returns undistorted px (n, 2) of world points (n, 3)."""
        flipped = points * np.array([1, 1, -1])
        p = np.column_stack([flipped, np.ones(len(points))]) @ (self.intrinsics @ self.pose).T
        return np.asarray(p[:, :2] / p[:, 2:])

    def scale_at(self, x: float, y: float) -> float:
        """Returns the px that a mm measures, at its largest, at a point of the table."""
        at = self.project(np.array([[x, y, 0.0], [x + 1, y, 0], [x, y + 1, 0]]))
        return float(max(np.hypot(*(at[1] - at[0])), np.hypot(*(at[2] - at[0]))))

    def distort(self, px: Points) -> Points:
        """Returns where undistorted px (n, 2) stand in the picture with the lens's distortion."""
        middle, radius = self._middle()
        ideal = (px - middle) / radius
        bent = ideal.copy()
        for _ in range(30):
            bent = ideal / self._stretch((bent**2).sum(1))[:, None]
        return np.asarray(bent * radius + middle)

    def bend(self, picture: Picture) -> Picture:
        """Returns the picture as the lens bends it."""
        if abs(self.distortion) < 1e-4:
            return picture
        middle, radius = self._middle()
        x = (np.arange(self.width, dtype=np.float32) - float(middle[0])) / radius
        y = ((np.arange(self.height, dtype=np.float32) - float(middle[1])) / radius)[:, None]
        stretch = self._stretch((x * x + y * y).astype(np.float64)).astype(np.float32) * np.float32(radius)
        map_x, map_y = x * stretch + np.float32(middle[0]), y * stretch + np.float32(middle[1])
        return np.asarray(cv2.remap(picture, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))

    def _middle(self) -> tuple[Points, float]:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2]), float(np.hypot(self.width, self.height) / 2)

    def _stretch(self, square: Points) -> Points:
        k = self.distortion
        return np.asarray((1 + k * square) / (1 + max(k, 0.0)))


def aimed(rng: np.random.Generator, c: Conditions, size: tuple[int, int], corners: Points) -> Camera:
    """Returns a camera that sees the canvas as the conditions say.

    Args:
        rng: chance.
        c: the conditions.
        size: width and height of the picture in px.
        corners: (4, 3) the corners of the canvas in mm.
    """
    w, h = size
    focal = max(w, h) * rng.uniform(0.75, 1.15)
    turn = rotation_z(np.radians(c.roll_deg)) @ rotation_x(np.radians(c.tilt_deg))
    turn = turn @ rotation_z(np.radians(c.azimuth_deg + 90 * c.quarter))
    near, far = 150.0, 8000.0
    for _ in range(40):
        distance = (near * far) ** 0.5
        camera = _looking(size, focal, turn, distance, (0.0, 0.0))
        span = np.ptp(camera.project(corners), axis=0) / size
        near, far = (distance, far) if span.max() > c.fill or (span < 0).any() else (near, distance)
    return _framed(rng, c, _looking(size, focal, turn, far, (0.0, 0.0)), corners)


def _framed(rng: np.random.Generator, c: Conditions, camera: Camera, corners: Points) -> Camera:
    """Shifts the view so that the canvas stands in the picture, or is cut off by one side of it."""
    size = np.array([camera.width, camera.height], np.float64)
    seen = camera.project(corners)
    low, high = seen.min(0), seen.max(0)
    room = size - (high - low)
    target = room / 2 + room * rng.uniform(-0.3, 0.3, 2)
    if c.cut > 0:
        axis, side = int(rng.integers(2)), int(rng.integers(2))
        away = c.cut * (high - low)[axis] / c.side + abs(c.distortion) * size.max() * 0.3
        target[axis] = -away if side == 0 else room[axis] + away
    shifted = camera.intrinsics.copy()
    shifted[:2, 2] += target - low
    return Camera(camera.width, camera.height, shifted, camera.pose, c.distortion)


def _looking(size: tuple[int, int], focal: float, turn: Points, distance: float, at: tuple[float, float]) -> Camera:
    intrinsics = np.array([[focal, 0, size[0] / 2 + at[0]], [0, focal, size[1] / 2 + at[1]], [0, 0, 1]])
    return Camera(size[0], size[1], intrinsics, np.column_stack([turn, [0, 0, distance]]), 0.0)


def rotation_x(a: float) -> Points:
    """Returns the tilt by `a` radians that brings the viewer's edge of the table nearer."""
    return np.array([[1, 0, 0], [0, np.cos(a), np.sin(a)], [0, -np.sin(a), np.cos(a)]])


def rotation_z(a: float) -> Points:
    """Returns the turn by `a` radians about the view."""
    return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])


def develop(
    rng: np.random.Generator, c: Conditions, radiance: Picture, tint: Points, blur_px: tuple[float, float]
) -> NDArray[np.uint8]:
    """Turns linear radiance into the picture a phone would keep.

    Args:
        rng: chance.
        c: the conditions.
        radiance: (height, width, 3) linear RGB under the true light.
        tint: (3,) RGB of the main light, green 1.
        blur_px: spread of the defocus and length of the shake, px.

    Returns:
        (height, width, 3) BGR.
    """
    raw = _exposed(rng, c, _blurred(rng, radiance, blur_px))
    raw = _noisy(rng, c, raw)
    balance = np.asarray(tint) ** -c.white_balance * np.exp(rng.normal(0, 0.03, 3))
    matrix = _saturation(float(rng.uniform(0.85, 1.2))) @ np.diag(balance / balance[1])
    image = cv2.transform(raw, np.ascontiguousarray(matrix[::-1]).astype(np.float32))
    index = np.clip(image * 2047, 0, 4095).astype(np.uint16)
    return _sharpened(_tone_curve(rng)[index], c.sharpen)


def _blurred(rng: np.random.Generator, picture: Picture, blur_px: tuple[float, float]) -> Picture:
    defocus, motion = blur_px
    spread = float(np.hypot(defocus, rng.uniform(0.5, 0.8)))
    if motion > 1:
        picture = np.asarray(cv2.filter2D(picture, -1, _shake(motion, float(rng.uniform(0, 3.14)))), np.float32)
    if spread > 8:  # a wide blur leaves nothing that a smaller picture would lose
        h, w = picture.shape[:2]
        small = cv2.resize(picture, (w // 4, h // 4), interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), spread / 4)
        return np.asarray(cv2.resize(soft, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), np.float32)


def _shake(length: float, angle: float) -> Picture:
    half = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    x, y = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    ends = [(round((half + s * x) * 16), round((half + s * y) * 16)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    soft = np.asarray(cv2.GaussianBlur(kernel, (0, 0), 0.5), np.float32)
    return np.asarray(soft / soft.sum(), np.float32)


def _exposed(rng: np.random.Generator, c: Conditions, picture: Picture) -> Picture:
    grey = picture[::8, ::8].mean(2)
    target = rng.uniform(0.06, 0.13) if c.light == "dim" else rng.uniform(0.11, 0.26)
    gain = target / (grey.mean() ** 0.8 * 0.2**0.2)
    return picture * np.float32(min(gain, 1.25 / np.percentile(grey, 97)))


def _noisy(rng: np.random.Generator, c: Conditions, raw: Picture) -> Picture:
    full_well = rng.uniform(150, 600) if c.light == "dim" else np.exp(rng.uniform(np.log(800), np.log(9000)))
    read = rng.uniform(0.5, 2.0) / full_well
    noise = rng.standard_normal(raw.shape, np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), 0.65) * np.float32(2.0)  # neighbours share colour through the mosaic
    return raw + noise * np.sqrt(np.maximum(raw, 0) / np.float32(full_well) + np.float32(read**2))


def _saturation(amount: float) -> Points:
    luma = np.array([0.2126, 0.7152, 0.0722])
    return np.asarray(amount * np.eye(3) + (1 - amount) * np.tile(luma, (3, 1)))


def _tone_curve(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Returns the curve from linear 0-2 in 4096 steps to 8 bits: sRGB, a touch of contrast, soft shoulder."""
    x = np.linspace(0, 2, 4096)
    shoulder = np.where(x > 0.7, 0.7 + 0.3 * (1 - np.exp(-(x - 0.7) / 0.3)), x)
    y = np.where(shoulder <= 0.0031308, 12.92 * shoulder, 1.055 * shoulder ** (1 / 2.4) - 0.055)
    bend = rng.uniform(0, 0.5)
    y = y * (1 - bend) + bend * y * y * (3 - 2 * y)
    return np.asarray(np.clip(y, 0, 1) * 255 + 0.5).astype(np.uint8)


def _sharpened(image: NDArray[np.uint8], amount: float) -> NDArray[np.uint8]:
    if amount <= 0:
        return image
    soft = cv2.GaussianBlur(image, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), np.uint8)
