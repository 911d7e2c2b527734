"""Writes drawings as PDF, PNG and pixel arrays, and computes digests of them. Decides nothing about layout or looks."""
