"""Geometry of cards and paper in millimetres: sizes, the layout of a sheet, crop marks and printer calibration.

Nothing is drawn here. Start with `fitting.fit_layout` and `imposition.Layout`.
"""
