"""Opens picture files and imports OpenCV; the entry point is `photo`. Nothing here knows about cards."""
