"""Imports OpenCV, or raises an error that says what to install. Only the reading of photos needs it."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import PhotoError

Pixels = NDArray[Any]
"""A uint8 BGR picture (height, width, 3), or one of its channels; OpenCV's stubs use one type for all."""

Flags = NDArray[np.bool_]

_PACKAGES = {
    "libGL": "libgl1",
    "libEGL": "libegl1",
    "libgthread": "libglib2.0-0",
    "libglib": "libglib2.0-0",
    "libSM": "libsm6",
    "libXext": "libxext6",
    "libXrender": "libxrender1",
    "libX11": "libx11-6",
    "libxcb": "libxcb1",
}
"""System libraries that OpenCV's wheel loads, and their Debian and Ubuntu packages."""


def missing_library_error(error: ImportError) -> PhotoError:
    """Returns the error for an OpenCV that cannot be imported, with the package to install."""
    library = re.match(r"(lib\w+?)[-.\d]*\.so", str(error))
    if library is None:
        return PhotoError("OpenCV is not installed, so photos cannot be read", hint="pip install opencv-python")
    package = next((package for name, package in _PACKAGES.items() if library[1].startswith(name)), library[1])
    return PhotoError(
        f"OpenCV cannot be loaded: the system lacks {str(error).split(':')[0]}",
        hint=f"install the package {package}, or use opencv-python-headless instead of opencv-python",
    )


try:
    import cv2 as cv2
except ImportError as _error:
    raise missing_library_error(_error) from _error
