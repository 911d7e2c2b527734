"""Pages other than card sheets: calibration sheet, score pad, contact sheet, gallery, report of a finished game."""
